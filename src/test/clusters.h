/* Rows that depend on each other in known groups (clusters: visits of a patient, pupils of a school). The null distribution of the test is then
 * one of whole clusters: sums of products of features are taken within clusters first, and their variance over clusters. */
#ifndef TEST_CLUSTERS_H
#define TEST_CLUSTERS_H

#include "test/weighing.h"

/* Weighs features, [count][rows], fixed, so that differences between clusters count no more than they are known: what lies between clusters
 * is divided by its own standard deviation, like what lies within them. `pooled`: all by the same weights; given->within: differences
 * between clusters are taken out. *inside: share of the variance of the first that lies within clusters. Features without a variance of
 * their own become 0. False: out of memory. O(rows count). */
bool test_whiten_clusters(double *inside, double *values, size_t count, const test_given *given, bool pooled);

/* Takes the means of clusters off values. False: out of memory. */
bool test_centre_clusters(double *values, const test_given *given);

/* The parts of the p-value over clusters, in place of test_pairing_init(), test_weighted_init() and test_covary(). False: out of memory.
 * O(rows pairs + clusters pairs^2). */
bool test_compare_clusters(test_pairing *pairing, test_weighted *weighted, const test_residuals *x,
                           const test_residuals *y, const test_given *given);

#endif
