/* Messages on standard error and their exit codes. Every message is one line, whatever it quotes. */
#ifndef CLI_REPORT_H
#define CLI_REPORT_H

#include "mixmi.h"

enum {
	CLI_OK = 0,
	CLI_USAGE = 1, /* bad usage */
	CLI_DATA = 2,  /* bad data */
	CLI_IO = 3,    /* could not read or write */
	CLI_LIMIT = 4, /* a limit, cancelled, or out of memory */
	CLI_ROUND = 5, /* another round of shards is needed */
	CLI_PIPE = 141 /* the reader of the answer has closed the pipe; nothing is printed */
};

/* All of these print `mixmi: ...` and return the exit code, so that a failing function can `return cli_fail(...)`. */
int cli_fail(int code, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* Bad usage; the message refers to the --help of `command` (NULL: of mixmi itself). */
int cli_fail_usage(const char *command, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* A library call failed: prints its message, preceded by `where` and a colon unless that is NULL. */
int cli_fail_library(const char *command, const char *where, mixmi_status status);

/* The same for one of many questions, with its message. */
int cli_fail_question(const char *command, const char *message, mixmi_status status);

/* A system call on `path` failed: prints the text of errno. */
int cli_fail_system(const char *path);

int cli_fail_memory(void);

/* Prints `mixmi: note: ...`. */
void cli_note(const char *note);

#endif
