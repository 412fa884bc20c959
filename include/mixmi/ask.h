/* Questions about X and Y given Z: estimates, tests, many questions at once, explanations.
 * Include mixmi.h, which has the conventions. */
#ifndef MIXMI_ASK_H
#define MIXMI_ASK_H

#include "mixmi/histogram.h"

#ifdef __cplusplus
extern "C" {
#endif

/* --------------------------------------------------------------------- questions and answers */

/* A question about X and Y given Z: three disjoint sets of columns of a table. X and Y must not be
 * empty; Z may be (NULL, 0). */
typedef struct mixmi_question {
	const size_t *x;
	size_t x_count;
	const size_t *y;
	size_t y_count;
	const size_t *z;
	size_t z_count;
} mixmi_question;

/* What is concluded from p and alpha. */
typedef enum mixmi_verdict {
	/* the method has no p-value and no verdict of its own, or the question failed */
	MIXMI_NO_VERDICT = 0,
	MIXMI_NOT_DETECTED = 1, /* no dependence was detected: at most `upper` nats */
	MIXMI_DETECTED = 2,     /* dependence was detected: p < alpha */
	/* no two rows can be compared, usually because Z differs in all of them (see `comparable`);
	 * there is no p-value, no estimate and no interval */
	MIXMI_UNDECIDED = 3
} mixmi_verdict;

/* The corrections C of section 5 of the paper (METHOD.md, 3), and the corrected estimates
 * max(0, fitted + C). Each calls X and Y independent if its corrected estimate is 0. */
typedef struct mixmi_answer_paper {
	double chi2, chi2_correction; /* C = - quantile(1 - alpha, df) / 2n */
	/* df = (bins_x - 1)(bins_y - 1) bins_z, and the upper tail of chi-squared at 2 n fitted; 1 if
	 * df is 0 */
	double chi2_df, chi2_p;
	double sc, sc_correction;     /* quotient normalised maximum likelihood */
	double fnml, fnml_correction; /* factorised normalised maximum likelihood */
	double jic, jic_correction;   /* C = - df ln(n) / 2n */
} mixmi_answer_paper;

/* The shape of a dependence: how Y changes with X, by ranks and within Z. */
typedef enum mixmi_shape {
	MIXMI_SHAPE_NONE = 0, /* no dependence was found, or nothing varies */
	MIXMI_SHAPE_INCREASING = 1,
	MIXMI_SHAPE_DECREASING = 2,
	MIXMI_SHAPE_PEAK = 3, /* Y is largest at intermediate values of X */
	MIXMI_SHAPE_VALLEY = 4,
	MIXMI_SHAPE_THRESHOLD = 5, /* Y changes at one value of X and hardly elsewhere */
	/* Y depends only on whether X is at one of its point masses, such as 0 */
	MIXMI_SHAPE_POINT_MASS = 6,
	/* X or Y has no order or only two values: categories, numbers such as 0 and 1, or several
	 * columns */
	MIXMI_SHAPE_GROUPS = 7,
	MIXMI_SHAPE_OTHER = 8
} mixmi_shape;

/* What the size of a dependence is. One side, the response, is compared between values of the
 * other. */
typedef enum mixmi_size_kind {
	MIXMI_SIZE_NONE =
		0, /* a side is a date or a time, has detection limits, or is several columns; two
	                        * sides of categories */
	MIXMI_SIZE_SHARES = 1, /* difference between two shares of rows with the second of two values */
	MIXMI_SIZE_MEANS = 2,  /* difference between two means */
	MIXMI_SIZE_SLOPE = 3   /* change of the mean with `size_per` more of the other side */
} mixmi_size_kind;

enum { MIXMI_SIZE_LEVELS = 12 /* labels of more have no size */ };

/* Shape, sign and size of a dependence. */
typedef struct mixmi_profile {
	int32_t shape; /* mixmi_shape */
	/* 1: the shape describes X as a function of Y, because Y has no simple shape along X */
	int32_t along_y;
	/* the shape: "none", "increasing", "point mass", ...; valid as long as the library */
	const char *word;
	/* the correlation of what Z leaves of the normal scores of X and Y, which is the first product
	 * that p takes, and its standard error; NaN if a side has more than two labels without order */
	double sign, sign_error;
	/* position of the threshold, point mass, peak or valley (a code if the column has labels), or
	 * the second of two values; NaN if there is none */
	double where;
	/* mean rank of Y beyond (or at) `where` minus that of the other rows, in [-1, 1], `sign` for
	 * groups; or NaN */
	double jump;
	/* How large the dependence is, in the units of the data: a mixmi_size_kind, the size, and its
	 * interval of level 0.95, whose standard error allows for any variances (NaN of rows in
	 * clusters or series). An association given Z, not an effect of one side on the other. */
	int32_t size_kind;
	int32_t size_of_x; /* 1: the response is X */
	double size, size_lower, size_upper;
	double size_per; /* slope: a power of ten; it is that of the middle 90% of the other side */
	/* shares, means: codes of the values that are compared, `size` being the response at the second
	 * less at the first; of more than two those that differ most, with an interval that allows for
	 * the choice */
	double size_first, size_second;
	/* shares, means: the response at each code, with Z as in all rows; NaN where there is none */
	double level_means[MIXMI_SIZE_LEVELS];
} mixmi_profile;

/* The answer to a question, the same for mixmi_estimate() and mixmi_test() with the default
 * method, which fills in p, estimate and interval so that they agree: for every a up to 0.3, p < a
 * if and only if the interval of level 1 - a starts above 0, and then the estimate is above 0. All
 * values of information are in nats. A number that the method does not provide is NaN. After a
 * failure all real numbers are NaN, all counts are 0, and there is no verdict. */
typedef struct mixmi_answer {
	int32_t status; /* mixmi_status */
	/* mixmi_verdict; of a method without p: from `corrected`, 0 being "not detected" */
	int32_t verdict;
	/* name of the estimator or test; valid as long as the library, or as the options of a
	 * user-supplied method */
	const char *method;
	double p;         /* p-value of independence given Z */
	double alpha;     /* level of the verdict */
	double statistic; /* compared with its distribution under independence */
	double df;        /* test chi2: degrees of freedom */
	/* the estimate of I(X;Y|Z); estimators by nearest neighbours may return negative values */
	double estimate;
	/* interval of the level of option confidence, by default 1 - alpha (METHOD.md, 5.5). If no
	 * dependence was detected, `lower` is 0, and `upper` is what such data can still hide */
	double lower, upper;
	double confidence; /* level of the interval */
	/* 2 estimate / z, where z is the normal deviate with the two-sided tail p */
	double standard_error;
	/* sqrt(1 - exp(-2 I)), in [0, 1]: |r| of a Gaussian pair with this estimate (Linfoot 1957) */
	double strength;
	/* the largest strength that these columns allow: sqrt(1 - exp(-2 H)), where H is the smallest
	 * of ln(rows) and of H(X|Z) and H(Y|Z) for sides that repeat their values; in preset paper only
	 * discrete sides count, and without any it is 1 */
	double strength_max;
	uint64_t rows, rows_dropped; /* rows used, and rows left out because a value was missing */
	/* rows that have others with a similar Z to compare with; `rows` if the method does not say */
	uint64_t comparable;
	/* clusters of the rows (mixmi_table_set_clusters); 0: rows were treated as independent */
	uint64_t clusters;
	/* number of independent rows with the same information about the test's simplest comparison;
	 * NaN without clusters */
	double effective_rows;
	uint64_t permutations; /* number of permutations that the test made */
	/* cells of X, Y and Z in the grid of the answer: products of the columns' numbers of bins; 1
	 * if Z is empty */
	double bins_x, bins_y, bins_z;
	double fitted; /* I(X;Y|Z) of the counts in the cells, without any correction */
	/* histogram: the estimate before bias correction, what is subtracted from it, and the estimate
	 * after the method's complexity penalty, 0 meaning that there is no dependence */
	double plug_in, bias, corrected;
	mixmi_answer_paper paper; /* histogram */
	/* of a dependence that the default method detected, if both sides are single columns without
	 * limits; otherwise without numbers */
	mixmi_profile profile;
	double reserved[5];
} mixmi_answer;

/* Remarks on a question: those on the rows of its table as a whole (such as an identifier that
 * repeats, also one that the question does not have), those on its columns, and those on the
 * question itself (such as a wide Z), which are the last *own of them. NULL: all remarks of the
 * table. Remarks name the option that answers them; no answer depends on them. The caller frees
 * *texts, which is one block, with mixmi_free(). */
MIXMI_API mixmi_status mixmi_question_remarks(char ***texts, size_t *count, size_t *own,
                                              const mixmi_table *table,
                                              const mixmi_question *question);

/* A method that can be chosen by name, with the option "estimator" or "test". */
typedef struct mixmi_method {
	const char *name;
	const char *help;    /* one line */
	const char *details; /* a paragraph: what it assumes, what it costs, when not to use it */
	/* the options of groups model, estimator, kernel and test that it uses, comma-separated */
	const char *options;
	int32_t conditional; /* 1: Z may be non-empty */
	int32_t has_p;       /* 1: it gives a p-value, which is compared with alpha */
	int32_t has_bins;    /* 1: it fits a histogram, which the caller can have */
	int32_t continuous;  /* 1: it assumes X and Y without ties, and is too large for others */
} mixmi_method;

/* Estimator `index`, or NULL past the end. */
MIXMI_API const mixmi_method *mixmi_estimator_at(size_t index);

/* Test `index`, or NULL past the end. */
MIXMI_API const mixmi_method *mixmi_test_at(size_t index);

/* True if the option can change the answer of this method. */
MIXMI_API bool mixmi_method_uses_option(const mixmi_method *method, const char *option);

/* Estimates I(X;Y|Z) with the method of option estimator. The result does not depend on which side
 * is X, nor on the order of rows, of columns or within the sets. If `histogram` is not NULL, it
 * receives the histogram of the method, or NULL if it fits none; its columns are those of X, Y and
 * Z sorted by name. That of the default method is the grid of the residuals: given Z it is of what
 * Z leaves of X and Y (see mixmi_histogram_column.residual), and if no dependence was detected it
 * has a single cell. Cost: see mixmi_method.details. */
MIXMI_API mixmi_status mixmi_estimate(mixmi_answer *out, size_t size, mixmi_histogram **histogram,
                                      const mixmi_table *table, const mixmi_question *question,
                                      const mixmi_options *options);

/* Tests whether X and Y are independent given Z, with the method of option test or with a
 * user-supplied test. Random numbers follow from option seed; otherwise as mixmi_estimate(). */
MIXMI_API mixmi_status mixmi_test(mixmi_answer *out, size_t size, mixmi_histogram **histogram,
                                  const mixmi_table *table, const mixmi_question *question,
                                  const mixmi_options *options);

/* Estimates I(X;Y|Z) from a histogram that was fitted before. X, Y and Z are columns of the
 * histogram; its other columns are summed out. Only options alpha, bias and confidence are used.
 * O(cells log cells). */
MIXMI_API mixmi_status mixmi_histogram_cmi(mixmi_answer *out, size_t size,
                                           const mixmi_histogram *histogram,
                                           const mixmi_question *question,
                                           const mixmi_options *options);

/* A user-supplied test or estimator. It fills in `out`, in which all real numbers are NaN at first:
 * a test must set at least the verdict, an estimator at least the estimate. It may be called from
 * several threads at once, and must always give the same answer to the same question. If it fails,
 * it returns another status than MIXMI_OK and may set a message with mixmi_error_set(). */
typedef mixmi_status mixmi_answer_function(mixmi_answer *out, void *context,
                                           const mixmi_table *table, const mixmi_question *question,
                                           const mixmi_options *options);

/* Makes calls with these options test with `function`; NULL returns to option test. The name is
 * copied. It appears in answers and in checkpoints, so that a checkpoint made with one
 * user-supplied test is not continued with another. */
MIXMI_API mixmi_status mixmi_options_set_test(mixmi_options *options,
                                              mixmi_answer_function *function, void *context,
                                              const char *name);

/* Makes mixmi_estimate() and mixmi_estimate_many() use `function`; there is no histogram then. NULL
 * returns to option estimator. */
MIXMI_API mixmi_status mixmi_options_set_estimator(mixmi_options *options,
                                                   mixmi_answer_function *function, void *context,
                                                   const char *name);

/* ---------------------------------------------------------------------------- many questions */

/* A list of questions. `columns` holds X, Y and Z of the first question, then of the second, and so
 * on; ends[3i], ends[3i + 1] and ends[3i + 2] are the positions after X, Y and Z of question i. */
typedef struct mixmi_questions {
	size_t count;
	const size_t *columns;
	const size_t *ends; /* [3 * count], ascending */
} mixmi_questions;

/* Questions with their answers. */
typedef struct mixmi_answers mixmi_answers;

/* Estimates many questions in parallel, one thread per question. A question that fails has a status
 * and a message but no numbers; the others go on. The call itself fails if options or columns are
 * invalid or memory runs out. If it is cancelled it returns MIXMI_ERROR_CANCELLED and still sets
 * *out, in which unanswered questions have that status. */
MIXMI_API mixmi_status mixmi_estimate_many(mixmi_answers **out, const mixmi_table *table,
                                           const mixmi_questions *questions,
                                           const mixmi_options *options);

/* Tests many questions; as mixmi_estimate_many(). */
MIXMI_API mixmi_status mixmi_test_many(mixmi_answers **out, const mixmi_table *table,
                                       const mixmi_questions *questions,
                                       const mixmi_options *options);

/* The pairs that mixmi_pairs() tests. Start with { 0 }: every pair of columns, without Z. */
typedef struct mixmi_pair_set {
	const size_t *columns; /* NULL: all columns of the table */
	size_t column_count;
	const size_t *targets; /* if not NULL: each column as X is paired with each target as Y */
	size_t target_count;
	const size_t *z; /* every pair is tested given Z; its columns are in no pair */
	size_t z_count;
} mixmi_pair_set;

/* Tests pairs of columns, in the order of the columns. A pair of two targets is tested once. */
MIXMI_API mixmi_status mixmi_pairs(mixmi_answers **out, const mixmi_table *table,
                                   const mixmi_pair_set *pairs, const mixmi_options *options);

/* Releases answers. NULL is allowed. */
MIXMI_API void mixmi_answers_free(mixmi_answers *answers);

/* Number of answers. */
MIXMI_API size_t mixmi_answers_count(const mixmi_answers *answers);

/* Answer `index`; its status is that of the question. */
MIXMI_API mixmi_status mixmi_answers_get(mixmi_answer *out, size_t size,
                                         const mixmi_answers *answers, size_t index);

/* Why question `index` failed; NULL where it did not. */
MIXMI_API const char *mixmi_answers_message(const mixmi_answers *answers, size_t index);

/* Question `index`; its columns are borrowed. */
MIXMI_API mixmi_status mixmi_answers_question(mixmi_question *out, const mixmi_answers *answers,
                                              size_t index);

/* One field of all answers into out[count], by the name that mixmi_answer_field() gives it. An
 * unknown name is an error. */
MIXMI_API mixmi_status mixmi_answers_numbers(double *out, const mixmi_answers *answers,
                                             const char *field);

/* Name of numeric field `index` of an answer, or NULL past the end. Names are flat, as in JSON: "p"
 * is answer.p, and "estimate" is answer.estimate. */
MIXMI_API const char *mixmi_answer_field(size_t index);

/* Adjusts p-values for the false discovery rate (Benjamini and Hochberg 1995). NaN stays NaN and is
 * not counted. `adjusted` may be the same array as `p`. */
MIXMI_API mixmi_status mixmi_adjust_p(double *adjusted, const double *p, size_t count);

/* The same for the family-wise error rate (Holm 1979). */
MIXMI_API mixmi_status mixmi_adjust_p_holm(double *adjusted, const double *p, size_t count);

/* ------------------------------------------------------------------------------ explanations */

/* The profile of a question whatever its verdict; an answer has that of what it detected.
 * All of it comes from the regressions of X and Y on Z that p takes; shape and size are additive in
 * Z. The result does not depend on names, labels or the order of rows; negating a column reverses
 * it. Costs about as much as p. */
MIXMI_API mixmi_status mixmi_profile_of(mixmi_profile *out, size_t size, const mixmi_table *table,
                                        const mixmi_question *question);

/* The profiles of all answers into out[count]; MIXMI_SHAPE_NONE for independent pairs. Those of
 * other methods than the default are computed here, in parallel. `table` is the table that the
 * answers come from. */
MIXMI_API mixmi_status mixmi_answers_profiles(mixmi_profile *out, size_t size,
                                              const mixmi_answers *answers,
                                              const mixmi_table *table,
                                              const mixmi_options *options);

/* The shape in words, such as "threshold near 37.2". The caller frees *text with mixmi_free(). */
MIXMI_API mixmi_status mixmi_profile_words(char **text, const mixmi_profile *profile,
                                           const mixmi_table *table,
                                           const mixmi_question *question);

/* The size in words, such as "mass 497 more per 10 of flipper (470 to 524)", without the name of
 * what it is; empty if there is none. The caller frees *text with mixmi_free(). */
MIXMI_API mixmi_status mixmi_size_words(char **text, const mixmi_profile *profile,
                                        const mixmi_table *table, const mixmi_question *question);

/* An answer of the default estimator with its grid, the contributions of the cells, and its
 * profile. Pointers that the functions below return are valid as long as the explanation. */
typedef struct mixmi_explanation mixmi_explanation;

/* Explains the answer to a question. With `by_z`, X and Y are also analysed separately for each
 * value of Z (for each bin of a numeric column with more than 10 values, or for thirds of its rows
 * if the grid does not divide it). Takes about as long as one estimate, or two with `by_z`. */
MIXMI_API mixmi_status mixmi_explain(mixmi_explanation **out, const mixmi_table *table,
                                     const mixmi_question *question, bool by_z,
                                     const mixmi_options *options);

/* Releases an explanation. NULL is allowed. */
MIXMI_API void mixmi_explanation_free(mixmi_explanation *explanation);

/* The answer. */
MIXMI_API const mixmi_answer *mixmi_explanation_answer(const mixmi_explanation *explanation);

/* The shape and sign of the dependence. */
MIXMI_API const mixmi_profile *mixmi_explanation_profile(const mixmi_explanation *explanation);

/* The grid of the residuals, see mixmi_estimate(); the histogram of estimator "histogram". */
MIXMI_API const mixmi_histogram *mixmi_explanation_histogram(const mixmi_explanation *explanation);

/* A cell of the grid. If more than 65,536 cells have a positive expected count, only cells that
 * hold data are listed. */
typedef struct mixmi_explained_cell {
	const uint32_t *bins; /* one bin number per column of the histogram */
	/* rows in the cell, and the number expected if X and Y were independent given the bin of Z */
	double observed, expected;
	/* (observed ln(observed / expected) - observed + expected) / rows, never negative; the sum over
	 * all cells is answer.fitted */
	double contribution;
	/* the contribution as a share of that sum */
	double share;
} mixmi_explained_cell;

/* Cell `index` in descending order of contributions, or NULL past the end. */
MIXMI_API const mixmi_explained_cell *mixmi_explanation_cell(const mixmi_explanation *explanation,
                                                             size_t index);

/* Cell `index` in words, such as "species = Gentoo, mass < 4500". The caller frees *text with
 * mixmi_free(). */
MIXMI_API mixmi_status mixmi_explanation_words(char **text, const mixmi_explanation *explanation,
                                               size_t index);

/* A group of fewer rows is undecided. */
enum { MIXMI_GROUP_ROWS = 40 };

/* The rows with one value, or in one bin or third, of Z. */
typedef struct mixmi_explained_group {
	const char *words; /* such as "species = Gentoo" */
	uint64_t rows;
	/* the answer from these rows alone; without p, estimate and interval if it is undecided, as it
	 * is below MIXMI_GROUP_ROWS rows */
	const mixmi_answer *answer;
	const mixmi_profile *profile;
} mixmi_explained_group;

/* Group `index` in the order of Z's values, or NULL past the end and without `by_z`. There are at
 * most 1000 groups, the largest ones. */
MIXMI_API const mixmi_explained_group *mixmi_explanation_group(const mixmi_explanation *explanation,
                                                               size_t index);

/* A bin of a histogram in words, such as "mass < 4500" or "species = Gentoo". The caller frees
 * *text with mixmi_free(). */
MIXMI_API mixmi_status mixmi_bin_words(char **text, const mixmi_histogram *histogram, size_t column,
                                       size_t bin);

#ifdef __cplusplus
}
#endif

#endif
