/* Under the null hypothesis the statistic is asymptotically a sum of chi-squared variables weighted by the eigenvalues
 * of C = mean of v v', where v are the products of residuals of x and of y (Strobl et al. 2019, following Zhang et al.
 * 2011). Only power sums of the eigenvalues are needed. These are traces of powers of C, so no eigenvalue is
 * computed. */
#include "peers/kernel/null.h"

#include <string.h>

enum { CHUNK = 2048, ENOUGH = 10, BATCH = 16, FIRST_STREAM = 1 };

/* ---------------------------------------------------------------------------------------------- statistic */

static bool copy_in_order(kernel_matrix *copy, const kernel_matrix *matrix, const uint32_t *order)
{
	if (!kernel_matrix_init(copy, matrix->rows, matrix->columns))
		return false;
	for (size_t j = 0; j < matrix->columns; j++)
		for (size_t i = 0; i < matrix->rows; i++)
			kernel_column(copy, j)[i] = kernel_column(matrix, j)[order[i]];
	return true;
}

bool kernel_statistic(double *statistic, const kernel_matrix *x, const kernel_matrix *y, const uint32_t *order,
                      const mixmi_options *options)
{
	kernel_matrix moved = { 0, 0, NULL };
	double *sums = mixmi_allocate_zero(x->columns, y->columns * sizeof *sums);
	bool done = sums != NULL && (order == NULL || copy_in_order(&moved, y, order));
	if (done) {
		double divisor = (double)(x->rows - 1), total = 0;
		kernel_cross(sums, x, order != NULL ? &moved : y, options);
		for (size_t i = 0; i < x->columns * y->columns; i++)
			total += sums[i] / divisor * (sums[i] / divisor);
		*statistic = (double)x->rows * total;
	}
	kernel_matrix_clear(&moved);
	mixmi_free(sums);
	return done;
}

/* --------------------------------------------------------------------------------------- null by moments */

/* Products of every column of x with every column of y, in rows start .. start + products->rows - 1. */
static void multiply_columns(kernel_matrix *products, const kernel_matrix *x, const kernel_matrix *y, size_t start)
{
	for (size_t i = 0; i < x->columns; i++)
		for (size_t j = 0; j < y->columns; j++) {
			const double *a = kernel_column(x, i) + start, *b = kernel_column(y, j) + start;
			double *out = kernel_column(products, i * y->columns + j);
			for (size_t r = 0; r < products->rows; r++)
				out[r] = a[r] * b[r];
		}
}

/* C, computed in chunks of rows so that memory does not grow with their number. */
static bool find_covariance(kernel_matrix *c, const kernel_matrix *x, const kernel_matrix *y,
                            const mixmi_options *options)
{
	kernel_matrix products;
	size_t size = x->columns * y->columns, rows = x->rows;
	if (!kernel_matrix_init(&products, rows < CHUNK ? rows : CHUNK, size))
		return false;
	memset(c->values, 0, size * size * sizeof *c->values);
	for (size_t start = 0; start < rows; start += CHUNK) {
		products.rows = rows - start < CHUNK ? rows - start : CHUNK;
		multiply_columns(&products, x, y, start);
		kernel_cross(c->values, &products, &products, options);
	}
	for (size_t i = 0; i < size * size; i++)
		c->values[i] /= (double)rows;
	kernel_matrix_clear(&products);
	return true;
}

/* Sum of elementwise products: the trace of the product of two symmetric matrices. */
static double trace_of_product(const kernel_matrix *a, const kernel_matrix *b)
{
	mixmi_sum sum = { 0, 0 };
	for (size_t i = 0; i < a->rows * a->columns; i++)
		mixmi_sum_add(&sum, a->values[i] * b->values[i]);
	return mixmi_sum_value(&sum);
}

static void multiply(kernel_matrix *out, const kernel_matrix *a, const kernel_matrix *b, const mixmi_options *options)
{
	memset(out->values, 0, out->rows * out->columns * sizeof *out->values);
	kernel_cross(out->values, a, b, options); /* both are symmetric, so columns equal rows */
}

/* Traces of C to the powers 1 .. 8 from C, C^2, C^3 and C^4, with C divided by its trace to avoid overflow. */
static void find_traces(double powers[KERNEL_POWERS], kernel_matrix c[4], const mixmi_options *options)
{
	double trace = 0, unit = 1;
	for (size_t i = 0; i < c[0].rows; i++)
		trace += kernel_column(&c[0], i)[i];
	for (size_t i = 0; i < c[0].rows * c[0].columns; i++)
		c[0].values[i] = trace > 0 ? c[0].values[i] / trace : 0;
	multiply(&c[1], &c[0], &c[0], options);
	multiply(&c[2], &c[1], &c[0], options);
	multiply(&c[3], &c[1], &c[1], options);
	powers[0] = 1;
	for (size_t k = 2; k <= KERNEL_POWERS; k++)
		powers[k - 1] = trace_of_product(&c[k / 2 - 1], &c[k - k / 2 - 1]);
	for (size_t k = 0; k < KERNEL_POWERS; k++) {
		unit *= trace;
		powers[k] *= unit;
	}
}

bool kernel_weight_powers(double powers[KERNEL_POWERS], const kernel_matrix *x, const kernel_matrix *y,
                          const mixmi_options *options)
{
	kernel_matrix c[4] = { { 0, 0, NULL } };
	size_t size = x->columns * y->columns;
	bool done = true;
	for (size_t k = 0; done && k < 4; k++)
		done = kernel_matrix_init(&c[k], size, size);
	done = done && find_covariance(&c[0], x, y, options);
	if (done)
		find_traces(powers, c, options);
	for (size_t k = 0; k < 4; k++)
		kernel_matrix_clear(&c[k]);
	return done;
}

/* ----------------------------------------------------------------------------------- null by permutation */

/* The statistic after permutation `number` of the rows of y. */
static bool permuted_statistic(double *statistic, const kernel_matrix *x, const kernel_matrix *y, uint64_t key,
                               uint64_t seed, uint64_t number)
{
	uint32_t *order = mixmi_allocate(x->rows, sizeof *order);
	if (order == NULL)
		return false;
	mixmi_random random;
	mixmi_random_init(&random, seed, key, (uint64_t)FIRST_STREAM << 32 | number);
	for (size_t i = 0; i < x->rows; i++)
		order[i] = (uint32_t)i;
	for (size_t i = x->rows; i > 1; i--) {
		size_t other = (size_t)mixmi_random_below(&random, i);
		uint32_t swap = order[i - 1];
		order[i - 1] = order[other];
		order[other] = swap;
	}
	bool done = kernel_statistic(statistic, x, y, order, NULL);
	mixmi_free(order);
	return done;
}

/* Statistics of permutations; each is a piece of work. */
typedef struct batch {
	double *values;
	const kernel_matrix *x, *y;
	uint64_t key, seed;
	size_t first;
} batch;

static mixmi_status permute_piece(void *context, size_t index, size_t thread)
{
	const batch *b = context;
	(void)thread;
	bool done = permuted_statistic(&b->values[index], b->x, b->y, b->key, b->seed, b->first + index);
	return done ? MIXMI_OK : mixmi_error_memory();
}

mixmi_status kernel_permutation(double *p, uint64_t *made, double statistic, const kernel_matrix *x,
                                const kernel_matrix *y, uint64_t seed, uint64_t key, const mixmi_options *options)
{
	size_t limit, reached = 0, most = mixmi_threads(options) > 1 ? BATCH : 1;
	mixmi_status status = mixmi_permutations(&limit, options);
	if (status != MIXMI_OK)
		return status;
	*made = 0;
	while (*made < limit && reached < ENOUGH) {
		double values[BATCH];
		size_t count = limit - *made < most ? (size_t)(limit - *made) : most;
		batch b = { values, x, y, key, seed, (size_t)*made + 1 };
		if (!mixmi_report_progress(options, "permuting", *made, limit))
			return mixmi_error(MIXMI_ERROR_CANCELLED, "cancelled while permuting");
		status = mixmi_parallel(options, NULL, count, permute_piece, &b);
		if (status != MIXMI_OK)
			return status;
		for (size_t i = 0; i < count && reached < ENOUGH; i++) {
			++*made;
			reached += values[i] >= statistic;
		}
	}
	*p = reached >= ENOUGH ? (double)reached / (double)*made : (double)(1 + reached) / (double)(1 + *made);
	return MIXMI_OK;
}
