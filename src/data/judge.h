/* What kind of column it is, and what a person should know before using it. */
#ifndef DATA_JUDGE_H
#define DATA_JUDGE_H

#include "data/table.h"

/* Settles kind and step of a column that is about to join the table, and adds remarks: constants, identifiers, running
 * numbers, a repetition of an earlier column, numbers that may stand for missing values. Nothing depends on the order of rows
 * or on names. O(distinct), and O(rows) where an earlier column has the same numbers of values. False: out of memory. */
bool data_judge(data_column *column, const mixmi_table *table);

/* True if a search over all columns should take it: it can tell something about others. */
bool data_column_suits(const data_column *column);

/* "continuous", "rounded", ... */
const char *data_kind_name(data_kind kind);

#endif
