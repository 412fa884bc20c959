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

/* Both adjustments, and the one that --adjust decides by. */
static int adjust(cli_many *many)
{
	const char *chosen = cli_args_value(many->args, "adjust");
	if (!cli_methods_chosen(many->args)->has_p)
		return CLI_OK;
	many->holm = calloc(many->count + 1, sizeof *many->holm);
	many->bh = calloc(many->count + 1, sizeof *many->bh);
	if (many->holm == NULL || many->bh == NULL)
		return cli_fail_memory();
	mixmi_status status = mixmi_answers_numbers(many->bh, many->answers, "p");
	if (status == MIXMI_OK)
		status = mixmi_adjust_p_holm(many->holm, many->bh, many->count);
	if (status == MIXMI_OK)
		status = mixmi_adjust_p(many->bh, many->bh, many->count);
	many->deciding = chosen == NULL ? NULL : strcmp(chosen, "holm") == 0 ? many->holm : many->bh;
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
	return code == CLI_OK ? adjust(many) : code;
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
	if (many->deciding == NULL || isnan(many->deciding[i]))
		return answer.verdict;
	return many->deciding[i] < answer.alpha ? MIXMI_DETECTED : MIXMI_NOT_DETECTED;
}

/* ------------------------------------------------------------------------------------------------ order */

enum { KEYS = 4 };

/* A question with what it is ordered by: ascending, one key after the other, then by the names of X and Y. */
typedef struct rank {
	size_t question;
	double keys[KEYS];
	const char *x, *y;
} rank;

static int compare_ranks(const void *left, const void *right)
{
	const rank *a = left, *b = right;
	for (size_t k = 0; k < KEYS; k++)
		if (a->keys[k] != b->keys[k])
			return a->keys[k] < b->keys[k] ? -1 : 1;
	int names = strcmp(a->x, b->x);
	names = names != 0 ? names : strcmp(a->y, b->y);
	return names != 0 ? names : (a->question > b->question) - (a->question < b->question);
}

/* A missing number comes after every other. */
static double last_if_nan(double value)
{
	return isnan(value) ? INFINITY : value;
}

static double group_of(int32_t verdict, int32_t status)
{
	static const double groups[] = {
		[MIXMI_NO_VERDICT] = 1, [MIXMI_NOT_DETECTED] = 1, [MIXMI_DETECTED] = 0, [MIXMI_UNDECIDED] = 2
	};
	return status == MIXMI_OK ? groups[verdict] : 3;
}

static rank rank_of(const cli_many *many, size_t i, const char *key)
{
	const mixmi_answer a = cli_many_answer(many, i);
	const mixmi_question q = cli_many_question(many, i);
	rank r = { i, { 0 }, many->names[*q.x], many->names[*q.y] };
	if (strcmp(key, "evidence") == 0) {
		const double size = isnan(a.corrected) ? a.estimate : a.corrected;
		const double keys[KEYS] = { group_of(cli_many_verdict(many, i), a.status), last_if_nan(-a.lower),
			                        last_if_nan(a.p), last_if_nan(-size) };
		memcpy(r.keys, keys, sizeof keys);
		return r;
	}
	r.keys[0] = a.status != MIXMI_OK && strcmp(key, "name") != 0;
	r.keys[1] = last_if_nan(strcmp(key, "estimate") == 0    ? -a.estimate
	                        : strcmp(key, "corrected") == 0 ? -a.corrected
	                        : strcmp(key, "strength") == 0  ? -a.strength
	                        : strcmp(key, "p") == 0         ? a.p
	                                                        : 0);
	return r;
}

int cli_many_sort(cli_many *many, const char *key)
{
	size_t top = cli_args_count(many->args, "top", many->count);
	many->shown = top < many->count ? top : many->count;
	many->by_evidence = strcmp(key, "evidence") == 0;
	if (strcmp(key, "file") == 0)
		return CLI_OK;
	rank *ranks = calloc(many->count + 1, sizeof *ranks);
	if (ranks == NULL)
		return cli_fail_memory();
	for (size_t i = 0; i < many->count; i++)
		ranks[i] = rank_of(many, i, key);
	qsort(ranks, many->count, sizeof *ranks, compare_ranks);
	for (size_t i = 0; i < many->count; i++)
		many->order[i] = ranks[i].question;
	free(ranks);
	return CLI_OK;
}

/* ------------------------------------------------------------------------------------------------ remarks */

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
	free(many->holm);
	free(many->bh);
	free(many->profiles);
	free(many->order);
	free(many->names);
	cli_text_clear(&many->notes);
	mixmi_table_free(many->table);
	memset(many, 0, sizeof *many);
}
