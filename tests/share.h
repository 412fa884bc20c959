/* How much of its random cases a test runs. All of them, but where they have run before by the release build, and under a checker
 * that makes each many times as slow (asan, valgrind, ThreadSanitizer), a share: MIXMI_TEST_SHARE, in percent (see scripts/). */
#ifndef TESTS_SHARE_H
#define TESTS_SHARE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdlib.h>

/* From 1 to 100. */
static inline size_t test_share(void)
{
	const char *text = getenv("MIXMI_TEST_SHARE");
	long share = text != NULL ? strtol(text, NULL, 10) : 100;
	return share >= 1 && share < 100 ? (size_t)share : 100;
}

/* Of so many cases, at least one. */
static inline size_t test_cases(size_t all)
{
	size_t cases = all * test_share() / 100;
	return cases > 0 ? cases : 1;
}

/* True if what the test is about came up often enough over all cases; a few may miss it. */
static inline bool test_enough(size_t found, size_t least)
{
	return test_share() < 100 || found >= least;
}

/* What holds of the average over all draws need not hold of a few. */
static inline bool test_holds(bool of_all)
{
	return test_share() < 100 || of_all;
}

#endif
