#include "t2sed/status.h"

#include "t2sed/version.h"

/* Indexed by the code's negative. */
static const struct {
    const char *name, *text;
} statuses[] = {
    {"OK", "success"},
    {"ENOMEM", "out of memory"},
    {"EINVAL", "invalid argument"},
    {"EIO", "input or output error"},
    {"EFORMAT", "malformed data"},
    {"ESYNTAX", "syntax error in SQL"},
    {"EUTF8", "invalid UTF-8"},
    {"ENOTFOUND", "not found"},
    {"ELIMIT", "limit exceeded"},
    {"EUNSUPPORTED", "not supported"},
    {"ENODEVICE", "no such device"},
    {"ENOBACKEND", "backend not available"},
    {"EBACKEND", "failure in the backend"},
    {"ETOOLONG", "too many tokens for the encoder"},
    {"EDATABASE", "database error"},
    {"EMISMATCH", "parts do not fit together"},
    {"EEMPTY", "empty input"},
    {"ENOTSELECT", "not a SELECT statement"},
    {"EMANY", "more than one statement"},
    {"ESTATE", "not allowed in this state"},
    {"ECANCELLED", "cancelled"},
    {"EINTERNAL", "internal error"},
    {"EINTERRUPTED", "interrupted"},
};

static int is_known(t2sed_status status)
{
    return status <= 0 && status > -(int)(sizeof statuses / sizeof statuses[0]);
}

const char *t2sed_status_name(t2sed_status status)
{
    return is_known(status) ? statuses[-status].name : "EUNKNOWN";
}

const char *t2sed_status_text(t2sed_status status)
{
    return is_known(status) ? statuses[-status].text : "unknown status";
}

const char *t2sed_version(void)
{
    return T2SED_VERSION;
}

int t2sed_version_number(void)
{
    return T2SED_VERSION_NUMBER;
}
