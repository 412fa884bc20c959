/* Detects columns with the same information and columns that are functions of others, for all methods that use ranks
 * and labels. */
#ifndef DATA_REPETITION_H
#define DATA_REPETITION_H

#include "data/table.h"

/* True for categories without a meaningful order, so that a map between columns need not preserve order. */
bool data_is_nominal(const data_column *column);

/* True for numbers that only enumerate the categories next to them: two numbers, or 0, 1, 2, ... or 1, 2, 3, ... */
bool data_is_numbering(const data_column *column);

/* True if there are enough rows per value to conclude that two columns are one-to-one. */
bool data_repeats_values(const data_column *column, size_t rows);

/* True if both columns partition the rows into the same classes, in the same or the opposite order. */
bool data_same_order(const data_column *a, const data_column *b, size_t rows, bool reversed);

/* *same: both columns partition the rows into the same classes, in any order. Returns false if memory runs out. */
bool data_same_partition(bool *same, const data_column *a, const data_column *b, size_t rows);

/* *same: each column determines the other: the same classes in the same or the opposite order or, if one is nominal and
 * values repeat, in any order. Missing values are in the same rows. O(rows). Returns false if memory runs out. */
bool data_same(bool *same, const data_column *a, const data_column *b, size_t rows);

/* *chance: the logarithm of a bound on the probability that a random permutation of the rows of `b` makes it a function
 * of `a`: each of its values is an interval of `a`, or is the same in all rows that share a value of `a`, at least half
 * of them. 0 if it is not a function, or if a column has fewer than two values. Rows with a missing value are ignored.
 * O(rows). Returns false if memory runs out. */
bool data_determined(double *chance, const data_column *a, const data_column *b, size_t rows);

#endif
