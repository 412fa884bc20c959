/* Files that are written completely or not at all. */
#ifndef IO_FILE_H
#define IO_FILE_H

#include "mixmi.h"

/* A file that is written next to its target. When unused, all fields are zero except `fd` = -1. */
typedef struct io_file {
	const char *path; /* borrowed */
	char *temporary;  /* in the same directory, whose path has `directory` bytes */
	size_t directory;
	bool named; /* the file has its temporary name */
	int fd;
} io_file;

/* Opens a new file in the directory of `path`, which must outlive it. The permissions are those of any new file of the
 * process. */
mixmi_status io_file_begin(io_file *file, const char *path);

mixmi_status io_file_write(io_file *file, const char *bytes, size_t count);

/* Moves the finished file to its target, replacing an existing file, after it has been written to the disk: after a
 * power failure either the old file or the complete new one exists. */
mixmi_status io_file_commit(io_file *file);

/* Removes an uncommitted file and frees the rest. Must always be called last, also after a failure. */
void io_file_end(io_file *file);

/* Writes a whole file in one call. After a failure, the file at `path` is unchanged. */
mixmi_status io_file_put(const char *path, const char *bytes, size_t count);

#endif
