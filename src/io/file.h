/* Files that leave no trace of failure: they appear whole or not at all. */
#ifndef IO_FILE_H
#define IO_FILE_H

#include "mixmi.h"

/* A file being written next to the place where it shall appear. All zero but `fd` = -1 when not in use. */
typedef struct io_file {
	const char *path; /* borrowed */
	char *temporary;  /* in the same directory, whose name has so many bytes */
	size_t directory;
	bool named; /* whether the file has its temporary name */
	int fd;
} io_file;

/* Opens a new file in the directory of `path`, which is borrowed until the end. The permissions are those of
 * any new file of the process. */
mixmi_status io_file_begin(io_file *file, const char *path);

/* Appends bytes. */
mixmi_status io_file_write(io_file *file, const char *bytes, size_t count);

/* Puts the finished file in its place, replacing what was there, once it is on the disk: after a loss of power there is
 * the old file or the whole new one. */
mixmi_status io_file_commit(io_file *file);

/* Removes what was not committed and releases the rest. Always to be called last, also after a failure. */
void io_file_end(io_file *file);

/* All of that in one call: the file at `path` holds these bytes or, after a failure, what it held before. */
mixmi_status io_file_put(const char *path, const char *bytes, size_t count);

#endif
