/* Common parts of the commands that fit a histogram (cmi, entropy, histogram): the steps and the parts of the
 * answer. */
#ifndef CLI_FIT_H
#define CLI_FIT_H

#include <stdio.h>

#include "args.h"
#include "json.h"
#include "output.h"
#include "text.h"

/* A fitted histogram with its table. Initialise with { 0 }. For a method without a histogram it is NULL; info then has
 * only rows, rows_dropped and columns, and nothing is printed about bins. */
typedef struct cli_fit {
	cli_args *args;
	mixmi_table *table;
	mixmi_histogram *histogram;
	bool borrowed; /* the histogram is owned by another object */
	mixmi_histogram_info info;
	size_t *columns;   /* columns of the table, in display order */
	size_t *places;    /* the histogram's column for each of them */
	const char *roles; /* a letter for each of them ("xyzz"), or NULL */
	double estimate;   /* the answer in nats */
	char *remark;      /* of the question alone, such as on a wide Z; NULL: none */
} cli_fit;

void cli_fit_clear(cli_fit *fit);

/* Reads the table and fits the histogram of the columns listed. */
int cli_fit_columns(cli_fit *fit, cli_args *args, const char *list);

/* Sets info and places after columns and histogram are set, and adds notes on rounded columns. Does nothing without a
 * histogram. */
int cli_fit_describe(cli_fit *fit);

/* Adds a remark on column `j` (in display order) if it looks rounded; otherwise returns false. */
bool cli_fit_add_rounding(cli_text *text, const cli_fit *fit, size_t j);

/* Entropy of all columns, with volumes and discretised. */
int cli_fit_entropy(double *entropy, double *discretised, const cli_fit *fit);

/* Column `j` (in display order) in the table and the histogram; without a histogram `fitted` has only name and type.
 * Fails only if memory runs out. */
mixmi_status cli_fit_column(mixmi_column *column, mixmi_histogram_column *fitted, const cli_fit *fit, size_t j);

/* "a, b" for columns first .. first+count-1 in display order, with escaped names. */
void cli_fit_add_names(cli_text *text, const cli_fit *fit, size_t first, size_t count);

/* Name of a bin of a column: "[1.5,2.25)", the value or label of its atom, or for several atoms "{1, 2, 5}" or "one |
 * two", truncated if there are many, but never so that two bins of a column have the same name. Numbers have `digits`
 * digits (0: the shortest form that reads back as the same number). */
void cli_fit_add_bin(cli_text *text, const mixmi_histogram *histogram, size_t column, const mixmi_bin *bin,
                     bool last_interval, int digits);

/* Of a sample: the rows that the answer is about, which may be all. Otherwise does nothing. */
void cli_fit_count_rows(cli_fit *fit, const mixmi_answer *answer);

/* The line with the numbers of used and dropped rows. */
int cli_fit_print_rows(const cli_fit *fit, FILE *stream);

/* Text: rows, score, search and cells; then the table of columns. */
int cli_fit_print_facts(const cli_fit *fit, FILE *stream);
int cli_fit_print_columns(const cli_fit *fit, FILE *stream);

/* "342 used, 2 left out for a missing value (a 2)". */
int cli_fit_add_rows(cli_text *text, const cli_fit *fit);

/* JSON: rows, rows_dropped, units, estimate; then (after what the command adds) score to columns and notes. `bins` adds
 * bin_list to each column. cli_fit_json_columns() adds only the columns and notes. */
void cli_fit_json_begin(cli_json *json, const cli_fit *fit);
void cli_fit_json_end(cli_json *json, const cli_fit *fit, bool bins);
void cli_fit_json_columns(cli_json *json, const cli_fit *fit, bool bins);

/* The estimate, or a value in nats, in the units of the options; and the name of these units. */
double cli_fit_units(const cli_fit *fit, double nats);
const char *cli_fit_units_name(const cli_fit *fit);

#endif
