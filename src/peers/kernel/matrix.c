/* Sums over rows are computed block by block with four partial sums each, so that their order is fixed for any compiler
 * and number of options. The ridge system has a fixed order as well (small_systems.c). */
#include "peers/kernel/matrix.h"

#include "peers/kernel/small_systems.h"

enum { BLOCK = 512, LANES = 4, TILE = 4 };

bool kernel_matrix_init(kernel_matrix *matrix, size_t rows, size_t columns)
{
	*matrix = (kernel_matrix){ rows, columns, NULL };
	if (columns <= SIZE_MAX / sizeof *matrix->values)
		matrix->values = mixmi_allocate(rows, columns * sizeof *matrix->values);
	if (matrix->values == NULL)
		*matrix = (kernel_matrix){ 0, 0, NULL };
	return matrix->values != NULL;
}

void kernel_matrix_clear(kernel_matrix *matrix)
{
	mixmi_free(matrix->values);
	*matrix = (kernel_matrix){ 0, 0, NULL };
}

void kernel_run(double operations, const mixmi_options *options, size_t count, mixmi_piece *piece, void *context)
{
	if (options != NULL && operations >= 1e6)
		(void)mixmi_parallel(options, NULL, count, piece, context); /* without pieces that fail it cannot */
	else
		for (size_t i = 0; i < count; i++)
			(void)piece(context, i, 0);
}

/* ------------------------------------------------------------------------------------------- standardising */

static double sum_of(const double *values, size_t count)
{
	mixmi_sum sum = { 0, 0 };
	for (size_t i = 0; i < count; i++)
		mixmi_sum_add(&sum, values[i]);
	return mixmi_sum_value(&sum);
}

/* Scales values by a power of two that brings the largest to about 1, so that sums and squares neither overflow nor
 * underflow. */
static void rescale(double *values, size_t count)
{
	double largest = 0;
	for (size_t i = 0; i < count; i++)
		largest = fabs(values[i]) > largest ? fabs(values[i]) : largest;
	int exponent;
	frexp(largest, &exponent);
	for (size_t i = 0; i < count; i++)
		values[i] = ldexp(values[i], -exponent);
}

static void standardise(double *values, size_t count)
{
	bool constant = true;
	for (size_t i = 1; i < count; i++)
		constant = constant && values[i] == values[0];
	rescale(values, count);
	double mean = sum_of(values, count) / (double)count;
	mixmi_sum squares = { 0, 0 };
	for (size_t i = 0; i < count; i++) {
		values[i] -= mean;
		mixmi_sum_add(&squares, values[i] * values[i]);
	}
	double deviation = sqrt(mixmi_sum_value(&squares) / (double)(count - 1));
	for (size_t i = 0; i < count; i++)
		values[i] = constant || !(deviation > 0) ? 0 : values[i] / deviation;
}

static mixmi_status standardise_piece(void *context, size_t index, size_t thread)
{
	kernel_matrix *matrix = context;
	(void)thread;
	standardise(kernel_column(matrix, index), matrix->rows);
	return MIXMI_OK;
}

void kernel_standardise(kernel_matrix *matrix, const mixmi_options *options)
{
	kernel_run((double)matrix->rows * (double)matrix->columns * 10, options, matrix->columns, standardise_piece,
	           matrix);
}

/* ------------------------------------------------------------------------------------------ cross products */

/* sums[j] += a times column j of b, for TILE columns that are `stride` apart: a is loaded once for all of them. The
 * order of each sum is the same as in a single computation. */
static void dot_tile(double *sums, const double *a, const double *b, size_t stride, size_t columns, size_t count)
{
	double lanes[TILE][LANES] = { { 0 } };
	size_t i = 0;
	if (columns == TILE)
		for (; i + LANES <= count; i += LANES)
			for (size_t j = 0; j < TILE; j++)
				for (size_t k = 0; k < LANES; k++)
					lanes[j][k] += a[i + k] * b[j * stride + i + k];
	for (; i < count; i++)
		for (size_t j = 0; j < columns; j++)
			lanes[j][i % LANES] += a[i] * b[j * stride + i];
	for (size_t j = 0; j < columns; j++)
		sums[j] += (lanes[j][0] + lanes[j][1]) + (lanes[j][2] + lanes[j][3]);
}

/* Row i of the sums, block by block, so that the columns of b stay in the cache. */
static void cross_row(double *sums, const kernel_matrix *a, const kernel_matrix *b, size_t i, size_t first)
{
	for (size_t start = 0; start < a->rows; start += BLOCK) {
		size_t count = a->rows - start < BLOCK ? a->rows - start : BLOCK;
		for (size_t j = first; j < b->columns; j += TILE)
			dot_tile(sums + i * b->columns + j, kernel_column(a, i) + start, kernel_column(b, j) + start, b->rows,
			         b->columns - j < TILE ? b->columns - j : TILE, count);
	}
}

/* A cross product; one row of the sums is a piece of work. */
typedef struct cross {
	double *sums;
	const kernel_matrix *a, *b;
} cross;

static mixmi_status cross_piece(void *context, size_t index, size_t thread)
{
	const cross *c = context;
	(void)thread;
	cross_row(c->sums, c->a, c->b, index, c->a == c->b ? index : 0);
	return MIXMI_OK;
}

void kernel_cross(double *sums, const kernel_matrix *a, const kernel_matrix *b, const mixmi_options *options)
{
	kernel_run((double)a->rows * (double)a->columns * (double)b->columns, options, a->columns, cross_piece,
	           &(cross){ sums, a, b });
	for (size_t i = 0; a == b && i < a->columns; i++)
		for (size_t j = 0; j < i; j++)
			sums[i * a->columns + j] = sums[j * a->columns + i];
}

/* ----------------------------------------------------------------------------------------------- regression */

/* The upper triangle of the covariance plus the penalty, column by column. */
static void pack(double *packed, const double *sums, size_t size, double divisor, double penalty)
{
	for (size_t j = 0; j < size; j++)
		for (size_t i = 0; i <= j; i++)
			*packed++ = sums[i * size + j] / divisor + (i == j ? penalty : 0);
}

/* Cholesky factor of the covariance with the smallest penalty that makes it numerically positive definite. */
static double factorise(double *packed, const double *sums, size_t size, double divisor)
{
	double penalty = 1e-10;
	for (; penalty < 1e10; penalty *= 10) {
		pack(packed, sums, size, divisor, penalty);
		if (kernel_cholesky(packed, size))
			break;
	}
	return penalty;
}

/* Rows - 1 minus the trace of S (S + penalty)^-1, where S is the covariance and `packed` the factor of S plus the
 * penalty. `room` has size * size numbers. */
static double freedom_left(double *room, const double *packed, size_t size, double penalty, size_t rows)
{
	mixmi_sum left = { 0, 0 };
	mixmi_sum_add(&left, (double)rows - 1 - (double)size);
	if (size + 2 <= rows)
		return mixmi_sum_value(&left);
	for (size_t i = 0; i < size * size; i++)
		room[i] = i % (size + 1) == 0;
	kernel_solve(room, size, packed, size);
	for (size_t i = 0; i < size; i++)
		mixmi_sum_add(&left, penalty * room[i * size + i]);
	return mixmi_sum_value(&left);
}

/* target -= z times coefficients, in rows start .. start+count-1. */
static void subtract_fit(double *target, const kernel_matrix *z, const double *coefficients, size_t start, size_t count)
{
	for (size_t j = 0; j < z->columns; j++) {
		const double *column = kernel_column(z, j) + start;
		for (size_t i = 0; i < count; i++)
			target[start + i] -= column[i] * coefficients[j];
	}
}

/* Subtracts the fit of a regression from its targets; one block of rows is a piece of work. */
typedef struct fit {
	kernel_matrix *targets;
	const kernel_matrix *z;
	const double *coefficients;
} fit;

static mixmi_status subtract_piece(void *context, size_t index, size_t thread)
{
	const fit *f = context;
	size_t start = index * BLOCK, count = f->z->rows - start < BLOCK ? f->z->rows - start : BLOCK;
	(void)thread;
	for (size_t t = 0; t < f->targets->columns; t++)
		subtract_fit(kernel_column(f->targets, t), f->z, f->coefficients + t * f->z->columns, start, count);
	return MIXMI_OK;
}

/* Replaces the right-hand sides by the coefficients. `packed` has space for the triangle. Returns the penalty. */
static double regress(kernel_matrix *targets, const kernel_matrix *z, const double *sums, double *packed,
                      double *coefficients, const mixmi_options *options)
{
	size_t size = z->columns;
	double divisor = (double)(z->rows - 1);
	kernel_cross(coefficients, targets, z, options);
	for (size_t i = 0; i < targets->columns * size; i++)
		coefficients[i] /= divisor;
	double penalty = factorise(packed, sums, size, divisor);
	kernel_solve(coefficients, targets->columns, packed, size);
	kernel_run((double)z->rows * (double)size * (double)targets->columns, options, (z->rows + BLOCK - 1) / BLOCK,
	           subtract_piece, &(fit){ targets, z, coefficients });
	return penalty;
}

bool kernel_residuals(kernel_matrix *targets, double *freedom, const kernel_matrix *z, const mixmi_options *options)
{
	size_t size = z->columns;
	double *sums = mixmi_allocate_zero(size, size * sizeof *sums);
	double *packed = mixmi_allocate(size * (size + 1) / 2, sizeof *packed);
	double *coefficients = mixmi_allocate_zero(targets->columns, size * sizeof *coefficients);
	bool done = sums != NULL && packed != NULL && coefficients != NULL;
	if (done) {
		kernel_cross(sums, z, z, options);
		double penalty = regress(targets, z, sums, packed, coefficients, options);
		*freedom = freedom_left(sums, packed, size, penalty, z->rows);
	}
	mixmi_free(sums);
	mixmi_free(packed);
	mixmi_free(coefficients);
	return done;
}
