/* Effects: adjustment sets from a graph or as given, and for each the standardised means, their intervals and the
 * information. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/error.h"
#include "base/memory.h"
#include "base/number.h"
#include "base/options.h"
#include "base/sized.h"
#include "base/text.h"
#include "data/survival.h"
#include "effect/inference.h"
#include "effect/rests.h"
#include "graph/model/graph.h"
#include "paper/question/question.h"

enum {
	POINTS = 20,
	CLASSES = 6,
	MOST_LEVELS = 50,
	FEW = 10
}; /* points of a curve; classes of a numeric outcome for its information; labels; numbers that are levels */
static const double usual_confidence = 0.95;

typedef struct adjusted {
	mixmi_effect_set set;
	size_t *columns;
	mixmi_effect_outcome *outcomes; /* [outcomes] */
	mixmi_effect_point *points;     /* [outcomes][points] */
} adjusted;

struct mixmi_effect {
	mixmi_effect_info info;
	char reason[800];
	char rests_on[EFFECT_RESTS_ROOM];
	uint32_t *codes; /* [points] of x */
	double *values;  /* [points] NaN: labels */
	char **labels;   /* [points] NULL: numbers */
	char **outcomes; /* [outcomes] NULL: the mean */
	double *shares;  /* [points] of the rows of x */
	adjusted *sets;  /* [info.sets] */
	effect_level level;
	effect_scope scope;
};

/* --------------------------------------------------------------------------------------------------------- points */

/* True for a treatment whose levels are compared: labels, and numbers that only name two groups. */
static bool has_levels(const data_column *c)
{
	return c->values == NULL || c->type == MIXMI_DISCRETE || c->distinct <= FEW;
}

/* Codes at equally spaced ranks. */
static void choose_points(mixmi_effect *e, const data_column *x)
{
	size_t rows = 0, below = 0, code = 0;
	for (size_t k = 0; k < x->distinct; k++)
		rows += x->counts[k];
	for (size_t p = 0; p < POINTS; p++) {
		double place = ((double)p + 0.5) / POINTS * (double)rows;
		while (code + 1 < x->distinct && (double)(below + x->counts[code]) < place)
			below += x->counts[code++];
		size_t last = e->info.points;
		if (last > 0 && e->codes[last - 1] == code)
			e->shares[last - 1]++;
		else {
			e->codes[last] = (uint32_t)code;
			e->shares[last] = 1;
			e->info.points++;
		}
	}
}

static bool copy_labels(char ***out, const data_column *column, size_t count)
{
	*out = base_strings_copy((const char *const *)column->labels, count);
	return *out != NULL;
}

static bool make_points(mixmi_effect *e, const data_column *x)
{
	size_t most = e->info.curve ? POINTS : x->distinct;
	e->codes = base_array(most, sizeof *e->codes);
	e->values = base_array(most, sizeof *e->values);
	e->shares = base_array(most, sizeof *e->shares);
	if (e->codes == NULL || e->values == NULL || e->shares == NULL)
		return false;
	if (e->info.curve)
		choose_points(e, x);
	for (size_t k = 0; !e->info.curve && k < x->distinct; k++) {
		e->codes[k] = (uint32_t)k;
		e->shares[k] = x->counts[k];
		e->info.points++;
	}
	for (size_t k = 0; k < e->info.points; k++)
		e->values[k] = x->values != NULL ? x->values[e->codes[k]] : NAN;
	return x->labels == NULL || copy_labels(&e->labels, x, x->distinct);
}

/* The point with this label, or the point of a curve nearest to this value of its range. */
static mixmi_status find_reference(mixmi_effect *e, const data_column *x, const char *reference)
{
	double value = NAN;
	e->info.reference = e->info.curve ? e->info.points / 2 : 0;
	if (reference == NULL)
		return MIXMI_OK;
	for (size_t k = 0; e->labels != NULL && k < e->info.points; k++)
		if (strcmp(e->labels[k], reference) == 0) {
			e->info.reference = k;
			return MIXMI_OK;
		}
	bool number =
		e->labels == NULL && base_number_parse(&value, reference, strlen(reference), '.') == BASE_NUMBER_FINITE;
	size_t best = 0;
	for (size_t k = 1; number && k < e->info.points; k++)
		if (fabs(e->values[k] - value) < fabs(e->values[best] - value))
			best = k;
	bool known = number && (e->info.curve ? value >= x->values[0] && value <= x->values[x->distinct - 1]
	                                      : e->values[best] == value);
	if (!known) {
		char shown[BASE_TEXT_SHOWN], name[BASE_TEXT_SHOWN];
		base_text_show(shown, reference, strlen(reference));
		base_text_show(name, x->name, strlen(x->name));
		return base_error(MIXMI_ERROR_USAGE, "reference '%s' is not a value of column '%s'%s", shown, name,
		                  number && e->info.curve ? ": it is outside its range" : "");
	}
	e->info.reference = best;
	return MIXMI_OK;
}

static mixmi_status prepare(mixmi_effect *e, const mixmi_table *table, size_t x, size_t y, const char *reference,
                            const mixmi_options *options)
{
	if (x >= table->column_count || y >= table->column_count)
		return base_error(MIXMI_ERROR_USAGE, "no column with index %zu: the table has %zu",
		                  x >= table->column_count ? x : y, table->column_count);
	if (x == y)
		return base_error(MIXMI_ERROR_USAGE, "treatment and outcome are the same column");
	mixmi_status status = data_refuse_censored(table, (const size_t[]){ x, y }, 2, "their effects are not estimated");
	if (status != MIXMI_OK)
		return status;
	const data_column *treatment = &table->columns[x], *outcome = &table->columns[y];
	if (treatment->distinct == 0 || outcome->distinct == 0) {
		const char *empty = treatment->distinct == 0 ? treatment->name : outcome->name;
		char shown[BASE_TEXT_SHOWN];
		return base_error(MIXMI_ERROR_DATA, "column '%s' has no values", base_text_show(shown, empty, strlen(empty)));
	}
	e->info.curve = !has_levels(treatment);
	e->info.labels = outcome->values == NULL || outcome->type == MIXMI_DISCRETE;
	e->info.outcomes = e->info.labels ? outcome->distinct : 1;
	e->info.x = x;
	e->info.y = y;
	e->info.confidence = options->confidence > 0 ? options->confidence : usual_confidence;
	e->level = (effect_level){ e->info.confidence, (uint64_t)options->seed, 0 };
	if ((!e->info.curve && treatment->distinct > MOST_LEVELS) || e->info.outcomes > MOST_LEVELS) {
		const data_column *large = e->info.outcomes > MOST_LEVELS ? outcome : treatment;
		char shown[BASE_TEXT_SHOWN];
		return base_error(MIXMI_ERROR_LIMIT, "column '%s' has %zu levels; an effect is estimated for at most %d",
		                  base_text_show(shown, large->name, strlen(large->name)), large->distinct, MOST_LEVELS);
	}
	if (!make_points(e, treatment) ||
	    (e->info.labels && outcome->labels != NULL && !copy_labels(&e->outcomes, outcome, outcome->distinct)))
		return base_error_memory();
	return find_reference(e, treatment, reference);
}

/* -------------------------------------------------------------------------------------------------------- outcomes */

/* y[outcome][row]: the numbers, or an indicator per label. */
static double *outcome_numbers(base_arena *arena, const effect_sample *s, size_t outcomes)
{
	double *y = base_arena_take(arena, outcomes, s->rows * sizeof *y);
	for (size_t r = 0; r < outcomes; r++)
		for (size_t i = 0; i < s->rows; i++)
			y[r * s->rows + i] = s->y != NULL ? s->y[i] : s->y_codes[i] == r;
	return y;
}

static int compare_codes(const void *a, const void *b)
{
	uint32_t x = *(const uint32_t *)a, y = *(const uint32_t *)b;
	return (x > y) - (x < y);
}

/* Indicators of classes of a numeric outcome, of equal frequency except for ties. Returns their number. */
static size_t classes_of(double **out, base_arena *arena, const effect_sample *s)
{
	uint32_t *sorted = base_arena_take(arena, s->rows, sizeof *sorted), ends[CLASSES];
	size_t count = 0, observed = 0;
	for (size_t i = 0; i < s->rows; i++)
		if (effect_is_observed(s, i))
			sorted[observed++] = s->y_codes[i];
	qsort(sorted, observed, sizeof *sorted, compare_codes);
	for (size_t k = 1; k <= CLASSES; k++) {
		uint32_t end = sorted[k * observed / CLASSES - 1];
		if (k == CLASSES || (end < sorted[observed - 1] && (count == 0 || end > ends[count - 1])))
			ends[count++] = end;
	}
	*out = base_arena_take_zero(arena, CLASSES, s->rows * sizeof **out);
	for (size_t i = 0; i < s->rows; i++)
		for (size_t k = 0; effect_is_observed(s, i) && k < count; k++)
			if (s->y_codes[i] <= ends[k]) {
				(*out)[k * s->rows + i] = 1;
				break;
			}
	return count;
}

/* ---------------------------------------------------------------------------------------------------------- a set */

static effect_standardised standardise(base_arena *arena, const mixmi_effect *e, const effect_sample *s,
                                       const double *y, size_t outcomes)
{
	const effect_grid grid = { e->info.points, e->info.reference, e->codes };
	return e->info.curve ? effect_standardise_curve(arena, s, &grid, y, outcomes)
	                     : effect_standardise_levels(arena, s, &grid, y, outcomes, e->scope);
}

static void inform(adjusted *a, base_arena *arena, const mixmi_effect *e, const effect_sample *s,
                   const effect_means *means, const effect_level *level)
{
	size_t *point_of = e->info.curve ? NULL : base_arena_take(arena, s->rows, sizeof *point_of);
	for (size_t i = 0; point_of != NULL && i < s->rows; i++)
		point_of[i] = s->x.codes[i];
	effect_infer_information(&a->set, arena, means, e->shares, point_of, level);
}

/* The information about a numeric outcome is that about its classes. */
static void inform_by_classes(adjusted *a, base_arena *arena, const mixmi_effect *e, const effect_sample *s,
                              const effect_level *level)
{
	double *y;
	size_t count = classes_of(&y, arena, s);
	effect_standardised found = standardise(arena, e, s, y, count);
	inform(a, arena, e, s, &found.means, level);
}

/* Back to the unit and the origin of the outcome. */
static void scale_back(mixmi_effect_outcome *outcome, mixmi_effect_point *points, size_t count, const effect_sample *s)
{
	double *slopes[] = { &outcome->slope, &outcome->slope_lower, &outcome->slope_upper, &outcome->crude_slope };
	for (size_t k = 0; k < sizeof slopes / sizeof *slopes; k++)
		*slopes[k] = ldexp(*slopes[k], s->y_exponent - s->x_exponent);
	for (size_t g = 0; g < count; g++) {
		mixmi_effect_point *p = &points[g];
		double *means[] = { &p->crude, &p->mean, &p->lower, &p->upper, &p->band_lower, &p->band_upper };
		double *others[] = { &p->error, &p->difference, &p->difference_error, &p->difference_lower,
			                 &p->difference_upper };
		for (size_t k = 0; k < sizeof means / sizeof *means; k++)
			*means[k] = ldexp(*means[k] + s->y_mean, s->y_exponent);
		for (size_t k = 0; k < sizeof others / sizeof *others; k++)
			*others[k] = ldexp(*others[k], s->y_exponent);
	}
}

static void describe_points(mixmi_effect_point *points, const mixmi_effect *e, const effect_standardised *found,
                            size_t outcome)
{
	for (size_t g = 0; g < e->info.points; g++) {
		points[g].label = e->labels != NULL ? e->labels[g] : NULL;
		points[g].value = e->values[g];
		points[g].rows = found->at[g];
		points[g].crude = found->crude[outcome * e->info.points + g];
		points[g].support = found->support[g].share;
		points[g].size = found->size[g];
	}
}

static void infer(adjusted *a, base_arena *arena, const mixmi_effect *e, const effect_sample *s, const double *y)
{
	effect_level level = e->level;
	double places[POINTS];
	effect_standardised found = standardise(arena, e, s, y, e->info.outcomes);
	level.key = s->key;
	for (size_t g = 0; e->info.curve && g < e->info.points; g++)
		places[g] = ldexp(e->values[g], -s->x_exponent);
	for (size_t r = 0; r < e->info.outcomes; r++) {
		mixmi_effect_point *points = a->points + r * e->info.points;
		describe_points(points, e, &found, r);
		a->outcomes[r].label = e->outcomes != NULL ? e->outcomes[r] : NULL;
		effect_infer_points(points, arena, &found.means, r, e->info.reference, &level);
		effect_infer_outcome(&a->outcomes[r], arena, &found.means, found.crude + r * e->info.points, r,
		                     e->info.reference, e->info.curve ? places : NULL, e->shares, &level);
		scale_back(&a->outcomes[r], points, e->info.points, s);
	}
	if (s->y == NULL)
		inform(a, arena, e, s, &found.means, &level);
	else
		inform_by_classes(a, arena, e, s, &level);
}

/* If y is a parent of x, there is no effect: every mean is the overall mean. */
static void set_none(adjusted *a, const mixmi_effect *e)
{
	for (size_t r = 0; r < e->info.outcomes; r++) {
		a->outcomes[r].slope = a->outcomes[r].slope_lower = a->outcomes[r].slope_upper = e->info.curve ? 0 : NAN;
		a->outcomes[r].p = 1;
		for (size_t g = 0; g < e->info.points; g++) {
			mixmi_effect_point *p = &a->points[r * e->info.points + g];
			double mean = 0, shares = 0;
			for (size_t k = 0; k < e->info.points; k++) { /* the crude means average to the overall mean */
				const mixmi_effect_point *other = &a->points[r * e->info.points + k];
				mean += e->shares[k] * (isnan(other->crude) ? 0 : other->crude);
				shares += isnan(other->crude) ? 0 : e->shares[k];
			}
			p->mean = mean / shares;
			p->lower = p->upper = p->band_lower = p->band_upper = p->error = NAN;
			p->difference = p->difference_lower = p->difference_upper = p->difference_error = 0;
		}
	}
	a->set.information = a->set.information_lower = a->set.information_upper = 0;
}

/* What the computation of one set needs. */
typedef struct asked_set {
	mixmi_effect *effect;
	adjusted *of;
	effect_question question;
	bool none; /* y is a parent of x, and is not in the set */
} asked_set;

static mixmi_status compute(void *context, base_arena *arena)
{
	asked_set *asked = context;
	mixmi_effect *e = asked->effect;
	effect_sample s;
	size_t identifier;
	mixmi_status status = effect_sample_take(&s, &identifier, arena, &asked->question);
	asked->of->set.rows = s.rows;
	asked->of->set.dropped = s.dropped;
	if (status != MIXMI_OK)
		return status;
	infer(asked->of, arena, e, &s, outcome_numbers(arena, &s, e->info.outcomes));
	if (asked->none)
		set_none(asked->of, e);
	return MIXMI_OK;
}

static mixmi_status check_question(const mixmi_table *table, const effect_question *q)
{
	question_ready ready;
	const mixmi_question asked = { &q->x, 1, &q->y, 1, q->set, q->count };
	mixmi_status status = data_refuse_censored(table, q->set, q->count, "they cannot be adjusted for");
	if (status != MIXMI_OK)
		return status;
	status = question_init(&ready, table, &asked);
	if (status == MIXMI_OK)
		question_clear(&ready);
	return status;
}

/* Adds a copy of a set; `none`: y is a parent of x, and is not in the set. */
static mixmi_status add_set(mixmi_effect *e, const mixmi_table *table, const size_t *set, size_t count, bool none)
{
	adjusted *a = &e->sets[e->info.sets++];
	asked_set asked = { e, a, { table, e->info.x, e->info.y, none ? 0 : count, set, !e->info.curve }, none };
	a->columns = base_array_copy(set, count, sizeof *a->columns);
	a->outcomes = base_array_zero(e->info.outcomes, sizeof *a->outcomes);
	a->points = base_array_zero(e->info.outcomes, e->info.points * sizeof *a->points);
	if (a->columns == NULL || a->outcomes == NULL || a->points == NULL)
		return base_error_memory();
	a->set = (mixmi_effect_set){ .columns = a->columns, .count = count, .none = none };
	mixmi_status status = check_question(table, &asked.question);
	return status == MIXMI_OK ? base_arena_run(compute, &asked) : status;
}

/* ------------------------------------------------------------------------------------------------------- a graph */

/* Nodes as columns: columns[node], SIZE_MAX if there is none. Nodes of the treatment and the outcome. */
typedef struct placed {
	size_t *columns, *unmeasured, unmeasured_count, x, y;
} placed;

static mixmi_status place_nodes(placed *p, const mixmi_table *table, const mixmi_graph *graph, size_t x, size_t y)
{
	char shown[BASE_TEXT_SHOWN];
	p->columns = base_array(graph->nodes, sizeof *p->columns);
	p->unmeasured = base_array(graph->nodes, sizeof *p->unmeasured);
	if (p->columns == NULL || p->unmeasured == NULL)
		return base_error_memory();
	p->x = p->y = SIZE_MAX;
	for (size_t v = 0; v < graph->nodes; v++) {
		size_t column = 0;
		while (column < table->column_count && strcmp(table->columns[column].name, graph->names[v]) != 0)
			column++;
		p->columns[v] = column < table->column_count ? column : SIZE_MAX;
		if (p->columns[v] == SIZE_MAX)
			p->unmeasured[p->unmeasured_count++] = v;
		p->x = column == x ? v : p->x;
		p->y = column == y ? v : p->y;
	}
	if (p->x == SIZE_MAX || p->y == SIZE_MAX) {
		const char *name = table->columns[p->x == SIZE_MAX ? x : y].name;
		return base_error(MIXMI_ERROR_DATA, "the graph has no node '%s'", base_text_show(shown, name, strlen(name)));
	}
	return MIXMI_OK;
}

/* Adds set `index` of a given kind. */
static mixmi_status add_nodes(mixmi_effect *e, const mixmi_table *table, const placed *p, const mixmi_adjustment *found,
                              mixmi_set_kind kind, size_t index)
{
	const size_t *nodes;
	size_t count, kept = 0;
	bool none = false;
	mixmi_status status = mixmi_adjustment_set(&nodes, &count, found, kind, index);
	size_t *columns = base_array(count, sizeof *columns);
	if (status == MIXMI_OK && columns == NULL)
		status = base_error_memory();
	for (size_t i = 0; status == MIXMI_OK && i < count; i++) {
		none = none || nodes[i] == p->y;
		if (p->columns[nodes[i]] == SIZE_MAX)
			status = base_error(MIXMI_ERROR_DATA, "a parent of the treatment is not a column of the table");
		else if (nodes[i] != p->y)
			columns[kept++] = p->columns[nodes[i]];
	}
	if (status == MIXMI_OK)
		status = add_set(e, table, columns, kept, none);
	free(columns);
	return status;
}

static void add_reason(mixmi_effect *e, const char *text)
{
	size_t used = strlen(e->reason);
	snprintf(e->reason + used, sizeof e->reason - used, "%s", text);
}

/* Adds the first set of a kind to the reason why there is no adjustment set. */
static void name_nodes(mixmi_effect *e, const mixmi_graph *graph, const mixmi_adjustment *found, mixmi_set_kind kind,
                       const char *text)
{
	const size_t *nodes;
	size_t count;
	char shown[BASE_TEXT_SHOWN];
	if (mixmi_adjustment_set(&nodes, &count, found, kind, 0) != MIXMI_OK)
		return;
	add_reason(e, text);
	for (size_t i = 0; i < count; i++) {
		bool given = kind == MIXMI_SET_INSTRUMENT && i == 1;
		add_reason(e, i == 0 ? "" : given ? " given " : ", ");
		add_reason(e, base_text_show(shown, graph->names[nodes[i]], strlen(graph->names[nodes[i]])));
	}
}

static mixmi_status add_sets(mixmi_effect *e, const mixmi_table *table, const mixmi_graph *graph, const placed *p,
                             const mixmi_adjustment *found)
{
	mixmi_adjustment_info info;
	mixmi_adjustment_describe(&info, sizeof info, found);
	bool class = strcmp(info.kind, "cpdag") == 0 && !info.identified;
	mixmi_set_kind kind = class                              ? MIXMI_SET_PARENTS
	                      : info.sets[MIXMI_SET_OPTIMAL] > 0 ? MIXMI_SET_OPTIMAL
	                                                         : MIXMI_SET_MINIMAL;
	size_t count = !info.affects ? 0 : class ? info.sets[kind] : info.identified ? 1 : 0;
	e->info.kind = info.kind;
	e->info.identified = info.identified;
	e->info.affects = info.affects;
	e->info.possible = info.possible;
	snprintf(e->rests_on, sizeof e->rests_on, "%s", info.rests_on);
	e->info.more_sets = class && info.more_parents;
	add_reason(e, info.reason);
	if (info.sets[MIXMI_SET_INSTRUMENT] > 0)
		name_nodes(e, graph, found, MIXMI_SET_INSTRUMENT, "; instrument: ");
	if (info.sets[MIXMI_SET_FRONT_DOOR] > 0)
		name_nodes(e, graph, found, MIXMI_SET_FRONT_DOOR, "; front-door set: ");
	e->sets = base_array_zero(count, sizeof *e->sets);
	mixmi_status status = e->sets != NULL ? MIXMI_OK : base_error_memory();
	for (size_t i = 0; status == MIXMI_OK && i < count; i++)
		status = add_nodes(e, table, p, found, kind, i);
	return status;
}

/* --------------------------------------------------------------------------------------------------- public calls */

static mixmi_status begin(mixmi_effect **out, const mixmi_table *table, size_t x, size_t y, const char *reference,
                          const mixmi_options *options)
{
	mixmi_options settled;
	mixmi_effect *e = base_array_zero(1, sizeof *e);
	*out = e;
	if (e == NULL)
		return base_error_memory();
	if (table->lags > 0) /* rows of a table with lags hold the same values several times */
		return base_error(MIXMI_ERROR_USAGE, "effects are not estimated for tables with lags: leave out option lags");
	base_options_settle(&settled, options);
	e->info.kind = "";
	e->info.reason = e->reason;
	e->info.rests_on = e->rests_on;
	e->info.identified = e->info.affects = 1;
	return prepare(e, table, x, y, reference, &settled);
}

static mixmi_status finish(mixmi_effect **out, mixmi_status status)
{
	if (status != MIXMI_OK) {
		mixmi_effect_free(*out);
		*out = NULL;
	}
	return status;
}

mixmi_status mixmi_effect_adjusted(mixmi_effect **out, const mixmi_table *table, size_t x, size_t y, const size_t *set,
                                   size_t count, const char *reference, const mixmi_options *options)
{
	mixmi_status status = begin(out, table, x, y, reference, options);
	if (status == MIXMI_OK && ((*out)->sets = base_array_zero(1, sizeof *(*out)->sets)) == NULL)
		status = base_error_memory();
	if (status == MIXMI_OK)
		status = add_set(*out, table, set, count, false);
	return finish(out, status);
}

mixmi_status mixmi_graph_effect(mixmi_effect **out, const mixmi_table *table, const mixmi_graph *graph, size_t x,
                                size_t y, size_t most, const char *reference, const mixmi_options *options)
{
	placed p = { 0 };
	mixmi_adjustment *found = NULL;
	mixmi_status status = begin(out, table, x, y, reference, options);
	if (status == MIXMI_OK)
		status = place_nodes(&p, table, graph, x, y);
	if (status == MIXMI_OK)
		status = mixmi_graph_adjust(&found, graph, p.x, p.y, p.unmeasured, p.unmeasured_count, most, options);
	if (status == MIXMI_OK)
		status = add_sets(*out, table, graph, &p, found);
	mixmi_adjustment_free(found);
	free(p.columns);
	free(p.unmeasured);
	return finish(out, status);
}

void mixmi_effect_free(mixmi_effect *e)
{
	if (e == NULL)
		return;
	for (size_t i = 0; e->sets != NULL && i < e->info.sets; i++) {
		free(e->sets[i].columns);
		free(e->sets[i].outcomes);
		free(e->sets[i].points);
	}
	free(e->sets);
	free(e->codes);
	free(e->values);
	free(e->shares);
	free(e->labels);
	free(e->outcomes);
	free(e);
}

void mixmi_effect_describe(mixmi_effect_info *out, size_t size, const mixmi_effect *e)
{
	base_give(out, size, &e->info, sizeof e->info);
}

mixmi_status mixmi_effect_set_at(mixmi_effect_set *out, size_t size, const mixmi_effect *e, size_t index)
{
	static const mixmi_effect_set none;
	bool known = index < e->info.sets;
	base_give(out, size, known ? &e->sets[index].set : &none, sizeof none);
	return known ? MIXMI_OK : base_error(MIXMI_ERROR_USAGE, "the effect has no set %zu", index);
}

mixmi_status mixmi_effect_outcome_at(mixmi_effect_outcome *out, size_t size, const mixmi_effect *e, size_t set,
                                     size_t outcome)
{
	static const mixmi_effect_outcome none;
	bool known = set < e->info.sets && outcome < e->info.outcomes;
	base_give(out, size, known ? &e->sets[set].outcomes[outcome] : &none, sizeof none);
	return known ? MIXMI_OK : base_error(MIXMI_ERROR_USAGE, "the effect has no outcome %zu of set %zu", outcome, set);
}

mixmi_status mixmi_effect_point_at(mixmi_effect_point *out, size_t size, const mixmi_effect *e, size_t set,
                                   size_t outcome, size_t point)
{
	static const mixmi_effect_point none;
	bool known = set < e->info.sets && outcome < e->info.outcomes && point < e->info.points;
	base_give(out, size, known ? &e->sets[set].points[outcome * e->info.points + point] : &none, sizeof none);
	return known ? MIXMI_OK
	             : base_error(MIXMI_ERROR_USAGE, "the effect has no point %zu of outcome %zu and set %zu", point,
	                          outcome, set);
}
