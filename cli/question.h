/* One question about X, Y and Z, given by -x, -y and -z: common parts of `mixmi cmi` and `mixmi test`. */
#ifndef CLI_QUESTION_H
#define CLI_QUESTION_H

#include "fit.h"

/* Initialise with { .fit = { .args = ... } }. The sets are X, Y and Z; columns are shown in that order. */
typedef struct cli_question {
	cli_fit fit;
	const char *lists[3]; /* as typed; the last may be NULL */
	size_t *sets[3];      /* columns of the table */
	size_t counts[3];
	char *roles;
} cli_question;

/* Takes the lists; a usage error if one is missing. */
int cli_question_take(cli_question *question, const cli_args *args);

/* The question for the library. */
mixmi_question cli_question_asked(const cli_question *question);

/* Reads the columns of the lists, and sets the sets. */
int cli_question_read(cli_question *question, cli_args *args);

/* To be called when there is an answer: sets the display order and calls cli_fit_describe(), with the rows of the
 * histogram or, if there is none, with these numbers of rows. */
int cli_question_line_up(cli_question *question, uint64_t rows, uint64_t rows_dropped);

/* Writes a set as a CSV field: names separated by semicolons. Returns false if memory runs out. */
bool cli_question_csv_names(const cli_question *question, int set, FILE *stream);

/* Adds "a, b": the names of a set, escaped. */
void cli_question_add_names(cli_text *text, const cli_question *question, int set);

/* Adds "I(a; b | c)". */
void cli_question_add_information(cli_text *text, const cli_question *question);

/* JSON: x, y and z. */
void cli_question_json(cli_json *json, const cli_question *question);

void cli_question_clear(cli_question *question);

/* Steps of a command with a question: compute the answer, and print it. Each gets a struct of the command whose first
 * member is the cli_question. */
typedef struct cli_question_steps {
	int (*answer)(void *answer, cli_args *args);
	int (*print_text)(const void *answer, FILE *stream);
	int (*print_json)(const void *answer, FILE *stream);
	int (*print_csv)(const void *answer, FILE *stream); /* NULL: the command has no --csv */
} cli_question_steps;

/* Runs such a command: takes the question, reads, answers, prints to --output, and clears the question. */
int cli_question_run(void *answer, const cli_question_steps *steps, cli_args *args);

#endif
