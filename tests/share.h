/* The share of its random cases that a test runs: all in the release build; under a checker that makes each case many times slower
 * (AddressSanitizer, valgrind, ThreadSanitizer) the percentage MIXMI_TEST_SHARE (see scripts/). */
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

/* This share of the cases, at least one. */
static inline size_t test_cases(size_t all)
{
	size_t cases = all * test_share() / 100;
	return cases > 0 ? cases : 1;
}

/* True if the tested situation occurred often enough over all cases; with a share of them it may not. */
static inline bool test_enough(size_t found, size_t least)
{
	return test_share() < 100 || found >= least;
}

/* A property of the average over all draws need not hold for a few of them. */
static inline bool test_holds(bool of_all)
{
	return test_share() < 100 || of_all;
}

#endif
