/* The columns compared on a page: the requested ones or those that suit a search, including the target. If there are
 * more than PAGE_COLUMNS, those with the strongest dependence on the target, which takes one question per column, or
 * the first. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "page.h"

static int compare_columns(const void *left, const void *right)
{
	size_t a = *(const size_t *)left, b = *(const size_t *)right;
	return a < b ? -1 : a > b;
}

static void add_column(page *p, size_t column)
{
	if (page_place(p, column) == PAGE_NO_COLUMN)
		p->used[p->count++] = column;
}

/* Adds all lagged copies of the columns taken so far: the graph of a series has them as nodes. */
static mixmi_status add_copies(page *p)
{
	mixmi_status status = MIXMI_OK;
	for (size_t column = 0; status == MIXMI_OK && column < mixmi_table_columns(p->table); column++) {
		mixmi_column about, taken;
		bool found = false;
		status = mixmi_table_column(&about, sizeof about, p->table, column, NULL);
		for (size_t i = 0; status == MIXMI_OK && !found && i < p->count; i++) {
			status = mixmi_table_column(&taken, sizeof taken, p->table, p->used[i], NULL);
			found = status == MIXMI_OK && taken.lag_of == about.lag_of;
		}
		if (found)
			add_column(p, column);
	}
	return status;
}

/* The columns of the request, or all that suit a search; target, treatment and outcome are always included. */
static mixmi_status take_columns(page *p)
{
	const mixmi_page *request = p->request;
	size_t all = mixmi_table_columns(p->table), count = request->columns != NULL ? request->column_count : all;
	mixmi_status status = MIXMI_OK;
	p->used = malloc((count + all + 3) * sizeof *p->used);
	if (p->used == NULL)
		return MIXMI_ERROR_MEMORY;
	for (size_t i = 0; i < count && status == MIXMI_OK; i++) {
		mixmi_column about;
		size_t column = request->columns != NULL ? request->columns[i] : i;
		status = mixmi_table_column(&about, sizeof about, p->table, column, p->options);
		if (status == MIXMI_OK && (request->columns != NULL || about.suited))
			p->used[p->count++] = column;
	}
	if (status == MIXMI_OK && p->target != PAGE_NO_COLUMN)
		add_column(p, p->target);
	for (size_t i = 0; status == MIXMI_OK && request->effect != NULL && i < 2; i++)
		add_column(p, request->effect[i]);
	return status == MIXMI_OK && mixmi_table_lags(p->table) > 0 ? add_copies(p) : status;
}

/* Sort key of a column if there are too many. */
typedef struct rank {
	size_t column;
	double strength; /* with the target; -1: unknown */
} rank;

static int compare_ranks(const void *left, const void *right)
{
	const rank *a = left, *b = right;
	if (a->strength != b->strength)
		return a->strength > b->strength ? -1 : 1;
	return a->column < b->column ? -1 : a->column > b->column;
}

/* Sorts columns by strength of dependence on the target. */
static mixmi_status rank_by_target(page *p)
{
	mixmi_answers *answers = NULL;
	const mixmi_pair_set pairs = {
		.columns = p->used, .column_count = p->count, .targets = &p->target, .target_count = 1
	};
	rank *ranks = calloc(p->count, sizeof *ranks);
	mixmi_status status = ranks == NULL ? MIXMI_ERROR_MEMORY : mixmi_pairs(&answers, p->table, &pairs, p->options);
	for (size_t i = 0; status == MIXMI_OK && i < p->count; i++)
		ranks[i] = (rank){ p->used[i], p->used[i] == p->target ? INFINITY : -1 };
	for (size_t i = 0; status == MIXMI_OK && i < mixmi_answers_count(answers); i++) {
		mixmi_question question;
		mixmi_answer answer;
		mixmi_answers_question(&question, answers, i);
		if (mixmi_answers_get(&answer, sizeof answer, answers, i) == MIXMI_OK && isfinite(answer.strength))
			ranks[page_place(p, question.x[0])].strength = answer.strength;
	}
	if (status == MIXMI_OK)
		qsort(ranks, p->count, sizeof *ranks, compare_ranks);
	for (size_t i = 0; status == MIXMI_OK && i < p->count; i++)
		p->used[i] = ranks[i].column;
	mixmi_answers_free(answers);
	free(ranks);
	return status;
}

mixmi_status page_columns(page *p)
{
	mixmi_status status = take_columns(p);
	if (status == MIXMI_OK && p->count > PAGE_COLUMNS) {
		if (p->target != PAGE_NO_COLUMN)
			status = rank_by_target(p);
		p->left_out = p->count - PAGE_COLUMNS;
		p->count = PAGE_COLUMNS;
	}
	if (status == MIXMI_OK)
		qsort(p->used, p->count, sizeof *p->used, compare_columns);
	return status;
}
