/* Files that appear whole. Where the system can, a file has no name until it is complete and on the disk, so that nothing is
 * left behind however the process ends; elsewhere it has a temporary name. Invariant: a name that this file has created is
 * either renamed to its target by io_file_commit() or removed again. */
#define _GNU_SOURCE /* O_TMPFILE */
#include "io/file.h"

#include <errno.h>
#include <fcntl.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "base/error.h"
#include "base/memory.h"
#include "base/text.h"

/* A program that runs with its standard streams closed gets their numbers for the next file that it opens; what is printed
 * must not end up there. */
static int above_standard(int fd)
{
	if (fd < 0 || fd > 2)
		return fd;
	int higher = fcntl(fd, F_DUPFD_CLOEXEC, 3);
	int saved = errno;
	close(fd);
	errno = saved;
	return higher;
}

enum { NAME_ROOM = 64, ATTEMPTS = 100 };

/* Writes a temporary name after the directory, the first `length` bytes of the path. */
static void set_name(char *path, size_t length, int attempt)
{
	struct timespec now;
	clock_gettime(CLOCK_REALTIME, &now);
	snprintf(path + length, NAME_ROOM, "/.mixmi-%jx-%jx-%x", (uintmax_t)getpid(), (uintmax_t)now.tv_nsec,
	         (unsigned)attempt);
}

/* A file without a name in the directory, which can be given one later; -1 where the system cannot. */
static int open_nameless(char *path, size_t length)
{
#ifdef O_TMPFILE
	if (access("/proc/self/fd", X_OK) != 0)
		return -1;
	path[length] = '\0';
	return above_standard(open(length > 0 ? path : "/", O_TMPFILE | O_RDWR | O_CLOEXEC, 0666));
#else
	(void)path;
	(void)length;
	return -1;
#endif
}

/* A file of a new name. mkstemp() would give permissions for the owner only, and asking for the umask would change it for a
 * moment in other threads. */
static int open_named(char *path, size_t length)
{
	int fd = -1;
	for (int attempt = 0; attempt < ATTEMPTS && fd < 0; attempt++) {
		set_name(path, length, attempt);
		fd = open(path, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
		if (fd < 0 && errno != EEXIST)
			return -1;
	}
	int higher = above_standard(fd);
	if (fd >= 0 && higher < 0)
		unlink(path);
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

/* Gives the finished file a temporary name, for there is no way to replace another by a file without one. */
static bool give_name(io_file *file)
{
	char descriptor[64];
	snprintf(descriptor, sizeof descriptor, "/proc/self/fd/%d", file->fd);
	for (int attempt = 0; attempt < ATTEMPTS && !file->named; attempt++) {
		set_name(file->temporary, file->directory, attempt);
		file->named = linkat(AT_FDCWD, descriptor, AT_FDCWD, file->temporary, AT_SYMLINK_FOLLOW) == 0;
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
		ssize_t written = write(file->fd, bytes, count);
		if (written < 0 && errno != EINTR)
			return cannot_write(file->path);
		if (written > 0) {
			bytes += written;
			count -= (size_t)written;
		}
	}
	return MIXMI_OK;
}

/* Waits until what was written is on the disk. A file system that cannot tell is no reason to fail. */
static bool sync_file(int fd)
{
	int failed;
	do
		failed = fsync(fd);
	while (failed != 0 && errno == EINTR);
	return failed == 0 || errno == EINVAL || errno == ENOTSUP || errno == EROFS;
}

/* Makes the new name last. The file is whole under its old or its new name whatever becomes of this, so a failure is
 * passed over. `temporary` is in the same directory, and is cut there. */
static void sync_directory(char *temporary)
{
	*strrchr(temporary, '/') = '\0';
	int fd = open(*temporary != '\0' ? temporary : "/", O_RDONLY | O_DIRECTORY | O_CLOEXEC);
	if (fd < 0)
		return;
	(void)sync_file(fd);
	close(fd);
}

mixmi_status io_file_commit(io_file *file)
{
	bool synced = sync_file(file->fd) && give_name(file);
	int reason = errno, fd = file->fd;
	file->fd = -1;
	if (close(fd) != 0 && synced && errno != EINTR) {
		synced = false;
		reason = errno;
	}
	errno = reason;
	if (!synced || rename(file->temporary, file->path) != 0)
		return cannot_write(file->path);
	file->named = false;
	sync_directory(file->temporary);
	return MIXMI_OK;
}

void io_file_end(io_file *file)
{
	if (file->fd >= 0)
		close(file->fd);
	if (file->named)
		unlink(file->temporary);
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
