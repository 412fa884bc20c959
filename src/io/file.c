/* Atomic file creation. Where the system supports it, a file has no name until it is complete and on the disk, so that
 * nothing is left behind if the process is killed; elsewhere it has a temporary name. Invariant: a name created here is
 * either renamed to its target by io_file_commit() or removed. */
#include "io/file.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/error.h"
#include "base/memory.h"
#include "base/platform.h"
#include "base/text.h"

enum { NAME_ROOM = 64, ATTEMPTS = 100 };

/* Writes a temporary name after the directory, the first `length` bytes of the path. */
static void set_name(char *path, size_t length, int attempt)
{
	snprintf(path + length, NAME_ROOM, "/.mixmi-%lx-%lx-%x", base_process_number(), base_clock_nanoseconds(),
	         (unsigned)attempt);
}

/* If a program runs with closed standard streams, the next file it opens gets one of their numbers. Both functions
 * below avoid this, so that printed output does not end up in the file. */

/* A file without a name in the directory, to be named later; -1 if the system does not support it. */
static int open_nameless(char *path, size_t length)
{
	path[length] = '\0';
	return base_file_above_standard(base_file_open_nameless(length > 0 ? path : "/"));
}

/* A file with a new name. mkstemp() would set permissions for the owner only, and reading the umask would change it
 * temporarily for other threads. */
static int open_named(char *path, size_t length)
{
	int fd = -1;
	for (int attempt = 0; attempt < ATTEMPTS && fd < 0; attempt++) {
		set_name(path, length, attempt);
		fd = base_file_open(path, BASE_OPEN_NEW, true);
		if (fd < 0 && errno != EEXIST)
			return -1;
	}
	int higher = base_file_above_standard(fd);
	if (fd >= 0 && higher < 0)
		(void)base_path_remove(path);
	return higher;
}

mixmi_status io_file_begin(io_file *file, const char *path)
{
	const char *slash = strrchr(path, '/');
	const char *directory = slash != NULL ? path : ".";
	size_t length = slash != NULL ? (size_t)(slash - path) : 1;
	*file = (io_file){ .path = path, .fd = -1, .directory = length, .temporary = base_array(length + NAME_ROOM, 1) };
	if (file->temporary == NULL)
		return base_error_memory();
	memcpy(file->temporary, directory, length);
	file->fd = open_nameless(file->temporary, length);
	if (file->fd < 0) {
		file->fd = open_named(file->temporary, length);
		file->named = file->fd >= 0;
	}
	if (file->fd >= 0)
		return MIXMI_OK;
	int reason = errno;
	char shown[BASE_TEXT_SHOWN];
	return base_error(MIXMI_ERROR_IO, "cannot write in the directory \"%s\": %s",
	                  base_text_show(shown, length > 0 ? directory : "/", length > 0 ? length : 1), strerror(reason));
}

/* Gives the finished file a temporary name, because a file without a name cannot replace another. */
static bool give_name(io_file *file)
{
	for (int attempt = 0; attempt < ATTEMPTS && !file->named; attempt++) {
		set_name(file->temporary, file->directory, attempt);
		file->named = base_file_give_name(file->fd, file->temporary);
		if (!file->named && errno != EEXIST)
			return false;
	}
	return file->named;
}

static mixmi_status cannot_write(const char *path)
{
	int reason = errno;
	char shown[BASE_TEXT_SHOWN];
	return base_error(MIXMI_ERROR_IO, "cannot write \"%s\": %s", base_text_show(shown, path, strlen(path)),
	                  strerror(reason));
}

mixmi_status io_file_write(io_file *file, const char *bytes, size_t count)
{
	while (count > 0) {
		ptrdiff_t written = base_file_write(file->fd, bytes, count);
		if (written < 0)
			return cannot_write(file->path);
		bytes += written;
		count -= (size_t)written;
	}
	return MIXMI_OK;
}

/* Makes the new name durable. The file is complete under its old or new name in any case, so failures are ignored.
 * `temporary` is in the same directory, and is truncated to it. */
static void sync_directory(char *temporary)
{
	*strrchr(temporary, '/') = '\0';
	base_folder_sync(*temporary != '\0' ? temporary : "/");
}

mixmi_status io_file_commit(io_file *file)
{
	bool synced = base_file_sync(file->fd) && give_name(file);
	int reason = errno, fd = file->fd;
	file->fd = -1;
	if (!base_file_close(fd) && synced) {
		synced = false;
		reason = errno;
	}
	errno = reason;
	if (!synced || !base_path_replace(file->temporary, file->path))
		return cannot_write(file->path);
	file->named = false;
	sync_directory(file->temporary);
	return MIXMI_OK;
}

void io_file_end(io_file *file)
{
	if (file->fd >= 0)
		(void)base_file_close(file->fd);
	if (file->named)
		(void)base_path_remove(file->temporary);
	free(file->temporary);
	*file = (io_file){ .fd = -1 };
}

mixmi_status io_file_put(const char *path, const char *bytes, size_t count)
{
	io_file file;
	mixmi_status status = io_file_begin(&file, path);
	if (status == MIXMI_OK)
		status = io_file_write(&file, bytes, count);
	if (status == MIXMI_OK)
		status = io_file_commit(&file);
	io_file_end(&file);
	return status;
}
