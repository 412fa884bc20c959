/* A column of numbers has its normal score (cost 1) and waves over it (cost 2, 3, ...); a column of labels has indicators (cost
 * 1). A product of two costs their sum and 1 more, of three their sum and 3 more. All functions up to a cost are taken, the
 * cost being the largest whose functions the rows carry: so no column of Z comes before another. Functions of one column come
 * first, so that they are a model of their own. */
#include "scan/z_functions.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "scan/column_features.h"
#include "scan/exact.h"
#include "scan/rank_scores.h"

enum { MOST_COST = 32, DIAGONAL_WAVES = 12, MOST_DIAGONAL = 6 };

/* With several columns the additive functions go up to a cost that most curves need no more than; finer ones, for kinks, go farther than
 * that and than interactions do. */
enum { LEAN_COST = 6, LEAST_LEAN = 5, LEAN_ALONE = 12, FINER = 3, FINER_THAN_LEAN = 5 };

/* Functions of one column of Z, or of the sum or difference of two. */
typedef struct single {
	size_t count;
	double *values; /* [count][rows] */
	bool labels;    /* all cost 1; else function k costs k + 1 */
	bool diagonal;  /* of two columns: costs 1 more, and the first is told by theirs */
} single;

static size_t cost_of(const single *s, size_t k)
{
	return s->labels ? 1 : k + 1 + (size_t)s->diagonal;
}

/* Of so many rows the simplest interactions show that interactions are there. */
enum { MANY_ROWS = 20000, MANY_LOOKED_AT = 30, FEW_LOOKED_AT = 12 };

/* How many functions the rows carry: more with more columns, for there is more that they can do together. */
static size_t most_functions(size_t rows, size_t columns)
{
	static const struct {
		double at_300, power, most;
	} growth[] = { { 9, 0.35, 32 }, { 40, 0.6, 200 }, { 45, 0.85, 220 }, { 40, 0.7, 220 } };
	size_t kind = columns < 4 ? columns - 1 : 3;
	double most = growth[kind].at_300 * pow((double)rows / 300, growth[kind].power);
	most = fmin(most, rows > 10 * MANY_ROWS ? 70 : rows > MANY_ROWS ? 120 : growth[kind].most);
	return most < (double)rows / 6 ? (size_t)most : rows / 6;
}

/* Waves over one column: as many as could ever be afforded. */
static size_t most_waves(size_t columns)
{
	return columns == 1 ? SCAN_MOST_WAVES : columns == 2 ? 18 : columns < 5 ? 12 : 6;
}

/* ------------------------------------------------------------------------------------------- one column of Z */

/* Waves over the normal scores from end to end, the first replaced by the normal score itself. */
static bool init_numbers(single *s, const scan_column *c, size_t most)
{
	size_t waves = c->occurring - 1 < most ? c->occurring - 1 : most;
	double *places = base_array(c->distinct, sizeof *places);
	s->values = base_array(c->rows, waves * sizeof *s->values);
	bool done = places != NULL && s->values != NULL;
	double end = 0;
	for (size_t code = 0, below = 0; done && code < c->distinct; below += c->counts[code++]) {
		places[code] = c->counts[code] > 0 ? scan_normal_score(scan_place(below, c->counts[code], c->rows)) : 0;
		end = fmax(end, fabs(places[code]));
	}
	double *tables = done ? base_array(c->distinct, waves * sizeof *tables) : NULL;
	done = done && tables != NULL;
	for (size_t code = 0; done && code < c->distinct; code++) {
		double at[SCAN_MOST_WAVES];
		scan_waves(at, waves, places[code] / (2 * end));
		at[0] = places[code];
		for (size_t k = 0; k < waves; k++)
			tables[code * waves + k] = at[k];
	}
	for (size_t i = 0; done && i < c->rows; i++)
		for (size_t k = 0; k < waves; k++)
			s->values[k * c->rows + i] = tables[c->codes[i] * waves + k];
	for (size_t k = 0; done && k < waves; k++)
		scan_standardise(s->values + k * c->rows, c->rows);
	s->count = waves;
	free(places);
	free(tables);
	return done;
}

static bool single_init(single *s, const scan_column *c, size_t most)
{
	*s = (single){ .labels = c->unordered };
	if (c->occurring < 2)
		return true;
	if (!c->unordered)
		return init_numbers(s, c, most);
	scan_features f;
	if (!scan_features_init(&f, c, 1))
		return false;
	s->count = f.count;
	s->values = f.values;
	return true;
}

/* Waves over the sum (sign 1) or the difference (sign -1) of two columns' scores. */
static bool init_diagonal(single *d, const single *a, const single *b, double sign, size_t rows)
{
	double end = 0;
	*d = (single){ .count = DIAGONAL_WAVES, .diagonal = true };
	d->values = base_array(rows, DIAGONAL_WAVES * sizeof *d->values);
	if (d->values == NULL)
		return false;
	for (size_t i = 0; i < rows; i++)
		end = fmax(end, fabs(a->values[i] + sign * b->values[i]));
	for (size_t i = 0; i < rows; i++) {
		double at[DIAGONAL_WAVES];
		scan_waves(at, DIAGONAL_WAVES, (a->values[i] + sign * b->values[i]) / (2 * end));
		for (size_t k = 0; k < DIAGONAL_WAVES; k++)
			d->values[k * rows + i] = at[k];
	}
	for (size_t k = 0; k < DIAGONAL_WAVES; k++)
		scan_standardise(d->values + k * rows, rows);
	return true;
}

/* Sums and differences of every two columns of numbers, after the columns themselves. */
static bool init_diagonals(single *singles, size_t *count, size_t columns, size_t rows)
{
	*count = columns;
	for (size_t i = 0; columns <= MOST_DIAGONAL && i < columns; i++)
		for (size_t j = i + 1; j < columns; j++) {
			if (singles[i].labels || singles[j].labels || singles[i].count < 4 || singles[j].count < 4)
				continue;
			for (int sign = -1; sign <= 1; sign += 2)
				if (!init_diagonal(&singles[(*count)++], &singles[i], &singles[j], sign, rows))
					return false;
		}
	return true;
}

/* -------------------------------------------------------------------------------------------------- all columns */

typedef struct builder {
	const single *singles;
	size_t columns; /* of Z; only these enter products */
	size_t all;     /* with sums and differences */
	size_t rows;
	size_t cost;       /* of the functions that are added or counted now */
	bool interactions; /* add those of two or three columns, else those of one */
	size_t counted;
	scan_functions *to; /* NULL: only count them */
} builder;

/* A product of up to three functions, NULL for none. */
static void add_product(builder *b, const double *const factors[3], double weight)
{
	b->counted++;
	if (b->to == NULL)
		return;
	double *values = b->to->values + b->to->count * b->rows;
	memcpy(values, factors[0], b->rows * sizeof *values);
	for (size_t k = 1; k < 3 && factors[k] != NULL; k++)
		for (size_t i = 0; i < b->rows; i++)
			values[i] *= factors[k][i];
	if (scan_standardise(values, b->rows) > 0) {
		b->to->costs[b->to->count] = b->cost;
		b->to->weights[b->to->count++] = weight;
	}
}

/* A smooth function has less of a wave the shorter it is. */
static double weight_of(const single *s, size_t k)
{
	return s->labels ? 0.3 : k == 0 ? 0.05 : (double)((k + 1) * (k + 1)) / 4;
}

static void add_triples(builder *b, size_t i, size_t f, size_t j, size_t g)
{
	const single *s = b->singles;
	size_t spent = cost_of(&s[i], f) + cost_of(&s[j], g) + 3;
	if (spent >= b->cost)
		return;
	for (size_t k = j + 1; k < b->columns; k++)
		for (size_t h = 0; h < s[k].count; h++)
			if (spent + cost_of(&s[k], h) == b->cost) {
				const double *factors[3] = { s[i].values + f * b->rows, s[j].values + g * b->rows,
					                         s[k].values + h * b->rows };
				add_product(b, factors, 3 + weight_of(&s[i], f) + weight_of(&s[j], g) + weight_of(&s[k], h));
			}
}

static void add_pairs(builder *b, size_t i, size_t f)
{
	const single *s = b->singles;
	if (cost_of(&s[i], f) + 1 >= b->cost)
		return;
	for (size_t j = i + 1; j < b->columns; j++)
		for (size_t g = 0; g < s[j].count && cost_of(&s[i], f) + cost_of(&s[j], g) < b->cost; g++) {
			if (cost_of(&s[i], f) + cost_of(&s[j], g) + 1 == b->cost) {
				const double *factors[3] = { s[i].values + f * b->rows, s[j].values + g * b->rows, NULL };
				add_product(b, factors, 1 + weight_of(&s[i], f) + weight_of(&s[j], g));
			}
			add_triples(b, i, f, j, g);
		}
}

/* All functions of cost b->cost: of one column, or of more. */
static void add_cost(builder *b)
{
	const single *s = b->singles;
	for (size_t i = 0; i < b->all; i++)
		for (size_t f = s[i].diagonal; f < s[i].count; f++) {
			if (cost_of(&s[i], f) == b->cost && s[i].diagonal == b->interactions) {
				const double *factors[3] = { s[i].values + f * b->rows, NULL, NULL };
				add_product(b, factors, weight_of(&s[i], f));
			}
			if (b->interactions && i < b->columns)
				add_pairs(b, i, f);
		}
}

static void count_cost(builder *b)
{
	for (int interactions = 0; interactions < 2; interactions++) {
		b->interactions = interactions == 1;
		add_cost(b);
	}
}

/* The largest cost up to which all functions are no more than the rows carry; *count of them. The linear ones are always in. */
static size_t affordable_cost(size_t *count, builder *b)
{
	size_t most = most_functions(b->rows, b->columns), cost = 1;
	for (b->cost = 1, b->counted = 0; b->cost <= MOST_COST; b->cost++) {
		count_cost(b);
		if (b->cost > 1 && b->counted > most)
			break;
		cost = b->cost;
		*count = b->counted;
	}
	return cost;
}

/* Functions of a cost from `first` to `last`. */
static void add_costs(builder *b, size_t first, size_t last)
{
	for (b->cost = first; b->cost <= last; b->cost++)
		add_cost(b);
}

/* How far functions of each kind go, by their costs. */
typedef struct reach {
	size_t lean, single, interactions;
} reach;

/* The largest cost up to which interactions are no more than `most`, at most `cost`. */
static size_t cost_of_first(builder *b, size_t cost, size_t most)
{
	b->interactions = true;
	for (b->cost = 1, b->counted = 0; b->cost <= cost; b->cost++) {
		add_cost(b);
		if (b->counted > most)
			break;
	}
	return b->cost - 1;
}

/* To see whether interactions are needed takes only the simplest of them where rows are many. */
static reach find_reach(size_t *room, builder *b, bool whole)
{
	size_t count = 0, cost = affordable_cost(&count, b), lean = b->columns > 1 ? LEAN_COST : LEAN_ALONE;
	size_t carried = b->rows / (6 * b->columns), least = carried < LEAST_LEAN ? carried : LEAST_LEAN;
	least = least > 0 ? least : 1;
	reach r = { cost < least ? least : cost < lean ? cost : lean, 2 * cost, cost };
	if (b->columns > 1) {
		size_t fine = r.lean + FINER_THAN_LEAN < carried ? r.lean + FINER_THAN_LEAN : carried;
		r.single = cost + FINER > fine ? cost + FINER : fine;
	}
	if (!whole && b->rows > MANY_ROWS) {
		size_t looked_at = b->rows > 10 * MANY_ROWS ? FEW_LOOKED_AT : MANY_LOOKED_AT;
		r.interactions = cost_of_first(b, cost, looked_at);
		r.single = r.lean + FINER < r.single ? r.lean + FINER : r.single;
	}
	*room = count + b->columns * r.single + 1;
	return r;
}

static bool build(scan_functions *f, const single *singles, size_t columns, size_t all, bool whole)
{
	builder b = { .singles = singles, .columns = columns, .all = all, .rows = f->rows };
	size_t room;
	reach r = find_reach(&room, &b, whole);
	f->values = base_array(f->rows, room * sizeof *f->values);
	f->weights = base_array(room, sizeof *f->weights);
	f->costs = base_array(room, sizeof *f->costs);
	if (f->values == NULL || f->weights == NULL || f->costs == NULL)
		return false;
	b.to = f;
	b.interactions = false;
	add_costs(&b, 1, 1);
	f->simple = f->count;
	add_costs(&b, 2, r.lean);
	f->additive = f->count;
	add_costs(&b, r.lean + 1, r.single);
	f->single = f->count;
	b.interactions = true;
	add_costs(&b, 1, r.interactions);
	return true;
}

bool scan_functions_init(scan_functions *functions, const scan_column *columns, size_t column_count, bool whole)
{
	*functions = (scan_functions){ .rows = columns[0].rows };
	size_t most = column_count <= MOST_DIAGONAL ? column_count * column_count : column_count, all = 0;
	single *singles = base_array_zero(most, sizeof *singles);
	bool done = singles != NULL;
	for (size_t j = 0; done && j < column_count; j++)
		done = single_init(&singles[j], &columns[j], most_waves(column_count));
	done = done && init_diagonals(singles, &all, column_count, functions->rows) &&
	       build(functions, singles, column_count, all, whole);
	for (size_t j = 0; singles != NULL && j < most; j++)
		free(singles[j].values);
	free(singles);
	if (!done)
		scan_functions_clear(functions);
	return done;
}

void scan_functions_clear(scan_functions *functions)
{
	free(functions->values);
	free(functions->weights);
	free(functions->costs);
	memset(functions, 0, sizeof *functions);
}
