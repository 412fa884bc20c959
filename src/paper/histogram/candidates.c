/* Candidate edges of a density. Equal widths alone fail if a single outlier spans the range. Equal frequencies alone
 * fail in tails and gaps, where a candidate is as wide as the gap. The third family is equidistant in asinh((x -
 * median) / spread): like equal widths in the bulk and logarithmic in the tails. Everything is computed on values
 * scaled by a power of two to about 1, so that neither 1e308 nor denormals overflow or underflow. If values were
 * rounded, all edges are at ends of rounding steps, so no bin is narrower than a step. */
#include "paper/histogram/candidates.h"

#include <math.h>
#include <stdlib.h>

#include "base/memory.h"
#include "paper/histogram/scale.h"

/* Minimum number of rows of an equal-frequency candidate: a narrower one would fit the spacing of single values. */
enum { FEWEST_ROWS = 5 };

typedef struct candidate_set {
	const double *values;
	const uint32_t *counts;
	size_t distinct;
	uint64_t rows;
	int exponent; /* scaled value = value * 2^-exponent */
	hist_recording recording;
	double *edges;
	size_t count;
} candidate_set;

hist_recording hist_recording_of(double step, bool dates)
{
	return (hist_recording){ step, dates ? 0 : step / 2 };
}

double hist_step_edge(double first, const hist_recording *recording, double steps)
{
	double step = recording->step;
	double scale = 1; /* the power of ten that makes the step an integer */
	while (scale < 1e9 && fabs(step * scale - nearbyint(step * scale)) > 1e-9 * step * scale)
		scale *= 10;
	double place = first - recording->below + steps * step;
	return nearbyint(place * 2 * scale) / (2 * scale); /* the double nearest to the decimal number */
}

/* The end of a rounding step that is nearest to an edge. */
static double snap(const candidate_set *set, double edge)
{
	if (isnan(set->recording.step))
		return edge;
	double origin = set->values[0] - set->recording.below;
	return hist_step_edge(set->values[0], &set->recording, nearbyint((edge - origin) / set->recording.step));
}

/* Adds an edge within the range. */
static void add(candidate_set *set, double edge)
{
	edge = snap(set, edge);
	if (edge > set->values[0] && edge < set->values[set->distinct - 1])
		set->edges[set->count++] = edge;
}

static void add_equal_widths(candidate_set *set, size_t bins)
{
	hist_scale scale;
	hist_scale_init(&scale, set->values[0], set->values[set->distinct - 1], bins);
	for (size_t i = 1; i < bins; i++)
		add(set, hist_scale_edge(&scale, i));
}

/* An edge between two neighbouring values; bins are closed on the left. */
static double between(double lower, double upper)
{
	double middle = lower / 2 + upper / 2;
	return middle > lower && middle <= upper ? middle : upper;
}

static void add_equal_frequencies(candidate_set *set, size_t bins)
{
	if (bins > set->rows / FEWEST_ROWS)
		bins = (size_t)(set->rows / FEWEST_ROWS);
	uint64_t below = 0;
	size_t next = 1;
	for (size_t i = 0; i + 1 < set->distinct; i++) {
		below += set->counts[i];
		if (next >= bins || below * bins < next * set->rows)
			continue;
		add(set, between(set->values[i], set->values[i + 1]));
		next = (size_t)(below * bins / set->rows) + 1;
	}
}

/* The scaled value with a share of part / 4 of the rows at or below it. */
static double scaled_quartile(const candidate_set *set, uint64_t part)
{
	uint64_t below = 0;
	size_t i = 0;
	while (i + 1 < set->distinct && 4 * (below + set->counts[i]) < part * set->rows)
		below += set->counts[i++];
	return ldexp(set->values[i], -set->exponent);
}

static void add_widening(candidate_set *set, size_t bins)
{
	double median = scaled_quartile(set, 2);
	double spread = (scaled_quartile(set, 3) - scaled_quartile(set, 1)) / 2;
	double from = asinh((ldexp(set->values[0], -set->exponent) - median) / spread);
	double to = asinh((ldexp(set->values[set->distinct - 1], -set->exponent) - median) / spread);
	if (!(spread > 0) || !isfinite(from) || !isfinite(to))
		return;
	for (size_t i = 1; i < bins; i++) {
		double place = from + (to - from) * (double)i / (double)bins;
		add(set, ldexp(median + spread * sinh(place), set->exponent));
	}
}

static int ascending(const void *a, const void *b)
{
	double x = *(const double *)a, y = *(const double *)b;
	return (x > y) - (x < y);
}

static void sort_and_merge(candidate_set *set)
{
	size_t kept = 0;
	qsort(set->edges, set->count, sizeof *set->edges, ascending);
	for (size_t i = 0; i < set->count; i++)
		if (kept == 0 || set->edges[i] != set->edges[kept - 1])
			set->edges[kept++] = set->edges[i];
	set->count = kept;
}

bool hist_candidates(double **edges, size_t *bins, const double *values, const uint32_t *counts, size_t distinct,
                     const hist_recording *recording, size_t k_init)
{
	size_t half = k_init / 2 + k_init % 2, quarter = half / 2 + half % 2;
	candidate_set set = { .values = values, .counts = counts, .distinct = distinct, .recording = *recording };
	set.edges = base_array(2 * half + quarter + 2, sizeof *set.edges);
	*edges = set.edges;
	if (set.edges == NULL)
		return false;
	for (size_t i = 0; i < distinct; i++)
		set.rows += counts[i];
	frexp(fmax(fabs(values[0]), fabs(values[distinct - 1])), &set.exponent);
	add_equal_widths(&set, half);
	add_equal_frequencies(&set, half);
	add_widening(&set, quarter);
	bool stepped = !isnan(recording->step);
	set.edges[set.count++] = snap(&set, values[0] - (stepped ? recording->below : 0));
	set.edges[set.count++] = snap(&set, values[distinct - 1] + (stepped ? recording->step - recording->below : 0));
	sort_and_merge(&set);
	*bins = set.count - 1;
	return true;
}
