/* POSIX, with extensions of Linux where available. */
#define _GNU_SOURCE /* O_TMPFILE, F_OFD_SETLK, sched_getaffinity() */
#include <dirent.h>
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <fnmatch.h>
#include <limits.h>
#include <pthread.h>
#include <sched.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "base/platform.h"

/* ------------------------------------------------------------------------------------------------------ files */

int base_file_open(const char *path, base_open_mode mode, bool follow)
{
	static const int flags[] = { [BASE_OPEN_READ] = O_RDONLY,
		                         [BASE_OPEN_UPDATE] = O_RDWR | O_CREAT,
		                         [BASE_OPEN_APPEND] = O_RDWR | O_CREAT | O_APPEND,
		                         [BASE_OPEN_NEW] = O_RDWR | O_CREAT | O_EXCL };
	return open(path, flags[mode] | O_CLOEXEC | (follow ? 0 : O_NOFOLLOW), 0666);
}

int base_file_above_standard(int file)
{
	if (file < 0 || file > 2)
		return file;
	int higher = fcntl(file, F_DUPFD_CLOEXEC, 3);
	int saved = errno;
	close(file);
	errno = saved;
	return higher;
}

/* After an interrupted close() the descriptor is closed. */
bool base_file_close(int file)
{
	return close(file) == 0 || errno == EINTR;
}

ptrdiff_t base_file_read(int file, void *bytes, size_t count)
{
	ssize_t got;
	do
		got = read(file, bytes, count < SSIZE_MAX ? count : SSIZE_MAX);
	while (got < 0 && errno == EINTR);
	return got;
}

ptrdiff_t base_file_write(int file, const void *bytes, size_t count)
{
	ssize_t put;
	do
		put = write(file, bytes, count < SSIZE_MAX ? count : SSIZE_MAX);
	while (put < 0 && errno == EINTR);
	return put;
}

int64_t base_file_seek(int file, int64_t offset, int whence)
{
	return lseek(file, (off_t)offset, whence);
}

static base_file_kind kind_of(const struct stat *about)
{
	return S_ISREG(about->st_mode) ? BASE_FILE_PLAIN : S_ISDIR(about->st_mode) ? BASE_FILE_FOLDER : BASE_FILE_OTHER;
}

bool base_file_look(base_file_kind *kind, int64_t *size, int file)
{
	struct stat about;
	if (fstat(file, &about) != 0)
		return false;
	*kind = kind_of(&about);
	*size = about.st_size;
	return true;
}

bool base_file_truncate(int file, int64_t size)
{
	return ftruncate(file, (off_t)size) == 0;
}

bool base_file_sync(int file)
{
	int failed;
	do
		failed = fsync(file);
	while (failed != 0 && errno == EINTR);
	return failed == 0 || errno == EINVAL || errno == ENOTSUP || errno == EROFS;
}

bool base_file_lock(int file, bool alone)
{
#ifdef F_OFD_SETLK /* a process-wide lock would not exclude other threads of the process */
	const int command = F_OFD_SETLK;
#else
	const int command = F_SETLK;
#endif
	struct flock whole = { .l_type = alone ? F_WRLCK : F_RDLCK, .l_whence = SEEK_SET };
	return fcntl(file, command, &whole) == 0 || (errno != EACCES && errno != EAGAIN);
}

int base_file_open_nameless(const char *folder)
{
#ifdef O_TMPFILE
	if (access("/proc/self/fd", X_OK) == 0)
		return open(folder, O_TMPFILE | O_RDWR | O_CLOEXEC, 0666);
#endif
	(void)folder;
	return -1;
}

bool base_file_give_name(int file, const char *path)
{
	char descriptor[64];
	snprintf(descriptor, sizeof descriptor, "/proc/self/fd/%d", file);
	return linkat(AT_FDCWD, descriptor, AT_FDCWD, path, AT_SYMLINK_FOLLOW) == 0;
}

bool base_path_look(base_file_kind *kind, const char *path)
{
	struct stat about;
	if (stat(path, &about) != 0)
		return false;
	*kind = kind_of(&about);
	return true;
}

bool base_path_replace(const char *from, const char *to)
{
	return rename(from, to) == 0;
}

bool base_path_link(const char *from, const char *to)
{
	return link(from, to) == 0;
}

bool base_path_remove(const char *path)
{
	return unlink(path) == 0;
}

bool base_path_is_program(const char *path)
{
	return access(path, X_OK) == 0;
}

/* ---------------------------------------------------------------------------------------------------- folders */

bool base_folder_make(const char *path)
{
	return mkdir(path, 0777) == 0;
}

void base_folder_sync(const char *path)
{
	int folder = open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
	if (folder < 0)
		return;
	(void)base_file_sync(folder);
	close(folder);
}

/* base_folder is a DIR. */
base_folder *base_folder_open(const char *path)
{
	return (base_folder *)opendir(path);
}

const char *base_folder_next(base_folder *folder)
{
	const struct dirent *entry = readdir((DIR *)folder);
	return entry != NULL ? entry->d_name : NULL;
}

void base_folder_close(base_folder *folder)
{
	closedir((DIR *)folder);
}

/* ------------------------------------------------------------------------------------------- processes and time */

uint64_t base_address_space(void)
{
	struct rlimit space;
	return getrlimit(RLIMIT_AS, &space) != 0 || space.rlim_cur == RLIM_INFINITY ? UINT64_MAX : space.rlim_cur;
}

uint64_t base_free_memory(void)
{
	enum { UNKNOWN = 1 << 30 };
	char line[128];
	unsigned long long kilobytes;
	uint64_t bytes = UNKNOWN;
	FILE *file = fopen("/proc/meminfo", "r");
	while (file != NULL && fgets(line, sizeof line, file) != NULL)
		if (sscanf(line, "MemAvailable: %llu", &kilobytes) == 1)
			bytes = (uint64_t)kilobytes * 1024;
	if (file != NULL)
		fclose(file);
	uint64_t space = base_address_space();
	return bytes < space ? bytes : space;
}

unsigned long base_process_number(void)
{
	return (unsigned long)getpid();
}

int base_processors(void)
{
#ifdef __linux__
	cpu_set_t allowed;
	if (sched_getaffinity(0, sizeof allowed, &allowed) == 0)
		return CPU_COUNT(&allowed);
#endif
	long online = sysconf(_SC_NPROCESSORS_ONLN);
	return online > 1 ? (int)online : 1;
}

double base_clock(void)
{
	struct timespec now;
	clock_gettime(CLOCK_MONOTONIC, &now);
	return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

unsigned long base_clock_nanoseconds(void)
{
	struct timespec now;
	clock_gettime(CLOCK_REALTIME, &now);
	return (unsigned long)now.tv_nsec;
}

void base_sleep(double seconds)
{
	struct timespec moment = { .tv_sec = (time_t)seconds };
	moment.tv_nsec = (long)((seconds - (double)moment.tv_sec) * 1e9);
	nanosleep(&moment, NULL);
}

const char base_path_separator = ':';

/* strerror() may use a buffer shared by all threads, and the GNU variant of strerror_r() need not use the given
 * buffer. */
const char *base_errno_text(char *out, size_t size, int number)
{
#if defined(__GLIBC__)
	return strerror_r(number, out, size);
#else
	return strerror_r(number, out, size) == 0 ? out : "";
#endif
}

bool base_name_matches(const char *pattern, const char *name)
{
	return fnmatch(pattern, name, 0) == 0;
}

static pthread_mutex_t guards[BASE_GUARDS] = { PTHREAD_MUTEX_INITIALIZER, PTHREAD_MUTEX_INITIALIZER };

void base_guard_take(base_guard guard)
{
	pthread_mutex_lock(&guards[guard]);
}

void base_guard_leave(base_guard guard)
{
	pthread_mutex_unlock(&guards[guard]);
}

/* -------------------------------------------------------------------------------------------- shared libraries */

/* Symbols are local to the library and its dependencies, so they cannot replace a function of the program. */
void *base_shared_open(const char *name)
{
	return dlopen(name, RTLD_NOW | RTLD_LOCAL);
}

/* ISO C has no conversion from an object pointer, as returned by dlsym(), to a function pointer. POSIX guarantees the
 * same representation. */
base_function *base_shared_find(void *library, const char *name)
{
	void *address = dlsym(library, name);
	base_function *function;
	memcpy(&function, &address, sizeof function);
	return function;
}

void base_shared_close(void *library)
{
	dlclose(library);
}
