/* One question about X, Y and Z as it is typed with -x, -y and -z: what `mixmi cmi` and `mixmi test` have in common. */
#ifndef CLI_QUESTION_H
#define CLI_QUESTION_H

#include "fit.h"

/* Start with { .fit = { .args = ... } }. The sets are X, Y and Z; columns are shown in that order. */
typedef struct cli_question {
	cli_fit fit;
	const char *lists[3]; /* as typed; the last may be NULL */
	size_t *sets[3];      /* the table's columns */
	size_t counts[3];
	char *roles;
} cli_question;

/* The lists; a usage error if one is missing. */
int cli_question_take(cli_question *question, const cli_args *args);

/* The question as the library takes it. */
mixmi_question cli_question_asked(const cli_question *question);

/* The table with the columns of the lists, and the sets. */
int cli_question_read(cli_question *question, cli_args *args);

/* Once the answer is there: the order of showing and what cli_fit_describe() fills in, from the histogram or, where there
 * is none, with these numbers of rows. */
int cli_question_line_up(cli_question *question, uint64_t rows, uint64_t rows_dropped);

/* Writes a set as a field of CSV: names separated by semicolons. False: out of memory. */
bool cli_question_csv_names(const cli_question *question, int set, FILE *stream);

/* Adds "a, b": the names of a set, escaped. */
void cli_question_add_names(cli_text *text, const cli_question *question, int set);

/* Adds "I(a; b | c)". */
void cli_question_add_information(cli_text *text, const cli_question *question);

/* JSON: x, y and z. */
void cli_question_json(cli_json *json, const cli_question *question);

void cli_question_clear(cli_question *question);

/* What a command does with a question: find the answer, and print it. Each gets a struct of the command's own whose first
 * member is the cli_question. */
typedef struct cli_question_steps {
	int (*answer)(void *answer, cli_args *args);
	int (*print_text)(const void *answer, FILE *stream);
	int (*print_json)(const void *answer, FILE *stream);
	int (*print_csv)(const void *answer, FILE *stream); /* NULL: the command has no --csv */
} cli_question_steps;

/* The whole run of such a command: takes the question, reads, answers, prints to --output, and clears the question. */
int cli_question_run(void *answer, const cli_question_steps *steps, cli_args *args);

#endif
