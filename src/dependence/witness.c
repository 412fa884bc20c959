/* When the test is asked, and what its word is worth. Cost: none where a value is supported by many bits, in a question without Z or by a
 * grid that keeps apart what matters of Z; that of a test on a part of the rows where these confirm a claim; else that of a test on all rows. */
#include "dependence/witness.h"

#include <math.h>
#include <stdlib.h>

#include "base/error.h"
#include "base/memory.h"
#include "base/options.h"
#include "dependence/thinning.h"

enum { LEAST_PART = 2000, PART_FROM = 2 * LEAST_PART, SHARE = 12 };

/* What a grid must save to be believed against the test, which misses fast waves and many labels. Less comes by chance from the choice
 * of the grid: at 50 rows in 1 of 150 independent pairs. */
static const double sure_bits = 16;
static const double part_level = 1e-4; /* where the test is sure; of a part it hardly adds to the errors of the whole */

/* True if rows with different values of Z lie in one bin: what they have in common through Z then looks like dependence. */
static bool mixes_values_of_z(const dependence_attempt *plain)
{
	for (size_t j = 0; j < plain->ranks.column_count; j++) {
		const dependence_column *column = &plain->ranks.columns[j];
		if (column->role == DEPENDENCE_Z &&
		    dependence_division_bins(&plain->grid.divisions[j]) < column->source->distinct)
			return true;
	}
	return false;
}

static double value_of(const dependence_estimate *e)
{
	return e->plug_in - e->bias + e->cutting;
}

/* Columns of one role, from `room` on; returns their number. */
static size_t list_role(size_t *room, const dependence_canonical *canonical, dependence_role role)
{
	size_t count = 0;
	for (size_t j = 0; j < canonical->table.column_count; j++)
		if (canonical->roles[j] == role)
			room[count++] = j;
	return count;
}

static mixmi_status ask_part(double *p, const dependence_witness *witness, const dependence_canonical *canonical)
{
	mixmi_table thin;
	mixmi_question q = { 0 };
	size_t share = canonical->table.rows / SHARE, rows = share > LEAST_PART ? share : LEAST_PART;
	size_t *room = base_array(canonical->table.column_count, sizeof *room);
	bool done = dependence_thin_init(&thin, &canonical->table, rows) && room != NULL;
	mixmi_status status = MIXMI_OK;
	if (done) {
		q.x_count = list_role(room, canonical, DEPENDENCE_X);
		q.y_count = list_role(room + q.x_count, canonical, DEPENDENCE_Y);
		q.z_count = list_role(room + q.x_count + q.y_count, canonical, DEPENDENCE_Z);
		q.x = room;
		q.y = room + q.x_count;
		q.z = room + q.x_count + q.y_count;
		status = witness->ask(p, witness->context, &thin, &q);
	}
	dependence_thin_clear(&thin);
	free(room);
	return done ? status : base_error_memory();
}

/* True if a claim cannot be due to what the grid mixes. */
static bool stands_by_itself(bool *done, const dependence_estimate *estimate, const dependence_attempt *plain)
{
	double mixed;
	if (!mixes_values_of_z(plain))
		return true;
	*done = dependence_told_by_mixing(&mixed, &plain->grid, &plain->ranks);
	return *done && value_of(estimate) - 2 * estimate->standard_error > 2 * mixed;
}

/* True if X or Y has labels with so few rows each that no grid can tell which of them are alike. */
static bool has_rare_labels(const dependence_attempt *plain)
{
	const size_t few = 8; /* rows a label */
	for (size_t j = 0; j < plain->ranks.column_count; j++) {
		const dependence_column *column = &plain->ranks.columns[j];
		if (column->role != DEPENDENCE_Z && column->nominal && few * column->atoms > plain->ranks.rows)
			return true;
	}
	return false;
}

/* Where the test is sure of a dependence between labels of few rows each, the labels count by themselves if that shows more. */
static bool count_labels(dependence_estimate *estimate, const dependence_attempt *plain)
{
	dependence_estimate apart;
	if (!dependence_estimate_apart(&apart, &plain->grid, &plain->ranks))
		return false;
	double value = value_of(&apart), present = estimate->supported ? fmax(0, value_of(estimate)) : 0;
	if (value <= present)
		return true;
	estimate->plug_in = apart.plug_in;
	estimate->bias = apart.bias;
	estimate->cutting = 0;
	estimate->standard_error = apart.standard_error;
	estimate->doubt = apart.doubt + fmin(value - present, value / 2); /* the truth lies between the two, as a rule */
	estimate->supported = true;
	return true;
}

/* True if no claim but one of the plain grid, and that only by sure_bits, could stand against this p: see dependence_hear(). */
static bool is_against(double p, const dependence_attempt *plain, const mixmi_options *options)
{
	return p > options->alpha && (p > part_level || !has_rare_labels(plain));
}

static bool is_sure(const dependence_estimate *of_grid)
{
	return of_grid->supported && of_grid->margin >= sure_bits;
}

mixmi_status dependence_refute(bool *refuted, dependence_attempt *plain, const dependence_witness *witness,
                               const dependence_canonical *canonical, const mixmi_options *options)
{
	double p;
	const dependence_estimate before = plain->estimate;
	*refuted = false;
	/* on many rows a part of them may confirm a claim; a value that is not corrected is above 0 without one */
	if (canonical->table.rows >= PART_FROM || options->bias != MIXMI_BIAS_MILLER_MADOW)
		return MIXMI_OK;
	mixmi_status status = witness->ask(&p, witness->context, NULL, NULL);
	if (status != MIXMI_OK || !is_against(p, plain, options))
		return status;
	status = dependence_attempt_estimate(plain, false, options);
	*refuted = status == MIXMI_OK && !is_sure(&plain->estimate);
	if (!*refuted)
		plain->estimate = before;
	return status;
}

mixmi_status dependence_hear(dependence_estimate *estimate, const dependence_witness *witness,
                             const dependence_canonical *canonical, const dependence_attempt *plain,
                             const mixmi_options *options)
{
	double p = (double)NAN;
	bool claimed = estimate->supported && value_of(estimate) > 0, done = true, rare = has_rare_labels(plain);
	bool stands = claimed && is_sure(&plain->estimate) && stands_by_itself(&done, estimate, plain);
	mixmi_status status = done ? MIXMI_OK : base_error_memory();
	if (status != MIXMI_OK || (stands && !rare))
		return status;
	if (claimed && !rare && canonical->table.rows >= PART_FROM)
		status = ask_part(&p, witness, canonical);
	if (status != MIXMI_OK || p <= part_level)
		return status;
	status = witness->ask(&p, witness->context, NULL, NULL);
	if (status != MIXMI_OK)
		return status;
	double level = options->alpha;
	if (rare && p <= part_level && !count_labels(estimate, plain))
		return base_error_memory();
	if (p <= level)
		dependence_accept_evidence(estimate, p);
	else if (p > level && claimed && !stands) /* neither holds for NaN */
		estimate->supported = false;
	return MIXMI_OK;
}
