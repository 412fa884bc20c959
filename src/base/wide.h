/* Loops that exist twice: as every processor of a kind can run them, and with AVX2, which the processor is asked for when they are called.
 * A file writes such a loop once, as a BASE_BOTH function, and calls it from a plain function and from one marked BASE_WIDE. The wide
 * one has no fused multiplication and addition: where each number keeps its own order of operations, both give the same bits. */
#ifndef BASE_WIDE_H
#define BASE_WIDE_H

#include <stdbool.h>

#define BASE_BOTH static inline __attribute__((always_inline))

#if defined(__x86_64__) && defined(__GNUC__)
#define BASE_WIDE __attribute__((target("avx2")))
#else
#define BASE_WIDE
#endif

/* Whether the functions marked BASE_WIDE may be called, and are worth it. */
static inline bool base_is_wide(void)
{
#if defined(__x86_64__) && defined(__GNUC__)
	return __builtin_cpu_supports("avx2");
#else
	return false;
#endif
}

#endif
