/* Rows are listed first: complete ones, less those that are alone in a level of an absorbed label, until there are no
 * more. Then each column is renumbered to what occurs, put into its canonical direction, and read in sorted rows. */
#include "question/sets.h"

#include <string.h>

#include "data/table.h"
#include "question/content_order.h"
#include "question/few.h"

/* A column of the question while it is taken. */
typedef struct column {
	const data_column *source;
	size_t number; /* in the table */
	bool grouped;  /* numbers that are taken as labels */
	bool left_out; /* constant or repeated */
	question_values *values;
	uint32_t *table_codes; /* [levels] the table's code of each code */
	const uint32_t *order; /* canonical */
	question_key key;
} column;

typedef struct taking {
	base_arena *arena;
	column *columns;   /* of X, Y and Z */
	size_t count, own; /* own: of X and Y */
	uint32_t *rows;    /* of the table, that are in the question */
	size_t row_count;
} taking;

static void list_columns(taking *t, const mixmi_table *table, const mixmi_question *q)
{
	const size_t *numbers[3] = { q->x, q->y, q->z }, counts[3] = { q->x_count, q->y_count, q->z_count };
	t->columns = base_arena_take_zero(t->arena, q->x_count + q->y_count + q->z_count, sizeof *t->columns);
	t->own = q->x_count + q->y_count;
	for (size_t side = 0; side < 3; side++)
		for (size_t j = 0; j < counts[side]; j++) {
			column *c = &t->columns[t->count++];
			c->number = numbers[side][j];
			c->source = &table->columns[c->number];
		}
}

static bool is_complete(const taking *t, size_t row)
{
	for (size_t j = 0; j < t->count; j++)
		if (t->columns[j].source->codes[row] == DATA_MISSING)
			return false;
	return true;
}

static void list_complete_rows(taking *t, size_t rows)
{
	t->rows = base_arena_take(t->arena, rows, sizeof *t->rows);
	for (size_t i = 0; i < rows; i++)
		if (is_complete(t, i))
			t->rows[t->row_count++] = (uint32_t)i;
}

/* Which of the values that occur are times that were censored. */
static const bool *censored_of(const taking *t, const column *c)
{
	if (c->source->censored == NULL)
		return NULL;
	bool *out = base_arena_take(t->arena, c->values->levels, sizeof *out);
	for (size_t v = 0; v < c->values->levels; v++)
		out[v] = c->source->censored[c->table_codes[v]] != 0;
	return out;
}

/* Codes of the rows in the question, renumbered in the order of the table's codes. */
static void take_values(taking *t, column *c)
{
	size_t distinct = c->source->distinct;
	uint32_t *codes = base_arena_take(t->arena, t->row_count, sizeof *codes);
	bool *occurs = base_arena_take_zero(t->arena, distinct, sizeof *occurs);
	for (size_t i = 0; i < t->row_count; i++) {
		codes[i] = c->source->codes[t->rows[i]];
		occurs[codes[i]] = true;
	}
	c->values = question_values_of_codes(t->arena, codes, t->row_count, distinct > 0 ? (uint32_t)(distinct - 1) : 0);
	c->values->labels = (c->grouped || c->source->type == MIXMI_DISCRETE) && c->values->levels > 2;
	c->table_codes = base_arena_take(t->arena, c->values->levels, sizeof *c->table_codes);
	for (size_t v = 0, level = 0; v < distinct; v++)
		if (occurs[v])
			c->table_codes[level++] = (uint32_t)v;
	c->values->censored = censored_of(t, c);
}

/* Whether two columns are the same: numbers but for their direction, labels but for their names. */
static bool is_repeated(base_arena *arena, const question_values *a, const question_values *b)
{
	if (a->labels != b->labels || a->levels != b->levels)
		return false;
	bool same = true, reversed = !a->labels;
	base_arena_mark mark = base_arena_here(arena);
	uint32_t *met = base_arena_take(arena, a->levels, 2 * sizeof *met), *back = met + a->levels;
	memset(met, UINT8_MAX, 2 * a->levels * sizeof *met);
	for (size_t i = 0; i < a->rows && (same || reversed); i++) {
		uint32_t u = a->codes[i], v = b->codes[i];
		if (a->labels) {
			met[u] = met[u] == UINT32_MAX ? v : met[u];
			back[v] = back[v] == UINT32_MAX ? u : back[v];
			same = same && met[u] == v && back[v] == u;
		} else {
			same = same && u == v;
			reversed = reversed && u + v == a->levels - 1;
		}
	}
	base_arena_back(arena, mark);
	return same || reversed;
}

static bool carries_nothing(const taking *t, size_t j)
{
	if (t->columns[j].values->levels <= 1)
		return true;
	for (size_t k = t->own; k < j; k++)
		if (!t->columns[k].left_out && is_repeated(t->arena, t->columns[k].values, t->columns[j].values))
			return true;
	return false;
}

/* Marks columns of Z that carry nothing, and labels that are absorbed in the present rows: those of many levels, and a
 * label alone. */
static void judge_columns(taking *t)
{
	size_t left = 0;
	for (size_t j = t->own; j < t->count; j++) {
		t->columns[j].left_out = carries_nothing(t, j);
		left += !t->columns[j].left_out;
	}
	for (size_t j = t->own; j < t->count; j++) {
		question_values *v = t->columns[j].values;
		v->given = true;
		v->absorbed = !t->columns[j].left_out && v->labels && (v->levels > QUESTION_FEW_VALUES || left == 1);
	}
}

static bool is_alone(const taking *t, size_t row)
{
	for (size_t j = t->own; j < t->count; j++) {
		const question_values *v = t->columns[j].values;
		if (v->absorbed && v->counts[v->codes[row]] == 1)
			return true;
	}
	return false;
}

/* Leaves out rows that are alone in a level of an absorbed label. Others can then be alone. */
static bool drop_rows_alone(taking *t)
{
	size_t kept = 0, before = t->row_count;
	for (size_t i = 0; i < t->row_count; i++)
		if (!is_alone(t, i))
			t->rows[kept++] = t->rows[i];
	t->row_count = kept;
	return kept < before;
}

static void drop_columns(taking *t)
{
	size_t kept = t->own;
	for (size_t j = t->own; j < t->count; j++)
		if (!t->columns[j].left_out)
			t->columns[kept++] = t->columns[j];
	t->count = kept;
}

/* Gives the values of each column their canonical codes. */
static void recode(taking *t, column *c)
{
	question_values *v = c->values;
	uint32_t *number = base_arena_take(t->arena, v->levels, sizeof *number), *codes = (uint32_t *)v->codes;
	uint32_t *counts = base_arena_take(t->arena, v->levels, sizeof *counts);
	uint32_t *table_codes = base_arena_take(t->arena, v->levels, sizeof *table_codes);
	for (size_t k = 0; k < v->levels; k++) {
		number[c->order[k]] = (uint32_t)k;
		counts[k] = v->counts[c->order[k]];
		table_codes[k] = c->table_codes[c->order[k]];
	}
	for (size_t i = 0; i < v->rows; i++)
		codes[i] = number[codes[i]];
	v->counts = counts;
	c->table_codes = table_codes;
}

static void make_canonical(taking *t)
{
	const question_values **values = base_arena_take(t->arena, t->count, sizeof *values);
	const uint32_t **orders = base_arena_take(t->arena, t->count, sizeof *orders);
	question_key *keys = base_arena_take(t->arena, t->count, sizeof *keys);
	for (size_t j = 0; j < t->count; j++)
		values[j] = t->columns[j].values;
	question_order(keys, orders, t->arena, values, t->count);
	for (size_t j = 0; j < t->count; j++) {
		t->columns[j].key = keys[j];
		t->columns[j].order = orders[j];
		if (t->columns[j].values->censored == NULL) /* a time has one direction */
			recode(t, &t->columns[j]);
	}
}

/* Sorts columns[count] by key; equal ones keep their order. */
static void sort_columns(column *columns, size_t count)
{
	for (size_t i = 1; i < count; i++) {
		column one = columns[i];
		size_t j = i;
		for (; j > 0 && question_compare_keys(&columns[j - 1].key, &one.key) > 0; j--)
			columns[j] = columns[j - 1];
		columns[j] = one;
	}
}

/* Whether the columns of one side sort before those of another: fewer columns first, then by keys. */
static int compare_sides(const column *a, size_t a_count, const column *b, size_t b_count)
{
	int order = a_count == b_count ? 0 : a_count < b_count ? -1 : 1;
	for (size_t j = 0; order == 0 && j < a_count; j++)
		order = question_compare_keys(&a[j].key, &b[j].key);
	return order;
}

/* One pass of a radix sort: rows by the codes of a column. */
static void sort_by(uint32_t *to, const uint32_t *from, const question_values *v, base_arena *arena)
{
	base_arena_mark mark = base_arena_here(arena);
	uint32_t *start = base_arena_take_zero(arena, v->levels + 1, sizeof *start);
	for (size_t k = 0; k < v->levels; k++)
		start[k + 1] = start[k] + v->counts[k];
	for (size_t i = 0; i < v->rows; i++)
		to[start[v->codes[from[i]]]++] = from[i];
	base_arena_back(arena, mark);
}

static void move_rows(question_values *v, const uint32_t *order, base_arena *arena)
{
	uint32_t *codes = base_arena_take(arena, v->rows, sizeof *codes);
	for (size_t i = 0; i < v->rows; i++)
		codes[i] = v->codes[order[i]];
	v->codes = codes;
}

/* Codes that a column set aside has in the rows of the question, in their order. */
static question_values *aside(const taking *t, const data_column *from, const uint32_t *order)
{
	uint32_t *codes = base_arena_take(t->arena, t->row_count, sizeof *codes);
	for (size_t i = 0; i < t->row_count; i++)
		codes[i] = from->codes[t->rows[order[i]]];
	return question_values_of_codes(t->arena, codes, t->row_count, (uint32_t)(from->distinct - 1));
}

/* Numbers the values in the order in which rows first have them, so that it does not matter how they are named. */
static const question_values *renumbered(const taking *t, const question_values *v)
{
	uint32_t *number = base_arena_take(t->arena, v->levels, sizeof *number), next = 0;
	uint32_t *codes = base_arena_take(t->arena, v->rows, sizeof *codes);
	memset(number, UINT8_MAX, v->levels * sizeof *number);
	for (size_t i = 0; i < v->rows; i++) {
		uint32_t *own = &number[v->codes[i]];
		*own = *own == UINT32_MAX ? next++ : *own;
		codes[i] = *own;
	}
	return question_values_of_codes(t->arena, codes, v->rows, next - 1);
}

/* The clusters of the rows in the question, in their order. */
static void take_clusters(question_sets *out, const taking *t, const mixmi_table *table, const uint32_t *order)
{
	const data_column *ways[QUESTION_MOST_WAYS] = { table->clusters, table->crossed };
	for (size_t k = 0; k < QUESTION_MOST_WAYS && ways[k] != NULL && t->row_count > 0; k++)
		out->clusters[out->ways++] = renumbered(t, aside(t, ways[k], order));
}

/* The order of time within series. Where columns are there with their lags, rows are given their past. */
static void take_series(question_sets *out, const taking *t, const mixmi_table *table, const uint32_t *order)
{
	if (table->time == NULL || table->lags > 0 || t->row_count == 0)
		return;
	uint32_t *sorted = base_arena_take(t->arena, t->row_count, 2 * sizeof *sorted), *other = sorted + t->row_count;
	for (size_t i = 0; i < t->row_count; i++)
		other[i] = (uint32_t)i;
	sort_by(sorted, other, aside(t, table->time, order), t->arena);
	out->order = sorted;
	out->series = 1;
	const question_values *unit = table->units != NULL ? aside(t, table->units, order) : NULL;
	if (unit != NULL) {
		sort_by(other, sorted, unit, t->arena);
		out->order = other;
		out->series = unit->levels;
	}
	size_t *starts = base_arena_take_zero(t->arena, out->series + 1, sizeof *starts);
	for (size_t s = 0; s < out->series; s++)
		starts[s + 1] = starts[s] + (unit != NULL ? unit->counts[s] : t->row_count);
	out->starts = starts;
}

/* Sorts the rows lexicographically by the columns in the given order, and returns it. */
static const uint32_t *sort_rows(taking *t, const question_set *const sets[3])
{
	uint32_t *order = base_arena_take(t->arena, t->row_count, 2 * sizeof *order), *other = order + t->row_count;
	for (size_t i = 0; i < t->row_count; i++)
		order[i] = (uint32_t)i;
	for (size_t s = 3; s-- > 0;)
		for (size_t j = sets[s]->count; j-- > 0;) {
			sort_by(other, order, sets[s]->columns[j], t->arena);
			uint32_t *swap = order;
			order = other;
			other = swap;
		}
	for (size_t j = 0; j < t->count; j++)
		move_rows(t->columns[j].values, order, t->arena);
	return order;
}

static question_set set_of(const taking *t, size_t from, size_t count)
{
	question_set set = { base_arena_take(t->arena, count, sizeof *set.columns),
		                 base_arena_take(t->arena, count, sizeof *set.sources), count };
	question_source *sources = base_arena_take(t->arena, count, sizeof *sources);
	for (size_t j = 0; j < count; j++) {
		set.columns[j] = t->columns[from + j].values;
		sources[j] = (question_source){ t->columns[from + j].number, t->columns[from + j].table_codes };
	}
	set.sources = sources;
	return set;
}

static void list_rows(taking *t, question_sets *out, size_t rows)
{
	list_complete_rows(t, rows);
	out->rows_incomplete = rows - t->row_count;
	size_t complete = t->row_count;
	do {
		for (size_t j = 0; j < t->count; j++)
			take_values(t, &t->columns[j]);
		judge_columns(t);
	} while (drop_rows_alone(t));
	drop_columns(t);
	out->rows_alone = complete - t->row_count;
	out->rows = t->row_count;
}

static void mark_grouped(taking *t, const question_set *z, const bool *grouped)
{
	for (size_t k = 0; k < z->count; k++)
		for (size_t j = t->own; j < t->count; j++)
			t->columns[j].grouped =
				t->columns[j].grouped || (grouped[k] && t->columns[j].number == z->sources[k].column);
}

question_sets *question_take(base_arena *arena, const mixmi_table *table, const mixmi_question *q)
{
	return question_take_grouped(arena, table, q, NULL, NULL);
}

question_sets *question_take_grouped(base_arena *arena, const mixmi_table *table, const mixmi_question *q,
                                     const question_sets *before, const bool *grouped)
{
	question_sets *out = base_arena_take(arena, 1, sizeof *out);
	taking t = { .arena = arena };
	*out = (question_sets){ .regrouped = before != NULL };
	list_columns(&t, table, q);
	if (before != NULL)
		mark_grouped(&t, &before->z, grouped);
	list_rows(&t, out, table->rows);
	if (t.row_count > 0)
		make_canonical(&t);
	column *y = t.columns + q->x_count;
	sort_columns(t.columns, q->x_count);
	sort_columns(y, q->y_count);
	sort_columns(t.columns + t.own, t.count - t.own);
	out->exchanged = compare_sides(t.columns, q->x_count, y, q->y_count) > 0;
	question_set one = set_of(&t, 0, q->x_count), other = set_of(&t, q->x_count, q->y_count);
	out->x = out->exchanged ? other : one;
	out->y = out->exchanged ? one : other;
	out->z = set_of(&t, t.own, t.count - t.own);
	const uint32_t *order = sort_rows(&t, (const question_set *const[3]){ &out->x, &out->y, &out->z });
	out->taken = t.rows;
	out->sorted = order;
	take_clusters(out, &t, table, order);
	if (out->ways == 0)
		take_series(out, &t, table, order);
	return out;
}
