/* Answering many questions. A question that the data cannot answer keeps its line, with the reason as a remark. */
#include "many.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "columns.h"
#include "input.h"
#include "methods.h"
#include "progress.h"
#include "report.h"

int cli_many_check(const cli_args *args)
{
	const char *command = args->command->name;
	const mixmi_test_info *test = mixmi_test_at((size_t)args->options.test);
	if (cli_args_value(args, "csv") != NULL && cli_args_value(args, "json") != NULL)
		return cli_fail_usage(command, "--csv and --json exclude each other");
	if (cli_args_value(args, "adjust") != NULL && !test->has_p)
		return cli_fail_usage(command, "--adjust needs p-values, which the test %s does not give", test->name);
	return CLI_OK;
}

int cli_many_names(cli_many *many)
{
	size_t count = mixmi_table_columns(many->table);
	many->names = calloc(count + 1, sizeof *many->names);
	if (many->names == NULL)
		return cli_fail_memory();
	for (size_t j = 0; j < count; j++)
		many->names[j] = cli_columns_name(many->table, j);
	return CLI_OK;
}

static int adjust(cli_many *many)
{
	double *p = calloc(many->count, sizeof *p);
	many->adjusted = calloc(many->count, sizeof *many->adjusted);
	int code = p == NULL || many->adjusted == NULL ? cli_fail_memory() : CLI_OK;
	for (size_t i = 0; code == CLI_OK && i < many->count; i++)
		p[i] = many->answers[i].p;
	mixmi_status status = code == CLI_OK ? mixmi_adjust_p(many->adjusted, p, many->count) : MIXMI_OK;
	free(p);
	return status == MIXMI_OK ? code : cli_fail_library(many->args->command->name, NULL, status);
}

/* The library says only that there is no answer; asked alone, the question says why, without any work done. */
static int find_reasons(cli_many *many)
{
	for (size_t i = 0; i < many->count; i++) {
		mixmi_answer answer;
		if (cli_many_answered(many, i))
			continue;
		bool known = mixmi_test(&answer, sizeof answer, NULL, many->table, &many->questions[i], &many->args->options) != MIXMI_OK;
		many->remarks[i] = strdup(known ? mixmi_error_message() : "no answer");
		if (many->remarks[i] == NULL)
			return cli_fail_memory();
	}
	return CLI_OK;
}

static mixmi_status test_all(cli_many *many)
{
	mixmi_options options = many->args->options;
	cli_progress_units units = { "questions", many->count };
	options.progress = cli_progress;
	options.progress_context = &units;
	return mixmi_test_many(many->answers, many->table, many->questions, many->count, &options);
}

int cli_many_answer(cli_many *many)
{
	size_t rows = mixmi_table_rows(many->table);
	if (rows < 2)
		return cli_fail(CLI_DATA, "%s: %s; at least 2 are needed", cli_input_name(many->args),
		                rows == 0 ? "there is no row" : "there is 1 row");
	many->answers = calloc(many->count, sizeof *many->answers);
	many->remarks = calloc(many->count, sizeof *many->remarks);
	many->order = calloc(many->count, sizeof *many->order);
	if (many->answers == NULL || many->remarks == NULL || many->order == NULL)
		return cli_fail_memory();
	many->shown = many->count;
	for (size_t i = 0; i < many->count; i++)
		many->order[i] = i;
	mixmi_status status = test_all(many);
	if (status != MIXMI_OK)
		return cli_fail_library(many->args->command->name, NULL, status);
	int code = find_reasons(many);
	return code == CLI_OK && cli_args_value(many->args, "adjust") != NULL ? adjust(many) : code;
}

bool cli_many_answered(const cli_many *many, size_t i)
{
	return many->answers[i].test != NULL;
}

bool cli_many_estimates(const cli_many *many)
{
	for (size_t i = 0; i < many->count; i++)
		if (cli_many_answered(many, i) && !isnan(many->answers[i].estimate))
			return true;
	return false;
}

bool cli_many_independent(const cli_many *many, size_t i)
{
	const mixmi_answer *answer = &many->answers[i];
	return many->adjusted != NULL ? many->adjusted[i] > answer->alpha : answer->independent;
}

static void mark(uint8_t *used, const size_t *set, size_t count)
{
	for (size_t i = 0; i < count; i++)
		used[set[i]] = 1;
}

/* The columns that stand in any question, at the front of `columns`; returns how many. */
static size_t used_columns(size_t *columns, uint8_t *used, const cli_many *many)
{
	size_t count = 0, all = mixmi_table_columns(many->table);
	for (size_t i = 0; i < many->count; i++) {
		const mixmi_question *q = &many->questions[i];
		mark(used, q->x, q->x_count);
		mark(used, q->y, q->y_count);
		mark(used, q->z, q->z_count);
	}
	for (size_t j = 0; j < all; j++)
		if (used[j])
			columns[count++] = j;
	return count;
}

static void keep_remark(void *context, const char *remark)
{
	cli_many *many = context;
	cli_note(remark);
	cli_text_add(&many->notes, remark);
	cli_text_add(&many->notes, "\n");
}

void cli_many_remark(cli_many *many)
{
	size_t all = mixmi_table_columns(many->table), missing = 0;
	uint8_t *used = calloc(all + 1, 1);
	size_t *columns = calloc(all + 1, sizeof *columns);
	if (used != NULL && columns != NULL && cli_methods_fits(many->args)) /* a remark is no reason to fail */
		cli_columns_remarks(many->table, columns, used_columns(columns, used, many), &many->args->options, keep_remark,
		                    many);
	free(used);
	free(columns);
	for (size_t i = 0; i < many->count; i++)
		missing += !cli_many_answered(many, i);
	char remark[120];
	snprintf(remark, sizeof remark, "%zu of %zu questions have no answer; the remarks say why", missing, many->count);
	if (missing > 0)
		keep_remark(many, remark);
}

void cli_many_clear(cli_many *many)
{
	for (size_t i = 0; many->remarks != NULL && i < many->count; i++)
		free(many->remarks[i]);
	free(many->remarks);
	free(many->answers);
	free(many->adjusted);
	free(many->order);
	free(many->questions);
	free(many->names);
	cli_text_clear(&many->notes);
	mixmi_table_free(many->table);
	memset(many, 0, sizeof *many);
}
