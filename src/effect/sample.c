/* Columns are sorted by their content, and rows by their codes, so that results depend on neither order. Identical rows
 * are interchangeable. */
#include "effect/sample.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "answer/row_design.h"
#include "base/error.h"
#include "base/hash.h"
#include "base/sort.h"
#include "base/text.h"
#include "question/content_order.h"
#include "question/few.h"

enum { LEAST_ROWS = 30 }; /* regressions with fewer rows are meaningless */

static const double most_levels = 0.45; /* per row: as many parameters as `test` allows a regression */

/* A row while the sample is taken. */
typedef struct taking {
	base_arena *arena;
	const effect_question *question;
	effect_sample *sample;
	size_t *columns; /* [columns] of the table: treatment, set in canonical order, outcome */
	size_t count;
	uint32_t *rows; /* [sample->rows] of the table */
} taking;

static const data_column *column_at(const taking *t, size_t place)
{
	return &t->question->table->columns[t->columns[place]];
}

/* ------------------------------------------------------------------------------------------------------------ rows */

static bool is_complete(const effect_question *q, size_t row)
{
	if (q->table->columns[q->x].codes[row] == DATA_MISSING)
		return false;
	for (size_t j = 0; j < q->count; j++)
		if (q->table->columns[q->set[j]].codes[row] == DATA_MISSING)
			return false;
	return true;
}

static void list_rows(taking *t)
{
	const effect_question *q = t->question;
	effect_sample *s = t->sample;
	t->rows = base_arena_take(t->arena, q->table->rows, sizeof *t->rows);
	for (size_t i = 0; i < q->table->rows; i++)
		if (is_complete(q, i)) {
			t->rows[s->rows++] = (uint32_t)i;
			s->unobserved += q->table->columns[q->y].codes[i] == DATA_MISSING;
		}
	s->dropped = q->table->rows - s->rows;
}

static uint32_t *codes_of(const taking *t, const data_column *source)
{
	uint32_t *codes = base_arena_take(t->arena, t->sample->rows, sizeof *codes);
	for (size_t i = 0; i < t->sample->rows; i++)
		codes[i] = source->codes[t->rows[i]];
	return codes;
}

static question_values *values_of(const taking *t, const data_column *source, const uint32_t *codes)
{
	uint32_t last = source->distinct > 0 ? (uint32_t)(source->distinct - 1) : 0;
	return question_values_of_codes(t->arena, codes, t->sample->rows, last);
}

static bool is_unordered(const data_column *c)
{
	return c->values == NULL || (c->type == MIXMI_DISCRETE && !c->ordered);
}

/* ---------------------------------------------------------------------------------------------------- canonical order */

/* Sorts the set by content, each time the smallest key of those that are left. */
static void order_columns(taking *t)
{
	const effect_question *q = t->question;
	const question_values **values = base_arena_take(t->arena, q->count, sizeof *values);
	const uint32_t **orders = base_arena_take(t->arena, q->count, sizeof *orders);
	question_key *keys = base_arena_take(t->arena, q->count, sizeof *keys);
	t->columns = base_arena_take(t->arena, q->count + 2, sizeof *t->columns);
	t->columns[0] = q->x;
	t->count = q->count + 2;
	for (size_t j = 0; j < q->count; j++) {
		const data_column *c = &q->table->columns[q->set[j]];
		question_values *v = values_of(t, c, codes_of(t, c));
		v->labels = is_unordered(c) && v->levels > 2;
		values[j] = v;
	}
	bool some = t->sample->rows > 0 && q->count > 0;
	if (some)
		question_order(keys, orders, t->arena, values, q->count);
	for (size_t j = 0; j < q->count; j++) {
		size_t place = j + 1;
		for (; some && place > 1 && question_compare_keys(&keys[place - 2], &keys[j]) > 0; place--)
			t->columns[place] = t->columns[place - 1];
		t->columns[place] = q->set[j];
		question_key key = keys[j];
		memmove(keys + place, keys + place - 1, (j + 1 - place) * sizeof *keys);
		keys[place - 1] = key;
	}
	t->columns[q->count + 1] = q->y;
}

/* Keys of rows by what they hold. */
static uint64_t *hash_rows(const taking *t)
{
	uint64_t *keys = base_arena_take(t->arena, t->sample->rows, sizeof *keys);
	for (size_t i = 0; i < t->sample->rows; i++) {
		keys[i] = BASE_HASH_START;
		for (size_t j = 0; j < t->count; j++)
			keys[i] = base_hash_number(keys[i], column_at(t, j)->codes[t->rows[i]]);
		keys[i] = base_hash_mix(keys[i]);
	}
	return keys;
}

/* One pass of a radix sort of rows by keys[row of the table's list]. */
static void sort_rows_by(taking *t, const uint64_t *keys, uint32_t *order)
{
	base_arena_mark mark = base_arena_here(t->arena);
	size_t rows = t->sample->rows;
	base_keyed *items = base_arena_take(t->arena, 2 * rows, sizeof *items);
	for (size_t i = 0; i < rows; i++)
		items[i] = (base_keyed){ keys[order[i]], order[i] };
	base_sort_keyed(items, items + rows, rows);
	for (size_t i = 0; i < rows; i++)
		order[i] = items[i].row;
	base_arena_back(t->arena, mark);
}

static void rearrange(taking *t, const uint32_t *order)
{
	uint32_t *rows = base_arena_take(t->arena, t->sample->rows, sizeof *rows);
	for (size_t i = 0; i < t->sample->rows; i++)
		rows[i] = t->rows[order[i]];
	t->rows = rows;
}

static size_t unit_of(const question_values *groups, size_t row)
{
	return groups != NULL ? groups->codes[row] : row;
}

/* Random places of units, which are the groups of the first way or single rows: by what their rows hold and, of units
 * that hold the same, by their number among these, so that folds are alike. */
static uint64_t *place_units(const taking *t, const uint64_t *row_keys)
{
	const question_values *groups = t->sample->groups.of[0];
	size_t rows = t->sample->rows, units = groups != NULL ? groups->levels : rows, repeats = 0;
	base_keyed *items = base_arena_take_zero(t->arena, 2 * units, sizeof *items);
	uint64_t *places = base_arena_take(t->arena, units, sizeof *places);
	for (size_t i = 0; i < rows; i++)
		items[unit_of(groups, i)].key += row_keys[i];
	for (size_t u = 0; u < units; u++)
		items[u].row = (uint32_t)u;
	base_sort_keyed(items, items + units, units);
	for (size_t k = 0; k < units; k++) {
		repeats = k > 0 && items[k].key == items[k - 1].key ? repeats + 1 : 0;
		places[items[k].row] = base_hash_mix(base_hash_number(items[k].key, repeats));
	}
	return places;
}

/* Rows by the place of their unit, and within it by what they hold. */
static void order_by_unit(taking *t, uint32_t *order, const uint64_t *row_keys)
{
	const question_values *groups = t->sample->groups.of[0];
	const uint64_t *places = place_units(t, row_keys);
	uint64_t *keys = base_arena_take(t->arena, t->sample->rows, sizeof *keys);
	for (size_t i = 0; i < t->sample->rows; i++) {
		order[i] = (uint32_t)i;
		keys[i] = places[unit_of(groups, i)];
	}
	sort_rows_by(t, row_keys, order);
	sort_rows_by(t, keys, order);
}

/* Twice the fold of each row, and 1 more if its outcome was not observed. Folds have about equally many rows, but units
 * stay together. */
static uint64_t *places_of(taking *t, const uint32_t *order)
{
	const question_values *groups = t->sample->groups.of[0];
	size_t rows = t->sample->rows, fold = 0;
	uint64_t *places = base_arena_take(t->arena, rows, sizeof *places);
	for (size_t k = 0; k < rows; k++) {
		bool same = k > 0 && unit_of(groups, order[k]) == unit_of(groups, order[k - 1]);
		fold = same ? fold : k * EFFECT_FOLDS / rows;
		places[order[k]] = 2 * fold + (column_at(t, t->count - 1)->codes[t->rows[order[k]]] == DATA_MISSING);
	}
	return places;
}

static void sort_rows(taking *t)
{
	size_t rows = t->sample->rows, at = 0;
	uint32_t *order = base_arena_take(t->arena, rows, sizeof *order);
	uint64_t *row_keys = hash_rows(t);
	order_by_unit(t, order, row_keys);
	uint64_t *places = places_of(t, order);
	sort_rows_by(t, places, order);
	for (size_t k = 0; k < EFFECT_FOLDS; k++) {
		t->sample->starts[k] = at;
		while (at < rows && places[order[at]] == 2 * k)
			at++;
		t->sample->ends[k] = at;
		while (at < rows && places[order[at]] == 2 * k + 1)
			at++;
	}
	t->sample->starts[EFFECT_FOLDS] = rows;
	for (size_t i = 0; i < rows; i++)
		t->sample->key += row_keys[i];
	rearrange(t, order);
}

/* ---------------------------------------------------------------------------------------------------------- groups */

static const question_values *groups_of(const taking *t, const data_column *column)
{
	return values_of(t, column, codes_of(t, column));
}

/* Rows of series, one after the other, each in order of time. */
static answer_rows series_of(taking *t)
{
	const mixmi_table *table = t->question->table;
	size_t rows = t->sample->rows;
	uint32_t *order = base_arena_take(t->arena, rows, sizeof *order);
	uint64_t *keys = base_arena_take(t->arena, rows, sizeof *keys);
	const question_values *unit = table->units != NULL ? groups_of(t, table->units) : NULL;
	for (size_t i = 0; i < rows; i++) {
		order[i] = (uint32_t)i;
		keys[i] = table->time->codes[t->rows[i]];
	}
	sort_rows_by(t, keys, order);
	for (size_t i = 0; unit != NULL && i < rows; i++)
		keys[i] = unit->codes[i];
	if (unit != NULL)
		sort_rows_by(t, keys, order);
	size_t series = unit != NULL ? unit->levels : 1,
		   *starts = base_arena_take_zero(t->arena, series + 1, sizeof *starts);
	for (size_t k = 0; k < series; k++)
		starts[k + 1] = starts[k] + (unit != NULL ? unit->counts[k] : rows);
	return answer_rows_of_series(t->arena, order, starts, series);
}

static void take_groups(taking *t)
{
	const mixmi_table *table = t->question->table;
	effect_groups *g = &t->sample->groups;
	*g = (effect_groups){ .freedom = INFINITY };
	if (t->sample->rows < LEAST_ROWS)
		return;
	if (table->clusters != NULL)
		g->of[g->ways++] = groups_of(t, table->clusters);
	if (table->clusters != NULL && table->crossed != NULL) {
		const question_values *ways[] = { g->of[0], groups_of(t, table->crossed) };
		answer_rows both = answer_rows_of_clusters(t->arena, ways, 2, false);
		g->of[1] = both.groups[1];
		g->of[2] = both.groups[2];
		g->ways = 3;
	}
	if (table->clusters == NULL && table->time != NULL)
		g->of[g->ways++] = series_of(t).groups[0];
	for (size_t k = 0; k < g->ways; k++) {
		g->sign[k] = k < 2 ? 1 : -1;
		g->freedom = fmin(g->freedom, (double)g->of[k]->levels - 1);
	}
}

/* ----------------------------------------------------------------------------------------------------------- columns */

/* The numbers of rows over the power of 2 that makes the largest one smaller than 1: no digit changes, and products
 * neither overflow nor vanish. */
static double *numbers_of(int *exponent, const taking *t, const data_column *source, const uint32_t *codes)
{
	double *numbers = base_arena_take(t->arena, t->sample->rows, sizeof *numbers), largest = 0;
	for (size_t i = 0; i < t->sample->rows; i++)
		largest = fmax(largest, codes[i] == DATA_MISSING ? 0 : fabs(source->values[codes[i]]));
	frexp(largest, exponent);
	for (size_t i = 0; i < t->sample->rows; i++)
		numbers[i] = codes[i] == DATA_MISSING ? 0 : ldexp(source->values[codes[i]], -*exponent);
	return numbers;
}

static effect_column column_of(int *exponent, const taking *t, size_t place, bool levels)
{
	const data_column *source = column_at(t, place);
	effect_column c = { .source = t->columns[place], .codes = codes_of(t, source) };
	question_values *v = values_of(t, source, c.codes);
	bool unordered = levels || is_unordered(source);
	v->labels = unordered && v->levels > 2;
	c.values = v;
	c.numbers = unordered ? NULL : numbers_of(exponent, t, source, c.codes);
	return c;
}

static void take_columns(taking *t)
{
	effect_sample *s = t->sample;
	effect_column *z = base_arena_take(t->arena, t->count, sizeof *z);
	int exponent = 0;
	s->x = column_of(&s->x_exponent, t, 0, t->question->levels);
	for (size_t j = 1; j + 1 < t->count; j++) {
		z[s->z_count] = column_of(&exponent, t, j, false);
		s->z_count += z[s->z_count].values->levels > 1;
	}
	s->z = z;
}

static void take_outcome(taking *t)
{
	effect_sample *s = t->sample;
	const data_column *source = column_at(t, t->count - 1);
	uint32_t *codes = codes_of(t, source);
	double observed = (double)(s->rows - s->unobserved);
	s->y_codes = codes;
	if (source->values == NULL || source->type == MIXMI_DISCRETE || source->censored != NULL)
		return;
	s->y = numbers_of(&s->y_exponent, t, source, codes);
	for (size_t i = 0; i < s->rows; i++)
		s->y_mean += s->y[i] / observed;
	for (size_t i = 0; i < s->rows; i++)
		s->y[i] -= effect_is_observed(s, i) ? s->y_mean : 0;
}

/* -------------------------------------------------------------------------------------------------------- the sample */

static mixmi_status refuse_constant(const taking *t, size_t place)
{
	char shown[BASE_TEXT_SHOWN];
	const char *name = column_at(t, place)->name;
	return base_error(MIXMI_ERROR_DATA, "column '%s' is constant in the complete rows",
	                  base_text_show(shown, name, strlen(name)));
}

static mixmi_status check(const taking *t)
{
	const effect_sample *s = t->sample;
	size_t observed = s->rows - s->unobserved;
	if (observed < LEAST_ROWS)
		return base_error(MIXMI_ERROR_DATA, "only %zu rows are complete; an effect needs at least %d", observed,
		                  LEAST_ROWS);
	if (s->x.values->levels < 2)
		return refuse_constant(t, 0);
	uint32_t first = DATA_MISSING;
	for (size_t i = 0; i < s->rows; i++) {
		if (first != DATA_MISSING && effect_is_observed(s, i) && s->y_codes[i] != first)
			return MIXMI_OK;
		first = effect_is_observed(s, i) ? s->y_codes[i] : first;
	}
	return refuse_constant(t, t->count - 1);
}

/* A column of the set whose labels leave too few rows to compare. */
static size_t find_identifier(const effect_sample *s)
{
	for (size_t j = 0; j < s->z_count; j++) {
		const question_values *v = s->z[j].values;
		if (v->labels && v->levels > QUESTION_FEW_VALUES && (double)v->levels > most_levels * (double)s->rows)
			return s->z[j].source;
	}
	return SIZE_MAX;
}

mixmi_status effect_sample_take(effect_sample *s, size_t *identifier, base_arena *arena, const effect_question *q)
{
	taking t = { .arena = arena, .question = q, .sample = s };
	*s = (effect_sample){ 0 };
	*identifier = SIZE_MAX;
	list_rows(&t);
	order_columns(&t);
	take_groups(&t); /* folds keep groups together, ... */
	sort_rows(&t);
	take_groups(&t); /* ... which are then those of the sorted rows */
	take_columns(&t);
	take_outcome(&t);
	mixmi_status status = check(&t);
	*identifier = status == MIXMI_OK ? find_identifier(s) : SIZE_MAX;
	return status;
}

size_t effect_fold(const effect_sample *s, size_t row)
{
	size_t fold = 0;
	while (row >= s->starts[fold + 1])
		fold++;
	return fold;
}
