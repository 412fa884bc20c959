/* Groups and their means, and isotonic regression by pooling adjacent violators (Ayer et al. 1955) in parts that alternately rise and fall. Dynamic
 * programming over the ends of parts finds the best division. O(rows + groups^2). */
#include "explain/curve.h"

#include <math.h>
#include <string.h>

#include "data/atoms.h"

/* ------------------------------------------------------------------------------------------------ groups */

/* A point mass has a twentieth of the rows: fewer do not shape a curve. */
static bool is_atom(const explain_side *along, size_t code)
{
	const data_atom_rule rule = data_atoms_above_neighbours(along->rows / 20 > 5 ? (int64_t)(along->rows / 20) : 5);
	return data_is_atom(along->column, along->counts, code, &rule);
}

size_t explain_split(uint32_t *group, const explain_side *along, size_t most)
{
	size_t distinct = along->column->distinct, rows = along->rows, before = 0, count = 0;
	size_t slot = SIZE_MAX, slots = along->values <= most ? 0
	                                : most > 4            ? most - 2
	                                                      : most; /* room for two point masses */
	bool after_mass = false;
	for (size_t position = 0; position < distinct; position++) {
		size_t code = explain_code_at(along, position), here = along->counts[code];
		if (here > 0) {
			size_t next = slots == 0 ? position : (2 * before + here) * slots / (2 * rows);
			bool alone = slots == 0 || is_atom(along, code);
			if (count == 0 || ((next != slot || alone || after_mass) && count < most))
				count++;
			slot = next;
			after_mass = alone;
		}
		group[code] = (uint32_t)(count > 0 ? count - 1 : 0);
		before += here;
	}
	return count;
}

static void set_extents(explain_curve *curve, const explain_side *along, const uint32_t *group)
{
	size_t rows = along->rows, before = 0;
	for (size_t position = 0; position < along->column->distinct; position++) {
		size_t code = explain_code_at(along, position);
		explain_group *g = &curve->groups[group[code]];
		if (along->counts[code] == 0)
			continue;
		if (g->rows == 0) {
			g->first = position;
			g->middle = (double)before;
		}
		g->last = position;
		g->rows += along->counts[code];
		before += along->counts[code];
	}
	for (size_t i = 0; i < curve->count; i++) {
		explain_group *g = &curve->groups[i];
		g->middle = (g->middle + g->rows / 2) / (double)rows;
		g->atom = g->first == g->last && is_atom(along, explain_code_at(along, g->first));
	}
}

/* Variance within each group, smoothed over its neighbours and towards that of all. */
static void set_weights(explain_curve *curve, const double *squares, double freedom)
{
	const double least = 1e-6;
	double all = 0;
	for (size_t i = 0; i < curve->count; i++)
		all += squares[i];
	all = fmax(all / fmax(freedom, 1), least);
	for (size_t i = 0; i < curve->count; i++) {
		size_t from = i > 0 ? i - 1 : 0, to = i + 1 < curve->count ? i + 1 : i;
		double local = 0, rows = 0;
		for (size_t j = from; j <= to; j++) {
			local += squares[j];
			rows += curve->groups[j].rows - 1;
		}
		local = rows > 0 ? local / rows : all;
		curve->groups[i].weight = curve->groups[i].rows / fmax(0.5 * all + 0.5 * local, least);
	}
}

void explain_curve_fill(explain_curve *curve, const explain_side *along, const question_complete *rows,
                        const uint32_t *group, size_t group_count, const int32_t *residuals, double spent)
{
	int64_t sums[EXPLAIN_GROUPS] = { 0 }, squares[EXPLAIN_GROUPS] = { 0 };
	double within[EXPLAIN_GROUPS];
	memset(curve, 0, sizeof *curve);
	curve->count = group_count;
	set_extents(curve, along, group);
	for (size_t i = 0; i < rows->count; i++) {
		uint32_t g = group[along->column->codes[question_complete_at(rows, i)]];
		sums[g] += residuals[i];
		squares[g] += (int64_t)residuals[i] * residuals[i];
	}
	for (size_t g = 0; g < group_count; g++) {
		double n = curve->groups[g].rows, mean = (double)sums[g] / n;
		curve->groups[g].mean = mean / EXPLAIN_ONE;
		within[g] = fmax(0, ((double)squares[g] - n * mean * mean) / EXPLAIN_ONE / EXPLAIN_ONE);
	}
	set_weights(curve, within, (double)rows->count - (double)group_count - spent);
}

/* ------------------------------------------------------------------------------------------------ isotonic parts */

/* Pooled neighbours. */
typedef struct block {
	double weight, sum;
	size_t first;
} block;

/* Adds group `i` to the blocks of a part; returns how many there are. What the misfit grows by is added to *misfit. */
static size_t pool(block *blocks, size_t count, double *misfit, const explain_group *g, size_t i, bool rises)
{
	double sign = rises ? 1 : -1;
	blocks[count++] = (block){ g->weight, g->weight * g->mean, i };
	while (count > 1) {
		block *a = &blocks[count - 2];
		const block *b = &blocks[count - 1];
		double gap = a->sum / a->weight - b->sum / b->weight;
		if (sign * gap <= 0)
			break;
		*misfit += a->weight * b->weight / (a->weight + b->weight) * gap * gap;
		a->weight += b->weight;
		a->sum += b->sum;
		count--;
	}
	return count;
}

/* The fit of a part from `first` to `last`. */
static void fit_part(double *fitted, const explain_curve *curve, size_t first, size_t last, bool rises)
{
	block blocks[EXPLAIN_GROUPS];
	size_t count = 0;
	double misfit = 0;
	for (size_t i = first; i <= last; i++)
		count = pool(blocks, count, &misfit, &curve->groups[i], i, rises);
	for (size_t b = 0; b < count; b++)
		for (size_t i = blocks[b].first; i <= (b + 1 < count ? blocks[b + 1].first - 1 : last); i++)
			fitted[i] = blocks[b].sum / blocks[b].weight;
}

/* misfit[last] of parts that start at `first`. */
static void fit_all_parts(double *misfit, const explain_curve *curve, size_t first, bool rises)
{
	block blocks[EXPLAIN_GROUPS];
	size_t count = 0;
	double so_far = 0;
	for (size_t i = first; i < curve->count; i++) {
		count = pool(blocks, count, &so_far, &curve->groups[i], i, rises);
		misfit[i] = so_far;
	}
}

/* Where the fit begins, turns and ends. */
static void find_extremes(explain_fit *fit, const explain_curve *curve)
{
	bool up = fit->rises;
	size_t at = 0;
	fit->ends[0] = fit->fitted[0];
	fit->extreme[0] = 0;
	for (size_t part = 0; part < fit->turns; part++, up = !up) {
		size_t best = at;
		double sign = up ? 1 : -1;
		for (size_t i = at; i < curve->count; i++) {
			if (sign * (fit->fitted[i] - fit->fitted[best]) > 0)
				best = i;
			if (sign * (fit->fitted[best] - fit->fitted[i]) > 0)
				break;
		}
		at = best;
		fit->ends[part + 1] = fit->fitted[best];
		fit->extreme[part + 1] = best;
	}
	fit->ends[fit->turns + 1] = fit->fitted[curve->count - 1];
	fit->extreme[fit->turns + 1] = curve->count - 1;
}

void explain_fit_turns(explain_fit *fit, const explain_curve *curve, size_t turns, bool rises)
{
	double parts[EXPLAIN_GROUPS], best[EXPLAIN_TURNS + 1][EXPLAIN_GROUPS];
	size_t from[EXPLAIN_TURNS + 1][EXPLAIN_GROUPS] = { { 0 } }, last = curve->count - 1;
	*fit = (explain_fit){ .rises = rises, .turns = turns };
	fit_all_parts(best[0], curve, 0, rises);
	for (size_t part = 1; part <= turns; part++) {
		memcpy(best[part], best[part - 1], sizeof parts); /* an empty part */
		for (size_t i = 0; i < curve->count; i++)
			from[part][i] = i + 1;
		for (size_t first = 1; first < curve->count; first++) {
			fit_all_parts(parts, curve, first, rises == (part % 2 == 0));
			for (size_t i = first; i < curve->count; i++)
				if (best[part - 1][first - 1] + parts[i] < best[part][i]) {
					best[part][i] = best[part - 1][first - 1] + parts[i];
					from[part][i] = first;
				}
		}
	}
	fit->misfit = best[turns][last];
	size_t end = last;
	for (size_t part = turns + 1; part-- > 0;) {
		size_t first = part > 0 ? from[part][end] : 0;
		if (first <= end)
			fit_part(fit->fitted, curve, first, end, rises == (part % 2 == 0));
		if (first > 0)
			end = first - 1;
	}
	find_extremes(fit, curve);
}
