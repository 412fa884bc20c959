/* Selection of columns and rows by options. */
#ifndef DATA_CHOOSE_H
#define DATA_CHOOSE_H

#include "data/feed.h"
#include "data/where.h"

typedef struct data_chosen {
	data_where *where; /* NULL: all rows */
	size_t weights;    /* index of the column of weights; the number of columns: none */
} data_chosen;

/* Applies the lists of columns and determines which columns the condition, the weights and the clusters need: sets
 * wanted, needed, the declared type and the mode of every column. */
mixmi_status data_choose(data_chosen *chosen, data_feed *feed);
void data_chosen_clear(data_chosen *chosen);

/* Applies the condition, drops rows without a cluster, draws the sample and repeats rows by their weights, in all
 * wanted columns. The result may have at most 4,294,967,294 rows. */
mixmi_status data_pick_rows(data_feed *feed, const data_chosen *chosen);

/* Keeps these rows of a column. Returns false if memory runs out. */
bool data_incoming_gather(data_incoming *column, const uint32_t *rows, size_t count);

#endif
