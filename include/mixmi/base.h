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

/* Version of the library at run time, as "major.minor.patch". */
MIXMI_API const char *mixmi_version(void);

/* An optional feature, which depends on how the library was built and on what is installed. */
typedef struct mixmi_capability {
	/* "graphviz", "png", "threads", "mpi", or a file format such as "csv", "gzip" */
	const char *name;
	const char *help; /* one line: what it does and what it needs */
} mixmi_capability;

/* Capability `index`, or NULL past the end. */
MIXMI_API const mixmi_capability *mixmi_capability_at(size_t index);

/* True if the capability of this name is available; false for an unknown name. May search for a
 * program or load a library, which takes milliseconds. */
MIXMI_API bool mixmi_capable(const char *name);

/* ------------------------------------------------------------------------------------ errors */

/* How a call ended. */
typedef enum mixmi_status {
	MIXMI_OK = 0,
	/* an invalid argument or option: unknown name, value out of range, X and Y overlap */
	MIXMI_ERROR_USAGE = 1,
	/* the data cannot be used: malformed file, infinite value, fewer than 2 usable rows */
	MIXMI_ERROR_DATA = 2,
	MIXMI_ERROR_IO = 3,        /* could not read or write */
	MIXMI_ERROR_LIMIT = 4,     /* a documented limit was exceeded; the message says which */
	MIXMI_ERROR_CANCELLED = 5, /* the progress callback asked to stop */
	MIXMI_ERROR_MEMORY = 6     /* out of memory */
} mixmi_status;

/* Message of the latest failure in this thread: one line without a newline, never NULL. The next
 * failure overwrites it. */
MIXMI_API const char *mixmi_error_message(void);

/* Sets the message of this thread; the first 1023 bytes are copied. For user-supplied tests and
 * estimators that fail, see mixmi_options_set_test(). */
MIXMI_API void mixmi_error_set(const char *message);

/* Releases an array or string that the library allocated for the caller. NULL is allowed. */
MIXMI_API void mixmi_free(void *pointer);

/* ----------------------------------------------------------------------------------- options */

/* The settings of a call. Options are set by name; on the command line the same names follow "--".
 */
typedef struct mixmi_options mixmi_options;

/* The kind of value that an option takes. */
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
	/* "model", "estimator", "kernel", "test", "graph", "reading", "parts", "showing" or
	 * "running" */
	const char *group;
	int32_t kind;            /* mixmi_option_kind */
	const char *argument;    /* name of the value in help texts, such as "N"; NULL for a SWITCH */
	const char *choices;     /* comma-separated, for CHOICE, CHARACTER and SWITCH; else NULL */
	double minimum, maximum; /* for INTEGER and REAL */
	int32_t open;            /* 1: the bounds of a REAL are excluded */
	const char *fallback;    /* the default, as text */
	const char *help;        /* one line */
} mixmi_option;

/* Row `index` of the option table, or NULL past its end. Which methods use an option:
 * mixmi_method_uses_option(). */
MIXMI_API const mixmi_option *mixmi_option_at(size_t index);

/* Creates options with their default values. Calls copy what they need, so options may be changed
 * or released once a call has returned. */
MIXMI_API mixmi_status mixmi_options_new(mixmi_options **out);

/* Copies options, including callbacks and user-supplied methods. */
MIXMI_API mixmi_status mixmi_options_copy(mixmi_options **out, const mixmi_options *options);

/* Releases options. NULL is allowed. */
MIXMI_API void mixmi_options_free(mixmi_options *options);

/* Sets one option from text, which is copied. An invalid value is an error and changes nothing.
 * Setting `preset` also sets every option of group "model" and the others that the preset
 * determines, so set it first. */
MIXMI_API mixmi_status mixmi_options_set(mixmi_options *options, const char *name,
                                         const char *value);

/* Sets an INTEGER, a REAL or a SWITCH (0 or 1) from a number. */
MIXMI_API mixmi_status mixmi_options_set_number(mixmi_options *options, const char *name,
                                                double value);

/* The present name of a value that an option had before 0.3, such as "scan" of option test; NULL
 * if it was not renamed. mixmi_options_set() accepts old names until 0.4. */
MIXMI_API const char *mixmi_option_renamed(const char *option, const char *value);

/* The value of an option as text, in a form that mixmi_options_set() accepts; valid until the
 * option is set again. NULL for an unknown name. */
MIXMI_API const char *mixmi_options_get(const mixmi_options *options, const char *name);

/* The value of an INTEGER, a REAL or a SWITCH; the number of a CHOICE, from 0. */
MIXMI_API mixmi_status mixmi_options_number(double *out, const mixmi_options *options,
                                            const char *name);

/* The state of a long call. */
typedef struct mixmi_progress {
	const char *stage;    /* current stage, such as "fitting" */
	const char *unit;     /* what `done` and `total` count, such as "questions", or "" */
	uint64_t done, total; /* 0: unknown */
	/* searches: number of tests so far; else 0 */
	uint64_t tests;
	uint64_t level; /* searches: size of the conditioning sets; else 0 */
	/* searches: estimated number of tests in total, at least `tests`; else 0 */
	uint64_t expected;
	/* searches: rough estimate of the seconds that the whole search will take, from a few timed
	 * questions, in one report before it starts; else 0 */
	double seconds;
} mixmi_progress;

/* A progress callback. Long calls run it at most some tens of times per second, always in the
 * calling thread. Return false to cancel: the call then ends within milliseconds with
 * MIXMI_ERROR_CANCELLED. */
typedef bool mixmi_progress_function(void *context, const mixmi_progress *progress);

/* Makes calls with these options report their progress to `function`, which receives `context`.
 * NULL turns reports off, which is the default. */
MIXMI_API void mixmi_options_set_progress(mixmi_options *options, mixmi_progress_function *function,
                                          void *context);

#ifdef __cplusplus
}
#endif

#endif
