/* Determines the kind of a column and adds remarks about it. */
#ifndef DATA_JUDGE_H
#define DATA_JUDGE_H

#include "data/table.h"

/* Determines kind and step of a column before it is added to the table, and adds remarks about constants, identifiers,
 * row numbers, repetitions of an earlier column (or an earlier column of categories with no more information than this
 * one), numbers that may mean missing values, different spellings of a category, and hints. Nothing depends on the
 * order of rows, and only hints depend on names. O(distinct log distinct + rows). Returns false if memory runs out. */
bool data_judge(data_column *column, mixmi_table *table);

/* Determines kind and step of a column that is in no table, by its values alone. */
void data_judge_alone(data_column *column, size_t rows);

/* Computes the signatures used to find repetitions. Columns with the same partition of rows have the same signature;
 * those whose parts also have the same or the opposite order have the same signature of order. `ordered` must be set.
 * Returns false if memory runs out. */
bool data_column_sign(data_column *column, size_t rows);

/* True if searches over all columns should include it, because it can be informative about others. */
bool data_column_suits(const data_column *column);

/* "continuous", "rounded", ... */
const char *data_kind_name(data_kind kind);

#endif
