/* Loops compiled twice: for the baseline processor and for AVX2, which is detected at run time. A file writes such a
 * loop once, as the BASE_BOTH function name_both(), and defines name(), which calls the version for this processor, by
 * BASE_TWICE or, if it returns nothing, BASE_TWICE_VOID. Fused multiply-add is disabled in the wide version, so both
 * give the same bits as long as the order of operations for each number is the same. */
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

#define BASE_TWICE(type, name, parameters, arguments)                                                                  \
	static type name##_plainly parameters                                                                              \
	{                                                                                                                  \
		return name##_both arguments;                                                                                  \
	}                                                                                                                  \
	BASE_WIDE static type name##_widely parameters                                                                     \
	{                                                                                                                  \
		return name##_both arguments;                                                                                  \
	}                                                                                                                  \
	static type name parameters                                                                                        \
	{                                                                                                                  \
		return base_is_wide() ? name##_widely arguments : name##_plainly arguments;                                    \
	}

#define BASE_TWICE_VOID(name, parameters, arguments)                                                                   \
	static void name##_plainly parameters                                                                              \
	{                                                                                                                  \
		name##_both arguments;                                                                                         \
	}                                                                                                                  \
	BASE_WIDE static void name##_widely parameters                                                                     \
	{                                                                                                                  \
		name##_both arguments;                                                                                         \
	}                                                                                                                  \
	static void name parameters                                                                                        \
	{                                                                                                                  \
		(base_is_wide() ? name##_widely : name##_plainly) arguments;                                                   \
	}

#endif
