/* Human-readable forms of a table of levels. */
#ifndef EXPERIMENTS_LEVELS_REPORT_H
#define EXPERIMENTS_LEVELS_REPORT_H

#include <stdio.h>

#include "levels_measure.h"

/* One line per case and number of rows: rejections at .01 and .05 of every test, and its milliseconds with `times`. */
void level_print(FILE *file, const level_figures *table, bool times);
/* One line per case, rows and test: shares of p-values at most .05, .01, .001 and .0001 with standard errors. */
void level_print_tails(FILE *file, const level_figures *table);
/* One line per class, number of rows and test: in how many cells a null exceeds its limit, and the mean power. */
void level_print_summary(FILE *file, const level_figures *table);
/* The complete table as a Markdown page. */
void level_print_page(FILE *file, const level_figures *table);

/* Whether a figure of a null is within the limit of its class and number of rows, plus two standard errors. */
bool level_within_limit(const level_case *c, const level_figure *f);

#endif
