/* A subcommand: a row of tables from which parsing, --help, the manual pages and shell completion are generated. Every
 * cmd_*.c defines one; main.c lists them. */
#ifndef CLI_COMMAND_H
#define CLI_COMMAND_H

#include <stdbool.h>

#include "mixmi.h"

typedef struct cli_args cli_args;

/* The library registry from which a command selects. */
typedef enum cli_methods { CLI_NO_METHODS, CLI_ESTIMATORS, CLI_TESTS } cli_methods;

typedef enum cli_kind {
	CLI_SWITCH,   /* takes no value */
	CLI_COLUMNS,  /* a list of columns; if repeated, the lists are joined */
	CLI_FILE,     /* a file name */
	CLI_FILES,    /* a file name; may be repeated */
	CLI_COUNT,    /* a positive integer */
	CLI_CHOICE,   /* one of `choices` */
	CLI_WORDS,    /* any text */
	CLI_OPTIONAL, /* one of `choices`; without a value the first of them */
} cli_kind;

/* A flag of the command itself; library options are not repeated here. */
typedef struct cli_flag {
	const char *name; /* long form; NULL ends a table */
	char letter;      /* short form, or 0 */
	cli_kind kind;
	const char *argument; /* name of the value in help; NULL for a switch */
	const char *choices;  /* comma-separated, for kinds with choices; otherwise NULL */
	const char *help;
} cli_flag;

typedef struct cli_example {
	const char *line; /* a command that works next to penguins.csv; NULL ends a table */
	const char *what;
} cli_example;

typedef struct cli_command {
	const char *name;
	const char *summary;     /* a phrase for lists of commands */
	const char *synopsis;    /* what follows `mixmi NAME` */
	const char *description; /* paragraphs, separated by newlines */
	const char
		*groups; /* groups of library options that it accepts, comma-separated; NULL: it makes no analysis itself; "":
		         * none */
	const char *without; /* library options of these groups that it does not accept; NULL: none */
	char letter;         /* short form of the library option below, or 0 */
	const char *letter_option;
	cli_methods methods; /* registry of --estimator or --test */
	const cli_flag *flags;
	const cli_example *examples;
	const char *operands;    /* words that can be its operand, comma-separated; NULL: a file */
	bool two;                /* it takes two files */
	bool makes_state;        /* it makes no answer, which cli_data_flags are about */
	bool several;            /* it takes any number of files: parts of one table */
	bool hidden;             /* not in lists of commands */
	bool shares;             /* ranks share its work (ranks.h); all other commands run only in the first rank ... */
	const char *shares_with; /* ... and so does this one without this flag; NULL: no flag is needed */
	int (*run)(cli_args *args);
} cli_command;

/* All subcommands, terminated by NULL. */
extern const cli_command *const cli_commands[];

extern const cli_command cli_cmi;
extern const cli_command cli_histogram;
extern const cli_command cli_describe;
extern const cli_command cli_sketch;
extern const cli_command cli_merge;
extern const cli_command cli_assign;
extern const cli_command cli_test;
extern const cli_command cli_pairs;
extern const cli_command cli_graph;
extern const cli_command cli_blanket;
extern const cli_command cli_select;
extern const cli_command cli_adjust;
extern const cli_command cli_check;
extern const cli_command cli_effect;
extern const cli_command cli_compare;
extern const cli_command cli_report;
extern const cli_command cli_help;
extern const cli_command cli_completion;
extern const cli_command cli_manual;

/* Flags of every command that reads data, and of every command; terminated by a NULL name. */
extern const cli_flag cli_data_flags[];
extern const cli_flag cli_common_flags[];

/* The command with this name, or NULL. */
const cli_command *cli_command_find(const char *name);

/* The flag tables of a command, by number below CLI_FLAG_TABLES: its own, cli_data_flags (if it reads data),
 * cli_common_flags, cli_ranks_flags (if it shares its work). A missing table is empty. */
enum { CLI_FLAG_TABLES = 4 };
const cli_flag *cli_command_flags(const cli_command *command, int table);

/* True if the command accepts this library option. */
bool cli_command_takes(const cli_command *command, const mixmi_option *option);

/* The short form of a library option in this command, or 0. */
char cli_command_letter(const cli_command *command, const mixmi_option *option);

/* True if `item` is in a comma-separated list of plain words (NULL: an empty list). */
bool cli_word_in(const char *list, const char *item);

#endif
