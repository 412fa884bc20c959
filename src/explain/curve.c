/* Groups of neighbouring values and their means. O(rows). */
#include "explain/curve.h"

#include <math.h>
#include <string.h>

size_t explain_split(uint32_t *group, const explain_side *along, size_t most)
{
	size_t before = 0, count = 0, slot = SIZE_MAX;
	size_t slots = along->values <= most ? 0 : most > 4 ? most - 2 : most; /* room for two point masses */
	bool after_mass = false;
	for (size_t p = 0; p < along->column->distinct; p++) {
		size_t here = along->counts[p];
		if (here > 0) {
			size_t next = slots == 0 ? p : (2 * before + here) * slots / (2 * along->rows);
			bool alone = slots == 0 || along->masses[p];
			if (count == 0 || ((next != slot || alone || after_mass) && count < most))
				count++;
			slot = next;
			after_mass = alone;
		}
		group[p] = (uint32_t)(count > 0 ? count - 1 : 0);
		before += here;
	}
	return count;
}

static void set_extents(explain_curve *curve, const explain_side *along, const uint32_t *group)
{
	double before = 0;
	for (size_t p = 0; p < along->column->distinct; p++) {
		explain_group *g = &curve->groups[group[p]];
		if (along->counts[p] == 0)
			continue;
		if (g->rows == 0)
			g->first = p;
		g->last = p;
		g->rows += along->counts[p];
	}
	for (size_t i = 0; i < curve->count; i++) {
		explain_group *g = &curve->groups[i];
		g->middle = (before + g->rows / 2) / (double)along->rows;
		g->atom = g->first == g->last && along->masses[g->first];
		before += g->rows;
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

void explain_curve_fill(explain_curve *curve, const explain_side *along, const uint32_t *group, size_t group_count,
                        const int32_t *residuals, double spent)
{
	int64_t sums[EXPLAIN_GROUPS] = { 0 }, squares[EXPLAIN_GROUPS] = { 0 };
	double within[EXPLAIN_GROUPS];
	memset(curve, 0, sizeof *curve);
	curve->count = group_count;
	set_extents(curve, along, group);
	for (size_t i = 0; i < along->rows; i++) {
		uint32_t g = group[along->positions[i]];
		sums[g] += residuals[i];
		squares[g] += (int64_t)residuals[i] * residuals[i];
	}
	for (size_t g = 0; g < group_count; g++) {
		double n = curve->groups[g].rows, mean = (double)sums[g] / n;
		curve->groups[g].mean = mean / EXPLAIN_ONE;
		within[g] = fmax(0, ((double)squares[g] - n * mean * mean) / EXPLAIN_ONE / EXPLAIN_ONE);
	}
	set_weights(curve, within, (double)along->rows - (double)group_count - spent);
}
