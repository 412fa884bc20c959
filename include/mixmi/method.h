/* What a method of your own is written with, beside mixmi.h, which does not include this header:
 * the rows of a question as codes, numbers of joint cells, random numbers, threads, memory, sums
 * and errors. The methods in src/peers use nothing else of the library. */
#ifndef MIXMI_METHOD_H
#define MIXMI_METHOD_H

#include <math.h>

#include "mixmi.h"

#ifdef __cplusplus
extern "C" {
#endif

/* A method of the library: what users see of it, and the function that answers. A program passes
 * the same function to mixmi_options_set_test() or mixmi_options_set_estimator();
 * src/answers/methods.def offers it to all users. A test without p may leave the verdict to the
 * library: not detected where `corrected`, which it then sets, is not above 0. */
typedef struct mixmi_own_method {
	mixmi_method shown;
	mixmi_answer_function *answer; /* its context is NULL */
} mixmi_own_method;

/* ----------------------------------------------------------------------------------------- rows */

/* A column of a question in the rows that the question uses. */
typedef struct mixmi_sample_column {
	size_t column;         /* its number in the table */
	int32_t type;          /* mixmi_type: discrete or numeric */
	size_t distinct;       /* codes are below this; not all of them need occur */
	const uint32_t *codes; /* [rows] in the order of the values */
	const double *numbers; /* [distinct] the number of each code; NULL: texts */
} mixmi_sample_column;

/* The rows of a question without missing values, and its columns. Neither order depends on that
 * of the table or the question, so answers need not either. */
typedef struct mixmi_sample {
	size_t rows;
	size_t rows_dropped; /* rows with a missing value */
	size_t count;
	const mixmi_sample_column *columns; /* [count] */
	/* X, Y and Z as places in `columns`, each ascending. X is the set with the smallest place,
	 * which may be Y of the question */
	mixmi_question sets;
	uint64_t key; /* of random numbers: the same for the same data and roles */
} mixmi_sample;

/* How the columns of a sample are ordered. */
enum {
	MIXMI_ORDER_PRESET = 0, /* by content, which renaming does not change; preset paper: by name */
	MIXMI_ORDER_NAMES = 1
};

/* Takes the rows of a question, in lexicographic order of their codes. Repeated or unknown
 * columns, an empty X or Y and fewer than 2 complete rows are errors. O(rows columns) and a radix
 * sort. */
MIXMI_API mixmi_status mixmi_sample_new(mixmi_sample **out, const mixmi_table *table,
                                        const mixmi_question *question,
                                        const mixmi_options *options, int order);

/* Releases a sample. NULL is allowed. */
MIXMI_API void mixmi_sample_free(mixmi_sample *sample);

/* One coordinate of every item i: s = codes[i * stride], or map[s] unless that is NULL; always
 * below `size`. */
typedef struct mixmi_coordinate {
	const uint32_t *codes;
	size_t stride;
	const uint32_t *map;
	size_t size;
} mixmi_coordinate;

/* Gives every item the number of its joint cell among the cells that occur, in lexicographic
 * order of the coordinates: ids[i] < *cells. Without coordinates there is one cell. O(items
 * count) and a radix sort. */
MIXMI_API mixmi_status mixmi_number_cells(uint32_t *ids, size_t *cells,
                                          const mixmi_coordinate *coordinates, size_t count,
                                          size_t items);

/* -------------------------------------------------------------------------------------- threads */

/* One piece of work; `thread` is below mixmi_threads(). Pieces run in any order and write to
 * separate memory. */
typedef mixmi_status mixmi_piece(void *context, size_t index, size_t thread);

/* The number of threads that the options allow; 1 within a piece. */
MIXMI_API size_t mixmi_threads(const mixmi_options *options);

/* Runs pieces 0 .. count-1, and returns the status and message of the lowest one that failed.
 * `stage` names the work in progress reports; NULL: there are none. */
MIXMI_API mixmi_status mixmi_parallel(const mixmi_options *options, const char *stage, size_t count,
                                      mixmi_piece *piece, void *context);

/* Reports progress. False if the user asks to stop: return MIXMI_ERROR_CANCELLED. */
MIXMI_API bool mixmi_report_progress(const mixmi_options *options, const char *stage, uint64_t done,
                                     uint64_t total);

/* ------------------------------------------------------------------------------- random numbers */

/* A stream of random numbers: a function of seed, key and its number, so it does not matter which
 * thread uses it. The fields are the library's. */
typedef struct mixmi_random {
	uint64_t key, stream, counter, block[2];
	unsigned left;
} mixmi_random;

/* The seed is option seed, the key usually that of the sample. */
MIXMI_API void mixmi_random_init(mixmi_random *random, uint64_t seed, uint64_t key,
                                 uint64_t stream);

/* 64 random bits. */
MIXMI_API uint64_t mixmi_random_bits(mixmi_random *random);

/* Uniform on 0 .. count-1; count > 0. */
MIXMI_API uint64_t mixmi_random_below(mixmi_random *random, uint64_t count);

/* The most permutations that a test makes: option permutations, or enough to resolve p around
 * alpha. An error if no number of them could give a p below alpha. */
MIXMI_API mixmi_status mixmi_permutations(size_t *most, const mixmi_options *options);

/* ---------------------------------------------------------------------- memory, errors, numbers */

/* An array for mixmi_free(), uninitialised or zeroed; NULL if memory runs out or the size
 * overflows. A count of 0 gives a pointer too. */
MIXMI_API void *mixmi_allocate(size_t count, size_t size);
MIXMI_API void *mixmi_allocate_zero(size_t count, size_t size);

/* Sets the message as printf() would, and returns the status: `return mixmi_error(...)`. */
#if defined(__GNUC__)
__attribute__((format(printf, 2, 3)))
#endif
MIXMI_API mixmi_status
mixmi_error(mixmi_status status, const char *format, ...);

/* Returns MIXMI_ERROR_MEMORY with its message. */
MIXMI_API mixmi_status mixmi_error_memory(void);

/* P(chi-squared with df degrees of freedom > x) for df > 0 and x >= 0. */
MIXMI_API double mixmi_chi2_tail(double x, double df);

/* A sum whose error does not grow with the number of terms (Neumaier). Start with { 0 }. */
typedef struct mixmi_sum {
	double total;
	double lost; /* accumulated rounding error */
} mixmi_sum;

static inline void mixmi_sum_add(mixmi_sum *sum, double term)
{
	double total = sum->total + term;
	sum->lost +=
		fabs(sum->total) >= fabs(term) ? (sum->total - total) + term : (term - total) + sum->total;
	sum->total = total;
}

static inline double mixmi_sum_value(const mixmi_sum *sum)
{
	return sum->total + sum->lost;
}

#ifdef __cplusplus
}
#endif

#endif
