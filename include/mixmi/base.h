/* Version, capabilities, errors, options and progress: what every other header builds on.
 * Include mixmi.h, which has the conventions. */
#ifndef MIXMI_BASE_H
#define MIXMI_BASE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Marks what a shared library exports. On Windows a program that links the DLL defines MIXMI_DLL,
 * which the CMake and pkg-config files of the shared library do. */
#if defined(_WIN32) && defined(MIXMI_BUILDING_DLL)
#define MIXMI_API __declspec(dllexport)
#elif defined(_WIN32) && defined(MIXMI_DLL)
#define MIXMI_API __declspec(dllimport)
#elif defined(__GNUC__) && !defined(_WIN32)
#define MIXMI_API __attribute__((visibility("default")))
#else
#define MIXMI_API
#endif

#ifdef __cplusplus
extern "C" {
#endif

/* ------------------------------------------------------------------ version and capabilities */

/* Version of the library that is running, as "major.minor.patch". */
MIXMI_API const char *mixmi_version(void);

/* Something that the library can or cannot do here, depending on how it was built and what is
 * installed. */
typedef struct mixmi_capability {
	/* "graphviz", "png", "threads", "mpi", or a file format such as "csv", "gzip" */
	const char *name;
	const char *help; /* one line: what it is for and what it needs */
} mixmi_capability;

/* Row `index` of the capabilities, or NULL past the end. */
MIXMI_API const mixmi_capability *mixmi_capability_at(size_t index);

/* True if it is there now; false for an unknown name. May look for a program or load a library:
 * milliseconds. */
MIXMI_API bool mixmi_capable(const char *name);

/* ------------------------------------------------------------------------------------ errors */

/* How a call ended. */
typedef enum mixmi_status {
	MIXMI_OK = 0,
	/* an argument or option makes no sense: unknown name, out of range, X and Y overlap */
	MIXMI_ERROR_USAGE = 1,
	/* the data cannot be used: malformed file, infinite value, fewer than 2 usable rows */
	MIXMI_ERROR_DATA = 2,
	MIXMI_ERROR_IO = 3,        /* could not read or write */
	MIXMI_ERROR_LIMIT = 4,     /* a stated limit was hit; the message says which */
	MIXMI_ERROR_CANCELLED = 5, /* the progress callback asked to stop */
	MIXMI_ERROR_MEMORY = 6     /* out of memory */
} mixmi_status;

/* What went wrong in this thread's latest failure, whose successor overwrites it: one line, no
 * newline, never NULL. */
MIXMI_API const char *mixmi_error_message(void);

/* Sets this thread's message, which is copied (the first 1023 bytes): for a test or
 * estimator of the program's own that fails, see mixmi_options_set_test(). */
MIXMI_API void mixmi_error_set(const char *message);

/* Releases an array or string that a function of this header handed over. NULL is allowed. */
MIXMI_API void mixmi_free(void *pointer);

/* ----------------------------------------------------------------------------------- options */

/* Everything that can be set, for every call; by name, as in the option table and, after "--", on
 * the command line. */
typedef struct mixmi_options mixmi_options;

/* What values an option takes. */
typedef enum mixmi_option_kind {
	MIXMI_OPTION_INTEGER = 0,
	MIXMI_OPTION_REAL = 1,
	MIXMI_OPTION_CHOICE = 2,    /* one of `choices` */
	MIXMI_OPTION_CHARACTER = 3, /* one byte, or a name from `choices` */
	MIXMI_OPTION_SWITCH = 4,    /* `yes` or `no` */
	MIXMI_OPTION_TEXT = 5
} mixmi_option_kind;

/* One row of the option table. */
typedef struct mixmi_option {
	const char *name;
	/* "model", "estimator", "kernel", "test", "graph", "reading", "showing" or "running" */
	const char *group;
	int32_t kind;            /* mixmi_option_kind */
	const char *argument;    /* what to call the value in help, such as "N"; NULL for a SWITCH */
	const char *choices;     /* comma-separated, for CHOICE, CHARACTER and SWITCH; else NULL */
	double minimum, maximum; /* for INTEGER and REAL */
	int32_t open;            /* 1: the bounds of a REAL are excluded */
	const char *fallback;    /* the default, as text */
	const char *help;        /* one line */
} mixmi_option;

/* Row `index` of the option table, or NULL past its end. Which methods use an option:
 * mixmi_method_uses_option(). */
MIXMI_API const mixmi_option *mixmi_option_at(size_t index);

/* Options with their defaults. A call copies what it needs: options may change or go once it has
 * returned. */
MIXMI_API mixmi_status mixmi_options_new(mixmi_options **out);

/* A copy of options, with their functions and contexts. */
MIXMI_API mixmi_status mixmi_options_copy(mixmi_options **out, const mixmi_options *options);

/* Releases options. NULL is allowed. */
MIXMI_API void mixmi_options_free(mixmi_options *options);

/* Sets one option from text, which is copied, checking its range; on failure the option stays as
 * it was. Setting `preset` takes every option of the group "model", and the others that presets
 * differ in, to what the preset says: set it first. */
MIXMI_API mixmi_status mixmi_options_set(mixmi_options *options, const char *name,
                                         const char *value);

/* The same for an INTEGER, a REAL or a SWITCH (0 or 1), without a way through text. */
MIXMI_API mixmi_status mixmi_options_set_number(mixmi_options *options, const char *name,
                                                double value);

/* The value as text, in one form, so that setting it again changes nothing; borrowed until it is
 * set. NULL: no such option. */
MIXMI_API const char *mixmi_options_get(const mixmi_options *options, const char *name);

/* The value of an INTEGER, a REAL or a SWITCH; the number of a CHOICE, from 0. */
MIXMI_API mixmi_status mixmi_options_number(double *out, const mixmi_options *options,
                                            const char *name);

/* How far the work is. */
typedef struct mixmi_progress {
	const char *stage;    /* what is done at present, such as "fitting" */
	const char *unit;     /* what `done` and `total` count, such as "questions", or "" */
	uint64_t done, total; /* 0: not known */
	/* questions that were asked so far, in a search for a graph or a target; else 0 */
	uint64_t tests;
	uint64_t level; /* size of the conditioning sets there; else 0 */
	/* questions there to the end as estimated at present, `tests` or more; else 0 */
	uint64_t expected;
} mixmi_progress;

/* A callback of long work, called at most some tens of times a second, always from the thread
 * that made the call. Return true to go on, false to cancel: the work then ends with
 * MIXMI_ERROR_CANCELLED as soon as it can, in milliseconds. */
typedef bool mixmi_progress_function(void *context, const mixmi_progress *progress);

/* Calls with these options report to `function`, which gets `context`. NULL, the default: no
 * reports. */
MIXMI_API void mixmi_options_set_progress(mixmi_options *options, mixmi_progress_function *function,
                                          void *context);

/* `nats` in the option "units", for programs that show values. */
MIXMI_API double mixmi_in_units(double nats, const mixmi_options *options);

#ifdef __cplusplus
}
#endif

#endif
