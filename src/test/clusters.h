/* The test for rows that depend on each other within known clusters (visits of a patient, pupils of a school).
 * Products of features are summed within clusters, and the null variance is estimated over clusters. */
#ifndef TEST_CLUSTERS_H
#define TEST_CLUSTERS_H

#include "test/weighing.h"

/* Whitens features, [count][rows], fixed: cluster means and deviations from them are each divided by their standard
 * deviation, so that differences between clusters, which are estimated less precisely, have less weight. `pooled`:
 * the same standard deviations for all features. With given->within cluster means are subtracted instead. *inside:
 * share of the first feature's variance within clusters. Constant features become 0. False: out of memory. O(rows
 * count). */
bool test_whiten_clusters(double *inside, double *values, size_t count, const test_given *given, bool pooled);

/* Subtracts cluster means from values. False: out of memory. */
bool test_centre_clusters(double *values, const test_given *given);

/* The parts of the p-value for clusters, in place of test_pairing_init(), test_weighted_init() and test_covary().
 * False: out of memory. O(rows pairs + clusters pairs^2). */
bool test_compare_clusters(test_pairing *pairing, test_weighted *weighted, const test_residuals *x,
                           const test_residuals *y, const test_given *given);

#endif
