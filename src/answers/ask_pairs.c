/* All pairs of columns, or all pairs with a target: makes the questions and answers them as in ask_many.c. */
#include <stdlib.h>
#include <string.h>

#include "answers/answer_list.h"
#include "answers/ask.h"
#include "base/error.h"
#include "base/memory.h"
#include "base/options.h"
#include "base/text.h"
#include "data/table.h"

/* The columns of the pairs. */
typedef struct choice {
	const mixmi_table *table;
	mixmi_pair_set pairs; /* with its columns listed, also if all are meant */
	uint8_t *given;       /* [columns of the table] true if in Z */
} choice;

static mixmi_status check_columns(const mixmi_table *table, const size_t *columns, size_t count)
{
	mixmi_status status = MIXMI_OK;
	for (size_t i = 0; status == MIXMI_OK && i < count; i++)
		status = data_check_column(table, columns[i]);
	return status;
}

static mixmi_status check_targets(const choice *c)
{
	for (size_t i = 0; i < c->pairs.target_count; i++)
		if (c->given[c->pairs.targets[i]]) {
			char shown[BASE_TEXT_SHOWN];
			const char *name = mixmi_table_name(c->table, c->pairs.targets[i]);
			return base_error(MIXMI_ERROR_USAGE, "'%s' is both a target and in Z",
			                  base_text_show(shown, name, strlen(name)));
		}
	return MIXMI_OK;
}

static bool is_target(const choice *c, size_t before, size_t column)
{
	for (size_t t = 0; t < before; t++)
		if (c->pairs.targets[t] == column)
			return true;
	return false;
}

/* Counts a pair and, if there is a list, stores it. */
static void add_pair(mixmi_answers *list, size_t *count, size_t x, size_t y)
{
	if (list != NULL) {
		list->pairs[2 * *count] = (uint32_t)x;
		list->pairs[2 * *count + 1] = (uint32_t)y;
	}
	(*count)++;
}

/* Pairs every column with each target; a pair of targets occurs once. */
static void pair_targets(mixmi_answers *list, size_t *count, const choice *c)
{
	for (size_t t = 0; t < c->pairs.target_count; t++)
		for (size_t i = 0; i < c->pairs.column_count; i++)
			if (!c->given[c->pairs.columns[i]] && !is_target(c, t + 1, c->pairs.columns[i]))
				add_pair(list, count, c->pairs.columns[i], c->pairs.targets[t]);
}

static void pair_all(mixmi_answers *list, size_t *count, const choice *c)
{
	for (size_t i = 0; i < c->pairs.column_count; i++)
		for (size_t k = i + 1; k < c->pairs.column_count; k++)
			if (!c->given[c->pairs.columns[i]] && !c->given[c->pairs.columns[k]] &&
			    c->pairs.columns[i] != c->pairs.columns[k])
				add_pair(list, count, c->pairs.columns[i], c->pairs.columns[k]);
}

static size_t make_pairs(mixmi_answers *list, const choice *c)
{
	size_t count = 0;
	if (c->pairs.target_count > 0)
		pair_targets(list, &count, c);
	else
		pair_all(list, &count, c);
	return count;
}

/* The list begins with the numbers of all columns of the table, to which questions point, followed by those of Z. */
static mixmi_status make_list(mixmi_answers **out, const choice *c, const mixmi_options *options)
{
	size_t all = mixmi_table_columns(c->table), count = make_pairs(NULL, c);
	if (count > (uint64_t)options->max_pairs)
		return base_error(
			MIXMI_ERROR_LIMIT,
			"%zu pairs exceed the limit of %lld: choose fewer columns or a target; option max-pairs raises the "
			"limit",
			count, (long long)options->max_pairs);
	*out = answers_list_new(count, all + c->pairs.z_count, true, options->alpha);
	if (*out == NULL)
		return base_error_memory();
	(*out)->z_count = c->pairs.z_count;
	for (size_t j = 0; j < all; j++)
		(*out)->columns[j] = j;
	if (c->pairs.z_count > 0)
		memcpy((*out)->columns + all, c->pairs.z, c->pairs.z_count * sizeof *c->pairs.z);
	(void)make_pairs(*out, c);
	return MIXMI_OK;
}

/* Checks the columns and marks those of Z. */
static mixmi_status check(choice *c)
{
	mixmi_status status = check_columns(c->table, c->pairs.columns, c->pairs.column_count);
	if (status == MIXMI_OK)
		status = check_columns(c->table, c->pairs.targets, c->pairs.target_count);
	if (status == MIXMI_OK)
		status = check_columns(c->table, c->pairs.z, c->pairs.z_count);
	for (size_t i = 0; status == MIXMI_OK && i < c->pairs.z_count; i++)
		c->given[c->pairs.z[i]] = 1;
	return status == MIXMI_OK ? check_targets(c) : status;
}

/* The numbers of all columns of a table; NULL: out of memory. */
static size_t *number_all(size_t count)
{
	size_t *numbers = base_array(count, sizeof *numbers);
	for (size_t j = 0; numbers != NULL && j < count; j++)
		numbers[j] = j;
	return numbers;
}

mixmi_status mixmi_pairs(mixmi_answers **out, const mixmi_table *table, const mixmi_pair_set *pairs,
                         const mixmi_options *options)
{
	mixmi_options settled;
	*out = NULL;
	base_options_settle(&settled, options);
	size_t all = mixmi_table_columns(table), *numbers = number_all(all);
	choice c = { table, *pairs, base_array_zero(all, 1) };
	if (pairs->columns == NULL) {
		c.pairs.columns = numbers;
		c.pairs.column_count = all;
	}
	c.pairs.target_count = pairs->targets != NULL ? pairs->target_count : 0;
	c.pairs.z_count = pairs->z != NULL ? pairs->z_count : 0;
	mixmi_answers *list = NULL;
	mixmi_status status = numbers == NULL || c.given == NULL ? base_error_memory() : check(&c);
	if (status == MIXMI_OK)
		status = make_list(&list, &c, &settled);
	free(c.given);
	free(numbers);
	const answers_job job = { answers_ask_test, "testing", false };
	return status == MIXMI_OK ? answers_ask_all(out, list, table, &settled, &job) : status;
}
