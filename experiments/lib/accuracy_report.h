/* Human-readable forms of an accuracy table: a plain table, a page, and the comparison with the paper's peers. */
#ifndef EXPERIMENTS_ACCURACY_REPORT_H
#define EXPERIMENTS_ACCURACY_REPORT_H

#include "accuracy.h"

/* One line per mechanism and number of rows: MSE and bias of every method, the smallest MSE starred; with `times` also the
 * milliseconds per estimate. */
void accuracy_print(FILE *file, const accuracy_table *table, bool times);

/* The 20 cells of the comparison (I to V at n = 100, 300, 1000; VI at n = 2000, k = 0..4): MSE of every method, the best
 * peer among paper, ms, miic and mixed-ksg (the last three with any options), and every other method relative to it.
 */
void accuracy_print_score(FILE *file, const accuracy_table *table);

/* Cell `index` of the 20; false beyond the end. */
bool accuracy_score_cell(const char **name, size_t *rows, size_t index);

/* Fixed limits on some cells, and the methods that satisfy them; cell `index` of them as above. */
void accuracy_print_targets(FILE *file, const accuracy_table *table);
bool accuracy_target_cell(const char **name, size_t *rows, size_t index);

/* The complete table as a Markdown page. */
void accuracy_print_page(FILE *file, const accuracy_table *table);

#endif
