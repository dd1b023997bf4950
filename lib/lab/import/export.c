/* export.c - a model as a TorchScript archive. */
#include "base/error.h"
#include "base/save.h"
#include "model/model.h"
#include "t2sed/lab/import.h"

t2sed_status t2sed_model_export(t2sed_model *model, const char *path,
                                t2sed_error *err)
{
    t2s_save save;
    t2sed_status status;
    if (!model || !path)
        return t2s_fail_null(err, __func__, "model and path");
    if (!model->handle)
        return t2s_fail(err, T2SED_EUNSUPPORTED, -1,
                        "export: the model is a forest alone; there is "
                        "nothing for an engine to run");
    status = t2s_save_open(&save, path, err);
    if (status != T2SED_OK)
        return status;
    status = model->backend->model_export(model->handle, save.temporary,
                                          model->config_text, err);
    if (status == T2SED_OK)
        return t2s_save_commit(&save, err);
    t2s_save_abort(&save);
    return status;
}
