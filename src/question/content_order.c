/* Each number has an odd function, its score, which changes its sign when the number does, and an even one, the score's
 * square; labels have the even function of their counts. The first product of the odd function with even ones that is
 * not 0 gives the direction of a number. */
#include "question/content_order.h"

#include <math.h>
#include <stdlib.h>

#include "question/few.h"

enum { LABEL_KEYS = 4 }; /* count, and means of even functions, of odd ones and of coincidences */

typedef struct moments {
	base_arena *arena;
	const question_values *const *columns;
	size_t count, rows;
	double **odd, **even;                  /* [count] standardised; odd of labels: 0 */
	double *odd_sum, *even_sum, *size_sum; /* of all columns, in each row */
} moments;

static double whole(double value)
{
	return nearbyint(value / question_margin) + 0.0;
}

static double dot(const double *a, const double *b, size_t rows)
{
	double sum = 0;
	for (size_t i = 0; i < rows; i++)
		sum += a[i] * b[i];
	return sum;
}

static void standardise(double *f, size_t rows)
{
	double sum = 0, squares = 0;
	for (size_t i = 0; i < rows; i++)
		sum += f[i];
	for (size_t i = 0; i < rows; i++) {
		f[i] -= sum / (double)rows;
		squares += f[i] * f[i];
	}
	double size = sqrt(squares / (double)rows);
	for (size_t i = 0; i < rows && size > question_no_size; i++)
		f[i] /= size;
}

static void set_functions(moments *m, size_t j)
{
	const question_values *c = m->columns[j];
	double *odd = m->odd[j] = base_arena_take_zero(m->arena, m->rows, sizeof *odd);
	double *even = m->even[j] = base_arena_take(m->arena, m->rows, sizeof *even);
	base_arena_mark mark = base_arena_here(m->arena);
	double *scores = base_arena_take(m->arena, c->levels, sizeof *scores);
	question_scores(scores, c);
	for (size_t i = 0; i < m->rows && !c->labels; i++)
		odd[i] = scores[c->codes[i]];
	base_arena_back(m->arena, mark);
	standardise(odd, m->rows);
	for (size_t i = 0; i < m->rows; i++)
		even[i] = c->labels ? c->counts[c->codes[i]] : odd[i] * odd[i];
	standardise(even, m->rows);
}

static void add_up(moments *m)
{
	for (size_t i = 0; i < m->rows; i++) {
		m->even_sum[i] = m->size_sum[i] = 0;
		for (size_t j = 0; j < m->count; j++) {
			m->even_sum[i] += m->even[j][i];
			m->size_sum[i] += fabs(m->odd[j][i]);
		}
	}
}

/* Whether a number has to be negated. */
static bool is_turned(const moments *m, size_t j)
{
	const double *a = m->odd[j], *e = m->even[j];
	double sums[3] = { 0, 0, 0 };
	for (size_t i = 0; i < m->rows; i++) {
		sums[0] += a[i] * (m->even_sum[i] - e[i]);
		sums[1] += a[i] * (a[i] * a[i]);
		sums[2] += a[i] * m->size_sum[i];
	}
	for (size_t k = 0; k < 3; k++)
		if (whole(sums[k] / (double)m->rows) != 0)
			return whole(sums[k] / (double)m->rows) < 0;
	return false;
}

/* Adds to each row the share of rows with its values of both columns. */
static void add_coincidences(double *total, const moments *m, const question_values *c, const question_values *other)
{
	if (other == c || other->levels > m->rows / c->levels)
		return;
	base_arena_mark mark = base_arena_here(m->arena);
	uint32_t *cells = base_arena_take_zero(m->arena, c->levels * other->levels, sizeof *cells);
	for (size_t i = 0; i < m->rows; i++)
		cells[c->codes[i] * other->levels + other->codes[i]]++;
	for (size_t i = 0; i < m->rows; i++)
		total[i] += cells[c->codes[i] * other->levels + other->codes[i]] / (double)m->rows;
	base_arena_back(m->arena, mark);
}

/* Means in each level of column j of even functions, of odd ones and of coincidences: means[3][levels]. */
static void set_means(double *means, const moments *m, size_t j)
{
	const question_values *c = m->columns[j];
	base_arena_mark mark = base_arena_here(m->arena);
	double *shared = base_arena_take_zero(m->arena, m->rows, sizeof *shared);
	for (size_t k = 0; k < m->count; k++)
		add_coincidences(shared, m, c, m->columns[k]);
	for (size_t v = 0; v < 3 * c->levels; v++)
		means[v] = 0;
	for (size_t i = 0; i < m->rows; i++) {
		size_t v = c->codes[i];
		means[v] += m->even_sum[i] - m->even[j][i];
		means[c->levels + v] += m->odd_sum[i] - m->odd[j][i];
		means[2 * c->levels + v] += shared[i];
	}
	for (size_t v = 0; v < 3 * c->levels; v++)
		means[v] /= c->counts[v % c->levels];
	base_arena_back(m->arena, mark);
}

typedef struct label {
	double keys[LABEL_KEYS];
	uint32_t code;
} label;

static int compare_labels(const void *one, const void *other)
{
	const label *a = one, *b = other;
	for (size_t k = 0; k < LABEL_KEYS; k++)
		if (a->keys[k] != b->keys[k])
			return a->keys[k] < b->keys[k] ? -1 : 1;
	return a->code < b->code ? -1 : 1;
}

/* Labels by count, the commonest first, then by means. */
static void order_labels(uint32_t *order, base_arena *arena, const question_values *c, const double *means)
{
	base_arena_mark mark = base_arena_here(arena);
	label *labels = base_arena_take(arena, c->levels, sizeof *labels);
	for (size_t v = 0; v < c->levels; v++) {
		labels[v] = (label){ { -(double)c->counts[v] }, (uint32_t)v };
		for (size_t k = 1; k < LABEL_KEYS; k++)
			labels[v].keys[k] = whole(means[(k - 1) * c->levels + v]);
	}
	qsort(labels, c->levels, sizeof *labels, compare_labels);
	for (size_t v = 0; v < c->levels; v++)
		order[v] = labels[v].code;
	base_arena_back(arena, mark);
}

static question_key key_of(const moments *m, size_t j, const double *coincidences)
{
	const question_values *c = m->columns[j];
	double rows = (double)m->rows, counts = 0, together = 0, even = 0, even_odd = 0, odd = 0;
	for (size_t v = 0; v < c->levels; v++) {
		counts += (double)c->counts[v] * c->counts[v];
		together += c->counts[v] * coincidences[v] * coincidences[v];
	}
	for (size_t i = 0; i < m->rows; i++)
		even += m->even[j][i] * (m->even_sum[i] - m->even[j][i]);
	for (size_t k = 0; k < m->count; k++) {
		double product = k != j ? dot(m->odd[j], m->odd[k], m->rows) / rows : 0;
		even_odd += k != j ? fabs(dot(m->even[j], m->odd[k], m->rows)) : 0;
		odd += product * product;
	}
	return (question_key){ { whole(counts / (rows * rows)), whole(even / rows), whole(together / rows),
		                     whole(even_odd / rows), whole(odd) },
		                   c->labels,
		                   c->levels };
}

static void turn_all(bool *turned, moments *m)
{
	for (size_t j = 0; j < m->count; j++)
		turned[j] = is_turned(m, j);
	for (size_t j = 0; j < m->count; j++)
		for (size_t i = 0; i < m->rows && turned[j]; i++)
			m->odd[j][i] = -m->odd[j][i];
	for (size_t i = 0; i < m->rows; i++) {
		m->odd_sum[i] = 0;
		for (size_t j = 0; j < m->count; j++)
			m->odd_sum[i] += m->odd[j][i];
	}
}

void question_order(question_key *keys, const uint32_t **orders, base_arena *arena,
                    const question_values *const *columns, size_t count)
{
	for (size_t j = 0; j < count; j++)
		orders[j] = base_arena_take(arena, columns[j]->levels, sizeof **orders);
	base_arena_mark mark = base_arena_here(arena);
	moments m = { .arena = arena, .columns = columns, .count = count, .rows = columns[0]->rows };
	m.odd = base_arena_take(arena, count, 2 * sizeof *m.odd);
	m.even = m.odd + count;
	m.odd_sum = base_arena_take(arena, 3 * m.rows, sizeof *m.odd_sum);
	m.even_sum = m.odd_sum + m.rows;
	m.size_sum = m.even_sum + m.rows;
	bool *turned = base_arena_take(arena, count, sizeof *turned);
	for (size_t j = 0; j < count; j++)
		set_functions(&m, j);
	add_up(&m);
	turn_all(turned, &m);
	for (size_t j = 0; j < count; j++) {
		size_t levels = columns[j]->levels;
		double *means = base_arena_take(arena, 3 * levels, sizeof *means);
		uint32_t *order = (uint32_t *)orders[j];
		set_means(means, &m, j);
		keys[j] = key_of(&m, j, means + 2 * levels);
		for (size_t v = 0; v < levels && !columns[j]->labels; v++)
			order[v] = (uint32_t)(turned[j] ? levels - 1 - v : v);
		if (columns[j]->labels)
			order_labels(order, arena, columns[j], means);
	}
	base_arena_back(arena, mark);
}

int question_compare_keys(const question_key *a, const question_key *b)
{
	if (a->labels != b->labels)
		return a->labels ? 1 : -1;
	if (a->levels != b->levels)
		return a->levels < b->levels ? -1 : 1;
	for (size_t k = 0; k < QUESTION_MOMENTS; k++)
		if (a->moments[k] != b->moments[k])
			return a->moments[k] < b->moments[k] ? -1 : 1;
	return 0;
}
