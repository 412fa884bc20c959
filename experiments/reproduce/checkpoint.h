/* The record of finished parts. A text file: the first line names the run, every further line a part with its values
 * and a checksum, appended and synchronised as soon as the part is done. A killed program leaves at worst a torn
 * last line, which is cut off on opening. */
#ifndef REPRODUCE_CHECKPOINT_H
#define REPRODUCE_CHECKPOINT_H

#include <stdbool.h>
#include <stddef.h>

typedef struct checkpoint checkpoint;

/* The meaning of a line: draws first .. first+count-1 of the cell with this key took `seconds` and gave these values. */
typedef struct checkpoint_record {
	const char *key;
	size_t first, count;
	double seconds;
	const double *values;
	size_t value_count;
} checkpoint_record;

/* Takes a record that was found on opening; false if no such part exists. */
typedef bool checkpoint_take(void *context, const checkpoint_record *record);

typedef enum checkpoint_status {
	CHECKPOINT_OK,
	CHECKPOINT_OTHER, /* it is of another run, and was left as it is */
	CHECKPOINT_BUSY,  /* another program is writing to it */
	CHECKPOINT_ERROR
} checkpoint_status;

/* Opens or creates the checkpoint of the run that `identity` (one line) describes and passes on its records.
 * `restart` discards what another run left. *damaged counts lines that such a run does not write, which are
 * ignored; *message says what is wrong (for CHECKPOINT_OTHER: the first line found) and is valid until the
 * next call. */
checkpoint_status checkpoint_open(checkpoint **out, const char *path, const char *identity, bool restart,
                                  checkpoint_take *take, void *context, size_t *damaged, const char **message);

/* Appends a record; it is on the disk when this returns true. */
bool checkpoint_add(checkpoint *c, const checkpoint_record *record);

void checkpoint_close(checkpoint *c);

#endif
