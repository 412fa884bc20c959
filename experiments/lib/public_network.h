/* Public networks: files of networks in one folder, drawn rows with their truth in another, and a list of names that assigns
 * each to the half for choosing settings or the half for reporting. */
#ifndef EXPERIMENTS_PUBLIC_NETWORK_H
#define EXPERIMENTS_PUBLIC_NETWORK_H

#include "bif.h"

/* Reads FOLDER/NAME.bif or NAME.bif.gz; false if there is neither, or no folder. A damaged file ends the program. */
bool public_network_find(bif_network *out, const char *folder, const char *name);

/* Reads FOLDER/NAME_ROWS.csv.gz and the edges of NAME.truth.csv as lines "a -> b", which the caller frees; false if there are no
 * such rows. */
bool public_network_rows(mixmi_table **data, char **truth, const char *folder, const char *name, size_t rows);

/* Calls `take` for every network of the list in this half (NULL: both). */
void public_network_each(const char *list, const char *half, void (*take)(void *context, const char *name),
                         void *context);

#endif
