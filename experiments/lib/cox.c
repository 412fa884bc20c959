#include "cox.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* A likelihood with its derivatives in the coefficients. */
typedef struct derivatives {
	double value, first[COX_MOST_COLUMNS], second[COX_MOST_COLUMNS][COX_MOST_COLUMNS];
} derivatives;

/* The data by decreasing time. */
typedef struct problem {
	size_t rows, count;
	const double *time, *const *columns;
	const unsigned char *observed;
	size_t *order;
} problem;

typedef struct keyed {
	double time;
	size_t row;
} keyed;

static int compare(const void *a, const void *b)
{
	const keyed *v = a, *w = b;
	return v->time != w->time ? (v->time > w->time ? -1 : 1) : v->row < w->row ? -1 : v->row > w->row;
}

static size_t *sort_rows(const double *time, size_t rows)
{
	keyed *sorted = malloc(rows * sizeof *sorted);
	size_t *order = malloc(rows * sizeof *order);
	for (size_t i = 0; sorted != NULL && i < rows; i++)
		sorted[i] = (keyed){ time[i], i };
	if (sorted != NULL)
		qsort(sorted, rows, sizeof *sorted, compare);
	for (size_t i = 0; sorted != NULL && order != NULL && i < rows; i++)
		order[i] = sorted[i].row;
	free(sorted);
	return order;
}

/* Sums over the risk set: of exp(risk), and of it times the columns and their products. */
typedef struct sums {
	double all, of[COX_MOST_COLUMNS], of_both[COX_MOST_COLUMNS][COX_MOST_COLUMNS];
} sums;

static double risk_of(const problem *p, size_t row, const double *coefficients)
{
	double risk = 0;
	for (size_t j = 0; j < p->count; j++)
		risk += coefficients[j] * p->columns[j][row];
	return risk;
}

static void add_row(sums *s, const problem *p, size_t row, double risk)
{
	double weight = exp(risk);
	s->all += weight;
	for (size_t j = 0; j < p->count; j++) {
		s->of[j] += weight * p->columns[j][row];
		for (size_t k = 0; k < p->count; k++)
			s->of_both[j][k] += weight * p->columns[j][row] * p->columns[k][row];
	}
}

static void add_event(derivatives *d, const sums *s, double risk, const problem *p, size_t row)
{
	d->value += risk - log(s->all);
	for (size_t j = 0; j < p->count; j++) {
		d->first[j] += p->columns[j][row] - s->of[j] / s->all;
		for (size_t k = 0; k < p->count; k++)
			d->second[j][k] += s->of_both[j][k] / s->all - s->of[j] / s->all * (s->of[k] / s->all);
	}
}

static derivatives derive(const problem *p, const double *coefficients)
{
	derivatives d = { 0 };
	sums s = { 0 };
	for (size_t i = 0, next; i < p->rows; i = next) {
		for (next = i; next < p->rows && p->time[p->order[next]] == p->time[p->order[i]]; next++)
			add_row(&s, p, p->order[next], risk_of(p, p->order[next], coefficients));
		for (size_t k = i; k < next; k++)
			if (p->observed[p->order[k]])
				add_event(&d, &s, risk_of(p, p->order[k], coefficients), p, p->order[k]);
	}
	return d;
}

/* Solves second x = first by elimination; the matrix is positive definite. */
static void solve(double *x, derivatives d, size_t count)
{
	for (size_t i = 0; i < count; i++)
		for (size_t r = i + 1; r < count; r++) {
			double factor = d.second[r][i] / d.second[i][i];
			for (size_t k = i; k < count; k++)
				d.second[r][k] -= factor * d.second[i][k];
			d.first[r] -= factor * d.first[i];
		}
	for (size_t i = count; i-- > 0;) {
		x[i] = d.first[i];
		for (size_t k = i + 1; k < count; k++)
			x[i] -= d.second[i][k] * x[k];
		x[i] /= d.second[i][i];
	}
}

/* Newton steps, halved while they decrease the likelihood. */
static double climb(const problem *p)
{
	double at[COX_MOST_COLUMNS] = { 0 }, step[COX_MOST_COLUMNS], next[COX_MOST_COLUMNS];
	derivatives d = derive(p, at);
	for (int round = 0; round < 25 && p->count > 0; round++) {
		solve(step, d, p->count);
		derivatives found = { .value = -INFINITY };
		for (double share = 1; share > 1e-3 && !(found.value >= d.value); share /= 2) {
			for (size_t j = 0; j < p->count; j++)
				next[j] = at[j] + share * step[j];
			found = derive(p, next);
		}
		double gain = found.value - d.value;
		if (!(gain > 1e-9))
			break;
		memcpy(at, next, sizeof at);
		d = found;
	}
	return d.value;
}

double cox_likelihood(const double *time, const unsigned char *observed, const double *const *columns, size_t count,
                      size_t rows)
{
	problem p = { rows, count, time, columns, observed, sort_rows(time, rows) };
	double value = p.order != NULL ? climb(&p) : NAN;
	free(p.order);
	return value;
}
