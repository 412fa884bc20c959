/* What kind of column it is, and what a person should know before using it. */
#ifndef DATA_JUDGE_H
#define DATA_JUDGE_H

#include "data/table.h"

/* Settles kind and step of a column that is about to join the table, and adds remarks: constants, identifiers, running
 * numbers, a repetition of an earlier column (or that an earlier one, of categories, says no more than this one), numbers that may stand for missing values, spellings of one category, hints. Nothing
 * depends on the order of rows, and nothing but hints on names. O(distinct log distinct + rows). False: out of memory. */
bool data_judge(data_column *column, mixmi_table *table);

/* Fills in the signatures that repetitions are found by: columns that part the rows alike have the same, and those that also put
 * the parts in the same or the opposite order have the same of order. `ordered` is set before. False: out of memory. */
bool data_column_sign(data_column *column, size_t rows);

/* True if a search over all columns should take it: it can tell something about others. */
bool data_column_suits(const data_column *column);

/* "continuous", "rounded", ... */
const char *data_kind_name(data_kind kind);

#endif
