/* One question about X, Y and Z. Only its columns of the file are kept. */
#include "question.h"

#include <stdlib.h>
#include <string.h>

#include "columns.h"
#include "csv.h"
#include "input.h"
#include "report.h"

static const char letters[] = "xyz";

int cli_question_take(cli_question *q, const cli_args *args)
{
	int code = cli_args_need(&q->lists[0], args, "x");
	if (code == CLI_OK)
		code = cli_args_need(&q->lists[1], args, "y");
	if (code == CLI_OK && cli_args_value(args, "z") != NULL)
		code = cli_args_need(&q->lists[2], args, "z");
	return code;
}

static int read_table(cli_question *q, cli_args *args)
{
	cli_text only = { 0 };
	for (int s = 0; s < 3 && q->lists[s] != NULL; s++) {
		cli_text_add(&only, s == 0 ? "" : ",");
		cli_text_add(&only, q->lists[s]);
	}
	int code = only.failed ? cli_fail_memory() : cli_input_table(&q->fit.table, args, only.bytes);
	cli_text_clear(&only);
	return code;
}

/* The remarks on the table were printed when it was read; these are on the question itself. */
static mixmi_status remark(cli_question *q)
{
	const mixmi_question asked = cli_question_asked(q);
	char **texts;
	size_t count, own;
	mixmi_status status = mixmi_question_remarks(&texts, &count, &own, q->fit.table, &asked);
	for (size_t i = count - own; status == MIXMI_OK && i < count; i++) {
		cli_note(texts[i]);
		free(q->fit.remark);
		q->fit.remark = strdup(texts[i]);
	}
	mixmi_free(texts);
	return status;
}

int cli_question_read(cli_question *q, cli_args *args)
{
	int code = read_table(q, args);
	if (code != CLI_OK)
		return code;
	mixmi_status status = MIXMI_OK;
	for (int s = 0; status == MIXMI_OK && s < 3; s++)
		if (q->lists[s] != NULL)
			status = mixmi_table_select(&q->sets[s], &q->counts[s], q->fit.table, q->lists[s]);
	if (status == MIXMI_OK)
		status = remark(q);
	return status == MIXMI_OK ? CLI_OK : cli_input_fail(args, status);
}

mixmi_question cli_question_asked(const cli_question *q)
{
	return (mixmi_question){ q->sets[0], q->counts[0], q->sets[1], q->counts[1], q->sets[2], q->counts[2] };
}

int cli_question_line_up(cli_question *q, uint64_t rows, uint64_t rows_dropped)
{
	size_t total = q->counts[0] + q->counts[1] + q->counts[2], j = 0;
	q->fit.columns = calloc(total, sizeof *q->fit.columns);
	q->roles = calloc(total + 1, 1);
	if (q->fit.columns == NULL || q->roles == NULL)
		return cli_fail_memory();
	for (int s = 0; s < 3; s++)
		for (size_t i = 0; i < q->counts[s]; i++, j++) {
			q->fit.columns[j] = q->sets[s][i];
			q->roles[j] = letters[s];
		}
	q->fit.roles = q->roles;
	q->fit.info =
		(mixmi_histogram_info){ .rows = (size_t)rows, .rows_dropped = (size_t)rows_dropped, .columns = total };
	return cli_fit_describe(&q->fit);
}

/* Start of a set in display order. */
static size_t first_of(const cli_question *q, int set)
{
	return (set > 0 ? q->counts[0] : 0) + (set > 1 ? q->counts[1] : 0);
}

void cli_question_add_names(cli_text *text, const cli_question *q, int set)
{
	cli_fit_add_names(text, &q->fit, first_of(q, set), q->counts[set]);
}

void cli_question_add_information(cli_text *text, const cli_question *q)
{
	cli_text_add(text, "I(");
	cli_question_add_names(text, q, 0);
	cli_text_add(text, "; ");
	cli_question_add_names(text, q, 1);
	cli_text_add(text, q->counts[2] > 0 ? " | " : "");
	cli_question_add_names(text, q, 2);
	cli_text_add(text, ")");
}

bool cli_question_csv_names(const cli_question *q, int set, FILE *stream)
{
	size_t first = first_of(q, set);
	cli_text field = { 0 };
	for (size_t j = first; j < first + q->counts[set]; j++) {
		cli_text_add(&field, j > first ? ";" : "");
		cli_text_add(&field, cli_columns_name(q->fit.table, q->fit.columns[j]));
	}
	if (!field.failed && field.bytes != NULL)
		cli_csv_field(field.bytes, stream);
	bool good = !field.failed;
	cli_text_clear(&field);
	return good;
}

static json_t *names_json(cli_json *json, const cli_question *q, int set)
{
	json_t *names = json_array();
	size_t first = first_of(q, set);
	for (size_t j = first; j < first + q->counts[set]; j++)
		cli_json_push(json, names, cli_json_text(cli_columns_name(q->fit.table, q->fit.columns[j])));
	return names;
}

void cli_question_json(cli_json *json, const cli_question *q)
{
	for (int s = 0; s < 3; s++) {
		const char key[] = { letters[s], '\0' };
		cli_json_put(json, json->root, key, names_json(json, q, s));
	}
}

void cli_question_clear(cli_question *q)
{
	for (int s = 0; s < 3; s++)
		mixmi_free(q->sets[s]);
	free(q->roles);
	free(q->fit.columns);
	q->fit.columns = NULL;
	cli_fit_clear(&q->fit);
	memset(q, 0, sizeof *q);
}

static int (*printer(const cli_question_steps *steps, const cli_args *args))(const void *, FILE *)
{
	if (steps->print_csv != NULL && cli_args_value(args, "csv") != NULL)
		return steps->print_csv;
	return cli_args_value(args, "json") != NULL ? steps->print_json : steps->print_text;
}

int cli_question_run(void *answer, const cli_question_steps *steps, cli_args *args)
{
	cli_question *question = answer; /* its first member */
	cli_output output = { 0 };
	const char *path = cli_args_value(args, "output");
	question->fit.args = args;
	int code = cli_args_one_form(args);
	if (code == CLI_OK)
		code = cli_question_take(question, args);
	if (code == CLI_OK)
		code = cli_output_check(path);
	if (code == CLI_OK)
		code = cli_question_read(question, args);
	if (code == CLI_OK)
		code = steps->answer(answer, args);
	if (code == CLI_OK)
		code = cli_output_open(&output, path);
	if (code == CLI_OK)
		code = printer(steps, args)(answer, output.stream);
	code = cli_output_end(&output, code);
	cli_question_clear(question);
	return code;
}
