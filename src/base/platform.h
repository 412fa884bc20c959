/* What differs between operating systems, and only that: files by descriptor, folders, locks, clocks, shared libraries.
 * platform_posix.c and platform_windows.c have the same functions; nothing else in src/ calls POSIX. Names of files are UTF-8.
 * Where a function says so, errno has the reason of a failure; calls that a signal interrupts are made again. */
#ifndef BASE_PLATFORM_H
#define BASE_PLATFORM_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* ------------------------------------------------------------------------------------------------------ files */

typedef enum base_open_mode {
	BASE_OPEN_READ,
	BASE_OPEN_UPDATE, /* reading and writing; made where there is none */
	BASE_OPEN_APPEND, /* the same, and all that is written goes to the end */
	BASE_OPEN_NEW     /* reading and writing; fails with EEXIST where there is one */
} base_open_mode;

typedef enum base_file_kind { BASE_FILE_PLAIN, BASE_FILE_FOLDER, BASE_FILE_OTHER } base_file_kind;

/* A descriptor that other programs do not inherit, of bytes as they are; -1: errno. `follow`: through a symbolic link too. */
int base_file_open(const char *path, base_open_mode mode, bool follow);
/* A descriptor above those of the standard streams instead of this one; -1: errno, and the file is closed. */
int base_file_above_standard(int file);
/* False: errno. */
bool base_file_close(int file);
/* How many bytes were read (0: the end) or written, at most `count`; -1: errno. */
ptrdiff_t base_file_read(int file, void *bytes, size_t count);
ptrdiff_t base_file_write(int file, const void *bytes, size_t count);
/* The new place from the start; -1: errno. `whence` is SEEK_SET, SEEK_CUR or SEEK_END. */
int64_t base_file_seek(int file, int64_t offset, int whence);
/* What an open file is, and its size in bytes. False: errno. */
bool base_file_look(base_file_kind *kind, int64_t *size, int file);
bool base_file_truncate(int file, int64_t size);
/* Waits until all that was written is on the disk, as far as the file system can tell. False: errno. */
bool base_file_sync(int file);
/* Locks the whole open file until it is closed, with others or alone. False only if another one that is open holds it, also
 * one of this process where the system can tell: a file system without locks is no reason to refuse. */
bool base_file_lock(int file, bool alone);

/* An open file without a name in a folder; base_file_give_name() gives it one. -1: the system has no such files. */
int base_file_open_nameless(const char *folder);
/* False: errno, EEXIST where the name is in use. */
bool base_file_give_name(int file, const char *path);

/* By name; false: errno. Replacing is atomic. */
bool base_path_look(base_file_kind *kind, const char *path);
bool base_path_replace(const char *from, const char *to);
bool base_path_link(const char *from, const char *to); /* EEXIST where `to` exists */
bool base_path_remove(const char *path);
bool base_path_is_program(const char *path);

/* ---------------------------------------------------------------------------------------------------- folders */

/* False: errno, EEXIST where there is something of that name. */
bool base_folder_make(const char *path);
/* Makes new names in a folder last; there is nothing to do about a failure. */
void base_folder_sync(const char *path);

typedef struct base_folder base_folder;
/* NULL: errno. */
base_folder *base_folder_open(const char *path);
/* The next name, valid until the next call; NULL at the end. */
const char *base_folder_next(base_folder *folder);
void base_folder_close(base_folder *folder);

/* ------------------------------------------------------------------------------------------- processes and time */

unsigned long base_process_number(void);
/* Processors that this process may use; at least 1. */
int base_processors(void);
/* Bytes of memory that the process may address (ulimit -v); UINT64_MAX: no limit. */
uint64_t base_address_space(void);
/* Seconds since some fixed moment, and those of the calendar's time in nanoseconds below a second. */
double base_clock(void);
unsigned long base_clock_nanoseconds(void);
void base_sleep(double seconds);
/* What separates the folders of PATH. */
extern const char base_path_separator;
/* The text of an errno; for any number of threads. */
const char *base_errno_text(char *out, size_t size, int number);

/* Does a name match a pattern of a shell, with *, ? and [abc]? */
bool base_name_matches(const char *pattern, const char *name);

/* A lock that is ready without being set up, for what happens rarely: one for each of these. */
typedef enum base_guard { BASE_GUARD_RASTER, BASE_GUARD_LAYOUT, BASE_GUARDS } base_guard;
void base_guard_take(base_guard guard);
void base_guard_leave(base_guard guard);

/* -------------------------------------------------------------------------------------------- shared libraries */

/* Any function; cast it to what it is before the call. */
typedef void base_function(void);

void *base_shared_open(const char *name);
base_function *base_shared_find(void *library, const char *name);
void base_shared_close(void *library);

#endif
