/* Ranks: processes that run one command together. `mixmi` has one (ranks.c); `mixmi-mpi` has those of MPI (src/mpi).
 * All of them run a command that shares its work (cli_command.shares), in step; only the first one prints and
 * writes. */
#ifndef CLI_RANKS_H
#define CLI_RANKS_H

#include "args.h"
#include "text.h"

/* Flags of a command with ranks; terminated by a NULL name. */
extern const cli_flag cli_ranks_flags[];

/* Called first and last. cli_ranks_finish() returns the exit code. */
void cli_ranks_start(int *argc, char ***argv);
int cli_ranks_finish(int code);

size_t cli_ranks_count(void);

/* True in the process that prints and writes. */
bool cli_ranks_first(void);

/* Gives all ranks the same exit code: that of the lowest rank that failed, whose message the first rank prints. All
 * ranks must call this at the same point, after each step that can fail in only some of them. */
int cli_ranks_agree(int code);

/* Stores a message of a rank that does not print. */
void cli_ranks_keep_message(const char *message);

/* Whether this rank reads the table, according to --read. Then all ranks get it: `table` is NULL in those that did not
 * read it. */
bool cli_ranks_reads(const cli_args *args);
int cli_ranks_spread(mixmi_table **table, const cli_args *args);

/* Sends a text read by the first rank to all. */
int cli_ranks_spread_text(cli_text *text);

/* Shares the work of these options between all ranks from now on; and, after the library call, checks its exit code: a
 * failure that not all ranks know ends them all, with its message. */
void cli_ranks_share(mixmi_options *options);
void cli_ranks_done(int code);

#endif
