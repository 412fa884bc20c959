/* Options as the library uses them: the struct behind the public handle, filled in by name from one table
 * (mixmi_option_at). Inside the library it is copied by value and its copies borrow the texts of the original, which
 * outlives the call. Invariant: every value has passed the check of its row. */
#ifndef BASE_OPTIONS_H
#define BASE_OPTIONS_H

#include "mixmi.h"

typedef enum mixmi_units { MIXMI_NATS = 0, MIXMI_BITS = 1 } mixmi_units;

typedef enum mixmi_preset {
	MIXMI_PRESET_PAPER = 0, /* the published method, weak spots included */
	MIXMI_PRESET_ROBUST = 1 /* ranks, several starts, grouped values, bias corrected: see docs/METHOD.md */
} mixmi_preset;

/* How the permutation test gets its p-value. */
typedef enum mixmi_tail {
	MIXMI_TAIL_COUNT = 0, /* by counting permutations that reach the observed value: exact */
	MIXMI_TAIL_GAMMA = 1  /* from a gamma distribution with the permutations' mean and variance: small p from few */
} mixmi_tail;

/* Bias correction of the histogram's estimate. */
typedef enum mixmi_bias {
	MIXMI_BIAS_NONE = 0,        /* as counted */
	MIXMI_BIAS_MILLER_MADOW = 1 /* (K_xyz - K_xz - K_yz + K_z) / 2n, K the cells that hold rows */
} mixmi_bias;

/* The two estimators of Kraskov, Stoegbauer and Grassberger (2004). */
typedef enum mixmi_ksg {
	MIXMI_KSG_1 = 0, /* a cube around each point: neighbours strictly nearer than the k-th in each margin */
	MIXMI_KSG_2 = 1  /* a box: neighbours within the extent of the k nearest in each margin */
} mixmi_ksg;

/* Distance between two values of a discrete column. */
typedef enum mixmi_metric {
	MIXMI_METRIC_ZERO_ONE = 0, /* 0 if equal, else 1 */
	MIXMI_METRIC_NUMBERS = 1   /* absolute difference; a column of texts cannot be compared this way: an error */
} mixmi_metric;

/* Null distribution of the kernel tests (Strobl et al. 2019). */
typedef enum mixmi_null {
	MIXMI_NULL_LPB = 0,   /* Lindsay, Pilla and Basak: a mixture of gammas with matching moments */
	MIXMI_NULL_GAMMA = 1, /* one gamma with the first two moments (Satterthwaite and Welch) */
	MIXMI_NULL_PERM = 2   /* permutation of the residuals */
} mixmi_null;

/* How the middle of an unshielded triple is judged to be a collider (Colombo and Maathuis 2014). */
typedef enum mixmi_v_rule {
	MIXMI_V_STANDARD = 0,     /* it is not in the separating set that was found first */
	MIXMI_V_CONSERVATIVE = 1, /* it is in none of all separating sets among the neighbours; else ambiguous */
	MIXMI_V_MAJORITY = 2,     /* it is in fewer than half of them; exactly half: ambiguous */
	MIXMI_V_MAX_P = 3         /* it is not in the one with the largest p (Ramsey 2016); a tie: ambiguous */
} mixmi_v_rule;

/* How the skeleton is searched. */
typedef enum mixmi_search {
	MIXMI_SEARCH_PC_STABLE = 0, /* Colombo and Maathuis 2014: an edge goes with the first set that separates its ends */
	MIXMI_SEARCH_SCORE = 1      /* the order of columns by which the table has the shortest code */
} mixmi_search;

/* How edges are looked at once more where there may be latent variables. */
typedef enum mixmi_latent_search {
	MIXMI_LATENT_AUTO = 0, /* RFCI; with search pc-stable FCI, unless a pair has too many possibly d-separating sets */
	MIXMI_LATENT_FCI = 1,  /* all of these sets (Spirtes, Meek and Richardson 1999) */
	MIXMI_LATENT_RFCI = 2  /* none of them; edges behind orientations are checked (Colombo et al. 2012) */
} mixmi_latent_search;

enum { MIXMI_QUOTE_NONE = -1 };

struct base_executor;

/* A method of the program's own. */
typedef struct base_own_method {
	mixmi_answer_function *function; /* NULL: none */
	void *context;
	char *name;
} base_own_method;

struct mixmi_options {
	/* model */
	int preset;             /* mixmi_preset */
	int64_t atom_threshold; /* t: least rows of an atom in a numeric column */
	double k_init_factor;   /* K_init = ceil(factor ln n) candidate bins per column ... */
	int64_t k_init;         /* ... or exactly this many, if not 0 */
	double k_max_factor;    /* K_max = ceil(factor ln n) intervals per column at most ... */
	int64_t k_max;          /* ... or exactly this many, if not 0 */
	int64_t max_rounds;     /* i_max: rounds of the search at most */
	/* estimator */
	const char *estimator; /* name in the registry */
	int64_t neighbours;    /* k of the nearest-neighbour estimators */
	int ksg_variant;       /* mixmi_ksg */
	int metric;            /* mixmi_metric: how nearest-neighbour estimators compare discrete values */
	int64_t miic_bins;     /* most bins per column in miic */
	int bias;              /* mixmi_bias */
	double confidence;     /* level of the confidence interval of the histogram's estimate; 0: none */
	/* kernel tests */
	int64_t features;    /* random Fourier features of Z */
	int64_t features_xy; /* and of X and of Y */
	int null;            /* mixmi_null */
	int one_hot;         /* 1: discrete columns enter rcit and rcot one-hot; 0: as numbers */
	/* test */
	double alpha;         /* significance level, also of the chi2 correction */
	const char *test;     /* name in the registry */
	int64_t permutations; /* at most this many, enough to reach alpha; 0: 5 / alpha */
	int tail;             /* mixmi_tail */
	int within;           /* 1: differences between clusters are taken out; with clusters only */
	int64_t seed;         /* of the random numbers */
	/* graph */
	int64_t max_cond;           /* most columns in a conditioning set; -1: no limit */
	int search;                 /* mixmi_search */
	int search_said;            /* 1: set by its name, not as part of a preset */
	int v_rule;                 /* mixmi_v_rule */
	int v_rule_said;            /* likewise */
	int latent;                 /* 1: allow for unmeasured common causes: a PAG */
	int latent_search;          /* mixmi_latent_search; with latent only */
	int selection_bias;         /* 1: rows may have been selected by what the columns cause; with latent only */
	int same_time;              /* of a series: 0: no edges between columns at the same time */
	int64_t min_rows;           /* an edge decided on fewer rows is flagged */
	double direction_threshold; /* less certain directions are possible ones */
	int64_t stability;          /* subsamples for the frequencies of edges; 0: none */
	int64_t bootstrap;          /* another name of stability, which counts where that is 0 */
	const char *checkpoint;     /* file that answers are kept in; with the two below a folder; NULL: none */
	const char *shard;          /* "K/N": answer this share of the current round and no more; NULL: all */
	int gather;                 /* 1: join what shards have answered and go on until more of them are needed */
	/* reading files */
	int delimiter; /* a byte; 0: found from the file */
	int quote;     /* a byte; 0: found from the file; MIXMI_QUOTE_NONE: quotes mean nothing */
	int decimal;   /* '.' or ',' */
	int header;    /* 1: the first record names the columns; 0: it is data, columns are V1, V2, ...; 2: found out */
	int comment;   /* a byte that begins lines to skip; 0: found from the file; MIXMI_QUOTE_NONE: none */
	int recognise; /* 1: texts that are numbers, dates or a scale are taken as such; 0: texts are categories */
	int dates;     /* order of day, month and year where the file does not tell: auto, dmy, mdy, ymd, no */
	const char *ordered;  /* orders of labels such as "low<mid<high", comma-separated; NULL: none */
	const char *weights;  /* column that says how many rows each row stands for; NULL: none */
	const char *cluster;  /* column list whose values tell which rows may depend on each other; NULL: none do */
	const char *survival; /* list of TIME:STATUS: times that may be censored; NULL: none are */
	const char *time;     /* column that says when each row was; NULL: rows have no order */
	const char *id;       /* column that identifies the series; NULL: there is one */
	double step;          /* of time; 0: the median difference */
	int64_t lags;         /* with time: copies of all columns from 1 to so many steps earlier are in the table */
	const char *where;    /* condition on the rows that are kept; NULL: all */
	int64_t sample;       /* rows to keep, drawn at random; 0: all */
	const char *sql;      /* query whose result is read; NULL: none */
	const char *table;    /* table of a database; NULL: the only one */
	const char *missing;  /* comma-separated markers besides the empty field; NULL: none */
	const char *discrete; /* column list to take as discrete; NULL: none */
	const char *numeric;  /* column list that must be numeric; NULL: none */
	const char *only;     /* column list to keep; NULL: all */
	int64_t max_unpacked; /* bytes that a compressed file may unpack to */
	int64_t max_field;    /* bytes of a field of text */
	/* showing */
	int units; /* mixmi_units */
	/* running */
	int64_t threads;   /* 0: as many as the machine has */
	int64_t max_pairs; /* that one call may ask about */
	int64_t cache;     /* megabytes of test/remember.h */
	/* what has no row in the table */
	mixmi_progress_function *progress; /* NULL: none */
	void *progress_context;
	base_own_method own_test, own_estimator; /* used instead of `test` and `estimator` */
	const struct base_executor *executor;    /* shares long loops with other processes (base/work.h); NULL: none */
	char **texts; /* by row of the table: what was set, in its one form; NULL: the default. Itself NULL in the defaults
	               * of the library, which own nothing */
};

/* What a call works with: the options given, or the defaults for NULL. */
void base_options_settle(mixmi_options *settled, const mixmi_options *given);

/* Name of a preset; the first one for a number that is none. */
const char *base_preset_name(int preset);

/* Number of the preset with this name, or -1. */
int base_preset_number(const char *name);

/* Names of all estimators and of all tests, each with a comma before it. They come from the registry (src/answers); a list
 * of names is all that base knows of what is above it. */
extern const char base_estimator_names[];
extern const char base_test_names[];

#endif
