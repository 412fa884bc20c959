/* Options as the library uses them: the struct behind the public handle, set by name from one table (mixmi_option_at).
 * Inside the library it is copied by value. Copies borrow the texts of the original, which outlives the call.
 * Invariant: every value has passed the check of its row in the table. */
#ifndef BASE_OPTIONS_H
#define BASE_OPTIONS_H

#include "mixmi.h"

/* More lags than a series of daily values needs for two years, and few enough that all copies of a table fit in memory. */
enum { BASE_MAX_LAGS = 1000 };

typedef enum mixmi_units { MIXMI_NATS = 0, MIXMI_BITS = 1 } mixmi_units;

typedef enum mixmi_preset {
	MIXMI_PRESET_PAPER = 0,  /* the published method, unchanged */
	MIXMI_PRESET_DEFAULT = 1 /* ranks, several starts, grouped values, bias corrected: see docs/METHOD.md */
} mixmi_preset;

/* How the permutation test computes its p-value. */
typedef enum mixmi_tail {
	MIXMI_TAIL_COUNT = 0, /* share of permutations that reach the observed value: exact */
	MIXMI_TAIL_GAMMA = 1  /* gamma distribution with the mean and variance of the permutations: small p-values from few
	                       * permutations */
} mixmi_tail;

/* Bias correction of the histogram estimate. */
typedef enum mixmi_bias {
	MIXMI_BIAS_NONE = 0,        /* none: plug-in */
	MIXMI_BIAS_MILLER_MADOW = 1 /* (K_xyz - K_xz - K_yz + K_z) / 2n, where K is the number of non-empty cells */
} mixmi_bias;

/* The two estimators of Kraskov, Stoegbauer and Grassberger (2004). */
typedef enum mixmi_ksg {
	MIXMI_KSG_1 = 0, /* a cube around each point: neighbours strictly closer than the k-th, in each margin */
	MIXMI_KSG_2 = 1  /* a box: neighbours within the extent of the k nearest in each margin */
} mixmi_ksg;

/* Distance between two values of a discrete column. */
typedef enum mixmi_metric {
	MIXMI_METRIC_ZERO_ONE = 0, /* 0 if equal, otherwise 1 */
	MIXMI_METRIC_NUMBERS = 1   /* absolute difference; an error for a column of texts */
} mixmi_metric;

/* Null distribution of the kernel tests (Strobl et al. 2019). */
typedef enum mixmi_null {
	MIXMI_NULL_LPB = 0,   /* Lindsay, Pilla and Basak: a mixture of gammas with matching moments */
	MIXMI_NULL_GAMMA = 1, /* one gamma with the first two moments (Satterthwaite and Welch) */
	MIXMI_NULL_PERM = 2   /* permutation of the residuals */
} mixmi_null;

/* How to decide whether the middle node of an unshielded triple is a collider (Colombo and Maathuis 2014). */
typedef enum mixmi_v_rule {
	MIXMI_V_STANDARD = 0,     /* if it is not in the separating set found first */
	MIXMI_V_CONSERVATIVE = 1, /* if it is in no separating set among the neighbours; ambiguous if it is in some */
	MIXMI_V_MAJORITY = 2,     /* if it is in fewer than half of them; ambiguous if it is in exactly half */
	MIXMI_V_MAX_P = 3         /* if it is not in the one with the largest p (Ramsey 2016); ambiguous if tied */
} mixmi_v_rule;

/* How the skeleton is estimated. */
typedef enum mixmi_search {
	MIXMI_SEARCH_PC_STABLE = 0, /* Colombo and Maathuis 2014: an edge is removed by the first set that separates its
	                             * ends */
	MIXMI_SEARCH_SCORE = 1      /* permutation search for the shortest code length of the table */
} mixmi_search;

/* How edges are retested if there may be latent variables. */
enum { MIXMI_QUOTE_NONE = -1 };

struct base_executor;

/* A user-supplied method. */
typedef struct base_own_method {
	mixmi_answer_function *function; /* NULL: none */
	void *context;
	char *name;
} base_own_method;

struct mixmi_options {
	/* model */
	int preset;             /* mixmi_preset */
	int64_t atom_threshold; /* t: minimum number of rows of an atom in a numeric column */
	double k_init_factor;   /* K_init = ceil(factor ln n) candidate bins per column ... */
	int64_t k_init;         /* ... or exactly this many, if not 0 */
	double k_max_factor;    /* at most K_max = ceil(factor ln n) intervals per column ... */
	int64_t k_max;          /* ... or exactly this many, if not 0 */
	int64_t max_rounds;     /* i_max: maximum number of search rounds */
	/* estimator */
	const char *estimator; /* name in the registry */
	int64_t neighbours;    /* k of the nearest-neighbour estimators */
	int ksg_variant;       /* mixmi_ksg */
	int metric;            /* mixmi_metric: distance of nearest-neighbour estimators between discrete values */
	int64_t miic_bins;     /* maximum number of bins per column in miic */
	int bias;              /* mixmi_bias */
	double confidence;     /* level of the confidence interval; 0: 1 - alpha, of histograms none */
	/* kernel tests */
	int64_t features;    /* number of random Fourier features of Z */
	int64_t features_xy; /* and of X and Y */
	int null;            /* mixmi_null */
	int one_hot;         /* 1: discrete columns are one-hot encoded in rcit and rcot; 0: used as numbers */
	/* test */
	double alpha;         /* significance level, also of the chi2 correction */
	int alpha_said;       /* 1: set by the user */
	const char *test;     /* name in the registry */
	int64_t permutations; /* maximum number; 0: 5 / alpha */
	int tail;             /* mixmi_tail */
	int within;           /* 1: remove differences between clusters; only with clusters */
	int64_t seed;         /* of the random numbers */
	/* effects */
	int population; /* mixmi_population */
	int randomised; /* 1: the treatment was assigned at random */
	double horizon; /* for censored times: the end of the time that is looked at; 0: chosen */
	/* graph */
	int64_t max_cond;           /* maximum size of a conditioning set; -1: no limit */
	int search;                 /* mixmi_search */
	int search_said;            /* 1: set by the user, not by a preset */
	int v_rule;                 /* mixmi_v_rule */
	int v_rule_said;            /* likewise */
	int latent;                 /* 1: allow for unmeasured common causes: a PAG */
	int latent_search;          /* without effect */
	int selection_bias;         /* 1: rows may have been selected depending on effects of the columns; only with
	                             * latent */
	int same_time;              /* for time series: 0: no edges between columns at the same time */
	int64_t min_rows;           /* edges decided on fewer rows are flagged */
	double direction_threshold; /* arrows whose head has a smaller probability are hidden */
	int64_t stability;          /* number of subsamples for the frequencies of edges; 0: none */
	int64_t bootstrap;          /* synonym of stability, used if that is 0 */
	const char *checkpoint;     /* file that stores answers; a folder with shard or gather; NULL: none */
	const char *shard;          /* "K/N": answer only this share of the current round; NULL: all */
	int gather;                 /* 1: join the answers of shards and continue until more of them are needed */
	/* reading files */
	int delimiter; /* a byte; 0: detected */
	int quote;     /* a byte; 0: detected; MIXMI_QUOTE_NONE: no quote character */
	int decimal;   /* '.' or ',' */
	int header;    /* 1: the first record has the column names; 0: it is data and columns are named V1, V2, ...; 2:
	                * detected */
	int comment;   /* byte at the beginning of comment lines; 0: detected; MIXMI_QUOTE_NONE: none */
	int recognise; /* 1: recognise numbers, dates and scales in text; 0: texts are categories */
	int dates;     /* order of day, month and year if the file is ambiguous: auto, dmy, mdy, ymd, no */
	const char *ordered;  /* orders of labels such as "low<mid<high", comma-separated; NULL: none */
	const char *weights;  /* column with case weights; NULL: none */
	int weights_are;      /* 0: refused if they look like sampling weights; 1: frequencies */
	const char *cluster;  /* list of columns that identify clusters of dependent rows; NULL: rows are independent */
	const char *survival; /* list of TIME:STATUS: times that may be censored; NULL: none */
	const char *time;     /* column with the time of each row; NULL: rows have no order */
	const char *id;       /* column that identifies the series; NULL: there is one */
	double step;          /* of time; 0: the median difference */
	int64_t lags;         /* with time: add copies of all columns, lagged by 1 to this many steps */
	const char *where;    /* condition on the rows that are kept; NULL: all */
	int64_t sample;       /* rows to draw at random; 0: all */
	const char *key;      /* columns that identify the rows of such a table; NULL: file and row number */
	int64_t memory;       /* MB for a table beyond memory; 0: half of what is free */
	const char *sql;      /* query whose result is read; NULL: none */
	const char *table;    /* table of a database; NULL: the only one */
	const char *sheet;    /* sheet of a workbook; NULL: the first */
	const char *missing;  /* comma-separated markers of missing values besides the empty field; NULL: none */
	const char *discrete; /* list of columns to treat as discrete; NULL: none */
	const char *numeric;  /* list of columns that must be numeric; NULL: none */
	const char *only;     /* list of columns to keep; NULL: all */
	int64_t max_unpacked; /* maximum size of a compressed file after unpacking, in bytes */
	int64_t max_field;    /* maximum size of a text field, in bytes */
	/* display */
	int units; /* mixmi_units */
	/* execution */
	int64_t threads;   /* 0: one per processor */
	int64_t max_pairs; /* maximum number of pairs in one call */
	/* fields without a row in the table */
	mixmi_progress_function *progress; /* NULL: none */
	void *progress_context;
	base_own_method own_test, own_estimator; /* used instead of `test` and `estimator` */
	const struct base_executor *executor;    /* shares long loops with other processes (base/work.h); NULL: none */
	char **texts; /* one per row of the table: canonical text of a value that was set; NULL: the default. The pointer
	               * itself is NULL in the library's defaults */
};

/* Options of a call: a copy of the given options, or the defaults for NULL. */
void base_options_settle(mixmi_options *settled, const mixmi_options *given);

/* Searches and checks of graphs ask many questions: unless the caller has set alpha, theirs is 0.01. */
void base_options_settle_search(mixmi_options *options);

/* Name of a preset; that of the first preset if the number is invalid. */
const char *base_preset_name(int preset);

/* Number of the preset with this name, or -1. */
int base_preset_number(const char *name);

/* Names of all estimators and of all tests, each preceded by a comma. The registry (src/answers) defines them; base
 * knows nothing else about the modules above it. */
extern const char base_estimator_names[];
extern const char base_test_names[];

#endif
