/* Many questions to one table and the ways to show their answers: an aligned table, CSV, JSON. What `mixmi test --queries`
 * and `mixmi pairs` have in common. */
#ifndef CLI_MANY_H
#define CLI_MANY_H

#include "args.h"
#include "json.h"
#include "text.h"

/* Start with { .args = ... }. */
typedef struct cli_many {
	cli_args *args;
	mixmi_table *table;
	const char **names; /* of the table's columns; made by cli_many_names() */
	mixmi_answers *answers;
	size_t count;
	mixmi_profile *profiles; /* [count] sign and shape of each; NULL: not shown */
	double *adjusted;        /* p-values after Benjamini and Hochberg; NULL: not asked for */
	size_t *order;           /* the questions that are shown, in this order */
	size_t shown;
	cli_text notes; /* further notes for JSON, each ended by a newline */
} cli_many;

/* What the flags and options ask for and the test cannot give: --csv with --json, p-values of a test without. */
int cli_many_check(const cli_args *args);

/* The names of the columns, once the table is there. */
int cli_many_names(cli_many *many);

/* To be called with what the library said when it answered: adjusts p-values if asked, and sets the order to that of the
 * questions. A question that the data cannot answer keeps its line, with the reason as a remark; one that makes no sense is
 * an error. */
int cli_many_settle(cli_many *many, mixmi_status status);

/* Finds sign and shape of all answers that are dependent. */
int cli_many_profile(cli_many *many);

/* Question and answer `i`. */
mixmi_question cli_many_question(const cli_many *many, size_t i);
mixmi_answer cli_many_answer(const cli_many *many, size_t i);

/* True if any answer has an estimate: some tests have only a p-value. */
bool cli_many_estimates(const cli_many *many);

/* The decision, a mixmi_verdict: by the adjusted p-value where there is one; MIXMI_NO_VERDICT for a question without an
 * answer. */
int32_t cli_many_verdict(const cli_many *many, size_t i);

/* Says on standard error, and in JSON, how many questions have no answer and what looks like rounding. */
void cli_many_remark(cli_many *many);

/* ", test chi2 at alpha 0.01, estimates in nats": the facts that all answers share. */
void cli_many_add_facts(cli_text *text, const cli_many *many);

/* Aligned table; `ranked` numbers the lines as ranks and leaves Z to the headline. CSV in either case has it all. */
int cli_many_print_table(const cli_many *many, bool ranked, FILE *stream);
int cli_many_print_csv(const cli_many *many, FILE *stream);

/* JSON: command to adjust; then (after what the command adds) answers and notes. */
void cli_many_json_begin(cli_json *json, const cli_many *many);
void cli_many_json_end(cli_json *json, const cli_many *many);

/* An array of names of columns. */
json_t *cli_many_names_json(cli_json *json, const cli_many *many, const size_t *columns, size_t count);

void cli_many_clear(cli_many *many);

#endif
