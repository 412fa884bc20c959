/* Everything that differs between operating systems: file descriptors, folders, locks, clocks, shared libraries.
 * platform_posix.c and platform_windows.c define the same functions; no other file in src/ calls POSIX. File names are
 * UTF-8. "errno" below means that errno has the reason of a failure. Calls interrupted by a signal are repeated. */
#ifndef BASE_PLATFORM_H
#define BASE_PLATFORM_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* ------------------------------------------------------------------------------------------------------ files */

typedef enum base_open_mode {
	BASE_OPEN_READ,
	BASE_OPEN_UPDATE, /* reading and writing; created if it does not exist */
	BASE_OPEN_APPEND, /* the same, and all writes go to the end */
	BASE_OPEN_NEW     /* reading and writing; fails with EEXIST if it exists */
} base_open_mode;

typedef enum base_file_kind { BASE_FILE_PLAIN, BASE_FILE_FOLDER, BASE_FILE_OTHER } base_file_kind;

/* Opens a file in binary mode; child processes do not inherit the descriptor. -1: errno. `follow`: follow a symbolic
 * link. */
int base_file_open(const char *path, base_open_mode mode, bool follow);
/* Replaces a descriptor by one above those of the standard streams. -1: errno, and the file is closed. */
int base_file_above_standard(int file);
/* False: errno. */
bool base_file_close(int file);
/* Number of bytes read (0: end of file) or written, at most `count`; -1: errno. */
ptrdiff_t base_file_read(int file, void *bytes, size_t count);
ptrdiff_t base_file_write(int file, const void *bytes, size_t count);
/* New offset from the start; -1: errno. `whence` is SEEK_SET, SEEK_CUR or SEEK_END. */
int64_t base_file_seek(int file, int64_t offset, int whence);
/* Type and size in bytes of an open file. False: errno. */
bool base_file_look(base_file_kind *kind, int64_t *size, int file);
bool base_file_truncate(int file, int64_t size);
/* Waits until all data is written to the disk, as far as the file system supports this. False: errno. */
bool base_file_sync(int file);
/* Locks the whole open file until it is closed, shared or exclusively. Returns false only if another open file holds
 * the lock, also one of the same process if the system detects that. A file system without locks is not an error. */
bool base_file_lock(int file, bool alone);

/* An open file without a name in a folder; base_file_give_name() gives it one. -1: not supported by the system. */
int base_file_open_nameless(const char *folder);
/* False: errno, EEXIST if the name is in use. */
bool base_file_give_name(int file, const char *path);

/* By name. False: errno. Replacing is atomic. */
bool base_path_look(base_file_kind *kind, const char *path);
bool base_path_replace(const char *from, const char *to);
bool base_path_link(const char *from, const char *to); /* EEXIST if `to` exists */
bool base_path_remove(const char *path);
bool base_path_is_program(const char *path);

/* ---------------------------------------------------------------------------------------------------- folders */

/* False: errno, EEXIST if the name is in use. */
bool base_folder_make(const char *path);
/* Makes new names in a folder durable. Failures are ignored. */
void base_folder_sync(const char *path);

typedef struct base_folder base_folder;
/* NULL: errno. */
base_folder *base_folder_open(const char *path);
/* The next name, valid until the next call; NULL at the end. */
const char *base_folder_next(base_folder *folder);
void base_folder_close(base_folder *folder);

/* ------------------------------------------------------------------------------------------- processes and time */

unsigned long base_process_number(void);
/* Number of processors that this process may use; at least 1. */
int base_processors(void);
/* Limit of the address space in bytes (ulimit -v); UINT64_MAX: none. */
uint64_t base_address_space(void);
/* Memory in bytes that programs can still take, as far as the system says; otherwise a gigabyte. */
uint64_t base_free_memory(void);
/* Monotonic time in seconds, and the nanoseconds of the current wall-clock second. */
double base_clock(void);
unsigned long base_clock_nanoseconds(void);
void base_sleep(double seconds);
/* Separates the folders in PATH. */
extern const char base_path_separator;
/* Text of an errno; thread-safe. */
const char *base_errno_text(char *out, size_t size, int number);

/* Whether a name matches a shell pattern with *, ? and [abc]. */
bool base_name_matches(const char *pattern, const char *name);

/* Statically initialised locks for rare operations, one for each of these. */
typedef enum base_guard { BASE_GUARD_RASTER, BASE_GUARD_LAYOUT, BASE_GUARDS } base_guard;
void base_guard_take(base_guard guard);
void base_guard_leave(base_guard guard);

/* -------------------------------------------------------------------------------------------- shared libraries */

/* Any function; cast to its type before the call. */
typedef void base_function(void);

void *base_shared_open(const char *name);
base_function *base_shared_find(void *library, const char *name);
void base_shared_close(void *library);

#endif
