/* What the options choose of a file. */
#ifndef DATA_CHOOSE_H
#define DATA_CHOOSE_H

#include "data/feed.h"
#include "data/where.h"

typedef struct data_chosen {
	data_where *where; /* NULL: all rows */
	size_t weights;    /* column of them; the number of columns: none */
} data_chosen;

/* Applies the lists of columns and finds out what the condition, the weights and the clusters need: sets wanted, needed, the declared types
 * and the mode of every column. */
mixmi_status data_choose(data_chosen *chosen, data_feed *feed);
void data_chosen_clear(data_chosen *chosen);

/* Keeps the rows of the condition that have a cluster, draws the sample, and repeats rows by their weights, in all columns that are wanted. At
 * most 4,294,967,294 rows may come of it. */
mixmi_status data_pick_rows(data_feed *feed, const data_chosen *chosen);

#endif
