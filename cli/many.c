/* Many questions and their answers. */
#include "many.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "columns.h"
#include "input.h"
#include "methods.h"
#include "report.h"

int cli_many_check(const cli_args *args)
{
	const char *command = args->command->name;
	const mixmi_method *test = cli_methods_chosen(args);
	int code = cli_args_one_form(args);
	if (code != CLI_OK)
		return code;
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
	many->adjusted = calloc(many->count + 1, sizeof *many->adjusted);
	if (many->adjusted == NULL)
		return cli_fail_memory();
	mixmi_status status = mixmi_answers_numbers(many->adjusted, many->answers, "p");
	if (status == MIXMI_OK)
		status = mixmi_adjust_p(many->adjusted, many->adjusted, many->count);
	return status == MIXMI_OK ? CLI_OK : cli_fail_library(many->args->command->name, NULL, status);
}

/* Too little data for a question is not an error; anything else is. */
static int check_answers(const cli_many *many)
{
	for (size_t i = 0; i < many->count; i++) {
		mixmi_status status = (mixmi_status)cli_many_answer(many, i).status;
		if (status != MIXMI_OK && status != MIXMI_ERROR_DATA)
			return cli_fail_question(many->args->command->name, mixmi_answers_message(many->answers, i), status);
	}
	return CLI_OK;
}

int cli_many_settle(cli_many *many, mixmi_status status)
{
	if (status != MIXMI_OK)
		return cli_fail_library(many->args->command->name,
		                        status == MIXMI_ERROR_DATA ? cli_input_name(many->args) : NULL, status);
	many->count = many->shown = mixmi_answers_count(many->answers);
	many->order = calloc(many->count + 1, sizeof *many->order);
	if (many->order == NULL)
		return cli_fail_memory();
	for (size_t i = 0; i < many->count; i++)
		many->order[i] = i;
	int code = check_answers(many);
	return code == CLI_OK && cli_args_value(many->args, "adjust") != NULL ? adjust(many) : code;
}

int cli_many_profile(cli_many *many)
{
	many->profiles = calloc(many->count + 1, sizeof *many->profiles);
	if (many->profiles == NULL)
		return cli_fail_memory();
	mixmi_status status =
		mixmi_answers_profiles(many->profiles, sizeof *many->profiles, many->answers, many->table, many->args->options);
	return status == MIXMI_OK ? CLI_OK : cli_fail_library(many->args->command->name, NULL, status);
}

mixmi_question cli_many_question(const cli_many *many, size_t i)
{
	mixmi_question question;
	(void)mixmi_answers_question(&question, many->answers, i); /* it exists */
	return question;
}

mixmi_answer cli_many_answer(const cli_many *many, size_t i)
{
	mixmi_answer answer;
	(void)mixmi_answers_get(&answer, sizeof answer, many->answers, i); /* it exists */
	return answer;
}

bool cli_many_estimates(const cli_many *many)
{
	for (size_t i = 0; i < many->count; i++)
		if (!isnan(cli_many_answer(many, i).estimate))
			return true;
	return false;
}

int32_t cli_many_verdict(const cli_many *many, size_t i)
{
	const mixmi_answer answer = cli_many_answer(many, i);
	if (many->adjusted == NULL || isnan(many->adjusted[i]))
		return answer.verdict;
	return many->adjusted[i] > answer.alpha ? MIXMI_NOT_DETECTED : MIXMI_DETECTED;
}

static void mark(uint8_t *used, const size_t *set, size_t count)
{
	for (size_t i = 0; i < count; i++)
		used[set[i]] = 1;
}

/* The columns that occur in any question, at the front of `columns`; returns their number. */
static size_t used_columns(size_t *columns, uint8_t *used, const cli_many *many)
{
	size_t count = 0, all = mixmi_table_columns(many->table);
	for (size_t i = 0; i < many->count; i++) {
		const mixmi_question q = cli_many_question(many, i);
		mark(used, q.x, q.x_count);
		mark(used, q.y, q.y_count);
		mark(used, q.z, q.z_count);
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
	if (used != NULL && columns != NULL && cli_methods_fits(many->args)) /* a failed remark is not an error */
		cli_columns_remarks(many->table, columns, used_columns(columns, used, many), many->args->options, keep_remark,
		                    many);
	free(used);
	free(columns);
	for (size_t i = 0; i < many->count; i++)
		missing += mixmi_answers_message(many->answers, i) != NULL;
	char remark[120];
	snprintf(remark, sizeof remark, "%zu of %zu questions have no answer; see the remarks", missing, many->count);
	if (missing > 0)
		keep_remark(many, remark);
}

void cli_many_clear(cli_many *many)
{
	mixmi_answers_free(many->answers);
	free(many->adjusted);
	free(many->profiles);
	free(many->order);
	free(many->names);
	cli_text_clear(&many->notes);
	mixmi_table_free(many->table);
	memset(many, 0, sizeof *many);
}
