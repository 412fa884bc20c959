/* All pairs of the compared columns, as lists of numbers in the order of mixmi_pairs(): the heat map. Then details of
 * the most important pairs, until the page is full. O(columns^2) questions. */
#include <math.h>
#include <stdlib.h>

#include "page.h"
#include "text.h"

enum { FAILURES = 100, MANY = 10000 };

/* ------------------------------------------------------------------------------------------- asking */

static size_t pair_count(const page *p)
{
	return p->count * (p->count - 1) / 2;
}

/* Estimates every pair with the default estimator, for the heat map of a test that gives no estimates; the intervals of
 * these estimates are not shown, because they do not belong to the p-values of that test. */
static mixmi_status estimate_pairs(page *p)
{
	size_t count = pair_count(p), at = 0;
	size_t *columns = malloc((2 * count + 1) * sizeof *columns), *ends = malloc((3 * count + 1) * sizeof *ends);
	mixmi_status status = MIXMI_ERROR_MEMORY;
	if (columns != NULL && ends != NULL) {
		for (size_t a = 0; a < p->count; a++)
			for (size_t b = a + 1; b < p->count; b++, at++) {
				columns[2 * at] = p->used[a];
				columns[2 * at + 1] = p->used[b];
				ends[3 * at] = 2 * at + 1;
				ends[3 * at + 1] = ends[3 * at + 2] = 2 * at + 2;
			}
		const mixmi_questions questions = { count, columns, ends };
		status = mixmi_estimate_many(&p->values, p->table, &questions, p->options);
	}
	free(columns);
	free(ends);
	return status;
}

static bool has_strengths(const page *p)
{
	mixmi_answer answer;
	for (size_t i = 0; i < mixmi_answers_count(p->answers); i++)
		if (mixmi_answers_get(&answer, sizeof answer, p->answers, i) == MIXMI_OK && isfinite(answer.strength))
			return true;
	return false;
}

static mixmi_status ask(page *p)
{
	const mixmi_pair_set pairs = { .columns = p->used, .column_count = p->count };
	mixmi_status status = mixmi_pairs(&p->answers, p->table, &pairs, p->options);
	if (status == MIXMI_OK && !has_strengths(p))
		status = estimate_pairs(p);
	return status;
}

mixmi_answer page_answer(const page *p, size_t index)
{
	mixmi_answer answer, value;
	mixmi_answers_get(&answer, sizeof answer, p->answers, index);
	if (p->values != NULL && mixmi_answers_get(&value, sizeof value, p->values, index) == MIXMI_OK) {
		answer.estimate = value.estimate;
		answer.strength = value.strength;
	}
	return answer;
}

/* ------------------------------------------------------------------------------------------- the heat map */

/* Strength in thousandths: a shade cannot show more than three digits. */
static json_t *thousandths(double strength)
{
	return isfinite(strength) ? json_integer((json_int_t)floor(1000 * strength + .5)) : json_null();
}

/* Why pairs have no answer; only the first reasons are listed. */
static json_t *failures(page *p)
{
	json_t *array = json_array();
	for (size_t i = 0; i < pair_count(p) && json_array_size(array) < FAILURES; i++) {
		const char *message = mixmi_answers_message(p->answers, i);
		if (message == NULL)
			continue;
		json_t *one = json_array();
		cli_json_push(&p->json, one, cli_json_count(i));
		cli_json_push(&p->json, one, page_text(message, 2 * PAGE_LABEL));
		cli_json_push(&p->json, array, one);
	}
	return array;
}

/* The rows of every pair, or one number if all are equal. */
static json_t *rows_json(page *p)
{
	json_t *array = json_array();
	bool same = true;
	for (size_t i = 0; i < pair_count(p); i++) {
		same &= page_answer(p, i).rows == page_answer(p, 0).rows;
		cli_json_push(&p->json, array, cli_json_count(page_answer(p, i).rows));
	}
	if (!same || pair_count(p) == 0)
		return array;
	json_decref(array);
	return cli_json_count(page_answer(p, 0).rows);
}

/* The short name of a shape. */
static const char *short_name(const mixmi_profile *profile)
{
	switch (profile->shape) {
	case MIXMI_SHAPE_VALLEY:
		return "U-shaped";
	case MIXMI_SHAPE_PEAK:
		return "inverted U";
	case MIXMI_SHAPE_GROUPS:
		return "differs between groups";
	case MIXMI_SHAPE_OTHER:
		return "no simple shape";
	default:
		return profile->word;
	}
}

/* The name of every shape that occurs, by number. */
static json_t *shape_words(page *p, const mixmi_profile *profiles)
{
	json_t *object = json_object();
	for (size_t i = 0; i < pair_count(p); i++) {
		char number[CLI_NUMBER];
		snprintf(number, sizeof number, "%d", profiles[i].shape);
		if (profiles[i].shape != MIXMI_SHAPE_NONE && json_object_get(object, number) == NULL)
			cli_json_put(&p->json, object, number, json_string(short_name(&profiles[i])));
	}
	return object;
}

/* Shapes as numbers. */
static mixmi_status add_profiles(page *p, json_t *object)
{
	json_t *shapes = json_array();
	mixmi_profile *profiles = calloc(pair_count(p) + 1, sizeof *profiles);
	mixmi_status status = profiles == NULL
	                          ? MIXMI_ERROR_MEMORY
	                          : mixmi_answers_profiles(profiles, sizeof *profiles, p->answers, p->table, p->options);
	for (size_t i = 0; status == MIXMI_OK && i < pair_count(p); i++)
		cli_json_push(&p->json, shapes, json_integer(profiles[i].shape));
	cli_json_put(&p->json, object, "words", status == MIXMI_OK ? shape_words(p, profiles) : json_null());
	cli_json_put(&p->json, object, "shape", shapes);
	free(profiles);
	return status;
}

mixmi_status page_pairs(page *p)
{
	cli_json *json = &p->json;
	mixmi_status status = ask(p);
	if (status != MIXMI_OK)
		return status;
	json_t *object = json_object(), *estimates = json_array(), *strengths = json_array(), *ps = json_array();
	json_t *verdicts = json_array(), *lowers = json_array(), *uppers = json_array();
	int less = pair_count(p) > MANY ? 1 : 0; /* fewer digits for very many pairs */
	for (size_t i = 0; i < pair_count(p); i++) {
		const mixmi_answer answer = page_answer(p, i);
		cli_json_push(json, estimates, page_number(cli_in_units(answer.estimate, p->options), 3 - less));
		cli_json_push(json, lowers, page_number(cli_in_units(answer.lower, p->options), 3 - less));
		cli_json_push(json, uppers, page_number(cli_in_units(answer.upper, p->options), 3 - less));
		cli_json_push(json, strengths, thousandths(answer.strength));
		cli_json_push(json, ps, page_number(answer.p, 3 - less));
		cli_json_push(json, verdicts, json_integer(answer.verdict));
	}
	cli_json_put(json, object, "estimate", estimates);
	cli_json_put(json, object, "lower", lowers);
	cli_json_put(json, object, "upper", uppers);
	cli_json_put(json, object, "strength", strengths);
	cli_json_put(json, object, "p", ps);
	cli_json_put(json, object, "verdict", verdicts);
	cli_json_put(json, object, "rows", rows_json(p));
	cli_json_put(json, object, "failures", failures(p));
	status = add_profiles(p, object);
	cli_json_put(json, json->root, "pairs", object);
	return status == MIXMI_OK && json->failed ? MIXMI_ERROR_MEMORY : status;
}

/* ------------------------------------------------------------------------------------------- details */

/* Sort key of a pair. */
typedef struct turn {
	size_t a, b;
	double weight; /* descending */
} turn;

static int compare_turns(const void *left, const void *right)
{
	const turn *x = left, *y = right;
	if (x->weight != y->weight)
		return x->weight > y->weight ? -1 : 1;
	if (x->a != y->a)
		return x->a < y->a ? -1 : 1;
	return x->b < y->b ? -1 : x->b > y->b;
}

/* Pairs with the target come first, then edges, then other detected dependences, the strongest first, then the rest. */
static void mark_edges(const page *p, turn *turns)
{
	mixmi_edge edge;
	for (size_t i = 0; p->graph != NULL && mixmi_graph_edge(&edge, sizeof edge, p->graph, i) == MIXMI_OK; i++)
		turns[page_pair(p, edge.from, edge.to)].weight += 2;
	size_t target = p->target != PAGE_NO_COLUMN ? page_place(p, p->target) : PAGE_NO_COLUMN;
	for (size_t i = 0; target != PAGE_NO_COLUMN && i < p->count; i++)
		if (i != target)
			turns[page_pair(p, i, target)].weight += 4;
}

static turn *take_turns(const page *p)
{
	turn *turns = malloc((pair_count(p) + 1) * sizeof *turns);
	for (size_t a = 0; turns != NULL && a < p->count; a++)
		for (size_t b = a + 1; b < p->count; b++) {
			size_t i = page_pair(p, a, b);
			const mixmi_answer answer = page_answer(p, i);
			double strength = isfinite(answer.strength) ? answer.strength : 0;
			turns[i] = (turn){ a, b, answer.verdict == MIXMI_DETECTED ? strength : strength - 1 };
		}
	if (turns != NULL) {
		mark_edges(p, turns);
		qsort(turns, pair_count(p), sizeof *turns, compare_turns);
	}
	return turns;
}

/* Adds one; returns false when there is no space left, and updates `room`. */
static bool add_detail(page *p, json_t *array, const turn *t, size_t *room)
{
	json_t *grid = page_grid(p, t->a, t->b);
	size_t size = grid != NULL ? page_size(grid) + 1 : 0;
	if (grid == NULL || size > *room) {
		p->json.failed |= grid == NULL;
		json_decref(grid);
		return false;
	}
	*room -= size;
	cli_json_push(&p->json, array, grid);
	return true;
}

mixmi_status page_details(page *p, size_t room)
{
	json_t *array = json_array();
	turn *turns = take_turns(p);
	size_t count = pair_count(p) < p->most.pairs ? pair_count(p) : p->most.pairs;
	for (size_t i = 0; turns != NULL && i < count && !p->cancelled && add_detail(p, array, &turns[i], &room); i++)
		continue;
	p->json.failed |= turns == NULL;
	free(turns);
	cli_json_put(&p->json, p->json.root, "details", array);
	return p->json.failed ? MIXMI_ERROR_MEMORY : MIXMI_OK;
}
