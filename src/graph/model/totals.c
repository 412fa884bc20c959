/* Sums in raw units. Through ranks T = I + O is an ordinary strong dependence (R2 .87 where it is .99992 in raw units), and given two of
 * the three nothing can be tested about the third. So such relations are found before the search: each column is regressed on up to four
 * others, forwards; the relation counts if the rest of the variance is tiny and grows much without any of the parts. The total is the
 * member that all others add up to with positive coefficients; of shares that add up to a constant it is the one that varies most. The
 * same on logarithms finds products and ratios, whose exponents are halves or whole numbers. */
#include "graph/model/totals.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "data/table.h"

/* Largest share of the variance that a sum leaves, and how many times more is left without any of its parts. */
static const double EXACT = 0.0005;
static const double NEEDED = 20;
static const double NEGLIGIBLE =
	0.02; /* standard deviations of the total: a constant that is only noise of the coefficients */

enum {
	FEWEST_VALUES = 5,   /* of a column that may be part of a sum: fewer are codes */
	FEWEST_ROWS = 30,    /* with all values */
	MOST_ROWS = 20000,   /* more rows are thinned evenly: a sum that is exact is so in any rows */
	MOST_COLUMNS = 1000, /* with more, sums are not sought: the time grows with their square */
	MOST_MEMBERS = 1 + GRAPH_SUM_PARTS
};

typedef struct raw {
	bool logarithms;
	size_t count, rows;
	size_t *places;    /* [count] position in the members */
	double *values;    /* [count * rows] centred, and divided by the standard deviation */
	double *deviation; /* [count] */
	double *mean;      /* [count] */
	double *products;  /* [count * count] correlations */
} raw;

/* ------------------------------------------------------------------------------------------------------------ rows */

static bool may_add(const data_column *c, size_t rows, bool logarithms)
{
	return c->labels == NULL && c->type == MIXMI_NUMERIC && c->unit == DATA_PLAIN && c->censored == NULL &&
	       c->below + c->above == 0 && c->distinct >= FEWEST_VALUES && 2 * c->missing <= rows &&
	       (!logarithms || c->values[0] > 0);
}

static const data_column *column_of(const raw *r, const graph_members *all, const mixmi_table *table, size_t i)
{
	return &table->columns[all->columns[r->places[i]]];
}

static bool is_whole(const raw *r, const graph_members *all, const mixmi_table *table, size_t row)
{
	for (size_t i = 0; i < r->count; i++)
		if (column_of(r, all, table, i)->codes[row] == DATA_MISSING)
			return false;
	return true;
}

/* Lists the rows with all values, at most MOST_ROWS. NULL: out of memory. */
static size_t *list_rows(raw *r, const graph_members *all, const mixmi_table *table)
{
	size_t *rows = base_array(table->rows, sizeof *rows), whole = 0;
	for (size_t row = 0; rows != NULL && row < table->rows; row++)
		if (is_whole(r, all, table, row))
			rows[whole++] = row;
	r->rows = whole < MOST_ROWS ? whole : MOST_ROWS;
	for (size_t k = 0; rows != NULL && whole > MOST_ROWS && k < r->rows; k++)
		rows[k] = rows[(size_t)((double)k * (double)whole / MOST_ROWS)];
	return rows;
}

static void standardise(raw *r, size_t i)
{
	double *v = r->values + i * r->rows, sum = 0, squares = 0;
	for (size_t k = 0; k < r->rows; k++)
		sum += v[k];
	r->mean[i] = sum / (double)r->rows;
	for (size_t k = 0; k < r->rows; k++) {
		v[k] -= r->mean[i];
		squares += v[k] * v[k];
	}
	r->deviation[i] = sqrt(squares / (double)r->rows);
	for (size_t k = 0; k < r->rows; k++)
		v[k] = r->deviation[i] > 0 ? v[k] / r->deviation[i] : 0;
}

static bool fill(raw *r, const graph_members *all, const mixmi_table *table)
{
	size_t *rows = list_rows(r, all, table), n = r->count;
	if (rows == NULL)
		return false;
	r->values = base_array(n * r->rows, sizeof *r->values);
	r->mean = base_array(n, sizeof *r->mean);
	r->deviation = base_array(n, sizeof *r->deviation);
	r->products = base_array(n * n, sizeof *r->products);
	bool done = r->values != NULL && r->mean != NULL && r->deviation != NULL && r->products != NULL;
	for (size_t i = 0; done && i < n; i++) {
		const data_column *c = column_of(r, all, table, i);
		for (size_t k = 0; k < r->rows; k++)
			r->values[i * r->rows + k] =
				r->logarithms ? log(c->values[c->codes[rows[k]]]) : c->values[c->codes[rows[k]]];
		standardise(r, i);
	}
	for (size_t i = 0; done && i < n; i++)
		for (size_t j = 0; j <= i; j++) {
			const double *x = r->values + i * r->rows, *y = r->values + j * r->rows;
			double sum = 0;
			for (size_t k = 0; k < r->rows; k++)
				sum += x[k] * y[k];
			r->products[i * n + j] = r->products[j * n + i] = sum / (double)r->rows;
		}
	free(rows);
	return done;
}

static void clear(raw *r)
{
	free(r->places);
	free(r->values);
	free(r->mean);
	free(r->deviation);
	free(r->products);
}

/* -------------------------------------------------------------------------------------------------------- regression */

/* Least squares of a standardised column on others by elimination. Returns the share of the variance that is left; 1 if they are collinear. */
static double regress(double out[GRAPH_SUM_PARTS], const raw *r, size_t y, const size_t *x, size_t count)
{
	double a[GRAPH_SUM_PARTS][GRAPH_SUM_PARTS + 1], left = 1;
	size_t n = r->count;
	for (size_t i = 0; i < count; i++) {
		for (size_t j = 0; j < count; j++)
			a[i][j] = r->products[x[i] * n + x[j]];
		a[i][count] = r->products[x[i] * n + y];
	}
	for (size_t i = 0; i < count; i++) {
		if (a[i][i] < EXACT * EXACT)
			return 1;
		for (size_t k = i + 1; k < count; k++) {
			double factor = a[k][i] / a[i][i];
			for (size_t j = i; j <= count; j++)
				a[k][j] -= factor * a[i][j];
		}
	}
	for (size_t i = count; i-- > 0;) {
		out[i] = a[i][count];
		for (size_t j = i + 1; j < count; j++)
			out[i] -= a[i][j] * out[j];
		out[i] /= a[i][i];
	}
	for (size_t i = 0; i < count; i++)
		left -= out[i] * r->products[x[i] * n + y];
	return fmax(left, 0);
}

/* Adds the column that leaves the least; false: none is left. */
static bool add_best(size_t *x, size_t *count, const raw *r, size_t y, const bool *out)
{
	double least = 2, unused[GRAPH_SUM_PARTS];
	size_t best = SIZE_MAX;
	for (size_t j = 0; j < r->count; j++) {
		bool in = j == y || out[j];
		for (size_t i = 0; i < *count; i++)
			in = in || x[i] == j;
		if (in)
			continue;
		x[*count] = j;
		double left = regress(unused, r, y, x, *count + 1);
		if (left < least) {
			least = left;
			best = j;
		}
	}
	if (best == SIZE_MAX)
		return false;
	x[(*count)++] = best;
	return true;
}

/* The smallest share that is left without one of the parts; *which: this part. */
static double least_without_one(size_t *which, const raw *r, size_t y, const size_t *x, size_t count)
{
	double least = 2, unused[GRAPH_SUM_PARTS];
	for (size_t i = 0; i < count; i++) {
		size_t others[GRAPH_SUM_PARTS], kept = 0;
		for (size_t k = 0; k < count; k++)
			if (k != i)
				others[kept++] = x[k];
		double left = regress(unused, r, y, others, kept);
		if (left < least) {
			least = left;
			*which = i;
		}
	}
	return least;
}

/* Is the column a sum of two or more others? */
static bool find_parts(size_t *x, size_t *count, const raw *r, size_t y, const bool *out)
{
	double unused[GRAPH_SUM_PARTS], left = 1;
	*count = 0;
	while (left >= EXACT && *count < GRAPH_SUM_PARTS) {
		if (!add_best(x, count, r, y, out))
			return false;
		left = regress(unused, r, y, x, *count);
	}
	for (size_t which = 0; left < EXACT && *count >= 2;) {
		double without = least_without_one(&which, r, y, x, *count);
		if (without >= EXACT)
			return without >= NEEDED * left;
		memmove(x + which, x + which + 1, (*count - which - 1) * sizeof *x); /* not needed */
		--*count;
		left = without;
	}
	return false;
}

/* --------------------------------------------------------------------------------------------------------- the total */

static bool is_root(const graph_rules *rules, size_t node)
{
	bool root = rules->flags != NULL;
	for (size_t other = 0; root && other < rules->nodes; other++)
		root = other == node || graph_rules_forbid(rules, other, node);
	return root;
}

/* Of y = sum of b x: the member that all others add up to with positive coefficients, or y if all add up to a constant; SIZE_MAX: none. */
static size_t find_total(const size_t *members, const double *b, size_t count)
{
	size_t negative = 0, place = 0;
	for (size_t i = 0; i < count; i++)
		if (b[i] < 0)
			negative++;
		else
			place = i + 1;
	return negative == 0 || negative == count ? members[0] : negative == count - 1 ? members[place] : SIZE_MAX;
}

static int compare_sizes(const void *a, const void *b)
{
	size_t x = *(const size_t *)a, y = *(const size_t *)b;
	return (x > y) - (x < y);
}

/* The sum with this total, in the units of the columns. */
static graph_sum describe(const raw *r, size_t total, const size_t *members, size_t count)
{
	graph_sum t = { .total = r->places[total], .logarithms = r->logarithms };
	size_t parts[GRAPH_SUM_PARTS];
	for (size_t i = 0; i < count; i++)
		if (members[i] != total)
			parts[t.count++] = members[i];
	qsort(parts, t.count, sizeof *parts, compare_sizes);
	(void)regress(t.coefficients, r, total, parts, t.count);
	t.constant = r->mean[total];
	for (size_t i = 0; i < t.count; i++) {
		t.parts[i] = r->places[parts[i]];
		t.coefficients[i] *= r->deviation[total] / r->deviation[parts[i]];
		t.constant -= t.coefficients[i] * r->mean[parts[i]];
	}
	if (fabs(t.constant) < NEGLIGIBLE * r->deviation[total])
		t.constant = 0;
	return t;
}

/* A power of another number than a half or a whole one is no product that somebody computed. */
static bool is_usual(const graph_sum *t)
{
	for (size_t k = 0; t->logarithms && k < t->count; k++) {
		double twice = 2 * t->coefficients[k];
		if (fabs(twice - round(twice)) > 2 * NEGLIGIBLE || round(twice) == 0)
			return false;
	}
	return true;
}

/* Adds the sum of this column if it is one; its total is in no other sum from then on, so that sums may be parts of others. */
static bool take_sum(graph_sum **out, size_t *found, const raw *r, size_t y, bool *taken, const graph_rules *rules)
{
	size_t members[MOST_MEMBERS] = { y }, count = 0;
	double b[GRAPH_SUM_PARTS];
	if (taken[y] || !find_parts(members + 1, &count, r, y, taken))
		return true;
	(void)regress(b, r, y, members + 1, count);
	size_t total = find_total(members, b, count);
	for (size_t i = 0; i <= count && total != SIZE_MAX && is_root(rules, r->places[total]); i++)
		total = is_root(rules, r->places[members[i]]) ? total : members[i];
	if (total == SIZE_MAX || is_root(rules, r->places[total]))
		return true;
	const graph_sum sum = describe(r, total, members, count + 1);
	if (!is_usual(&sum))
		return true;
	graph_sum *larger = base_array(*found + 1, sizeof *larger);
	if (larger == NULL)
		return false;
	if (*found > 0)
		memcpy(larger, *out, *found * sizeof *larger);
	free(*out);
	*out = larger;
	larger[(*found)++] = sum;
	taken[total] = true;
	return true;
}

/* The column with the largest standard deviation, because totals have large ones; names decide nothing. */
static size_t next_column(const raw *r, const bool *seen)
{
	size_t best = SIZE_MAX;
	for (size_t i = 0; i < r->count; i++)
		if (!seen[i] && (best == SIZE_MAX || r->deviation[i] > r->deviation[best]))
			best = i;
	return best;
}

static bool find_in(graph_sum **out, size_t *count, raw *r, const graph_members *all, const mixmi_table *table,
                    const graph_rules *rules)
{
	bool *taken = base_array_zero(all->count + 1, sizeof *taken), *seen = base_array_zero(all->count, sizeof *seen);
	r->places = base_array(all->count, sizeof *r->places);
	bool done = r->places != NULL && taken != NULL && seen != NULL;
	for (size_t i = 0; done && i < all->count; i++) {
		for (size_t k = 0; k < *count; k++)
			taken[r->count] = taken[r->count] || (*out)[k].total == i;
		if (may_add(&table->columns[all->columns[i]], table->rows, r->logarithms))
			r->places[r->count++] = i;
		else
			taken[r->count] = false;
	}
	bool enough = done && r->count > 2 && r->count <= MOST_COLUMNS;
	if (enough)
		done = fill(r, all, table);
	for (size_t i = 0, y; done && enough && r->rows >= FEWEST_ROWS && i < r->count; i++) {
		y = next_column(r, seen);
		seen[y] = true;
		done = take_sum(out, count, r, y, taken, rules);
	}
	free(taken);
	free(seen);
	return done;
}

bool graph_totals_find(graph_sum **out, size_t *count, const graph_members *all, const mixmi_table *table,
                       const graph_rules *rules)
{
	bool done = true;
	*out = NULL;
	*count = 0;
	for (int logarithms = 0; done && logarithms < 2; logarithms++) {
		raw r = { .logarithms = logarithms != 0 };
		done = find_in(out, count, &r, all, table, rules);
		clear(&r);
	}
	if (!done) {
		free(*out);
		*out = NULL;
	}
	return done;
}
