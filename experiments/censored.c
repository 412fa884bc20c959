/* Level and power of the default test on censored times, compared with Cox regression on the same draws. X and the time depend on Z in
 * the same way, the censoring time on Z or on both. Run with --help. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <gsl/gsl_cdf.h>

#include "arguments.h"
#include "cox.h"
#include "draw.h"
#include "lines.h"

enum { MOST_Z = 2, MOST_ROWS = 4000, CALIBRATED = 4000 };

/* How Z acts on the time (and X): not at all, on the log hazard linearly or as a wave, or on the shape of the distribution, so
 * that hazards cross. */
typedef enum act { LINE, WAVE, CROSSING } act;

/* What the censoring time depends on. */
typedef enum ending { BY_CHANCE, BY_Z, BY_X } ending;

/* How X acts on the time. */
typedef enum effect { NONE, MONOTONE, TURNING } effect;

static const char *const act_names[] = { "line", "wave", "crossing" };
static const char *const ending_names[] = { "chance", "z", "x" };
static const char *const effect_names[] = { "none", "monotone", "turning" };

/* The design of one line of the table. */
typedef struct design {
	size_t rows, z; /* z = 1: two values, compared within; 2: a number and two values */
	double censored;
	bool binary; /* X has two values, one of them in a fifth of the rows */
	act act;
	ending ending;
	effect effect;
} design;

typedef struct sample {
	double x[MOST_ROWS], z[MOST_Z][MOST_ROWS], time[MOST_ROWS];
	unsigned char observed[MOST_ROWS];
} sample;

/* ----------------------------------------------------------------------------------------------------------- drawing */

/* One row: its columns, its time, and its censoring time at the base rate of 1. */
typedef struct row {
	double x, z[MOST_Z], time, ending;
} row;

/* About 2.8 standard errors of Cox regression, and more for effects that it cannot detect. */
static double strength(const design *d)
{
	double events = (double)d->rows * (1 - d->censored), deviation = d->binary ? 0.4 : 1;
	double linear = 2.8 / (sqrt(events) * deviation);
	return d->effect == NONE ? 0 : d->effect == MONOTONE ? linear : 1.1 * linear;
}

static row draw_row(const design *d, draw *random)
{
	row r = { 0 };
	double number = draw_normal(random), two = draw_uniform(random) < 0.5;
	r.z[0] = d->z == 2 ? number : two;
	r.z[1] = two;
	double first = d->z == 2 ? number : two - 0.5;
	double of_z = d->z == 0 ? 0 : (d->act == WAVE ? 1.2 * sin(2 * first) : 0.8 * first) + 0.5 * (d->z == 2 ? two : 0);
	double latent = of_z + draw_normal(random);
	r.x = d->binary ? latent > of_z * 0.5 + 0.85 : latent;
	double on_x = d->effect == TURNING ? (latent - of_z) * (latent - of_z) - 1 : d->binary ? r.x - 0.2 : latent - of_z;
	double exponential = draw_exponential(random, 1) * exp(-strength(d) * on_x);
	r.time = d->act == CROSSING ? pow(exponential, exp(0.6 * first)) : exponential * exp(-of_z);
	double rate = (d->ending != BY_CHANCE ? 0.8 * first : 0) + (d->ending == BY_X ? 0.8 * r.x : 0);
	r.ending = draw_exponential(random, 1) * exp(-rate);
	return r;
}

/* The factor of the censoring time that gives the intended share of censored times. */
static double calibrate(const design *d, uint64_t seed)
{
	double ratios[CALIBRATED], low = -20, high = 20;
	draw random;
	draw_init(&random, seed, "calibration", 0);
	for (size_t i = 0; i < CALIBRATED; i++) {
		row r = draw_row(d, &random);
		ratios[i] = log(r.time / r.ending);
	}
	for (int step = 0; step < 50; step++) {
		double middle = (low + high) / 2;
		size_t count = 0;
		for (size_t i = 0; i < CALIBRATED; i++)
			count += ratios[i] > middle;
		*(count > (size_t)(d->censored * CALIBRATED) ? &low : &high) = middle;
	}
	return exp(low);
}

static void draw_sample(sample *s, const design *d, double factor, draw *random)
{
	for (size_t i = 0; i < d->rows; i++) {
		row r = draw_row(d, random);
		double end = factor * r.ending;
		s->x[i] = r.x;
		s->z[0][i] = r.z[0];
		s->z[1][i] = r.z[1];
		s->observed[i] = r.time <= end;
		s->time[i] = fmin(r.time, end);
	}
}

/* ------------------------------------------------------------------------------------------------------------ asking */

static mixmi_status make_table(mixmi_table **out, const sample *s, const design *d)
{
	static const char *const names[] = { "x", "time", "z1", "z2" };
	const double *columns[] = { s->x, s->time, s->z[0], s->z[1] };
	mixmi_status status = mixmi_table_new(out, d->rows);
	for (size_t j = 0; status == MIXMI_OK && j < 2 + d->z; j++)
		status = mixmi_table_add_values(*out, names[j], MIXMI_NUMERIC, columns[j], NULL);
	return status == MIXMI_OK ? mixmi_table_set_survival(*out, 1, s->observed) : status;
}

static mixmi_status ask(double *p, const sample *s, const design *d)
{
	const size_t x = 0, y = 1, z[] = { 2, 3 };
	const mixmi_question q = { &x, 1, &y, 1, z, d->z };
	mixmi_table *table = NULL;
	mixmi_answer answer;
	mixmi_status status = make_table(&table, s, d);
	if (status == MIXMI_OK)
		status = mixmi_test(&answer, sizeof answer, NULL, table, &q, NULL);
	*p = status == MIXMI_OK ? answer.p : NAN;
	mixmi_table_free(table);
	return status;
}

/* The likelihood ratio test of X in Cox regression. */
static double cox_p(const sample *s, const design *d)
{
	const double *columns[] = { s->z[0], s->z[1], s->x };
	columns[d->z] = s->x;
	double without = cox_likelihood(s->time, s->observed, columns, d->z, d->rows);
	double with = cox_likelihood(s->time, s->observed, columns, d->z + 1, d->rows);
	return gsl_cdf_chisq_Q(fmax(2 * (with - without), 0), 1);
}

typedef struct outcome {
	double p, cox;
} outcome;

typedef struct cell {
	const design *design;
	const char *name;
	uint64_t seed;
	double factor;
	outcome *outcomes; /* [draws] */
} cell;

static mixmi_status run_draw(const void *context, size_t number)
{
	const cell *c = context;
	draw random;
	draw_init(&random, c->seed, c->name, number);
	sample *s = malloc(sizeof *s);
	if (s == NULL)
		return MIXMI_ERROR_MEMORY;
	draw_sample(s, c->design, c->factor, &random);
	c->outcomes[number].cox = cox_p(s, c->design);
	mixmi_status status = ask(&c->outcomes[number].p, s, c->design);
	free(s);
	return status;
}

/* ------------------------------------------------------------------------------------------------------------ figures */

typedef struct settings {
	size_t draws;
	uint64_t seed;
	int threads;
	const char *only;
	FILE *csv;
} settings;

static double share_below(const outcome *outcomes, size_t draws, bool cox, double level)
{
	size_t count = 0;
	for (size_t i = 0; i < draws; i++)
		count += (cox ? outcomes[i].cox : outcomes[i].p) <= level; /* an undecided question rejects nothing */
	return (double)count / (double)draws;
}

static void run_cell(const settings *s, const design *d)
{
	char name[128];
	snprintf(name, sizeof name, "n=%zu censored=%g %s z=%zu %s end=%s effect=%s", d->rows, d->censored,
	         d->binary ? "binary" : "numeric", d->z, act_names[d->act], ending_names[d->ending],
	         effect_names[d->effect]);
	if (!argument_match(s->only, name))
		return;
	outcome *outcomes = calloc(s->draws, sizeof *outcomes);
	const cell c = { d, name, s->seed, calibrate(d, s->seed), outcomes };
	if (outcomes == NULL || lines_draws(s->draws, s->threads, run_draw, &c) != MIXMI_OK)
		argument_fail(name, mixmi_error_message());
	fprintf(s->csv, "%zu,%g,%s,%zu,%s,%s,%s,%zu", d->rows, d->censored, d->binary ? "binary" : "numeric", d->z,
	        act_names[d->act], ending_names[d->ending], effect_names[d->effect], s->draws);
	for (int cox = 0; cox < 2; cox++)
		fprintf(s->csv, ",%.3f,%.3f", share_below(outcomes, s->draws, cox != 0, 0.05),
		        share_below(outcomes, s->draws, cox != 0, 0.01));
	fprintf(s->csv, "\n");
	fflush(s->csv);
	free(outcomes);
}

/* Power is compared where the Cox model is correct about Z and keeps its level. */
static void run_effects(const settings *s, design d)
{
	bool compared = d.act != CROSSING && d.ending != BY_X;
	for (d.effect = NONE; d.effect <= TURNING; d.effect++)
		if (d.effect == NONE || (compared && !(d.binary && d.effect == TURNING)))
			run_cell(s, &d);
}

/* Without Z one kind of effect is enough; X can still influence the censoring time. */
static void run_kinds(const settings *s, size_t rows, double censored)
{
	design d = { .rows = rows, .censored = censored };
	for (d.z = 0; d.z <= MOST_Z; d.z++)
		for (int binary = 0; binary < 2; binary++)
			for (d.act = LINE; d.act <= (d.z == 2 ? CROSSING : LINE); d.act++)
				for (d.ending = d.z == 0 ? BY_CHANCE : BY_Z; d.ending <= BY_X; d.ending += d.z == 0 ? 2 : 1) {
					d.binary = binary != 0;
					run_effects(s, d);
				}
}

static const char usage[] = "censored: how often the default test rejects where times are censored\n"
							"\n"
							"  --draws N     data sets of each cell (200)\n"
							"  --seed N      (33)\n"
							"  --threads N   0: as many as there are cores (0); figures do not depend on it\n"
							"  --only LIST   patterns of names such as 'n=500 *effect=none' (all)\n"
							"  --csv FILE    write figures to this file (standard output)\n";

int main(int argc, char **argv)
{
	settings s = { .draws = 200, .seed = 33, .csv = stdout };
	const argument_option options[] = {
		{ .name = "draws", .type = ARGUMENT_COUNT, .to = &s.draws, .least = 1, .most = 1000000 },
		{ .name = "seed", .type = ARGUMENT_SEED, .to = &s.seed },
		{ .name = "threads", .type = ARGUMENT_THREADS, .to = &s.threads },
		{ .name = "only", .type = ARGUMENT_TEXT, .to = &s.only },
		{ .name = "csv", .type = ARGUMENT_OUTPUT, .to = &s.csv },
		{ .name = NULL },
	};
	argument_program = "censored";
	argument_parse(argc, argv, usage, options);
	s.threads = argument_threads(s.threads);
	fprintf(s.csv, "rows,censored,x,z,act,end,effect,draws,at_05,at_01,cox_05,cox_01\n");
	static const double shares[] = { 0.3, 0.6 };
	static const size_t sizes[] = { 200, 500 };
	for (size_t i = 0; i < 2; i++)
		for (size_t k = 0; k < 2; k++)
			run_kinds(&s, sizes[i], shares[k]);
	return fclose(s.csv) == 0 ? EXIT_SUCCESS : EXIT_FAILURE;
}
