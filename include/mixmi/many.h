/* Tables beyond memory and beyond one machine: states of parts, which are merged and asked.
 * Include mixmi.h, which has the conventions. */
#ifndef MIXMI_MANY_H
#define MIXMI_MANY_H

#include "mixmi/table.h"

#ifdef __cplusplus
extern "C" {
#endif

/* A sketch is a summary of rows in bounded memory: of each column missing and distinct values and
 * counts of up to 4096 places, of each pair of columns a table of counts over up to 256 places
 * each, and a random sample of rows. It is a function of the set of rows: parts may be split in any
 * way, added in any order, and merged in any order, on any machines; the bytes are the same. At
 * most 2,147,483,647 rows. No other thread may use a sketch during a call that changes it. */
typedef struct mixmi_sketch mixmi_sketch;

/* Creates the sketch of a table. Rows are identified by `part`, the name of the part that the table
 * is, and their number, beginning with `first` (for a part in several tables); or, if `key` is not
 * NULL, by the values of the columns of this list. Two rows with one identity are an error, here or
 * when states are merged. With option cluster its columns are the key, and rows with the same key
 * are drawn together. Options used: cluster, memory, sample, threads. Tables with weights, time or
 * censored times have none. */
MIXMI_API mixmi_status mixmi_sketch_table(mixmi_sketch **out, const mixmi_table *table,
                                          const char *part, uint64_t first, const char *key,
                                          const mixmi_options *options);

/* Creates the sketch of files, patterns (last part of a path only) and folders, whose files are
 * those of all subfolders. They are read in batches, so memory is bounded by option memory. Rows
 * are identified by the path of their file and their number, or by option key; with option cluster,
 * rows with the same values of its columns are drawn as a whole. Types are settled by the start of
 * the first file, in the order of names, or by options discrete and numeric; what contradicts them
 * later is an error with file and line. Cancelling is an error. */
MIXMI_API mixmi_status mixmi_sketch_read(mixmi_sketch **out, const char *const *paths, size_t count,
                                         const mixmi_options *options);

/* Merges `from` into `to`, which are about the same columns. A state that is merged twice is an
 * error, after which `to` can only be released. O(places and tables), not rows. */
MIXMI_API mixmi_status mixmi_sketch_merge(mixmi_sketch *to, const mixmi_sketch *from);

/* The state as bytes, which the caller frees with mixmi_free(). They begin with a header of 64
 * bytes: magic, version, kind, seed, hash of names and types, hash of a plan, length, checksum. */
MIXMI_API mixmi_status mixmi_sketch_bytes(void **bytes, size_t *length, mixmi_sketch *sketch);

/* The sketch with these bytes. What is damaged, cut off or made by something else is an error. */
MIXMI_API mixmi_status mixmi_sketch_from_bytes(mixmi_sketch **out, const void *bytes,
                                               size_t length);

/* Releases a sketch. NULL is allowed. */
MIXMI_API void mixmi_sketch_free(mixmi_sketch *sketch);

/* Number of rows that were added. */
MIXMI_API uint64_t mixmi_sketch_rows(const mixmi_sketch *sketch);

/* The sample as a table, about which any question can be asked. If it is not all rows, a remark
 * says so, and the table keeps the counts of all rows: mixmi_test(), mixmi_estimate() and
 * mixmi_pairs() with the default method answer questions of one X and one Y without Z over all
 * rows. The table takes the sketch over: it is released with it, also after a failure. */
MIXMI_API mixmi_status mixmi_sketch_to_table(mixmi_table **out, mixmi_sketch *sketch);

/* Number of rows that the rows of a table are a sample of; mixmi_table_rows() if they are all. */
MIXMI_API uint64_t mixmi_table_population(const mixmi_table *table);

#ifdef __cplusplus
}
#endif

#endif
