/* Ranks: processes that run one command together. In `mixmi` there is one (ranks.c); `mixmi-mpi` has those of MPI (src/mpi). All
 * of them go through a command that shares its work (cli_command.shares), in step; only the first one speaks and writes. */
#ifndef CLI_RANKS_H
#define CLI_RANKS_H

#include "args.h"
#include "text.h"

/* Flags that only a command with ranks has; ended by a NULL name. */
extern const cli_flag cli_ranks_flags[];

/* Before and after everything else. cli_ranks_finish() returns the exit code. */
void cli_ranks_start(int *argc, char ***argv);
int cli_ranks_finish(int code);

size_t cli_ranks_count(void);

/* True in the process that prints and writes. */
bool cli_ranks_first(void);

/* Makes an exit code common: that of the lowest rank that failed, whose message the first rank then prints. To be called by all
 * ranks at the same point; after each step that can fail in one of them only. */
int cli_ranks_agree(int code);

/* Messages of ranks that do not print. */
void cli_ranks_keep_message(const char *message);

/* Does this rank read the table, as --read says? Then all of them get it: `table` is NULL in those that did not. */
bool cli_ranks_reads(const cli_args *args);
int cli_ranks_spread(mixmi_table **table, const cli_args *args);

/* A text that the first rank has read, for all. */
int cli_ranks_spread_text(cli_text *text);

/* From now on, what is asked with these options is shared by all ranks; and after the call of the library, with its exit code: a
 * failure that not all of them know of ends them all, with its message. */
void cli_ranks_share(mixmi_options *options);
void cli_ranks_done(int code);

#endif
