/* See runs.h. */
#include "answer/runs.h"

#include <string.h>

/* cost[end * (units + 1) + start] is of the run of the units start .. end - 1 in their order; INFINITY: no run. */
typedef struct programme {
	size_t units;
	double *cost;
	double *best;   /* [units + 1] of k runs up to an end */
	double *before; /* the same of k - 1 runs */
	uint32_t *back; /* [most][units + 1] start of the last run */
} programme;

/* Adds sign times the sum of c log2 c over the cells of every run. */
static void add_costs(programme *p, base_arena *arena, const answer_bits *bits, const answer_spread *spread,
                      const uint32_t *order, double sign)
{
	uint32_t *count = base_arena_take(arena, spread->cells, sizeof *count);
	for (size_t start = 0; start < p->units; start++) {
		double sum = 0;
		memset(count, 0, spread->cells * sizeof *count);
		for (size_t end = start; end < p->units; end++) {
			for (size_t i = spread->start[order[end]]; i < spread->start[order[end] + 1]; i++) {
				uint32_t *c = &count[spread->cell[i]], more = *c + spread->count[i];
				sum += answer_x_log_x(bits, more) - answer_x_log_x(bits, *c);
				*c = more;
			}
			p->cost[(end + 1) * (p->units + 1) + start] += sign * sum;
		}
	}
}

static programme new_programme(base_arena *arena, size_t units, size_t most)
{
	size_t ends = units + 1;
	programme p = { units, base_arena_take_zero(arena, ends * ends, sizeof *p.cost),
		            base_arena_take(arena, ends, sizeof *p.best), base_arena_take(arena, ends, sizeof *p.before),
		            base_arena_take(arena, most * ends, sizeof *p.back) };
	return p;
}

/* One run more: of the starts of the last run that are best but for rounding errors, the first. */
static void add_run(programme *p, size_t k)
{
	double *before = p->best;
	p->best = p->before;
	p->before = before;
	for (size_t end = 0; end <= p->units; end++) {
		const double *cost = p->cost + end * (p->units + 1);
		double least = INFINITY;
		for (size_t start = k - 1; start < end; start++)
			least = before[start] + cost[start] < least ? before[start] + cost[start] : least;
		double most = least + question_margin * fmax(1, fabs(least));
		size_t first = k - 1;
		while (first < end && before[first] + cost[first] > most)
			first++;
		p->best[end] = first < end ? before[first] + cost[first] : INFINITY;
		p->back[(k - 1) * (p->units + 1) + end] = (uint32_t)first;
	}
}

/* The least that any division can cost: that into single units, which is finest. */
static double finest(const programme *p)
{
	double sum = 0;
	for (size_t unit = 0; unit < p->units; unit++)
		sum += p->cost[(unit + 1) * (p->units + 1) + unit];
	return sum;
}

/* least[k - 1]: the least price of k runs or more. */
static double *least_prices(base_arena *arena, const double *price, size_t most)
{
	double *least = base_arena_take(arena, most, sizeof *least);
	for (size_t k = most; k > 0; k--)
		least[k - 1] = k < most && least[k] < price[k - 1] ? least[k] : price[k - 1];
	return least;
}

static void put_bins(answer_runs *out, const programme *p, const uint32_t *order)
{
	size_t end = p->units;
	for (size_t k = out->k; k > 0; k--) {
		size_t start = k > 1 ? p->back[(k - 1) * (p->units + 1) + end] : 0;
		for (size_t unit = start; unit < end; unit++)
			out->bin[order[unit]] = (uint32_t)(k - 1);
		end = start;
	}
}

answer_runs answer_runs_best(base_arena *arena, const answer_bits *bits, const answer_spread *same,
                             const answer_spread *other, const uint32_t *order, const double *price, size_t most)
{
	answer_runs out = { 1, base_arena_take(arena, other->units, sizeof *out.bin), 0 };
	base_arena_mark mark = base_arena_here(arena);
	programme p = new_programme(arena, other->units, most);
	add_costs(&p, arena, bits, same, order, 1);
	add_costs(&p, arena, bits, other, order, -1);
	double least = finest(&p), *prices = least_prices(arena, price, most);
	p.best[0] = INFINITY;
	for (size_t end = 1; end <= p.units; end++)
		p.best[end] = p.cost[end * (p.units + 1)];
	out.length = p.best[p.units] + price[0];
	for (size_t k = 2; k <= most && answer_shorter(least + prices[k - 1], out.length); k++) {
		add_run(&p, k);
		if (answer_shorter(p.best[p.units] + price[k - 1], out.length)) {
			out.length = p.best[p.units] + price[k - 1];
			out.k = k;
		}
	}
	put_bins(&out, &p, order);
	base_arena_back(arena, mark);
	return out;
}

double answer_spread_sum(base_arena *arena, const answer_bits *bits, const answer_spread *spread, const uint32_t *bin,
                         size_t bins)
{
	base_arena_mark mark = base_arena_here(arena);
	uint32_t *count = base_arena_take_zero(arena, spread->cells * bins, sizeof *count);
	for (size_t unit = 0; unit < spread->units; unit++)
		for (size_t i = spread->start[unit]; i < spread->start[unit + 1]; i++)
			count[spread->cell[i] * bins + bin[unit]] += spread->count[i];
	double sum = 0;
	for (size_t cell = 0; cell < spread->cells * bins; cell++)
		sum += answer_x_log_x(bits, count[cell]);
	base_arena_back(arena, mark);
	return sum;
}
