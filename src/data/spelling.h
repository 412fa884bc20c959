/* Labels that are probably meant to be the same: they differ in surrounding blanks, case, or the encoding of
 * accents. */
#ifndef DATA_SPELLING_H
#define DATA_SPELLING_H

#include "data/table.h"

/* Adds remarks on such labels of a column, each with the first two. Returns false if memory runs out. */
bool data_remark_spellings(data_column *column);

#endif
