/* A few cuts among many candidates need bits for their positions; equally wide bins need only their number. Smooth
 * densities, such as those of heights and weights, are described better by equal bins: on the penguins' body mass and
 * flipper length, free cuts lose .02 to .05 nats per held-out row against any of the usual rules for equal bins.
 *
 * Cost of K bins of m steps each: - sum c log2(c / (n m)) bits, and 1.15 nats per bin. Akaike's one nat predicts best
 * for smooth densities and gives too many bins if people prefer round values; 1.15 is a compromise chosen on the
 * penguins' body mass and flipper length and on simulated ages and heights, where the best usual rule is at most .002
 * nats per row better. Free cuts have the same cost, plus the bits for their positions. */
#include "paper/histogram/even_bins.h"

#include <math.h>
#include <stdlib.h>

#include "base/error.h"
#include "base/memory.h"
#include "base/options.h"
#include "data/atoms.h"
#include "paper/histogram/candidates.h"

/* 1.15 nats, in bits. */
#define BITS_A_BIN (1.15 * 1.44269504088896340735992468100189)

typedef struct even {
	const data_column *source;
	uint32_t *marks; /* [distinct] see data_mark_atoms() */
	size_t atoms;
	size_t rows, in_order; /* all, and those that are not atoms */
	double first;          /* smallest number that is not an atom */
	size_t places;         /* number of possible values from the first to the largest */
	size_t k_max;
	uint64_t *counts; /* [k_max + 1] of the current bins */
} even;

static bool begin(even *e, const data_column *source, const mixmi_options *options)
{
	const data_atom_rule rule = data_atoms_of_density(options->atom_threshold);
	double last = NAN;
	*e = (even){ .source = source, .first = NAN };
	e->marks = base_array(source->distinct, sizeof *e->marks);
	if (e->marks == NULL)
		return false;
	e->atoms = data_mark_atoms(e->marks, source, source->counts, &rule);
	for (size_t i = 0; i < source->distinct; i++) {
		e->rows += source->counts[i];
		if (e->marks[i] != DATA_MARK_ORDERED)
			continue;
		e->in_order += source->counts[i];
		e->first = isnan(e->first) ? source->values[i] : e->first;
		last = source->values[i];
	}
	e->places = isnan(last) ? 0 : (size_t)nearbyint((last - e->first) / source->step) + 1;
	return true;
}

/* Counts rows in bins of `steps` steps each; returns the number of bins. */
static size_t count(even *e, size_t steps)
{
	size_t bins = (e->places + steps - 1) / steps;
	for (size_t b = 0; b < bins; b++)
		e->counts[b] = 0;
	for (size_t i = 0; i < e->source->distinct; i++)
		if (e->marks[i] == DATA_MARK_ORDERED)
			e->counts[(size_t)nearbyint((e->source->values[i] - e->first) / e->source->step) / steps] +=
				e->source->counts[i];
	return bins;
}

/* - sum c log2(c / (n m)) over the bins. */
static double data_bits(const even *e, size_t bins, size_t steps)
{
	double bits = 0;
	for (size_t b = 0; b < bins; b++)
		if (e->counts[b] > 0)
			bits -= (double)e->counts[b] * log2((double)e->counts[b] / ((double)e->rows * (double)steps));
	return bits;
}

/* Tries all widths; returns the smallest cost and its width in *steps. */
static double try_widths(even *e, size_t *steps)
{
	double least = INFINITY;
	size_t before = 0;
	for (size_t k = 1; k <= e->k_max && k <= e->places; k++) {
		size_t width = (e->places + k - 1) / k;
		if (width == before)
			continue;
		before = width;
		size_t bins = count(e, width);
		double cost = data_bits(e, bins, width) + (double)bins * BITS_A_BIN;
		if (cost < least) {
			least = cost;
			*steps = width;
		}
	}
	return least;
}

/* Cost of the fitted histogram in the same units: widths in steps, without atoms. */
static double cost_of(const mixmi_histogram *histogram, const even *e)
{
	const hist_column *column = &histogram->columns[0];
	double bits = (double)column->intervals * BITS_A_BIN + histogram->score_cuts;
	for (size_t b = 0; b < column->intervals; b++) {
		double c = (double)column->counts[b], width = (column->edges[b + 1] - column->edges[b]) / e->source->step;
		bits -= c > 0 ? c * log2(c / ((double)e->rows * width)) : 0;
	}
	return bits;
}

/* Builds the column of a new histogram: atoms as fitted, and equal bins. */
static bool build_column(hist_column *out, const hist_column *fitted, const even *e, size_t bins, size_t steps)
{
	const hist_recording recording = hist_recording_of(e->source->step, e->source->unit != DATA_PLAIN);
	out->type = fitted->type;
	out->unit = fitted->unit;
	out->scale = fitted->scale;
	out->scale.k_init = bins;
	out->k_max = e->k_max;
	out->intervals = bins;
	out->atoms = fitted->atoms;
	out->name = base_string_copy(fitted->name);
	out->atom_values = base_array_copy(fitted->atom_values, fitted->atoms, sizeof *out->atom_values);
	out->edges = base_array(bins + 1, sizeof *out->edges);
	if (out->name == NULL || out->atom_values == NULL || out->edges == NULL)
		return false;
	for (size_t b = 0; b <= bins; b++)
		out->edges[b] = hist_step_edge(e->first, &recording, (double)(b * steps));
	return hist_column_finish(out);
}

static mixmi_status build_cells(mixmi_histogram *out, const even *e, size_t bins)
{
	uint32_t *numbers = base_array(bins + e->atoms, sizeof *numbers);
	uint64_t *counts = base_array(bins + e->atoms, sizeof *counts);
	size_t cells = 0, atom = 0;
	for (size_t b = 0; numbers != NULL && counts != NULL && b < bins; b++)
		if (e->counts[b] > 0) {
			numbers[cells] = (uint32_t)b;
			counts[cells++] = e->counts[b];
		}
	for (size_t i = 0; numbers != NULL && counts != NULL && i < e->source->distinct; i++)
		if (e->marks[i] == DATA_MARK_ATOM) {
			numbers[cells] = (uint32_t)(bins + atom++);
			counts[cells++] = e->source->counts[i];
		}
	mixmi_status status =
		numbers != NULL && counts != NULL ? hist_model_set_cells(out, numbers, counts, cells) : base_error_memory();
	free(numbers);
	free(counts);
	return status;
}

static mixmi_status replace(mixmi_histogram **fitted, even *e, size_t steps)
{
	size_t bins = count(e, steps);
	mixmi_histogram *made = hist_model_new(1);
	mixmi_status status = made != NULL && build_column(&made->columns[0], &(*fitted)->columns[0], e, bins, steps)
	                          ? build_cells(made, e, bins)
	                          : base_error_memory();
	if (status != MIXMI_OK) {
		mixmi_histogram_free(made);
		return status;
	}
	made->rows_dropped = (*fitted)->rows_dropped;
	made->rounds = (*fitted)->rounds;
	made->converged = (*fitted)->converged;
	made->preset = (*fitted)->preset;
	mixmi_histogram_free(*fitted);
	*fitted = made;
	return MIXMI_OK;
}

mixmi_status hist_even_bins(mixmi_histogram **fitted, const data_column *source, const mixmi_options *options)
{
	even e;
	size_t steps = 1;
	if (isnan(source->step) || (*fitted)->columns[0].intervals == 0)
		return MIXMI_OK;
	mixmi_status status = begin(&e, source, options) ? MIXMI_OK : base_error_memory();
	e.k_max = (*fitted)->columns[0].k_max;
	if (status == MIXMI_OK) {
		e.counts = base_array(e.k_max + 1, sizeof *e.counts);
		status = e.counts != NULL ? MIXMI_OK : base_error_memory();
	}
	if (status == MIXMI_OK && e.places > 1) {
		if (try_widths(&e, &steps) < cost_of(*fitted, &e))
			status = replace(fitted, &e, steps);
	}
	if (status != MIXMI_OK) {
		mixmi_histogram_free(*fitted);
		*fitted = NULL;
	}
	free(e.marks);
	free(e.counts);
	return status;
}
