/* The table of backend.h: thin C functions around the engine. */
#include <cstring>
#include <memory>
#include <string>

#include "aten.h"
#include <torch/version.h>

#include "cache.h"
#include "decoder.h"
#include "device.h"
#include "engine.h"
#include "fail.h"
#include "int8.h"
#include "parser_engine.h"
#include "parser_trainer.h"
#include "scripted.h"
#include "trainer.h"

extern "C" {
#include "base/error.h"
}

using t2s::guarded;

struct t2s_trainer_handle {
    std::unique_ptr<t2s::training> is;
};

struct t2s_parser_handle {
    t2s::parser_engine engine;
};

/* One of the two. */
struct t2s_model_handle {
    std::unique_ptr<t2s::engine> engine;
    std::unique_ptr<t2s::scripted> scripted;
};

struct t2s_language_handle {
    t2s::decoder model;
};

struct t2s_cache_handle {
    t2s::cache cache;
};

namespace
{

const char *name()
{
    return "libtorch " TORCH_VERSION;
}

t2sed_status check_device(const char *device, t2sed_error *err)
{
    return guarded(err, [&] { t2s::find_device(device); });
}

int32_t has_fast_bf16()
{
    return t2s::has_fast_bf16() ? 1 : 0;
}

int32_t language_precision()
{
    try {
        if (t2s::int8_linear::is_fast())
            return T2S_INT8;
    } catch (...) { /* bf16 or fp32 then */
    }
    return t2s::has_fast_bf16() ? T2S_BFLOAT16 : T2S_FP32;
}

const char *language_slowness()
{
#if TORCH_VERSION_MAJOR >= 2
    return nullptr;
#else
    return "libtorch " TORCH_VERSION
           " takes up to ten times as long with language models as 2.x";
#endif
}

t2sed_status set_threads(int32_t threads, t2sed_error *err)
{
    return guarded(err, [&] { t2s::set_threads(threads); });
}

/* The type of the encoder's weights. */
at::ScalarType narrowed(int32_t precision, c10::Device device)
{
    switch (precision) {
    case T2S_FP32:
        return at::kFloat;
    case T2S_FP16: /* CPUs lack the products: widened */
        return device.is_cpu() ? at::kFloat : at::kHalf;
    case T2S_BFLOAT16:
        return at::kBFloat16;
    default:
        t2s::fail(T2SED_EINVAL, "precision %d is unknown", precision);
    }
}

t2sed_status model_open(t2s_model_handle **out,
                        const t2s_architecture *architecture,
                        const t2s_tensor *tensors, int32_t count,
                        const char *device, int32_t precision, t2sed_error *err)
{
    return guarded(err, [&] {
        t2s::check_architecture(*architecture);
        const c10::Device where = t2s::find_device(device);
        std::unique_ptr<t2s_model_handle> model(new t2s_model_handle);
        model->engine.reset(
            new t2s::engine(*architecture, tensors, count, where,
                            narrowed(precision, where), at::kFloat,
                            where.is_cpu() ? t2s::engine::way::kernels
                                           : t2s::engine::way::script));
        model->engine->warm_up();
        *out = model.release();
    });
}

/* Says of libtorch's failures that they are those of an archive's own code. */
t2sed_status blame_archive(t2sed_status status, const char *path,
                           t2sed_error *err)
{
    return status == T2SED_EBACKEND
               ? t2s_fail_in(err, status, "%.200s: forward", path)
               : status;
}

t2sed_status model_open_archive(t2s_model_handle **out,
                                const t2s_architecture *architecture,
                                const char *path, const char *device,
                                int32_t precision, int32_t *own_forward,
                                t2sed_error *err)
{
    *own_forward = 0;
    const t2sed_status status = guarded(err, [&] {
        t2s::check_architecture(*architecture);
        const c10::Device where = t2s::find_device(device);
        torch::jit::Module module = t2s::read_archive(path, where);
        std::unique_ptr<t2s_model_handle> model(new t2s_model_handle);
        *own_forward = !t2s::scripted::is_exported(module);
        if (*own_forward) {
            model->scripted.reset(new t2s::scripted(
                *architecture, std::move(module), path, where));
            model->scripted->warm_up();
        } else {
            model->engine.reset(new t2s::engine(*architecture,
                                                std::move(module), path, where,
                                                narrowed(precision, where)));
            model->engine->warm_up();
        }
        *out = model.release();
    });
    return *own_forward ? blame_archive(status, path, err) : status;
}

void model_close(t2s_model_handle *model)
{
    guarded(nullptr, [&] { delete model; });
}

const t2s::engine &engine_of(const t2s_model_handle *model)
{
    if (!model->engine)
        t2s::fail(T2SED_EUNSUPPORTED,
                  "%.250s: the archive has a forward alone, which gives "
                  "logits: no token vectors, no export",
                  model->scripted->path().c_str());
    return *model->engine;
}

t2sed_status model_export(t2s_model_handle *model, const char *path,
                          const char *metadata, t2sed_error *err)
{
    return guarded(err, [&] { engine_of(model).save(path, metadata); });
}

/* Copies the first `count` floats of a tensor of any device and type. */
void copy_out(const at::Tensor &tensor, float *out, size_t count)
{
    const at::Tensor here = tensor.to(at::kCPU, at::kFloat).contiguous();
    if (static_cast<size_t>(here.numel()) < count)
        t2s::fail(T2SED_EINTERNAL, "%lld values where %zu were due",
                  static_cast<long long>(here.numel()), count);
    std::memcpy(out, here.data_ptr<float>(), count * sizeof(float));
}

at::Tensor run_forward(const t2s::engine &engine, const t2s_batch &batch)
{
    const t2s_architecture &a = engine.architecture();
    const t2s::token_input tokens = t2s::prepare_tokens(a, batch.tokens);
    const t2s::score_input input = t2s::prepare_score(a, batch);
    return engine.score(input, engine.encode(tokens));
}

t2sed_status encode(t2s_model_handle *model, const t2s_token_batch *tokens,
                    float *vectors, t2sed_error *err)
{
    return guarded(err, [&] {
        const t2s::engine &engine = engine_of(model);
        const t2s_architecture &a = engine.architecture();
        const t2s::token_input input = t2s::prepare_tokens(a, *tokens);
        const t2s::inference_guard guard;
        copy_out(engine.encode(input), vectors,
                 static_cast<size_t>(input.tokens) *
                     static_cast<size_t>(a.hidden));
    });
}

t2sed_status score(t2s_model_handle *model, const t2s_batch *batch,
                   const float *vectors, float *logits, t2sed_error *err)
{
    return guarded(err, [&] {
        const t2s::engine &engine = engine_of(model);
        const t2s_architecture &a = engine.architecture();
        const t2s::score_input input = t2s::prepare_score(a, *batch);
        const t2s::inference_guard guard;
        const at::Tensor rows =
            at::from_blob(const_cast<float *>(vectors),
                          {batch->tokens.tokens, a.hidden}, at::kFloat)
                .to(engine.device());
        copy_out(engine.score(input, rows), logits,
                 static_cast<size_t>(batch->tokens.sequences));
    });
}

t2sed_status forward(t2s_model_handle *model, const t2s_batch *batch,
                     float *logits, t2sed_error *err)
{
    const t2sed_status status = guarded(err, [&] {
        const t2s::inference_guard guard;
        copy_out(model->scripted ? model->scripted->forward(*batch)
                                 : run_forward(*model->engine, *batch),
                 logits, static_cast<size_t>(batch->tokens.sequences));
    });
    return model->scripted
               ? blame_archive(status, model->scripted->path().c_str(), err)
               : status;
}

} // namespace

namespace
{

/* The trainer of a kind, as which the caller opened it. */
template <typename trainer_t> trainer_t &as(t2s_trainer_handle *trainer)
{
    auto *const is = dynamic_cast<trainer_t *>(trainer->is.get());
    if (!is)
        t2s::fail(T2SED_EINVAL, "training: a trainer of another kind");
    return *is;
}

t2sed_status trainer_open(t2s_trainer_handle **out,
                          const t2s_architecture *architecture,
                          const t2s_tensor *tensors, int32_t count,
                          const char *device, const t2s_train_options *options,
                          t2sed_error *err)
{
    return guarded(err, [&] {
        t2s::check_architecture(*architecture);
        std::unique_ptr<t2s::trainer> made(new t2s::trainer(
            *architecture, tensors, count, t2s::find_device(device), *options));
        made->model().warm_up();
        *out = new t2s_trainer_handle{std::move(made)};
    });
}

void trainer_close(t2s_trainer_handle *trainer)
{
    guarded(nullptr, [&] { delete trainer; });
}

t2sed_status trainer_step(t2s_trainer_handle *trainer,
                          const t2s_train_batch *batches, int32_t count,
                          double learning_rate, double *loss, t2sed_error *err)
{
    return guarded(err, [&] {
        const double value =
            as<t2s::trainer>(trainer).step(batches, count, learning_rate);
        if (loss)
            *loss = value;
    });
}

t2sed_status trainer_forward(t2s_trainer_handle *trainer,
                             const t2s_batch *batch, float *logits,
                             t2sed_error *err)
{
    return guarded(err, [&] {
        const t2s::inference_guard guard;
        copy_out(as<t2s::trainer>(trainer).forward(*batch), logits,
                 static_cast<size_t>(batch->tokens.sequences));
    });
}

int32_t trainer_count(const t2s_trainer_handle *trainer)
{
    return static_cast<int32_t>(trainer->is->count());
}

t2sed_status trainer_describe(const t2s_trainer_handle *trainer, int32_t index,
                              t2s_tensor *out, t2sed_error *err)
{
    return guarded(err, [&] {
        const size_t count = trainer->is->count();
        if (index < 0 || static_cast<size_t>(index) >= count)
            t2s::fail(T2SED_EINVAL, "training: weight %d of %zu", index, count);
        *out = trainer->is->describe(static_cast<size_t>(index));
    });
}

t2sed_status trainer_read(t2s_trainer_handle *trainer, int32_t index,
                          int32_t part, float *data, size_t size,
                          t2sed_error *err)
{
    return guarded(err, [&] {
        trainer->is->read(static_cast<size_t>(index), part, data, size);
    });
}

t2sed_status trainer_write(t2s_trainer_handle *trainer, int32_t index,
                           int32_t part, const float *data, size_t size,
                           t2sed_error *err)
{
    return guarded(err, [&] {
        trainer->is->write(static_cast<size_t>(index), part, data, size);
    });
}

t2sed_status trainer_get_state(t2s_trainer_handle *trainer, int64_t *step,
                               void *random, size_t *random_size,
                               t2sed_error *err)
{
    return guarded(err, [&] {
        const std::string state = trainer->is->random_state();
        if (random && *random_size < state.size())
            t2s::fail(T2SED_ELIMIT,
                      "training: %zu bytes given for a state of %zu",
                      *random_size, state.size());
        if (random)
            std::memcpy(random, state.data(), state.size());
        *random_size = state.size();
        *step = trainer->is->steps();
    });
}

t2sed_status trainer_set_state(t2s_trainer_handle *trainer, int64_t step,
                               const void *random, size_t random_size,
                               t2sed_error *err)
{
    return guarded(err, [&] {
        trainer->is->set_state(
            step, std::string(static_cast<const char *>(random), random_size));
    });
}

t2sed_status parser_open(t2s_parser_handle **out, const t2s_tensor *tensors,
                         int32_t count, int32_t precision, t2sed_error *err)
{
    return guarded(err, [&] {
        const t2s::inference_guard guard;
        std::unique_ptr<t2s_parser_handle> made(new t2s_parser_handle{
            {tensors, count, narrowed(precision, c10::Device(c10::kCPU))}});
        *out = made.release();
    });
}

void parser_close(t2s_parser_handle *parser)
{
    guarded(nullptr, [&] { delete parser; });
}

void parser_describe(const t2s_parser_handle *parser, t2s_parser_sizes *out)
{
    *out = parser->engine.sizes();
}

t2sed_status parser_score(t2s_parser_handle *parser,
                          const t2s_parser_words *words, float *tags,
                          float *arcs, float *vectors, t2sed_error *err)
{
    return guarded(err, [&] {
        const t2s::inference_guard guard;
        parser->engine.score(*words, tags, arcs, vectors);
    });
}

t2sed_status parser_label(t2s_parser_handle *parser, int32_t words,
                          const float *vectors, const int64_t *heads,
                          float *relations, t2sed_error *err)
{
    return guarded(err, [&] {
        const t2s::inference_guard guard;
        parser->engine.label(words, vectors, heads, relations);
    });
}

t2sed_status parser_trainer_open(t2s_trainer_handle **out,
                                 const t2s_tensor *tensors, int32_t count,
                                 const t2s_parser_train_options *options,
                                 t2sed_error *err)
{
    return guarded(err, [&] {
        std::unique_ptr<t2s::parser_trainer> made(
            new t2s::parser_trainer(tensors, count, *options));
        *out = new t2s_trainer_handle{std::move(made)};
    });
}

t2sed_status parser_trainer_step(t2s_trainer_handle *trainer,
                                 const t2s_parser_batch *batch,
                                 double learning_rate, double *loss,
                                 t2sed_error *err)
{
    return guarded(err, [&] {
        const double value =
            as<t2s::parser_trainer>(trainer).step(*batch, learning_rate);
        if (loss)
            *loss = value;
    });
}

t2sed_status parser_trainer_predict(t2s_trainer_handle *trainer,
                                    const t2s_parser_batch *batch,
                                    int32_t *tags, int32_t *heads,
                                    int32_t *relations, t2sed_error *err)
{
    return guarded(err, [&] {
        as<t2s::parser_trainer>(trainer).predict(*batch, tags, heads,
                                                 relations);
    });
}

t2sed_status language_open(t2s_language_handle **out,
                           const t2s_decoder *decoder,
                           const t2s_tensor *tensors, int32_t count,
                           const t2s_adapter *adapter, const char *device,
                           int32_t precision, t2sed_error *err)
{
    return guarded(err, [&] {
        const t2s::inference_guard guard;
        t2s::check_decoder(*decoder);
        std::unique_ptr<t2s_language_handle> made(
            new t2s_language_handle{{*decoder, tensors, count, adapter,
                                     t2s::find_device(device), precision}});
        *out = made.release();
    });
}

void language_close(t2s_language_handle *model)
{
    guarded(nullptr, [&] { delete model; });
}

void language_sizes(const t2s_language_handle *model, int64_t *weight_bytes,
                    int64_t *token_bytes)
{
    *weight_bytes = model->model.weight_bytes();
    *token_bytes = t2s::cache::token_bytes(model->model);
}

t2sed_status cache_open(t2s_cache_handle **out, t2s_language_handle *model,
                        t2sed_error *err)
{
    return guarded(err, [&] {
        const t2s::inference_guard guard;
        std::unique_ptr<t2s_cache_handle> made(
            new t2s_cache_handle{t2s::cache(model->model)});
        *out = made.release();
    });
}

void cache_close(t2s_cache_handle *cache)
{
    guarded(nullptr, [&] { delete cache; });
}

t2sed_status cache_read(t2s_cache_handle *cache, const t2s_reading *reading,
                        t2sed_error *err)
{
    return guarded(err, [&] {
        const t2s::inference_guard guard;
        cache->cache.read(*reading);
    });
}

t2sed_status cache_keep(t2s_cache_handle *cache, const int32_t *nodes,
                        int32_t count, t2sed_error *err)
{
    return guarded(err, [&] {
        const t2s::inference_guard guard;
        cache->cache.keep(nodes, count);
    });
}

t2sed_status cache_likelihood(t2s_cache_handle *cache, const int32_t *nodes,
                              const int32_t *targets, int32_t count,
                              t2s_stop_fn stop, void *payload, float *out,
                              t2sed_error *err)
{
    return guarded(err, [&] {
        const t2s::inference_guard guard;
        cache->cache.likelihood(nodes, targets, count, stop, payload, out);
    });
}

t2sed_status cache_predict(t2s_cache_handle *cache, const int32_t *nodes,
                           int32_t count, float *out, t2sed_error *err)
{
    return guarded(err, [&] {
        const t2s::inference_guard guard;
        cache->cache.predict(nodes, count, out);
    });
}

const t2s_backend table = {T2S_BACKEND_VERSION,
                           static_cast<int32_t>(sizeof(t2s_backend)),
                           name,
                           check_device,
                           has_fast_bf16,
                           language_precision,
                           language_slowness,
                           set_threads,
                           model_open,
                           model_open_archive,
                           model_close,
                           model_export,
                           encode,
                           score,
                           forward,
                           trainer_open,
                           trainer_close,
                           trainer_step,
                           trainer_forward,
                           trainer_count,
                           trainer_describe,
                           trainer_read,
                           trainer_write,
                           trainer_get_state,
                           trainer_set_state,
                           parser_open,
                           parser_close,
                           parser_describe,
                           parser_score,
                           parser_label,
                           parser_trainer_open,
                           parser_trainer_step,
                           parser_trainer_predict,
                           language_open,
                           language_close,
                           language_sizes,
                           cache_open,
                           cache_close,
                           cache_read,
                           cache_keep,
                           cache_likelihood,
                           cache_predict};

} // namespace

extern "C" __attribute__((visibility("default"))) const t2s_backend *
t2s_backend_get(int32_t version)
{
    return version == T2S_BACKEND_VERSION ? &table : nullptr;
}
