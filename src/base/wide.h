/* Loops compiled twice: for the baseline processor and for AVX2, which is detected at run time. A file writes such a
 * loop once, as a BASE_BOTH function, and calls it from a plain function and from one marked BASE_WIDE. Fused
 * multiply-add is disabled in the wide version, so both give the same bits as long as the order of operations for each
 * number is the same. */
#ifndef BASE_WIDE_H
#define BASE_WIDE_H

#include <stdbool.h>

#define BASE_BOTH static inline __attribute__((always_inline))

#if defined(__x86_64__) && defined(__GNUC__)
#define BASE_WIDE __attribute__((target("avx2")))
#else
#define BASE_WIDE
#endif

/* Whether the processor supports the functions marked BASE_WIDE. */
static inline bool base_is_wide(void)
{
#if defined(__x86_64__) && defined(__GNUC__)
	return __builtin_cpu_supports("avx2");
#else
	return false;
#endif
}

#endif
