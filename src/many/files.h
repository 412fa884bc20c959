/* The files that paths name: files, patterns such as part-*.csv, and folders with all files below them. */
#ifndef MANY_FILES_H
#define MANY_FILES_H

#include "mixmi.h"

/* Initialise with zeros. */
typedef struct many_files {
	char **paths; /* [count] */
	size_t count, capacity;
} many_files;

/* Adds the files of a path; none is an error. Names that begin with '.' or '_', as engines write them beside their
 * files, are passed over in folders and by patterns. */
mixmi_status many_files_add(many_files *files, const char *path);

/* By bytes; a file that was named twice stays twice, and its rows are then an error. */
void many_files_sort(many_files *files);

void many_files_clear(many_files *files);

#endif
