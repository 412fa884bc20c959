/* Hints about columns that may not be what they look like. Hints are remarks: they change neither kinds nor answers. Remarks
 * on the rows as a whole are in data/remarks.h. */
#ifndef DATA_HINTS_H
#define DATA_HINTS_H

#include "data/table.h"

/* Adds a remark on consecutive integers that may be codes of categories, to a column with `rows` values. Returns false if
 * memory runs out. */
bool data_hint_column(data_column *column, size_t rows);

#endif
