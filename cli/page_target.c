/* The target view: columns in the order of forward selection, each with its information given those above it; the
 * information of each column alone is in the heat map. Columns that were not selected follow, with their information
 * given all selected ones. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "page.h"
#include "text.h"

/* A column with the answer shown next to its information alone. */
typedef struct candidate {
	size_t column;
	bool chosen;
	mixmi_answer alone;     /* used to sort the columns that were not selected */
	double estimate, total; /* given those above */
	double p;
	uint64_t rows;
} candidate;

static json_t *row_json(page *p, const candidate *c)
{
	cli_json *json = &p->json;
	json_t *object = json_object();
	cli_json_put(json, object, "column", cli_json_count(page_place(p, c->column)));
	cli_json_put(json, object, "chosen", json_boolean(c->chosen));
	cli_json_put(json, object, "estimate", page_number(cli_in_units(c->estimate, p->options), 3));
	cli_json_put(json, object, "total", page_number(cli_in_units(c->total, p->options), 3));
	cli_json_put(json, object, "p", page_number(c->p, 3));
	cli_json_put(json, object, "rows", cli_json_count(c->rows));
	return object;
}

/* ------------------------------------------------------------------------------------- columns that were not chosen */

static double last_if_nan(double value)
{
	return isnan(value) ? INFINITY : value;
}

static int compare_candidates(const void *left, const void *right)
{
	const candidate *a = left, *b = right;
	const double of_a[] = { last_if_nan(-a->alone.lower), last_if_nan(a->alone.p), last_if_nan(-a->alone.estimate) };
	const double of_b[] = { last_if_nan(-b->alone.lower), last_if_nan(b->alone.p), last_if_nan(-b->alone.estimate) };
	for (size_t i = 0; i < sizeof of_a / sizeof *of_a; i++)
		if (of_a[i] != of_b[i])
			return of_a[i] < of_b[i] ? -1 : 1;
	return a->column < b->column ? -1 : a->column > b->column;
}

/* Every other column, sorted by evidence: the lower end of the interval of the dependence alone, then its p-value. */
static size_t list_others(candidate *others, const page *p, const size_t *chosen, size_t chosen_count)
{
	size_t count = 0, target = page_place(p, p->target);
	for (size_t i = 0; i < p->count; i++) {
		bool other = i != target;
		for (size_t j = 0; j < chosen_count; j++)
			other &= p->used[i] != chosen[j];
		if (other)
			others[count++] =
				(candidate){ .column = p->used[i], .alone = page_answer(p, page_pair(p, i, target)), .total = NAN };
	}
	qsort(others, count, sizeof *others, compare_candidates);
	return count;
}

/* Questions about each of them and the target given all selected columns. */
static mixmi_status ask_others(candidate *others, size_t count, const page *p, const size_t *chosen,
                               size_t chosen_count)
{
	size_t each = 2 + chosen_count, *columns = malloc((count * each + 1) * sizeof *columns);
	size_t *ends = malloc((3 * count + 1) * sizeof *ends);
	mixmi_answers *answers = NULL;
	mixmi_status status = MIXMI_ERROR_MEMORY;
	if (columns != NULL && ends != NULL) {
		for (size_t i = 0; i < count; i++) {
			columns[each * i] = others[i].column;
			columns[each * i + 1] = p->target;
			memcpy(columns + each * i + 2, chosen, chosen_count * sizeof *chosen);
			ends[3 * i] = each * i + 1;
			ends[3 * i + 1] = each * i + 2;
			ends[3 * i + 2] = each * (i + 1);
		}
		const mixmi_questions questions = { count, columns, ends };
		status = mixmi_test_many(&answers, p->table, &questions, p->options);
	}
	for (size_t i = 0; status == MIXMI_OK && i < count; i++) {
		mixmi_answer answer;
		mixmi_answers_get(&answer, sizeof answer, answers, i);
		others[i].estimate = answer.estimate;
		others[i].p = answer.p;
		others[i].rows = answer.rows;
	}
	mixmi_answers_free(answers);
	free(columns);
	free(ends);
	return status;
}

static mixmi_status add_others(page *p, json_t *rows, const size_t *chosen, size_t chosen_count)
{
	candidate *others = calloc(p->count + 1, sizeof *others);
	mixmi_status status = MIXMI_ERROR_MEMORY;
	if (others != NULL) {
		size_t count = list_others(others, p, chosen, chosen_count);
		status = count > 0 ? ask_others(others, count, p, chosen, chosen_count) : MIXMI_OK;
		for (size_t i = 0; status == MIXMI_OK && i < count; i++)
			cli_json_push(&p->json, rows, row_json(p, &others[i]));
	}
	free(others);
	return status;
}

/* ------------------------------------------------------------------------------------------------------- the whole */

static mixmi_status choose(page *p)
{
	mixmi_status status = mixmi_select(&p->choice, p->table, p->target, p->used, p->count, p->most.chosen, p->options);
	mixmi_choice_info info = { 0 };
	if (status == MIXMI_OK)
		mixmi_choice_describe(&info, sizeof info, p->choice);
	return status == MIXMI_OK && !info.complete ? MIXMI_ERROR_CANCELLED : status;
}

static mixmi_status add_rows(page *p, json_t *rows)
{
	mixmi_choice_info info;
	mixmi_choice_describe(&info, sizeof info, p->choice);
	size_t *chosen = malloc((info.members + 1) * sizeof *chosen);
	for (size_t i = 0; chosen != NULL && i < info.members; i++) {
		mixmi_chosen row;
		mixmi_choice_at(&row, sizeof row, p->choice, i);
		chosen[i] = row.column;
		const candidate c = { .column = row.column,
			                  .chosen = true,
			                  .estimate = row.estimate,
			                  .total = row.total,
			                  .p = row.p,
			                  .rows = row.rows };
		cli_json_push(&p->json, rows, row_json(p, &c));
	}
	mixmi_status status = chosen == NULL ? MIXMI_ERROR_MEMORY : add_others(p, rows, chosen, info.members);
	free(chosen);
	return status;
}

mixmi_status page_target(page *p)
{
	mixmi_status status = choose(p);
	if (status != MIXMI_OK)
		return status;
	mixmi_choice_info info;
	mixmi_choice_describe(&info, sizeof info, p->choice);
	json_t *object = json_object(), *rows = json_array();
	status = add_rows(p, rows);
	cli_json_put(&p->json, object, "alpha", page_number(info.alpha, 6));
	cli_json_put(&p->json, object, "column", cli_json_count(page_place(p, p->target)));
	cli_json_put(&p->json, object, "most", cli_json_count(p->most.chosen));
	cli_json_put(&p->json, object, "rows", rows);
	cli_json_put(&p->json, p->json.root, "target", object);
	if (status != MIXMI_OK)
		return status;
	return p->json.failed ? MIXMI_ERROR_MEMORY : MIXMI_OK;
}
