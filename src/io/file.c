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

mixmi_status output_file_commit(output_file *file)
{
	char shown[BASE_TEXT_SHOWN];
	base_text_show(shown, file->path, strlen(file->path));
	int fd = file->fd;
	file->fd = -1;
	if (close(fd) != 0)
		return base_error(MIXMI_ERROR_IO, "cannot write \"%s\": %s", shown, strerror(errno));
	if (rename(file->temporary, file->path) != 0)
		return base_error(MIXMI_ERROR_IO, "cannot write \"%s\": %s", shown, strerror(errno));
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
