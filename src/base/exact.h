/* Sums that do not depend on the order of rows. Every number summed over rows is a multiple of 2^-16 with absolute
 * value at most 16, so products of two are multiples of 2^-32, which a double adds without rounding for thousands of
 * rows. Longer sums are carried on in integers. The same rows therefore give the same bits in any order and with any
 * number of threads. */
#ifndef BASE_EXACT_H
#define BASE_EXACT_H

#include <stdbool.h>
#include <stddef.h>

/* Largest absolute value for which sums are exact. */
#define BASE_LARGEST 16.0

/* The nearest multiple of 2^-16, for absolute values below 2^34. Halves round to even, so rounding is symmetric in the
 * sign. */
static inline double base_round(double value)
{
	const double shift = 0x1.8p36;
	return (value + shift) - shift;
}

/* The nearest multiple of 2^-10. Used for squares, whose products must be exact too. */
static inline double base_round_coarsely(double value)
{
	const double shift = 0x1.8p42;
	return (value + shift) - shift;
}

/* The nearest multiple of 2^-20. Used for coefficients, whose last bits may depend on the order of the computation. */
static inline double base_round_finely(double value)
{
	const double shift = 0x1.8p32;
	return (value + shift) - shift;
}

/* Clips to +-BASE_LARGEST and rounds. */
static inline double base_fix(double value)
{
	return base_round(value > BASE_LARGEST ? BASE_LARGEST : value < -BASE_LARGEST ? -BASE_LARGEST : value);
}

/* Applies base_fix() to each value. */
void base_fix_all(double *values, size_t count);

/* Sum of values that went through base_fix(), or that are rounded and at most 2^20. */
double base_total(const double *values, size_t rows);

/* Sum of products of values that went through base_fix(). */
double base_dot(const double *a, const double *b, size_t rows);

/* Sums of t and of t^2 over rows, where t = a b, rounded. Products must be at most BASE_LARGEST. */
void base_product_sums(double *sum, double *squares, const double *a, const double *b, size_t rows);

/* Sums of v^2 and of v^3 over rows, each rounded coarsely. Values must have gone through base_fix(). */
void base_power_sums(double *squares, double *cubes, const double *values, size_t rows);

/* out[i * b_count + j] = sum over rows of a[i][row] b[j][row], where the columns are stored one after the other. O(rows
 * a_count b_count). `symmetric`: a and b are the same, so half of the products are computed and mirrored. Returns false
 * if memory runs out. */
bool base_products(double *out, const double *a, size_t a_count, const double *b, size_t b_count, size_t rows,
                   bool symmetric);

/* Subtracts the mean, scales to standard deviation 1 and applies base_fix(). Returns the standard deviation before
 * scaling. Constant values become 0. */
double base_standardise(double *values, size_t rows);

/* Single precision represents every value after base_fix() exactly, in half the memory. Features that many sums read
 * are stored in it, and the sums have the same bits. */

/* out[i * b_count + j] = sum over rows of a[i][row] b[j][row], with a pointer per column. `symmetric`: as in
 * base_products(). Returns false if memory runs out. */
bool base_products_single(double *out, const float *const *a, size_t a_count, const float *const *b, size_t b_count,
                          size_t rows, bool symmetric);

/* out[row] += sum over columns of factors[column] * values[column][row]. The products must be so small that sums are exact. */
void base_add_single(double *out, const double *factors, const float *const *values, size_t count, size_t rows);

/* Subtract the mean of values that went through base_fix(). base_standardise_single() also scales to standard deviation
 * 1, as base_standardise() does. Both return the sum of squares of the result. */
double base_centre_single(float *values, size_t rows);
double base_standardise_single(float *values, size_t rows);

#endif
