#include "data/hints.h"

#include <math.h>

/* ------------------------------------------------------------------------------------------------------- codes */

/* True for a few consecutive integers such as 1, 2, 3, each in several rows: a quantity or codes of categories. */
static bool may_be_codes(const data_column *column, size_t rows)
{
	enum { FEWEST = 3, MOST = 6, LARGEST = 9, ROWS_A_VALUE = 5 };
	if (column->declared || column->kind == DATA_REPEAT || column->labels != NULL || column->unit != DATA_PLAIN ||
	    column->step != 1 || column->below + column->above > 0 || column->distinct < FEWEST || column->distinct > MOST)
		return false;
	double low = column->values[0], high = column->values[column->distinct - 1];
	return low >= 0 && high <= LARGEST && low == floor(low) && high - low == (double)(column->distinct - 1) &&
	       rows >= ROWS_A_VALUE * column->distinct;
}

bool data_hint_column(data_column *column, size_t rows)
{
	return !may_be_codes(column, rows) ||
	       data_column_remark(column, "%zu values: if they are codes of categories, name the column in option discrete",
	                          column->distinct);
}
