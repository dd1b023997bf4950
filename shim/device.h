/* device.h - devices, threads, and what the processor can do. */
#ifndef T2S_SHIM_DEVICE_H
#define T2S_SHIM_DEVICE_H

#include <c10/core/Device.h>

#include <cstdint>

namespace t2s
{

/* Throws `failure` where `device` is not there, or no device. */
c10::Device find_device(const char *device);

bool has_fast_bf16() noexcept;
/* Whether the processor has products of int8 (AVX-512 VNNI) and not AMX, whose
 * products of bf16 are as fast. */
bool has_int8_before_bf16() noexcept;

/* For this process; threads that call the shim follow at their next call. */
void set_threads(int32_t threads);

} // namespace t2s

#endif
