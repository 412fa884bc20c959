/* Questions about X and Y given Z: estimates, tests, many questions at once, explanations.
 * Include mixmi.h, which has the conventions. */
#ifndef MIXMI_ASK_H
#define MIXMI_ASK_H

#include "mixmi/histogram.h"

#ifdef __cplusplus
extern "C" {
#endif

/* --------------------------------------------------------------------- questions and answers */

/* X and Y given Z: sets of a table's columns without a column in common, X and Y not empty, Z
 * possibly (NULL, 0). */
typedef struct mixmi_question {
	const size_t *x;
	size_t x_count;
	const size_t *y;
	size_t y_count;
	const size_t *z;
	size_t z_count;
} mixmi_question;

/* What a test concludes. */
typedef enum mixmi_verdict {
	MIXMI_NO_VERDICT = 0, /* an estimate was asked for and no decision, or the question failed */
	MIXMI_INDEPENDENT = 1,
	MIXMI_DEPENDENT = 2,
	/* nothing can be compared, most often given Z (see `comparable`); of estimates as well */
	MIXMI_UNDECIDED = 3
} mixmi_verdict;

/* What is known about a question, be it estimated or tested. A number that the method does not
 * have is NaN; after a failure every number is, counts are 0 and there is no verdict. */
typedef struct mixmi_answer {
	int32_t status; /* mixmi_status */
	/* mixmi_verdict; of a test: p > alpha is independent, or corrected = 0 where there is no p */
	int32_t verdict;
	/* name of the estimator or test; lives as long as the library, or the options of an own test */
	const char *method;

	/* -- how much */

	/* I(X;Y|Z) in nats; of the histogram never negative, of nearest neighbours it may be */
	double estimate;
	double plug_in; /* of the histogram before any correction */
	/* that was subtracted: of small counts, less what discretisation hides; may be negative */
	double bias;
	double standard_error; /* of the histogram: from the variance of its terms (METHOD.md, 5.6) */
	/* confidence interval at the level of option confidence (METHOD.md, 5.6); NaN without */
	double lower, upper;
	/* in [0, 1]: |r| of the Gaussian pair with this estimate, sqrt(1 - exp(-2 I)) (Linfoot 1957) */
	double strength;
	/* where independent: least linear dependence found with power .9 in such rows, nats */
	double detectable;
	/* after the complexity term of the method or the test's correction; 0: nothing is left */
	double corrected;

	/* -- is it more than chance */

	double statistic; /* what the test compares with its null distribution */
	double df;        /* chi2: degrees of freedom */
	double p;         /* p-value */
	double alpha;     /* the level that it was compared with */

	/* -- from what */

	uint64_t rows, rows_dropped; /* rows used, and left out for a missing value */
	/* rows that Z leaves comparable with others; `rows` where the method cannot say */
	uint64_t comparable;
	uint64_t permutations; /* that were made */

	/* -- the histogram behind it */

	/* grid cells of X, Y and Z: products of the numbers of bins (1 for an empty Z) */
	double bins_x, bins_y, bins_z;
	/* I(X;Y|Z) of the fitted grid as it stands, which the rest is about */
	double fitted;

	/* -- corrections C of the paper, section 5, and max(0, fitted + C): independent where that is
	 * 0 */

	double chi2, chi2_correction; /* C = - quantile(1 - alpha, df) / 2n */
	/* (bins_x - 1)(bins_y - 1) bins_z, and the chi-squared tail of 2 n fitted; 1 for df 0 */
	double chi2_df, chi2_p;
	double sc, sc_correction;     /* quotient normalised maximum likelihood */
	double fnml, fnml_correction; /* factorised normalised maximum likelihood */
	double jic, jic_correction;   /* C = - df ln(n) / 2n */
	/* the most it can be: sqrt(1 - exp(-2 min H)), H(X|Z) or H(Y|Z) of discrete sides; else 1 */
	double strength_max;

	/* -- where the table has clusters (mixmi_table_set_clusters) and the method uses them */

	uint64_t clusters; /* that the rows are in; 0: rows were taken as independent */
	/* as many independent rows would know the test's simplest comparison as well; else NaN */
	double effective_rows;
} mixmi_answer;

/* A method that can be chosen by name, with the option "estimator" or "test". */
typedef struct mixmi_method {
	const char *name;
	const char *help;    /* one line */
	const char *details; /* a paragraph: what it assumes, what it costs, when not to use it */
	/* those of the groups model, estimator, kernel and test that it uses, comma-separated */
	const char *options;
	int32_t conditional;        /* 1: it can be asked with a Z */
	int32_t has_p;              /* 1: it gives a p-value, which alpha is compared with */
	int32_t has_bins, reserved; /* 1: it fits a histogram, which it hands over */
} mixmi_method;

/* Estimator `index`, or NULL past the end. */
MIXMI_API const mixmi_method *mixmi_estimator_at(size_t index);

/* Test `index`, or NULL past the end. */
MIXMI_API const mixmi_method *mixmi_test_at(size_t index);

/* True if setting the option can change what the method answers. */
MIXMI_API bool mixmi_method_uses_option(const mixmi_method *method, const char *option);

/* I(X;Y|Z) by the option "estimator", without a test's decision. Exchanging X and Y, the order
 * within the sets, of rows or of columns change nothing. If `histogram` is not NULL, the
 * histogram behind it is handed over there (NULL where the method fits none); its columns are
 * those of X, Y and Z in ascending order of their names. Cost: mixmi_method.details. */
MIXMI_API mixmi_status mixmi_estimate(mixmi_answer *out, size_t size, mixmi_histogram **histogram,
                                      const mixmi_table *table, const mixmi_question *question,
                                      const mixmi_options *options);

/* Are X and Y independent given Z? By the option "test", or an own test. As above; draws are by
 * the option "seed". */
MIXMI_API mixmi_status mixmi_test(mixmi_answer *out, size_t size, mixmi_histogram **histogram,
                                  const mixmi_table *table, const mixmi_question *question,
                                  const mixmi_options *options);

/* The same as mixmi_estimate() from a histogram that is there: X, Y and Z are columns of the
 * histogram; columns in none of them are summed out. Of the options only alpha, bias and
 * confidence count. O(cells log cells). */
MIXMI_API mixmi_status mixmi_histogram_cmi(mixmi_answer *out, size_t size,
                                           const mixmi_histogram *histogram,
                                           const mixmi_question *question,
                                           const mixmi_options *options);

/* A test or estimator of the program's own. It fills in `out`, which is as large as the library's
 * mixmi_answer and in which every number is NaN: a test at least the verdict, an estimator at
 * least the estimate. It may be called from several threads at once, and must give the same
 * answer to the same question whoever asks. A status other than MIXMI_OK is the status of the
 * question, whose message mixmi_error_set() gives. */
typedef mixmi_status mixmi_answer_function(mixmi_answer *out, void *context,
                                           const mixmi_table *table, const mixmi_question *question,
                                           const mixmi_options *options);

/* From now on these options test by `function` (NULL: again by the option "test"). The name,
 * which is copied, stands in answers and in checkpoints: a checkpoint of one own test is not
 * taken for that of another. */
MIXMI_API mixmi_status mixmi_options_set_test(mixmi_options *options,
                                              mixmi_answer_function *function, void *context,
                                              const char *name);

/* The same for mixmi_estimate(), which hands over no histogram then, and mixmi_estimate_many();
 * NULL: again by the option "estimator". */
MIXMI_API mixmi_status mixmi_options_set_estimator(mixmi_options *options,
                                                   mixmi_answer_function *function, void *context,
                                                   const char *name);

/* ---------------------------------------------------------------------------- many questions */

/* Questions in two arrays: the columns of X, Y and Z of the first question, then of the second,
 * and so on. `ends` says where each set ends: X of question i is columns[ends[3i - 1] .. ends[3i]
 * - 1], with 0 for ends[-1]. */
typedef struct mixmi_questions {
	size_t count;
	const size_t *columns;
	const size_t *ends; /* [3 * count], ascending */
} mixmi_questions;

/* Questions with their answers. */
typedef struct mixmi_answers mixmi_answers;

/* Estimates many questions in parallel, each by one thread. A question that fails has its status,
 * message and no numbers, and does not end the work. The call itself fails where options or
 * columns make no sense, for lack of memory, or with MIXMI_ERROR_CANCELLED: then *out is still
 * handed over, with that status for every question that was not answered. */
MIXMI_API mixmi_status mixmi_estimate_many(mixmi_answers **out, const mixmi_table *table,
                                           const mixmi_questions *questions,
                                           const mixmi_options *options);

/* The same with tests. */
MIXMI_API mixmi_status mixmi_test_many(mixmi_answers **out, const mixmi_table *table,
                                       const mixmi_questions *questions,
                                       const mixmi_options *options);

/* Which pairs of columns. All zero: every pair of the table's columns, without Z. */
typedef struct mixmi_pair_set {
	const size_t *columns; /* NULL: all of the table's */
	size_t column_count;
	const size_t *targets; /* with targets: every column as X with each of them as Y */
	size_t target_count;
	const size_t *z; /* all pairs are tested given Z, whose columns are in no pair */
	size_t z_count;
} mixmi_pair_set;

/* Tests the pairs in the order of the columns, two targets once. */
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

/* One field of all answers, by its name in mixmi_answer, as numbers: out[count]. An unknown name
 * is an error. */
MIXMI_API mixmi_status mixmi_answers_numbers(double *out, const mixmi_answers *answers,
                                             const char *field);

/* Name of field `index` of mixmi_answer of those that are numbers, or NULL past the end. */
MIXMI_API const char *mixmi_answer_field(size_t index);

/* Benjamini and Hochberg (1995): p-values adjusted for the false discovery rate. NaN stays and
 * does not count. `adjusted` may be `p`. */
MIXMI_API mixmi_status mixmi_adjust_p(double *adjusted, const double *p, size_t count);

/* ------------------------------------------------------------------------------ explanations */

/* What a dependence looks like: how Y goes along X, ranks within Z compared. */
typedef enum mixmi_shape {
	MIXMI_SHAPE_NONE = 0, /* no dependence was found, or nothing varies */
	MIXMI_SHAPE_INCREASING = 1,
	MIXMI_SHAPE_DECREASING = 2,
	MIXMI_SHAPE_PEAK = 3, /* Y is high where X is neither small nor large */
	MIXMI_SHAPE_VALLEY = 4,
	MIXMI_SHAPE_THRESHOLD = 5, /* Y changes at one place and hardly elsewhere */
	/* all that matters is whether X is at one of its point masses, such as 0 */
	MIXMI_SHAPE_POINT_MASS = 6,
	/* X or Y has no order: texts, two numbers such as 0 and 1, or several columns */
	MIXMI_SHAPE_GROUPS = 7,
	MIXMI_SHAPE_OTHER = 8
} mixmi_shape;

/* Shape and sign of a dependence. */
typedef struct mixmi_profile {
	int32_t shape; /* mixmi_shape */
	/* 1: the shape is how X goes along Y, because Y along X has none of the simple ones */
	int32_t along_y;
	/* the shape: "none", "increasing", "point mass", ...; lives as long as the library */
	const char *word;
	/* Spearman's rank correlation given Z, and its standard error; NaN for groups */
	double sign, sign_error;
	/* threshold, point mass, top, bottom (with labels: code), or the larger of two numbers; or
	 * NaN */
	double where;
	/* mean rank beyond or at it less that of the rest, in [-1, 1]; above 0: more at `where`; or
	 * NaN */
	double jump;
} mixmi_profile;

/* The profile of a dependence that is known to be there. Y's ranks are fitted by bins of X and
 * functions of Z, added up, on all rows. Names, labels and the order of rows do not matter; a
 * negated column turns it round. O(rows). */
MIXMI_API mixmi_status mixmi_profile_of(mixmi_profile *out, size_t size, const mixmi_table *table,
                                        const mixmi_question *question);

/* Those of all answers, in parallel: out[count], MIXMI_SHAPE_NONE where independent. `table` is
 * the one asked about. */
MIXMI_API mixmi_status mixmi_answers_profiles(mixmi_profile *out, size_t size,
                                              const mixmi_answers *answers,
                                              const mixmi_table *table,
                                              const mixmi_options *options);

/* The shape in words, such as "threshold near 37.2". The caller frees *text with mixmi_free(). */
MIXMI_API mixmi_status mixmi_profile_words(char **text, const mixmi_profile *profile,
                                           const mixmi_table *table,
                                           const mixmi_question *question);

/* An answer of the default estimator with the grid behind it, its cells and its profile. What the
 * functions below return is borrowed from it. */
typedef struct mixmi_explanation mixmi_explanation;

/* Explains a question. With `by_z` it is also asked for each value of Z alone (for each bin of a
 * numeric column with more than 10 values). Costs about one estimate, with by_z two. */
MIXMI_API mixmi_status mixmi_explain(mixmi_explanation **out, const mixmi_table *table,
                                     const mixmi_question *question, bool by_z,
                                     const mixmi_options *options);

/* Releases an explanation. NULL is allowed. */
MIXMI_API void mixmi_explanation_free(mixmi_explanation *explanation);

/* The answer that is explained. */
MIXMI_API const mixmi_answer *mixmi_explanation_answer(const mixmi_explanation *explanation);

/* Its shape and sign. */
MIXMI_API const mixmi_profile *mixmi_explanation_profile(const mixmi_explanation *explanation);

/* The grid behind it. */
MIXMI_API const mixmi_histogram *mixmi_explanation_histogram(const mixmi_explanation *explanation);

/* A cell of the grid. Where a grid has over 65,536 with an expectation, only those that hold data
 * are listed. */
typedef struct mixmi_explained_cell {
	const uint32_t *bins; /* one bin number per column of the histogram */
	/* rows in it; how many if X and Y were independent given the cell of Z */
	double observed, expected;
	/* (observed ln(observed / expected) - observed + expected) / rows, never negative: */
	double contribution;
	/* all of them add up to I(X;Y|Z) of the grid (answer.fitted), of which this is the share */
	double share;
} mixmi_explained_cell;

/* Cell `index`, the largest contribution first, or NULL past the end. */
MIXMI_API const mixmi_explained_cell *mixmi_explanation_cell(const mixmi_explanation *explanation,
                                                             size_t index);

/* Its bins in words, "species = Gentoo, mass < 4500". The caller frees *text with mixmi_free(). */
MIXMI_API mixmi_status mixmi_explanation_words(char **text, const mixmi_explanation *explanation,
                                               size_t index);

/* A value or bin of Z: its words ("species = Gentoo"), its rows, I(X;Y) of the grid's bins in
 * them, and what the question whose rows are these alone has for an answer (MIXMI_ERROR_DATA and
 * NaN where they are fewer than 20). */
typedef struct mixmi_explained_group {
	const char *words;
	uint64_t rows;
	double plug_in;
	const mixmi_answer *answer;
	const mixmi_profile *profile;
} mixmi_explained_group;

/* Group `index`, in the order of Z's values, or NULL past the end and without by_z. At most 1000:
 * beyond, the largest. */
MIXMI_API const mixmi_explained_group *mixmi_explanation_group(const mixmi_explanation *explanation,
                                                               size_t index);

/* A bin of a histogram's column in words: "mass < 4500", "species = Gentoo". The caller frees
 * *text with mixmi_free(). */
MIXMI_API mixmi_status mixmi_bin_words(char **text, const mixmi_histogram *histogram, size_t column,
                                       size_t bin);

#ifdef __cplusplus
}
#endif

#endif
