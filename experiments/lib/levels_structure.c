/* Cases about the structure of Z: labels with many levels next to numbers, waves and calendars, sums of squares and kinks, surfaces, many
 * irrelevant columns; and alternatives behind such Z, among them the designs of the GKCM paper (Bergen, Sejdinovic and Didelez 2026). */
#include <math.h>

#include "levels_parts.h"
#include "levels_tables.h"

static const double pi = 3.14159265358979323846264338328;

/* --------------------------------------------------------------------------------------- labels of many levels */

/* parameters[0]: levels; [1]: 1 for levels by Zipf's law; [2]: rows per level instead of a number of levels, 0: none. */
#define BEGIN_LABELS(name, levels, zipf, rows_per_level)                                                               \
	static void name(level_draw *d)                                                                                    \
	{                                                                                                                  \
		d->parameters[0] = (rows_per_level) > 0 ? floor((double)d->rows / (rows_per_level)) : (levels);                \
		d->parameters[1] = (zipf);                                                                                     \
	}
BEGIN_LABELS(begin_5, 5, 0, 0)
BEGIN_LABELS(begin_15, 15, 0, 0)
BEGIN_LABELS(begin_30, 30, 0, 0)
BEGIN_LABELS(begin_60, 60, 0, 0)
BEGIN_LABELS(begin_30_zipf, 30, 1, 0)
BEGIN_LABELS(begin_200_zipf, 200, 1, 0)
BEGIN_LABELS(begin_3_rows, 0, 0, 3)
BEGIN_LABELS(begin_5_rows, 0, 0, 5)
BEGIN_LABELS(begin_10_rows, 0, 0, 10)

static double draw_level(level_draw *d)
{
	double levels = d->parameters[0];
	if (d->parameters[1] == 0)
		return level_below(d, (uint64_t)levels);
	return floor(pow(levels + 1, level_uniform(d))) - 1; /* log-uniform: P(k) falls like 1 / k */
}

static void z_label(double *z, level_draw *d)
{
	z[0] = draw_level(d);
	for (size_t j = 1; j < d->z_count; j++)
		z[j] = level_normal(d);
}

/* The rows of one person after another, the same number for each. */
static void z_person(double *z, level_draw *d)
{
	z[0] = floor((double)d->index * d->parameters[0] / (double)d->rows);
	for (size_t j = 1; j < d->z_count; j++)
		z[j] = level_normal(d);
}

static void z_label_and_binary(double *z, level_draw *d)
{
	z[0] = draw_level(d);
	z[1] = level_below(d, 2);
	for (size_t j = 2; j < d->z_count; j++)
		z[j] = level_normal(d);
}

static double s_label(const double *z, level_draw *d)
{
	(void)d;
	return level_effect(z[0], 0);
}

static double s_label_and_numbers(const double *z, level_draw *d)
{
	double sum = level_effect(z[0], 0), count = 1;
	for (size_t j = 1; j < d->z_count; j++, count++)
		sum += j % 2 == 1 ? z[j] : (z[j] * z[j] - 1) / sqrt(2);
	return sum / sqrt(count);
}

static double s_label_slopes(const double *z, level_draw *d)
{
	(void)d;
	return (level_effect(z[0], 0) + level_effect(z[0], 1) * z[1]) / sqrt(2);
}

static double s_label_and_binary(const double *z, level_draw *d)
{
	(void)d;
	return (level_effect(z[0], 0) + 2 * z[1] - 1) / sqrt(2);
}

/* --------------------------------------------------------------------------------------------- waves and calendars */

#define BEGIN_WAVE(name, periods)                                                                                      \
	static void name(level_draw *d)                                                                                    \
	{                                                                                                                  \
		d->parameters[0] = (periods);                                                                                  \
	}
BEGIN_WAVE(begin_1, 1)
BEGIN_WAVE(begin_3, 3)
BEGIN_WAVE(begin_8, 8)
BEGIN_WAVE(begin_20, 20)

static double s_wave(const double *z, level_draw *d)
{
	return sqrt(2) * sin(2 * pi * d->parameters[0] * z[0]);
}

/* One row per time step, as a number of days. */
static void z_days(double *z, level_draw *d)
{
	z[0] = (double)d->index;
}

/* Whole years for any number of rows, so that rows are days, weeks or the like. */
static double s_year(const double *z, level_draw *d)
{
	double t = z[0] / (double)d->rows;
	return sqrt(2) * sin(2 * pi * d->parameters[0] * t + 1);
}

static void z_days_and_normal(double *z, level_draw *d)
{
	z[0] = (double)d->index;
	z[1] = level_normal(d);
}

static double s_year_and_trend(const double *z, level_draw *d)
{
	double t = z[0] / (double)d->rows;
	return (sqrt(2) * sin(2 * pi * d->parameters[0] * t + 1) + sqrt(12) * (t - 0.5)) / sqrt(1.72);
}

static double s_normal_wave(const double *z, level_draw *d)
{
	(void)d;
	return sqrt(2) * sin(2 * pi * z[0]);
}

/* -------------------------------------------------------------------------------------------------------------- sums */

static double s_squares(const double *z, level_draw *d)
{
	double sum = 0;
	for (size_t j = 0; j < d->z_count; j++)
		sum += (z[j] * z[j] - 1) / sqrt(2);
	return sum / sqrt((double)d->z_count);
}

static double s_kinks(const double *z, level_draw *d)
{
	double sum = 0;
	for (size_t j = 0; j < d->z_count; j++)
		sum += (fabs(z[j]) - sqrt(2 / pi)) / sqrt(1 - 2 / pi);
	return sum / sqrt((double)d->z_count);
}

static double s_first_curve(const double *z, level_draw *d)
{
	(void)d;
	return z[0];
}

/* ---------------------------------------------------------------------------------------------------------- surfaces */

static double s_dose(const double *z, level_draw *d)
{
	(void)d;
	return 3.2 * (1 / (1 + exp(-2 * (z[0] + z[1]))) - 0.5);
}

static double s_hill(const double *z, level_draw *d)
{
	(void)d;
	return 4 * exp(-0.5 * (z[0] * z[0] + z[1] * z[1])) - 2;
}

static double s_places(const double *z, level_draw *d)
{
	(void)d;
	return cos(4 * z[0] + 5 * z[1]) + sin(7 * z[0] - 2 * z[1]);
}

static double s_ridge(const double *z, level_draw *d)
{
	(void)d;
	return 1.5 * sin(1.5 * z[0]) * z[1];
}

/* ------------------------------------------------------------------------------------------------- the GKCM designs */

static void gkcm_square(double *row, level_draw *d)
{
	for (size_t j = 0; j < 7; j++)
		row[2 + j] = level_normal(d);
	row[0] = sin(row[2]) + level_normal(d);
	row[1] = tanh(row[3]) + 0.2 * row[0] * row[0] * row[4] + level_normal(d);
}

static void gkcm_classes(double *row, level_draw *d)
{
	double weights[3], total = 0, u = level_uniform(d);
	for (size_t j = 0; j < 7; j++)
		row[2 + j] = level_normal(d);
	for (size_t k = 0; k < 3; k++)
		total += weights[k] = exp(k == 0 ? row[2] : k == 1 ? row[3] : 0);
	row[0] = u < weights[0] / total ? 0 : u < (weights[0] + weights[1]) / total ? 1 : 2;
	row[1] = 0.4 * row[4] - 0.2 * row[5] + (row[0] == 1 ? 0.2 : row[0] == 2 ? -0.05 : 0) + level_normal(d);
}

static void gkcm_line(double *row, level_draw *d)
{
	for (size_t j = 0; j < 7; j++)
		row[2 + j] = level_normal(d);
	row[0] = 0.7 * row[2] + row[3] + level_normal(d);
	row[1] = 0.4 * row[4] - 0.2 * row[5] - 0.1 * row[0] + level_normal(d);
}

/* ----------------------------------------------------------------------------------------------------- the table */

#define NULL_CASE(name, what, types, class, z, signal, kind, share, begin)                                             \
	{                                                                                                                  \
		name, what, types, class, z, LEVEL_SIDES(signal, kind, share), 0, NULL, begin, 0                               \
	}
#define LEFT(name, what, types, z, signal, share, rho, begin)                                                          \
	{                                                                                                                  \
		name, what, types, LEVEL_GIVEN, z, LEVEL_SIDES(signal, k_plain, share), rho, NULL, begin, 0                    \
	}
#define ROW(name, what, types, row)                                                                                    \
	{                                                                                                                  \
		name, what, types, LEVEL_GIVEN, NULL, { NULL, NULL, 0 }, { NULL, NULL, 0 }, 0, row, NULL, 0                    \
	}

static const level_case cases[] = {
	NULL_CASE("labels-5", "5 labels and a number", "nndn", LEVEL_LABELS, z_label, s_label_and_numbers, k_plain, 0.5,
	          begin_5),
	NULL_CASE("labels-15", "15 labels and a number", "nndn", LEVEL_LABELS, z_label, s_label_and_numbers, k_plain, 0.5,
	          begin_15),
	NULL_CASE("labels-30", "30 labels and a number", "nndn", LEVEL_LABELS, z_label, s_label_and_numbers, k_plain, 0.5,
	          begin_30),
	NULL_CASE("labels-30-strong", "the same, R^2 .9", "nndn", LEVEL_LABELS, z_label, s_label_and_numbers, k_plain, 0.9,
	          begin_30),
	NULL_CASE("labels-30-zipf", "30 labels, few common, and a number", "nndn", LEVEL_LABELS, z_label,
	          s_label_and_numbers, k_plain, 0.5, begin_30_zipf),
	NULL_CASE("labels-200-zipf", "200 labels, few common, and a number", "nndn", LEVEL_LABELS, z_label,
	          s_label_and_numbers, k_plain, 0.5, begin_200_zipf),
	NULL_CASE("labels-30-three", "30 labels and three numbers", "nndnnn", LEVEL_LABELS, z_label, s_label_and_numbers,
	          k_plain, 0.6, begin_30),
	NULL_CASE("labels-15-slopes", "a slope per label", "nndn", LEVEL_LABELS, z_label, s_label_slopes, k_plain, 0.7,
	          begin_15),
	NULL_CASE("labels-60-slopes", "a slope per label, 60 labels", "nndn", LEVEL_LABELS, z_label, s_label_slopes,
	          k_plain, 0.7, begin_60),
	NULL_CASE("labels-30-binary", "30 labels and a binary column", "nndd", LEVEL_LABELS, z_label_and_binary,
	          s_label_and_binary, k_plain, 0.5, begin_30),
	NULL_CASE("labels-30-idle", "30 labels and a number that does nothing", "nndn", LEVEL_LABELS, z_label, s_label,
	          k_plain, 0.5, begin_30),
	NULL_CASE("persons-3", "persons of 3 rows and a number", "nndn", LEVEL_LABELS, z_person, s_label_and_numbers,
	          k_plain, 0.5, begin_3_rows),
	NULL_CASE("persons-5", "persons of 5 rows, a number that does nothing", "nndn", LEVEL_LABELS, z_person, s_label,
	          k_plain, 0.5, begin_5_rows),
	NULL_CASE("persons-10", "persons of 10 rows and two numbers", "nndnn", LEVEL_LABELS, z_person, s_label_and_numbers,
	          k_plain, 0.6, begin_10_rows),
	NULL_CASE("persons-5-binary", "binary X and Y, persons of 5 rows and a number", "dddn", LEVEL_LABELS, z_person,
	          s_label_and_numbers, k_binary, 0.5, begin_5_rows),
	NULL_CASE("labels-30-counts", "counts, 30 labels and a number", "nndn", LEVEL_LABELS, z_label, s_label_and_numbers,
	          k_counts, 0.5, begin_30),
	NULL_CASE("wave-1", "one period", "nnn", LEVEL_WAVES, z_uniforms, s_wave, k_plain, 0.7, begin_1),
	NULL_CASE("wave-3-of-4", "three periods of the first of 4 Z", "nnnnnn", LEVEL_WAVES, z_uniforms, s_wave, k_plain,
	          0.7, begin_3),
	NULL_CASE("wave-8", "eight periods", "nnn", LEVEL_WAVES, z_uniforms, s_wave, k_plain, 0.7, begin_8),
	NULL_CASE("wave-8-of-4", "eight periods of the first of 4 Z", "nnnnnn", LEVEL_WAVES, z_uniforms, s_wave, k_plain,
	          0.7, begin_8),
	NULL_CASE("wave-20", "twenty periods", "nnn", LEVEL_WAVES, z_uniforms, s_wave, k_plain, 0.7, begin_20),
	NULL_CASE("wave-normal-of-7", "sine of 2 pi z1 given 7 normal Z", "nnnnnnnnn", LEVEL_WAVES, z_normals,
	          s_normal_wave, k_plain, 0.7, NULL),
	NULL_CASE("years-3", "three years of seasons", "nnn", LEVEL_WAVES, z_days, s_year_and_trend, k_plain, 0.6, begin_3),
	NULL_CASE("years-8", "eight years of seasons", "nnn", LEVEL_WAVES, z_days, s_year, k_plain, 0.6, begin_8),
	NULL_CASE("years-20", "twenty years of seasons", "nnn", LEVEL_WAVES, z_days, s_year, k_plain, 0.6, begin_20),
	NULL_CASE("years-8-number", "eight years of seasons, and a number that does nothing", "nnnn", LEVEL_WAVES,
	          z_days_and_normal, s_year, k_plain, 0.6, begin_8),
	NULL_CASE("squares-2", "sum of 2 squares", "nnnn", LEVEL_SUMS, z_normals, s_squares, k_plain, 0.8, NULL),
	NULL_CASE("squares-4", "sum of 4 squares", "nnnnnn", LEVEL_SUMS, z_normals, s_squares, k_plain, 0.8, NULL),
	NULL_CASE("squares-8", "sum of 8 squares", "nnnnnnnnnn", LEVEL_SUMS, z_normals, s_squares, k_plain, 0.8, NULL),
	NULL_CASE("kinks-2", "sum of 2 kinks", "nnnn", LEVEL_SUMS, z_normals, s_kinks, k_plain, 0.8, NULL),
	NULL_CASE("kinks-5", "sum of 5 kinks", "nnnnnnn", LEVEL_SUMS, z_normals, s_kinks, k_plain, 0.8, NULL),
	NULL_CASE("kinks-8", "sum of 8 kinks", "nnnnnnnnnn", LEVEL_SUMS, z_normals, s_kinks, k_plain, 0.8, NULL),
	NULL_CASE("idle-20", "a line of the first of 20 Z", "nnnnnnnnnnnnnnnnnnnnnn", LEVEL_IRRELEVANT, z_normals,
	          s_first_curve, k_plain, 0.5, NULL),
	NULL_CASE("dose", "a dose of two Z that saturates", "nnnn", LEVEL_SURFACES, z_normals, s_dose, k_plain, 0.7, NULL),
	NULL_CASE("hill", "a hill over two Z", "nnnn", LEVEL_SURFACES, z_normals, s_hill, k_plain, 0.7, NULL),
	NULL_CASE("places", "a field over places", "nnnn", LEVEL_SURFACES, z_uniforms, s_places, k_plain, 0.7, NULL),
	NULL_CASE("ridge", "a wave of z1 times z2", "nnnn", LEVEL_SURFACES, z_normals, s_ridge, k_plain, 0.7, NULL),
	LEFT("left-labels-30", "30 labels and a number, noises correlated .3", "nndn", z_label, s_label_and_numbers, 0.5,
	     0.3, begin_30),
	LEFT("left-persons-5", "persons of 5 rows, noises correlated .3", "nndn", z_person, s_label_and_numbers, 0.5, 0.3,
	     begin_5_rows),
	LEFT("left-years-8", "eight years, noises correlated .3", "nnn", z_days, s_year, 0.6, 0.3, begin_8),
	LEFT("left-dose", "a dose of two Z, noises correlated .3", "nnnn", z_normals, s_dose, 0.7, 0.3, NULL),
	LEFT("left-places", "a field over places, noises correlated .3", "nnnn", z_uniforms, s_places, 0.7, 0.3, NULL),
	LEFT("left-hill", "a hill over two Z, noises correlated .3", "nnnn", z_normals, s_hill, 0.7, 0.3, NULL),
	LEFT("left-idle-20", "20 Z, noises correlated .3", "nnnnnnnnnnnnnnnnnnnnnn", z_normals, s_first_curve, 0.5, 0.3,
	     NULL),
	ROW("gkcm-square", "Y = tanh z2 + .2 X^2 z3, 7 Z", "nnnnnnnnn", gkcm_square),
	ROW("gkcm-classes", "three classes and a number, 7 Z", "tnnnnnnnn", gkcm_classes),
	ROW("gkcm-line", "a weak line among 7 Z", "nnnnnnnnn", gkcm_line),
};

enum { CASES = sizeof cases / sizeof cases[0] };

const level_case *level_structure_at(size_t index)
{
	return index < CASES ? &cases[index] : NULL;
}
