/* Level and power of the cluster-robust test. X and Y have independent random intercepts; the reference is
 * the F test of the linear mixed model that generates the data, with known variances. Run with --help. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <gsl/gsl_cdf.h>

#include "arguments.h"
#include "ask.h"
#include "draw.h"
#include "lines.h"

enum { MOST_Z = 3, COLUMNS = 2 + MOST_Z + 1, MOST_ROWS = 4000, REGRESSORS = 1 + MOST_Z + 2 };

typedef enum kind { NUMERIC, BINARY, COUNT, LABELS } kind;

/* The design of one line of the table. */
typedef struct design {
	size_t clusters, size;
	double icc;
	kind x, y;
	size_t z;
	bool constant;  /* X is constant within clusters */
	bool dependent; /* Y depends on X */
	double between; /* intraclass correlation of the data; 0: rows are independent */
} design;

/* One draw. */
typedef struct sample {
	size_t rows;
	double x[MOST_ROWS], y[MOST_ROWS], latent_x[MOST_ROWS], latent_y[MOST_ROWS], z[MOST_Z][MOST_ROWS];
} sample;

typedef struct outcome {
	double p, known; /* of the test, and of the one that knows the variances */
} outcome;

static const char *const kind_names[] = { "numeric", "binary", "count", "labels" };

/* ----------------------------------------------------------------------------------------------------------- drawing */

/* Adds a random intercept and errors, with total variance 1. */
static void add_noise(double *out, const design *d, double icc, draw *random)
{
	double effect = 0;
	for (size_t i = 0; i < d->clusters * d->size; i++) {
		if (i % d->size == 0)
			effect = draw_normal(random);
		out[i] += sqrt(icc) * effect + sqrt(1 - icc) * draw_normal(random);
	}
}

/* The first and the third are numbers, the third constant within clusters; the second has two values. */
static void draw_z(sample *s, const design *d, draw *random)
{
	for (size_t j = 0; j < d->z; j++) {
		memset(s->z[j], 0, s->rows * sizeof *s->z[j]);
		add_noise(s->z[j], d, j == 2 ? 1 : d->between, random);
		for (size_t i = 0; j == 1 && i < s->rows; i++)
			s->z[j][i] = s->z[j][i] > 0;
	}
}

/* The mean of a column over the cluster of each row. */
static void average(double *values, const design *d)
{
	for (size_t c = 0; c < d->clusters; c++) {
		double sum = 0;
		for (size_t i = 0; i < d->size; i++)
			sum += values[c * d->size + i];
		for (size_t i = 0; i < d->size; i++)
			values[c * d->size + i] = sum / (double)d->size;
	}
}

static void draw_latent(double *out, const sample *s, const design *d, bool constant, draw *random)
{
	for (size_t i = 0; i < s->rows; i++) {
		out[i] = 0;
		for (size_t j = 0; j < d->z; j++)
			out[i] += 0.6 * s->z[j][i];
	}
	if (constant)
		average(out, d);
	add_noise(out, d, constant ? 1 : d->between, random);
}

/* The column as it is recorded. */
static void show(double *out, const double *latent, kind what, size_t rows, draw *random)
{
	static const double labels[] = { 2, 0, 1 };
	for (size_t i = 0; i < rows; i++) {
		double v = latent[i];
		out[i] = what == NUMERIC  ? v
		         : what == BINARY ? v > 0.5
		         : what == COUNT  ? draw_poisson(random, exp(0.5 * v))
		                          : labels[(v > -0.5) + (v > 0.7)];
	}
}

/* ---------------------------------------------------------------------------------------------------- known variances */

/* Columns of the regression, standardised within and between clusters. */
typedef struct regression {
	size_t rows, count;
	double columns[REGRESSORS][MOST_ROWS], y[MOST_ROWS];
} regression;

/* Subtracts the share of the cluster mean that makes rows independent. */
static void whiten(double *values, const design *d)
{
	double within = 1 - d->between, share = 1 - sqrt(within / (within + (double)d->size * d->between));
	for (size_t c = 0; c < d->clusters; c++) {
		double sum = 0;
		for (size_t i = 0; i < d->size; i++)
			sum += values[c * d->size + i];
		for (size_t i = 0; i < d->size; i++)
			values[c * d->size + i] -= share * sum / (double)d->size;
	}
}

static void project(double *values, const regression *r, size_t first)
{
	for (size_t k = 0; k < first; k++) {
		double dot = 0, square = 0;
		for (size_t i = 0; i < r->rows; i++) {
			dot += values[i] * r->columns[k][i];
			square += r->columns[k][i] * r->columns[k][i];
		}
		for (size_t i = 0; i < r->rows && square > 1e-9; i++)
			values[i] -= dot / square * r->columns[k][i];
	}
}

static double *add_column(regression *r)
{
	return r->columns[r->count++];
}

static void finish_column(regression *r, const design *d)
{
	double *values = r->columns[r->count - 1];
	whiten(values, d);
	project(values, r, r->count - 1);
}

/* Constant, Z, then X: as it is, or as indicators of its labels. Columns are orthogonal to those before. */
static void regression_init(regression *r, const sample *s, const design *d)
{
	*r = (regression){ .rows = s->rows };
	for (size_t j = 0; j <= d->z; j++) {
		double *column = add_column(r);
		for (size_t i = 0; i < s->rows; i++)
			column[i] = j == 0 ? 1 : s->z[j - 1][i];
		finish_column(r, d);
	}
	for (size_t label = 0; label < (d->x == LABELS ? 2 : 1); label++) {
		double *column = add_column(r);
		for (size_t i = 0; i < s->rows; i++)
			column[i] = d->x == LABELS ? s->x[i] == (double)label : s->x[i];
		finish_column(r, d);
	}
}

static double length(const double *values, size_t rows)
{
	double sum = 0;
	for (size_t i = 0; i < rows; i++)
		sum += values[i] * values[i];
	return sum;
}

/* The slope of Y on X: about 3.3 standard errors of the known test. */
static double effect_of(const regression *r, const design *d)
{
	return 3.3 * sqrt((1 - d->between) / length(r->columns[1 + d->z], r->rows));
}

/* The F test of X, with one numerator degree of freedom, or two for labels. */
static double known_p(regression *r, const sample *s, const design *d)
{
	size_t first = 1 + d->z, added = r->count - first;
	memcpy(r->y, s->latent_y, s->rows * sizeof *r->y);
	whiten(r->y, d);
	project(r->y, r, first);
	double before = length(r->y, r->rows);
	project(r->y, r, r->count);
	double after = length(r->y, r->rows), freedom = (double)(d->constant ? d->clusters : r->rows) - (double)r->count;
	double error = d->constant ? 1 - d->between : after / ((double)r->rows - (double)r->count);
	return gsl_cdf_fdist_Q((before - after) / (double)added / error, (double)added, freedom);
}

/* ------------------------------------------------------------------------------------------------------------ asking */

static mixmi_status set_clusters(mixmi_table *table, const design *d)
{
	uint32_t numbers[MOST_ROWS];
	for (size_t i = 0; i < d->clusters * d->size; i++)
		numbers[i] = (uint32_t)(i / d->size);
	return mixmi_table_set_clusters(table, numbers);
}

static mixmi_status make_table(mixmi_table **out, const sample *s, const design *d)
{
	static const char *const names[] = { "x", "y", "z1", "z2", "z3" };
	static const char *const labels[] = { "a", "b", "c" };
	const double *columns[] = { s->x, s->y, s->z[0], s->z[1], s->z[2] };
	const kind kinds[] = { d->x, d->y, NUMERIC, BINARY, NUMERIC };
	int64_t *codes = malloc(s->rows * sizeof *codes);
	mixmi_status status = codes != NULL ? mixmi_table_new(out, s->rows) : MIXMI_ERROR_MEMORY;
	for (size_t j = 0; status == MIXMI_OK && j < 2 + d->z; j++) {
		for (size_t i = 0; i < s->rows; i++)
			codes[i] = kinds[j] == LABELS ? (int64_t)columns[j][i] : 0;
		status = kinds[j] == LABELS ? mixmi_table_add_codes(*out, names[j], codes, labels, 3, NULL)
		                            : mixmi_table_add_values(*out, names[j], MIXMI_NUMERIC, columns[j], NULL);
	}
	free(codes);
	return status == MIXMI_OK && d->icc > 0 ? set_clusters(*out, d) : status;
}

static mixmi_status ask(double *p, const sample *s, const design *d)
{
	const size_t x = 0, y = 1, z[] = { 2, 3, 4 };
	const mixmi_question q = { &x, 1, &y, 1, z, d->z };
	mixmi_table *table = NULL;
	mixmi_answer answer;
	mixmi_options *options = NULL;
	mixmi_status status = make_table(&table, s, d);
	if (status == MIXMI_OK)
		status = mixmi_options_new(&options);
	if (status == MIXMI_OK) /* the estimate beside the verdict is not looked at: let it be quick */
		status = mixmi_options_set_number(options, "max-rounds", 0);
	if (status == MIXMI_OK)
		status = mixmi_options_set_number(options, "k-max", 2);
	if (status == MIXMI_OK)
		status = mixmi_test(&answer, sizeof answer, NULL, table, &q, options);
	*p = status == MIXMI_OK ? answer.p : NAN;
	mixmi_options_free(options);
	mixmi_table_free(table);
	return status;
}

typedef struct cell {
	const design *design;
	const char *name;
	uint64_t seed;
	outcome *outcomes; /* [draws] */
} cell;

static mixmi_status run_draw(const void *context, size_t number)
{
	const cell *c = context;
	const design *d = c->design;
	draw random;
	draw_init(&random, c->seed, c->name, number);
	sample *s = malloc(sizeof *s);
	regression *r = malloc(sizeof *r);
	mixmi_status status = s != NULL && r != NULL ? MIXMI_OK : MIXMI_ERROR_MEMORY;
	if (status == MIXMI_OK) {
		s->rows = d->clusters * d->size;
		draw_z(s, d, &random);
		draw_latent(s->latent_x, s, d, d->constant, &random);
		draw_latent(s->latent_y, s, d, false, &random);
		show(s->x, s->latent_x, d->x, s->rows, &random);
		regression_init(r, s, d);
		double effect = d->dependent ? effect_of(r, d) : 0;
		for (size_t i = 0; i < s->rows; i++)
			s->latent_y[i] += effect * (d->x == LABELS ? s->x[i] == 0 : s->x[i]);
		show(s->y, s->latent_y, d->y, s->rows, &random);
		c->outcomes[number].known = known_p(r, s, d);
		status = ask(&c->outcomes[number].p, s, d);
	}
	free(s);
	free(r);
	return status;
}

/* ------------------------------------------------------------------------------------------------------------ figures */

typedef struct settings {
	size_t draws;
	uint64_t seed;
	int threads;
	const char *only;
	bool all;
	FILE *csv;
	double power[2][2]; /* [level][test, known] sums */
	size_t powers;
} settings;

static double share_below(const outcome *outcomes, size_t draws, bool known, double level)
{
	size_t count = 0;
	for (size_t i = 0; i < draws; i++) {
		double p = known ? outcomes[i].known : outcomes[i].p;
		count += p <= level; /* an undecided question rejects nothing */
	}
	return (double)count / (double)draws;
}

static void name_cell(char *out, size_t room, const design *d)
{
	snprintf(out, room, "%zux%zu icc=%g %s-%s z=%zu%s%s%s", d->clusters, d->size, d->between, kind_names[d->x],
	         kind_names[d->y], d->z, d->constant ? " constant" : "", d->dependent ? " dependent" : "",
	         d->icc > 0 ? "" : " unaware");
}

static void run_cell(settings *s, const design *d)
{
	static const double levels[] = { 0.05, 0.01 };
	char name[128];
	name_cell(name, sizeof name, d);
	if (!argument_match(s->only, name))
		return;
	outcome *outcomes = calloc(s->draws, sizeof *outcomes);
	const cell c = { d, name, s->seed, outcomes };
	if (outcomes == NULL || lines_draws(s->draws, s->threads, run_draw, &c) != MIXMI_OK)
		argument_fail(name, mixmi_error_message());
	fprintf(s->csv, "%zu,%zu,%g,%s,%s,%zu,%d,%d,%d,%zu", d->clusters, d->size, d->between, kind_names[d->x],
	        kind_names[d->y], d->z, d->constant, d->dependent, d->icc > 0, s->draws);
	for (int known = 0; known < 2; known++)
		for (size_t k = 0; k < 2; k++) {
			double share = share_below(outcomes, s->draws, known != 0, levels[k]);
			fprintf(s->csv, ",%.3f", share);
			if (d->dependent)
				s->power[k][known] += share;
		}
	fprintf(s->csv, "\n");
	fflush(s->csv);
	s->powers += d->dependent;
	free(outcomes);
}

static const kind pairs[][2] = { { NUMERIC, NUMERIC }, { BINARY, COUNT },  { LABELS, NUMERIC }, { COUNT, BINARY },
	                             { BINARY, LABELS },   { COUNT, NUMERIC }, { BINARY, NUMERIC } };

enum { PAIRS = sizeof pairs / sizeof pairs[0], NULLS = 5 };

/* Nulls of five pairs of kinds, and dependence if Y is a number. Unless all are requested, each pair of kinds has one number of
 * columns in Z, which varies from cell to cell so that all combinations occur. */
static void run_pair(settings *s, const design *of, size_t k, size_t turn)
{
	for (size_t z = 0; z <= MOST_Z; z++)
		for (int constant = 0; constant < 2; constant++) {
			design d = *of;
			d.x = pairs[k][0];
			d.y = pairs[k][1];
			d.z = z;
			d.constant = constant != 0;
			if (!s->all && z != (turn + k + 2 * (size_t)constant) % (MOST_Z + 1))
				continue;
			if (k < NULLS)
				run_cell(s, &d);
			d.dependent = true;
			if (d.y == NUMERIC)
				run_cell(s, &d);
		}
}

static void run_size(settings *s, size_t clusters, size_t size, size_t turn)
{
	static const double correlations[] = { 0.1, 0.3, 0.6 };
	for (size_t i = 0; i < 3; i++)
		for (size_t k = 0; k < PAIRS; k++) {
			const design d = { .clusters = clusters, .size = size, .icc = correlations[i], .between = correlations[i] };
			run_pair(s, &d, k, turn + i);
		}
}

/* The cost of the option for independent rows, and of omitting it for dependent ones. */
static void run_contrasts(settings *s)
{
	for (size_t z = 0; z <= MOST_Z; z++)
		for (int aware = 0; aware < 2; aware++) {
			run_cell(s, &(design){ 50, 20, aware ? 0.1 : 0, NUMERIC, NUMERIC, z, false, true, 0 });
			run_cell(s, &(design){ 50, 20, aware ? 0.1 : 0, NUMERIC, NUMERIC, z, false, false, 0 });
		}
	run_cell(s, &(design){ 50, 20, 0, NUMERIC, NUMERIC, 0, false, false, 0.3 });
	run_cell(s, &(design){ 50, 20, 0, NUMERIC, NUMERIC, 1, false, false, 0.3 });
}

static const char usage[] = "rows: how often the default test rejects where rows depend on each other in clusters\n"
							"\n"
							"  --draws N     data sets of each cell (200)\n"
							"  --seed N      (32)\n"
							"  --threads N   0: as many as there are cores (0); figures do not depend on it\n"
							"  --only LIST   patterns of names such as '20x50*z=3*constant*' (all)\n"
							"  --all         every number of columns in Z with every pair of kinds\n"
							"  --csv FILE    write figures to this file (standard output)\n";

int main(int argc, char **argv)
{
	settings s = { .draws = 200, .seed = 32, .csv = stdout };
	const argument_option options[] = {
		{ .name = "draws", .type = ARGUMENT_COUNT, .to = &s.draws, .least = 1, .most = 1000000 },
		{ .name = "seed", .type = ARGUMENT_SEED, .to = &s.seed },
		{ .name = "threads", .type = ARGUMENT_THREADS, .to = &s.threads },
		{ .name = "only", .type = ARGUMENT_TEXT, .to = &s.only },
		{ .name = "all", .type = ARGUMENT_SWITCH, .to = &s.all },
		{ .name = "csv", .type = ARGUMENT_OUTPUT, .to = &s.csv },
		{ .name = NULL },
	};
	argument_program = "rows";
	argument_parse(argc, argv, usage, options);
	s.threads = argument_threads(s.threads);
	fprintf(s.csv, "clusters,size,icc,x,y,z,constant,dependent,aware,draws,at_05,at_01,known_05,known_01\n");
	run_size(&s, 50, 20, 0);
	run_size(&s, 20, 50, 1);
	run_size(&s, 200, 5, 2);
	run_contrasts(&s);
	if (s.powers > 0)
		fprintf(stderr, "power at .05: %.3f of %.3f; at .01: %.3f of %.3f\n", s.power[0][0] / (double)s.powers,
		        s.power[0][1] / (double)s.powers, s.power[1][0] / (double)s.powers, s.power[1][1] / (double)s.powers);
	return fclose(s.csv) == 0 ? EXIT_SUCCESS : EXIT_FAILURE;
}
