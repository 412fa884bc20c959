/* Labels that a person would take for one: they differ by blanks around them, case, or the form of their accents. */
#ifndef DATA_SPELLING_H
#define DATA_SPELLING_H

#include "data/table.h"

/* Adds remarks on such labels of a column, each with the first two. False: out of memory. */
bool data_remark_spellings(data_column *column);

#endif
