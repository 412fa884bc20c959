/* Windows, with the C runtime and the Win32 API. File names are converted to UTF-16, so that any file can be opened
 * with any code page. Files without a name are not supported; folders need no syncing. */
#include <errno.h>
#include <fcntl.h>
#include <io.h>
#include <limits.h>
#include <share.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#define WIN32_LEAN_AND_MEAN
#include <windows.h>

#include "base/platform.h"

/* The name in UTF-16, to be released by the caller; NULL: errno. */
static wchar_t *wide(const char *name)
{
	int length = MultiByteToWideChar(CP_UTF8, MB_ERR_INVALID_CHARS, name, -1, NULL, 0);
	wchar_t *copy = length > 0 ? malloc((size_t)length * sizeof *copy) : NULL;
	if (copy == NULL)
		errno = length > 0 ? ENOMEM : EINVAL;
	else
		MultiByteToWideChar(CP_UTF8, MB_ERR_INVALID_CHARS, name, -1, copy, length);
	return copy;
}

/* Sets errno from the last Windows error and returns false. */
static bool failed(void)
{
	static const struct {
		DWORD error;
		int number;
	} known[] = { { ERROR_FILE_NOT_FOUND, ENOENT }, { ERROR_PATH_NOT_FOUND, ENOENT }, { ERROR_ACCESS_DENIED, EACCES },
		          { ERROR_FILE_EXISTS, EEXIST },    { ERROR_ALREADY_EXISTS, EEXIST }, { ERROR_DISK_FULL, ENOSPC } };
	DWORD error = GetLastError();
	errno = EIO;
	for (size_t i = 0; i < sizeof known / sizeof known[0]; i++)
		if (known[i].error == error)
			errno = known[i].number;
	return false;
}

/* ------------------------------------------------------------------------------------------------------ files */

int base_file_open(const char *path, base_open_mode mode, bool follow)
{
	(void)follow; /* creating links needs a privilege that programs rarely have */
	static const int flags[] = { [BASE_OPEN_READ] = _O_RDONLY,
		                         [BASE_OPEN_UPDATE] = _O_RDWR | _O_CREAT,
		                         [BASE_OPEN_APPEND] = _O_RDWR | _O_CREAT | _O_APPEND,
		                         [BASE_OPEN_NEW] = _O_RDWR | _O_CREAT | _O_EXCL };
	wchar_t *name = wide(path);
	int file = -1;
	if (name != NULL)
		file = _wopen(name, flags[mode] | _O_BINARY | _O_NOINHERIT, _S_IREAD | _S_IWRITE);
	free(name);
	return file;
}

int base_file_above_standard(int file)
{
	if (file < 0 || file > 2)
		return file;
	int low[3], count = 0, higher = file;
	while (higher >= 0 && higher <= 2 && count < 3) {
		low[count++] = higher;
		higher = _dup(higher);
	}
	for (int i = 0; i < count; i++)
		_close(low[i]);
	return higher;
}

bool base_file_close(int file)
{
	return _close(file) == 0;
}

ptrdiff_t base_file_read(int file, void *bytes, size_t count)
{
	return _read(file, bytes, count < INT_MAX ? (unsigned)count : INT_MAX);
}

ptrdiff_t base_file_write(int file, const void *bytes, size_t count)
{
	return _write(file, bytes, count < INT_MAX ? (unsigned)count : INT_MAX);
}

int64_t base_file_seek(int file, int64_t offset, int whence)
{
	return _lseeki64(file, offset, whence);
}

static base_file_kind kind_of(unsigned mode)
{
	return (mode & _S_IFMT) == _S_IFREG   ? BASE_FILE_PLAIN
	       : (mode & _S_IFMT) == _S_IFDIR ? BASE_FILE_FOLDER
	                                      : BASE_FILE_OTHER;
}

bool base_file_look(base_file_kind *kind, int64_t *size, int file)
{
	struct _stat64 about;
	if (_fstat64(file, &about) != 0)
		return false;
	*kind = kind_of(about.st_mode);
	*size = about.st_size;
	return true;
}

bool base_file_truncate(int file, int64_t size)
{
	return _chsize_s(file, size) == 0;
}

bool base_file_sync(int file)
{
	return _commit(file) == 0 || errno == EBADF;
}

/* Locks one byte far beyond the end of the file, because on Windows a lock prevents others from reading the locked
 * range. */
bool base_file_lock(int file, bool alone)
{
	OVERLAPPED place = { .Offset = 0, .OffsetHigh = 0x40000000 };
	DWORD flags = LOCKFILE_FAIL_IMMEDIATELY | (alone ? LOCKFILE_EXCLUSIVE_LOCK : 0);
	return LockFileEx((HANDLE)_get_osfhandle(file), flags, 0, 1, 0, &place) || GetLastError() != ERROR_LOCK_VIOLATION;
}

int base_file_open_nameless(const char *folder)
{
	(void)folder;
	return -1;
}

bool base_file_give_name(int file, const char *path)
{
	(void)file;
	(void)path;
	errno = ENOSYS;
	return false;
}

bool base_path_look(base_file_kind *kind, const char *path)
{
	struct _stat64 about;
	wchar_t *name = wide(path);
	bool found = name != NULL && _wstat64(name, &about) == 0;
	if (found)
		*kind = kind_of(about.st_mode);
	free(name);
	return found;
}

/* Calls a Windows function with two names. */
static bool on_names(const char *from, const char *to, bool links)
{
	wchar_t *first = wide(from), *second = wide(to);
	bool named = first != NULL && second != NULL, done = false;
	if (named && links)
		done = CreateHardLinkW(second, first, NULL) != 0;
	else if (named)
		done = MoveFileExW(first, second, MOVEFILE_REPLACE_EXISTING | MOVEFILE_WRITE_THROUGH) != 0;
	if (named && !done)
		(void)failed();
	free(first);
	free(second);
	return done;
}

bool base_path_replace(const char *from, const char *to)
{
	return on_names(from, to, false);
}

bool base_path_link(const char *from, const char *to)
{
	return on_names(from, to, true);
}

bool base_path_remove(const char *path)
{
	wchar_t *name = wide(path);
	bool removed = name != NULL && _wunlink(name) == 0;
	free(name);
	return removed;
}

bool base_path_is_program(const char *path)
{
	char program[4096];
	base_file_kind kind;
	int length = snprintf(program, sizeof program, "%s.exe", path);
	return length > 0 && (size_t)length < sizeof program && base_path_look(&kind, program) && kind == BASE_FILE_PLAIN;
}

/* ---------------------------------------------------------------------------------------------------- folders */

bool base_folder_make(const char *path)
{
	wchar_t *name = wide(path);
	bool made = name != NULL && (CreateDirectoryW(name, NULL) != 0 || failed());
	free(name);
	return made;
}

void base_folder_sync(const char *path)
{
	(void)path;
}

struct base_folder {
	HANDLE search;
	WIN32_FIND_DATAW found;
	bool waiting; /* `found` has not been returned yet */
	char name[4 * MAX_PATH];
};

base_folder *base_folder_open(const char *path)
{
	size_t length = strlen(path);
	char *pattern = malloc(length + 3);
	base_folder *folder = calloc(1, sizeof *folder);
	wchar_t *name = NULL;
	if (pattern != NULL && folder != NULL) {
		memcpy(pattern, path, length);
		memcpy(pattern + length, "/*", 3);
		name = wide(pattern);
	}
	if (name != NULL)
		folder->search = FindFirstFileW(name, &folder->found);
	bool opened = name != NULL && (folder->search != INVALID_HANDLE_VALUE || failed());
	free(pattern);
	free(name);
	if (!opened) {
		free(folder);
		return NULL;
	}
	folder->waiting = true;
	return folder;
}

const char *base_folder_next(base_folder *folder)
{
	if (!folder->waiting && !FindNextFileW(folder->search, &folder->found))
		return NULL;
	folder->waiting = false;
	int length = WideCharToMultiByte(CP_UTF8, 0, folder->found.cFileName, -1, folder->name, (int)sizeof folder->name,
	                                 NULL, NULL);
	return length > 0 ? folder->name : "";
}

void base_folder_close(base_folder *folder)
{
	FindClose(folder->search);
	free(folder);
}

/* ------------------------------------------------------------------------------------------- processes and time */

uint64_t base_address_space(void)
{
	return UINT64_MAX;
}

uint64_t base_free_memory(void)
{
	MEMORYSTATUSEX memory = { .dwLength = sizeof memory };
	return GlobalMemoryStatusEx(&memory) ? memory.ullAvailPhys : (uint64_t)1 << 30;
}

unsigned long base_process_number(void)
{
	return GetCurrentProcessId();
}

int base_processors(void)
{
	DWORD count = GetActiveProcessorCount(ALL_PROCESSOR_GROUPS);
	return count > 1 ? (int)count : 1;
}

double base_clock(void)
{
	LARGE_INTEGER now, each;
	QueryPerformanceCounter(&now);
	QueryPerformanceFrequency(&each);
	return (double)now.QuadPart / (double)each.QuadPart;
}

unsigned long base_clock_nanoseconds(void)
{
	FILETIME now; /* in units of 100 nanoseconds */
	GetSystemTimeAsFileTime(&now);
	uint64_t ticks = (uint64_t)now.dwHighDateTime << 32 | now.dwLowDateTime;
	return (unsigned long)(ticks % 10000000 * 100);
}

void base_sleep(double seconds)
{
	Sleep((DWORD)(1000 * seconds + 0.5));
}

const char base_path_separator = ';';

const char *base_errno_text(char *out, size_t size, int number)
{
	return strerror_s(out, size, number) == 0 ? out : "";
}

/* Matches a set such as [a-z_] or [!a-z]; `pattern` points behind the opening bracket. NULL: the set is not closed. */
static const char *in_set(bool *in, const char *pattern, char letter)
{
	bool inverted = *pattern == '!', found = false;
	const char *p = pattern + inverted, *first = p;
	for (; *p != '\0' && (*p != ']' || p == first); p++) {
		bool is_range = p[1] == '-' && p[2] != ']' && p[2] != '\0';
		found = found || (is_range ? *p <= letter && letter <= p[2] : *p == letter);
		p += is_range ? 2 : 0;
	}
	*in = found != inverted;
	return *p == ']' ? p + 1 : NULL;
}

bool base_name_matches(const char *pattern, const char *name)
{
	for (; *pattern != '\0'; name++) {
		const char *next = pattern + 1;
		bool fits = *pattern == '?' || *pattern == *name;
		if (*pattern == '*')
			return base_name_matches(next, name) || (*name != '\0' && base_name_matches(pattern, name + 1));
		if (*pattern == '\\' && *next != '\0')
			fits = *next++ == *name;
		else if (*pattern == '[' && in_set(&fits, next, *name) != NULL)
			next = in_set(&fits, next, *name);
		if (*name == '\0' || !fits)
			return false;
		pattern = next;
	}
	return *name == '\0';
}

static SRWLOCK guards[BASE_GUARDS] = { SRWLOCK_INIT, SRWLOCK_INIT };

void base_guard_take(base_guard guard)
{
	AcquireSRWLockExclusive(&guards[guard]);
}

void base_guard_leave(base_guard guard)
{
	ReleaseSRWLockExclusive(&guards[guard]);
}

/* -------------------------------------------------------------------------------------------- shared libraries */

void *base_shared_open(const char *name)
{
	return LoadLibraryA(name);
}

base_function *base_shared_find(void *library, const char *name)
{
	return (base_function *)(uintptr_t)GetProcAddress(library, name);
}

void base_shared_close(void *library)
{
	FreeLibrary(library);
}
