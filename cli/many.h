/* Many questions about one table and the output of their answers: an aligned table, CSV, JSON. Common parts of `mixmi
 * test --queries` and `mixmi pairs`. */
#ifndef CLI_MANY_H
#define CLI_MANY_H

#include "args.h"
#include "json.h"
#include "text.h"

/* Initialise with { .args = ... }. */
typedef struct cli_many {
	cli_args *args;
	mixmi_table *table;
	const char **names; /* names of the table's columns; set by cli_many_names() */
	mixmi_answers *answers;
	size_t count;
	mixmi_profile *profiles; /* [count] sign and shape of each answer; NULL: not shown */
	double *holm, *bh; /* [count] p-values adjusted by Holm, and by Benjamini and Hochberg; NULL: the test has none */
	const double *deciding; /* the ones that --adjust decides by; NULL: p itself */
	size_t *order;          /* the displayed questions, in this order */
	size_t shown;
	bool by_evidence; /* they are in the order of evidence */
	bool numbered;    /* a list of questions, whose numbers JSON and CSV show */
	cli_text notes;   /* additional notes for JSON, each ended by a newline */
} cli_many;

/* Checks flags and options: --csv with --json, or p-values of a test without them. */
int cli_many_check(const cli_args *args);

/* Sets the names of the columns; the table must be set. */
int cli_many_names(cli_many *many);

/* To be called with the library's status after answering: adjusts p-values, and sets the order to that of the questions. A question that the data cannot answer keeps its row, with the reason as a remark; an invalid question
 * is an error. */
int cli_many_settle(cli_many *many, mixmi_status status);

/* Computes sign and shape of all dependent answers. */
int cli_many_profile(cli_many *many);

/* Question and answer `i`. */
mixmi_question cli_many_question(const cli_many *many, size_t i);
mixmi_answer cli_many_answer(const cli_many *many, size_t i);

/* True if any answer has an estimate; some tests have only a p-value. */
bool cli_many_estimates(const cli_many *many);

/* Orders the answers by a key of CLI_MANY_SORT, and keeps the first --top to be shown. "evidence": dependences first, then
 * the larger lower end, then the smaller p; every key puts questions without an answer last, and goes on by name. */
#define CLI_MANY_SORT "evidence,estimate,strength,p,corrected,name,file"
int cli_many_sort(cli_many *many, const char *key);

/* The decision, a mixmi_verdict: by the adjusted p-value with --adjust; MIXMI_NO_VERDICT for a question without an
 * answer. */
int32_t cli_many_verdict(const cli_many *many, size_t i);

/* Reports on standard error, and in JSON, how many questions have no answer and which columns look rounded. */
void cli_many_remark(cli_many *many);

/* ", test chi2 at alpha 0.01, estimates in nats": settings common to all answers. */
void cli_many_add_facts(cli_text *text, const cli_many *many);

/* Aligned table; `ranked` numbers the rows as ranks and shows Z only in the heading. CSV has all fields in both
 * cases. */
int cli_many_print_table(const cli_many *many, bool ranked, FILE *stream);
int cli_many_print_csv(const cli_many *many, FILE *stream);

/* JSON: command to adjust, and the numbers of questions and of those with a dependence; then (after what the command adds) answers and notes. */
void cli_many_json_begin(cli_json *json, const cli_many *many);
void cli_many_json_end(cli_json *json, const cli_many *many);

/* An array of column names. */
json_t *cli_many_names_json(cli_json *json, const cli_many *many, const size_t *columns, size_t count);

void cli_many_clear(cli_many *many);

#endif
