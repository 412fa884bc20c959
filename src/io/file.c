/* Scratch files and files that appear whole. Invariant: a name that this file has created is either renamed to its target
 * by output_file_commit() or removed again, and no descriptor handed out is 0, 1 or 2 (a child gets them as those). */
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

/* A program that runs with its standard streams closed gets their numbers for the next file that it opens. */
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

/* Creates a file of a new name in the directory, which is the first `length` bytes of `directory`. mkstemp() would give
 * permissions for the owner only, and asking for the umask would change it for a moment in other threads. */
static mixmi_status open_fresh(int *fd, char **path, const char *directory, size_t length, mode_t mode)
{
	enum { ROOM = 64, ATTEMPTS = 100 };
	*fd = -1;
	*path = base_array(length + ROOM, 1);
	if (*path == NULL)
		return base_error_memory();
	memcpy(*path, directory, length);
	struct timespec now;
	clock_gettime(CLOCK_REALTIME, &now);
	for (int attempt = 0; attempt < ATTEMPTS; attempt++) {
		snprintf(*path + length, ROOM, "/.mixmi-%jx-%jx-%x", (uintmax_t)getpid(), (uintmax_t)now.tv_nsec,
		         (unsigned)attempt);
		*fd = open(*path, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, mode);
		if (*fd >= 0 || errno != EEXIST)
			break;
	}
	if (*fd >= 0) {
		*fd = above_standard(*fd);
		if (*fd < 0)
			unlink(*path);
	}
	if (*fd >= 0)
		return MIXMI_OK;
	int reason = errno;
	free(*path);
	*path = NULL;
	char shown[BASE_TEXT_SHOWN];
	return base_error(MIXMI_ERROR_IO, "cannot write in the directory \"%s\": %s",
	                  base_text_show(shown, length > 0 ? directory : "/", length > 0 ? length : 1), strerror(reason));
}

mixmi_status output_file_scratch(int *fd)
{
	const char *directory = getenv("TMPDIR");
	if (directory == NULL || *directory == '\0')
		directory = "/tmp";
	char *path;
	mixmi_status status = open_fresh(fd, &path, directory, strlen(directory), 0600);
	if (status == MIXMI_OK)
		unlink(path);
	free(path);
	return status;
}

mixmi_status output_file_begin(output_file *file, const char *path)
{
	const char *slash = strrchr(path, '/');
	const char *directory = slash != NULL ? path : ".";
	size_t length = slash != NULL ? (size_t)(slash - path) : 1;
	file->path = path;
	return open_fresh(&file->fd, &file->temporary, directory, length, 0666);
}

static mixmi_status cannot_write(const char *path)
{
	int reason = errno;
	char shown[BASE_TEXT_SHOWN];
	return base_error(MIXMI_ERROR_IO, "cannot write \"%s\": %s", base_text_show(shown, path, strlen(path)),
	                  strerror(reason));
}

mixmi_status output_file_write(output_file *file, const char *bytes, size_t count)
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

mixmi_status output_file_commit(output_file *file)
{
	bool synced = sync_file(file->fd);
	int reason = errno, fd = file->fd;
	file->fd = -1;
	if (close(fd) != 0 && synced && errno != EINTR) {
		synced = false;
		reason = errno;
	}
	errno = reason;
	if (!synced || rename(file->temporary, file->path) != 0)
		return cannot_write(file->path);
	sync_directory(file->temporary);
	free(file->temporary);
	file->temporary = NULL;
	return MIXMI_OK;
}

void output_file_end(output_file *file)
{
	if (file->fd >= 0)
		close(file->fd);
	if (file->temporary != NULL)
		unlink(file->temporary);
	free(file->temporary);
	*file = (output_file){ .fd = -1 };
}

mixmi_status output_file_put(const char *path, const char *bytes, size_t count)
{
	output_file file;
	mixmi_status status = output_file_begin(&file, path);
	if (status == MIXMI_OK)
		status = output_file_write(&file, bytes, count);
	if (status == MIXMI_OK)
		status = output_file_commit(&file);
	output_file_end(&file);
	return status;
}

/* True if all `count` bytes from the start of the file were there. */
static bool read_all(char *bytes, size_t count, int fd)
{
	size_t got = 0;
	while (got < count) {
		ssize_t size = pread(fd, bytes + got, count - got, (off_t)got);
		if (size > 0)
			got += (size_t)size;
		else if (size == 0 || errno != EINTR)
			return false;
	}
	return true;
}

mixmi_status output_file_copy(const char *path, int from)
{
	off_t size = lseek(from, 0, SEEK_END);
	if (size < 0)
		return cannot_write(path);
	char *bytes = base_array((size_t)size, 1);
	if (bytes == NULL)
		return base_error_memory();
	mixmi_status status =
		read_all(bytes, (size_t)size, from) ? output_file_put(path, bytes, (size_t)size) : cannot_write(path);
	free(bytes);
	return status;
}
