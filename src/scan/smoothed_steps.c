/*
 * A smooth fit takes most of a jump away, and so the more the finer it is: what is left changes sign within a few rows. With d the indicator
 * of the rows above a place, S = sum of d r over the residuals r has the variance sigma^2 |d - its own smooth fit|^2, which at the cuts
 * between bins is known from the functions' products with d, and lies between them elsewhere. S^2 over it is what adding d would explain.
 * Cost: O(rows) a column, and O(functions^2) a cut.
 */
#include "scan/steps.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"

enum { CUTS = SCAN_STEP_BINS - 1 };

/* ------------------------------------------------------------------------------------- indicators and functions */

/* Sums of a function over the bins of a column. */
static void sum_bins(double sums[SCAN_STEP_BINS], const double *values, const uint8_t *bins, size_t rows)
{
	memset(sums, 0, SCAN_STEP_BINS * sizeof *sums);
	for (size_t i = 0; i < rows; i++)
		sums[bins[i]] += values != NULL ? values[i] : 1;
}

/* Sum over rows of (indicator of the rows above - their share) times a function with these sums over all rows and over those below. */
static double product_above(double below, double all, double rows_below, double rows)
{
	return ((all - below) * rows_below - below * (rows - rows_below)) / rows;
}

static void fill_cross(scan_steps *s, size_t column, const double *functions, size_t count)
{
	const uint8_t *bins = s->bins + column * s->rows;
	double sums[SCAN_STEP_BINS], rows = (double)s->rows, *below = s->below + column * CUTS;
	sum_bins(sums, NULL, bins, s->rows);
	for (size_t cut = 0; cut < CUTS; cut++)
		below[cut] = sums[cut] + (cut > 0 ? below[cut - 1] : 0);
	for (size_t j = 0; j < count; j++) {
		double all = 0, so_far = 0;
		sum_bins(sums, functions + j * s->rows, bins, s->rows);
		for (size_t bin = 0; bin < SCAN_STEP_BINS; bin++)
			all += sums[bin];
		for (size_t cut = 0; cut < CUTS; cut++) {
			so_far += sums[cut];
			s->cross[(column * CUTS + cut) * count + j] = product_above(so_far, all, below[cut], rows) / rows;
		}
	}
}

bool scan_steps_smooth(scan_steps *steps, const double *functions, size_t count)
{
	if (steps->columns != 1) /* scan_steps_find looks on smooth fits of a single column alone */
		return true;
	steps->functions = count;
	steps->below = base_array(steps->columns, CUTS * sizeof *steps->below);
	steps->cross = base_array(steps->columns, CUTS * (count + 1) * sizeof *steps->cross);
	if (steps->below == NULL || steps->cross == NULL)
		return false;
	fill_cross(steps, 0, functions, count);
	return true;
}

/* --------------------------------------------------------------------------------------------------- the best place */

/* left[cut]: mean square of what the smooth fit leaves of the indicator of the rows above a cut. */
static void find_left(double left[CUTS], const scan_steps *s, size_t column, const scan_ridge *ridge, size_t penalty,
                      double *room)
{
	for (size_t cut = 0; cut < CUTS; cut++) {
		double share = s->below[column * CUTS + cut] / (double)s->rows;
		left[cut] =
			scan_ridge_left(ridge, penalty, s->cross + (column * CUTS + cut) * s->functions, share * (1 - share), room);
	}
}

/* Sums of residuals over the codes of a column, and rows. */
static size_t sum_codes(double *sums, double *counts, const double *residuals, const uint32_t *codes, size_t rows)
{
	size_t end = 0;
	for (size_t i = 0; i < rows; i++) {
		sums[codes[i]] += residuals[i];
		counts[codes[i]]++;
		end = codes[i] >= end ? codes[i] + 1 : end;
	}
	return end;
}

/* Evidence for a jump with so many rows below it; *cut: the last cut below it, which only rises. Next to the ends nothing is known. */
static double evidence_at(size_t *cut, double sum, double all, double below, const scan_steps *s, size_t column,
                          const double left[CUTS])
{
	const double *cuts = s->below + column * CUTS, least = 1e-4;
	size_t count = s->bin_counts[column] - 1u; /* where values repeat there are fewer cuts than room for them */
	double rows = (double)s->rows, product = product_above(sum, all, below, rows);
	while (*cut + 2 < count && below > cuts[*cut + 1])
		(*cut)++;
	if (count < 2 || below < cuts[*cut] || below > cuts[*cut + 1])
		return 0;
	double low = cuts[*cut], high = cuts[*cut + 1];
	double between = (left[*cut] * (high - below) + left[*cut + 1] * (below - low)) / (high - low);
	return between > least ? product * product / (rows * between) : 0;
}

/* The place of a column with the most evidence. */
static void scan_column_of_z(scan_place_found *best, const scan_steps *s, size_t column, double *sums, double *counts,
                             size_t end, const double left[CUTS])
{
	double all = 0, sum = 0, below = 0;
	size_t cut = 0;
	for (size_t code = 0; code < end; code++)
		all += sums[code];
	for (size_t code = 0; code < end; code++) {
		sum += sums[code];
		below += counts[code];
		if (counts[code] == 0)
			continue;
		double evidence = evidence_at(&cut, sum, all, below, s, column, left);
		if (evidence > best->evidence)
			*best = (scan_place_found){ evidence, column, (uint32_t)code };
	}
}

static size_t largest_code(const scan_steps *s)
{
	uint32_t largest = 0;
	for (size_t i = 0; i < s->rows * s->columns; i++)
		largest = s->codes[i] > largest ? s->codes[i] : largest;
	return largest;
}

bool scan_steps_place(scan_place_found *best, const double *residuals, const scan_steps *s, const scan_ridge *ridge,
                      size_t penalty)
{
	*best = (scan_place_found){ 0 };
	size_t codes = largest_code(s) + 1;
	double *sums = base_array(codes, 2 * sizeof *sums), *room = base_array(s->functions + 1, sizeof *room);
	bool done = sums != NULL && room != NULL;
	for (size_t column = 0; done && column < s->columns; column++) {
		double left[CUTS];
		memset(sums, 0, 2 * codes * sizeof *sums);
		size_t end = sum_codes(sums, sums + codes, residuals, s->codes + column * s->rows, s->rows);
		find_left(left, s, column, ridge, penalty, room);
		scan_column_of_z(best, s, column, sums, sums + codes, end, left);
	}
	free(sums);
	free(room);
	return done;
}
