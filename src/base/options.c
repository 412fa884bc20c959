/* The option table: the single definition of every option's name, range, default and help. The command's flags and
 * help, the manual page, the arguments in Python and R and mixmi_options_new() are made from it. Invariant: a value
 * that was set is stored in its field and, in canonical form, in `texts`; text fields point into `texts`. */
#include "base/options.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/error.h"
#include "base/memory.h"
#include "base/option_values.h"
#include "base/text.h"

static const char *const preset_names[] = { [MIXMI_PRESET_PAPER] = "paper", [MIXMI_PRESET_DEFAULT] = "default" };

enum { PRESETS = sizeof preset_names / sizeof preset_names[0] };

/* Offset of each option in mixmi_options, in the order of `table`. */
static const size_t offsets[] = {
	offsetof(mixmi_options, preset),
	offsetof(mixmi_options, atom_threshold),
	offsetof(mixmi_options, k_init_factor),
	offsetof(mixmi_options, k_init),
	offsetof(mixmi_options, k_max_factor),
	offsetof(mixmi_options, k_max),
	offsetof(mixmi_options, max_rounds),
	offsetof(mixmi_options, estimator),
	offsetof(mixmi_options, neighbours),
	offsetof(mixmi_options, ksg_variant),
	offsetof(mixmi_options, metric),
	offsetof(mixmi_options, miic_bins),
	offsetof(mixmi_options, bias),
	offsetof(mixmi_options, confidence),
	offsetof(mixmi_options, features),
	offsetof(mixmi_options, features_xy),
	offsetof(mixmi_options, null),
	offsetof(mixmi_options, one_hot),
	offsetof(mixmi_options, alpha),
	offsetof(mixmi_options, test),
	offsetof(mixmi_options, permutations),
	offsetof(mixmi_options, tail),
	offsetof(mixmi_options, within),
	offsetof(mixmi_options, seed),
	offsetof(mixmi_options, population),
	offsetof(mixmi_options, randomised),
	offsetof(mixmi_options, horizon),
	offsetof(mixmi_options, max_cond),
	offsetof(mixmi_options, search),
	offsetof(mixmi_options, v_rule),
	offsetof(mixmi_options, latent),
	offsetof(mixmi_options, latent_search),
	offsetof(mixmi_options, selection_bias),
	offsetof(mixmi_options, same_time),
	offsetof(mixmi_options, min_rows),
	offsetof(mixmi_options, direction_threshold),
	offsetof(mixmi_options, stability),
	offsetof(mixmi_options, bootstrap),
	offsetof(mixmi_options, checkpoint),
	offsetof(mixmi_options, shard),
	offsetof(mixmi_options, gather),
	offsetof(mixmi_options, delimiter),
	offsetof(mixmi_options, quote),
	offsetof(mixmi_options, decimal),
	offsetof(mixmi_options, header),
	offsetof(mixmi_options, comment),
	offsetof(mixmi_options, recognise),
	offsetof(mixmi_options, dates),
	offsetof(mixmi_options, ordered),
	offsetof(mixmi_options, weights),
	offsetof(mixmi_options, weights_are),
	offsetof(mixmi_options, cluster),
	offsetof(mixmi_options, survival),
	offsetof(mixmi_options, time),
	offsetof(mixmi_options, id),
	offsetof(mixmi_options, step),
	offsetof(mixmi_options, lags),
	offsetof(mixmi_options, where),
	offsetof(mixmi_options, sample),
	offsetof(mixmi_options, key),
	offsetof(mixmi_options, memory),
	offsetof(mixmi_options, sql),
	offsetof(mixmi_options, table),
	offsetof(mixmi_options, sheet),
	offsetof(mixmi_options, missing),
	offsetof(mixmi_options, discrete),
	offsetof(mixmi_options, numeric),
	offsetof(mixmi_options, only),
	offsetof(mixmi_options, max_unpacked),
	offsetof(mixmi_options, max_field),
	offsetof(mixmi_options, units),
	offsetof(mixmi_options, threads),
	offsetof(mixmi_options, max_pairs),
};

static const mixmi_option table[] = {
	{ "preset", "model", MIXMI_OPTION_CHOICE, "NAME", "paper,default", 0, 0, false, "default",
	  "named set of model options: default, or paper (the published method)" },
	{ "atom-threshold", "model", MIXMI_OPTION_INTEGER, "N", NULL, 1, 1e9, false, "5",
	  "minimum number of rows of a point mass (atom) in a numeric column; with preset default it must also be more "
	  "frequent than its neighbours" },
	{ "k-init-factor", "model", MIXMI_OPTION_REAL, "F", NULL, 0, 100, true, "20",
	  "candidate bins per column: F times ln(rows), rounded up" },
	{ "k-init", "model", MIXMI_OPTION_INTEGER, "N", NULL, 0, 4000, false, "0",
	  "candidate bins per column, as a number (0: by --k-init-factor)" },
	{ "k-max-factor", "model", MIXMI_OPTION_REAL, "F", NULL, 0, 100, true, "5",
	  "maximum number of intervals per column: F times ln(rows), rounded up" },
	{ "k-max", "model", MIXMI_OPTION_INTEGER, "N", NULL, 0, 4000, false, "0",
	  "maximum number of intervals per column, as a number (0: by --k-max-factor; preset default: 2 or more)" },
	{ "max-rounds", "model", MIXMI_OPTION_INTEGER, "N", NULL, 0, 1e6, false, "20",
	  "maximum number of rounds of the search; each changes the bins of one column (paper: 5)" },
	{ "estimator", "estimator", MIXMI_OPTION_CHOICE, "NAME", base_estimator_names + 1, 0, 0, false, "residual",
	  "estimator of I(X;Y|Z); see 'mixmi help estimators'" },
	{ "neighbours", "estimator", MIXMI_OPTION_INTEGER, "K", NULL, 1, 1e9, false, "10",
	  "k of the nearest-neighbour estimators" },
	{ "ksg-variant", "estimator", MIXMI_OPTION_CHOICE, "N", "1,2", 0, 0, false, "1",
	  "estimator 1 or 2 of Kraskov et al." },
	{ "metric", "estimator", MIXMI_OPTION_CHOICE, "HOW", "zero-one,numbers", 0, 0, false, "zero-one",
	  "distance between discrete values in nearest-neighbour estimators" },
	{ "miic-bins", "estimator", MIXMI_OPTION_INTEGER, "N", NULL, 2, 4000, false, "50",
	  "maximum number of bins per column in miic" },
	{ "bias", "estimator", MIXMI_OPTION_CHOICE, "HOW", "none,miller-madow", 0, 0, false, "miller-madow",
	  "bias correction of histogram: none or miller-madow (paper: none)" },
	{ "confidence", "estimator", MIXMI_OPTION_REAL, "L", NULL, 0, 0.999999, false, "0",
	  "level of the confidence interval (0: 1 - alpha; with the estimator histogram none)" },
	{ "features", "kernel", MIXMI_OPTION_INTEGER, "N", NULL, 1, 10000, false, "100",
	  "random Fourier features of Z in rcit and rcot" },
	{ "features-xy", "kernel", MIXMI_OPTION_INTEGER, "N", NULL, 1, 10000, false, "5",
	  "random Fourier features of X and of Y in rcit and rcot" },
	{ "null", "kernel", MIXMI_OPTION_CHOICE, "HOW", "lpb,gamma,perm", 0, 0, false, "lpb",
	  "null distribution in rcit and rcot: lpb, gamma or perm" },
	{ "one-hot", "kernel", MIXMI_OPTION_SWITCH, NULL, "no,yes", 0, 0, false, "no",
	  "encode discrete columns one-hot in rcit and rcot, not as numbers" },
	{ "alpha", "test", MIXMI_OPTION_REAL, "A", NULL, 0, 1, true, "0.05",
	  "significance level, also of the chi2 correction (graph, blanket, select and check, and preset paper: "
	  "0.01)" },
	{ "test", "test", MIXMI_OPTION_CHOICE, "NAME", base_test_names + 1, 0, 0, false, "residual",
	  "independence test; see 'mixmi help tests'" },
	{ "permutations", "test", MIXMI_OPTION_INTEGER, "N", NULL, 0, 1e9, false, "0",
	  "maximum number of permutations in perm, and in rcit and rcot with --null perm (0: 5 / alpha)" },
	{ "tail", "test", MIXMI_OPTION_CHOICE, "HOW", "count,gamma", 0, 0, false, "count",
	  "p-value of perm: by counting, or from a gamma distribution fitted to few permutations" },
	{ "within", "test", MIXMI_OPTION_SWITCH, NULL, "no,yes", 0, 0, false, "no",
	  "with --cluster: test the dependence within clusters, ignoring differences between them" },
	{ "seed", "test", MIXMI_OPTION_INTEGER, "N", NULL, 0, 9007199254740991, false, "1", "seed of the random numbers" },
	{ "population", "effect", MIXMI_OPTION_CHOICE, "WHO", "all,treated,untreated,overlap", 0, 0, false, "all",
	  "whom the effect is about: all rows, the treated (not at the reference), the untreated (at the reference), or "
	  "the "
	  "overlap of the levels" },
	{ "randomised", "effect", MIXMI_OPTION_SWITCH, NULL, "no,yes", 0, 0, false, "no",
	  "the treatment was assigned at random: nothing needs to be adjusted for, and columns that are make the estimate "
	  "more precise" },
	{ "horizon", "effect", MIXMI_OPTION_REAL, "T", NULL, 0, 1e9, false, "0",
	  "for a censored time: its mean up to T, and the risk by T (0: while a tenth of the rows of every level is still "
	  "observed)" },
	{ "max-cond", "graph", MIXMI_OPTION_INTEGER, "N", NULL, -1, 1e6, false, "-1",
	  "maximum size of a conditioning set (-1: no limit; in blanket: 2)" },
	{ "search", "graph", MIXMI_OPTION_CHOICE, "NAME", "pc-stable,score", 0, 0, false, "score",
	  "search algorithm: score, or pc-stable (used by preset paper)" },
	{ "v-rule", "graph", MIXMI_OPTION_CHOICE, "RULE", "standard,conservative,majority,max-p", 0, 0, false, "max-p",
	  "rule for v-structures: standard, conservative, majority (the default for time series) or max-p" },
	{ "latent", "graph", MIXMI_OPTION_SWITCH, NULL, "no,yes", 0, 0, false, "no",
	  "allow for unmeasured common causes (RFCI); edge marks are tail, arrow or circle" },
	{ "latent-search", "graph", MIXMI_OPTION_CHOICE, "NAME", "rfci", 0, 0, false, "rfci",
	  "without effect, for command lines of earlier versions: the search with --latent is RFCI" },
	{ "selection-bias", "graph", MIXMI_OPTION_SWITCH, NULL, "no,yes", 0, 0, false, "no",
	  "with --latent: allow for selection bias, that is rows selected by effects of the columns" },
	{ "contemporaneous", "graph", MIXMI_OPTION_SWITCH, NULL, "no,yes", 0, 0, false, "yes",
	  "with --lags: also search for edges between columns at the same time" },
	{ "min-rows", "graph", MIXMI_OPTION_INTEGER, "N", NULL, 0, 1e9, false, "50",
	  "flag edges whose test has fewer rows than this" },
	{ "direction-threshold", "graph", MIXMI_OPTION_REAL, "P", NULL, 0, 1, false, "0",
	  "hide the direction of an arrow whose head has a smaller mark_probability than this; not with --latent" },
	{ "stability", "graph", MIXMI_OPTION_INTEGER, "N", NULL, 0, 1e6, false, "0",
	  "repeat the search on N halves of the rows (N/2 random splits) and show in which share of the splits both halves "
	  "have an edge or direction" },
	{ "bootstrap", "graph", MIXMI_OPTION_INTEGER, "N", NULL, 0, 1e6, false, "0", "alias of --stability" },
	{ "checkpoint", "graph", MIXMI_OPTION_TEXT, "FILE", NULL, 0, 0, false, "",
	  "store answers in this file, so that an interrupted search can be resumed" },
	{ "shard", "graph", MIXMI_OPTION_TEXT, "K/N", NULL, 0, 0, false, "",
	  "run part K of N of the tests of this round, and write the answers to the folder --checkpoint" },
	{ "gather", "graph", MIXMI_OPTION_SWITCH, NULL, "no,yes", 0, 0, false, "no",
	  "join the answers of the shards, and continue until the next round of shards is needed" },
	{ "delimiter", "reading", MIXMI_OPTION_CHARACTER, "CHAR", "auto,comma,tab,semicolon,pipe,space", 0, 0, false,
	  "auto", "field separator: a character or a name" },
	{ "quote", "reading", MIXMI_OPTION_CHARACTER, "CHAR", "auto,none,double,single", 0, 0, false, "auto",
	  "quote character: a character or a name" },
	{ "decimal", "reading", MIXMI_OPTION_CHARACTER, "CHAR", "point,comma", 0, 0, false, "point",
	  "decimal mark of numbers: . or , or a name" },
	{ "header", "reading", MIXMI_OPTION_SWITCH, NULL, "no,yes,auto", 0, 0, false, "auto",
	  "the first record has the column names; if not, they are V1, V2, ..." },
	{ "comment", "reading", MIXMI_OPTION_CHARACTER, "CHAR", "auto,none,hash", 0, 0, false, "auto",
	  "skip lines that begin with this character (auto: # if the first line does)" },
	{ "recognise", "reading", MIXMI_OPTION_SWITCH, NULL, "no,yes", 0, 0, false, "yes",
	  "recognise formatted numbers, dates, missing values and ordered scales in texts; no: texts are categories" },
	{ "dates", "reading", MIXMI_OPTION_CHOICE, "ORDER", "auto,dmy,mdy,ymd,no", 0, 0, false, "auto",
	  "order of day, month and year in ambiguous dates; no: dates are texts" },
	{ "ordered", "reading", MIXMI_OPTION_TEXT, "ORDERS", NULL, 0, 0, false, "",
	  "orders of labels: 'low<mid<high', or 'COLUMN: low<mid<high'" },
	{ "weights", "reading", MIXMI_OPTION_TEXT, "COLUMN", NULL, 0, 0, false, "",
	  "column of frequency weights: each row counts this many times" },
	{ "weights-are", "reading", MIXMI_OPTION_CHOICE, "WHAT", "auto,frequencies", 0, 0, false, "auto",
	  "what --weights are: auto refuses weights that look like sampling weights; frequencies: each row counts this "
	  "many "
	  "times, whatever they look like" },
	{ "cluster", "reading", MIXMI_OPTION_TEXT, "COLUMNS", NULL, 0, 0, false, "",
	  "rows with the same values in these columns may depend on each other (visits of a patient, pupils of a school); "
	  "all others are independent; 'person+item': rows of the same person, or of the same item" },
	{ "survival", "reading", MIXMI_OPTION_TEXT, "TIME:STATUS", NULL, 0, 0, false, "",
	  "censored times, each with the column that indicates whether its event was observed; 'TIME:STATUS=VALUE' gives "
	  "the value of an event" },
	{ "time", "reading", MIXMI_OPTION_TEXT, "COLUMN", NULL, 0, 0, false, "",
	  "rows are a time series in the order of this column (numbers or dates); x@1 is then column x one step earlier" },
	{ "id", "reading", MIXMI_OPTION_TEXT, "COLUMN", NULL, 0, 0, false, "",
	  "with --time: the column that identifies the series, if the file has several (a panel)" },
	{ "step", "reading", MIXMI_OPTION_REAL, "S", NULL, 0, 1e9, false, "0",
	  "with --time: one step, in the units of the column, days for dates (0: the median difference)" },
	{ "lags", "reading", MIXMI_OPTION_INTEGER, "K", NULL, 0, BASE_MAX_LAGS, false, "0",
	  "with --time: add copies of all columns from 1 to K steps earlier" },
	{ "where", "reading", MIXMI_OPTION_TEXT, "CONDITION", NULL, 0, 0, false, "",
	  "keep only rows that satisfy a condition, such as 'age >= 18 && sex == \"f\"'" },
	{ "sample", "reading", MIXMI_OPTION_INTEGER, "N", NULL, 0, 4294967294, false, "0",
	  "keep a random sample of N rows (0: all); depends on --seed" },
	{ "key", "parts", MIXMI_OPTION_TEXT, "COLUMNS", NULL, 0, 0, false, "",
	  "columns that identify the rows of several files, a folder or a sketch; without it, file and row number" },
	{ "memory", "parts", MIXMI_OPTION_INTEGER, "MB", NULL, 0, 1e9, false, "0",
	  "memory for several files, a folder or a sketch, which are read in parts (0: half of what is free)" },
	{ "sql", "reading", MIXMI_OPTION_TEXT, "QUERY", NULL, 0, 0, false, "",
	  "read the result of an SQL query: by SQLite for an SQLite file, otherwise by DuckDB" },
	{ "table", "reading", MIXMI_OPTION_TEXT, "NAME", NULL, 0, 0, false, "",
	  "table of an SQLite file to read, if it has several" },
	{ "sheet", "reading", MIXMI_OPTION_TEXT, "NAME", NULL, 0, 0, false, "",
	  "sheet of an Excel workbook to read, by name or number (default: the first)" },
	{ "missing", "reading", MIXMI_OPTION_TEXT, "LIST", NULL, 0, 0, false,
	  "NA,NaN,nan,NAN,null,NULL,?,.,N/A,n/a,#N/A,<NA>,NaT",
	  "texts that mark a missing value, besides the empty field" },
	{ "discrete", "reading", MIXMI_OPTION_TEXT, "COLUMNS", NULL, 0, 0, false, "", "treat these columns as discrete" },
	{ "numeric", "reading", MIXMI_OPTION_TEXT, "COLUMNS", NULL, 0, 0, false, "",
	  "treat these columns as numeric; texts in them are an error" },
	{ "only", "reading", MIXMI_OPTION_TEXT, "COLUMNS", NULL, 0, 0, false, "", "keep only these columns of the file" },
	{ "max-unpacked", "reading", MIXMI_OPTION_INTEGER, "BYTES", NULL, 1, 9007199254740991, false, "500000000",
	  "maximum size of an unpacked compressed file, as text or in memory" },
	{ "max-field", "reading", MIXMI_OPTION_INTEGER, "BYTES", NULL, 1, 9007199254740991, false, "1000000",
	  "maximum length of a field in a text file; longer ones are often caused by an unclosed quote" },
	{ "units", "showing", MIXMI_OPTION_CHOICE, "UNITS", "nats,bits", 0, 0, false, "nats",
	  "units of the output: nats or bits" },
	{ "threads", "running", MIXMI_OPTION_INTEGER, "N", NULL, 0, 1024, false, "0",
	  "number of threads (0: all cores); does not change results" },
	{ "max-pairs", "running", MIXMI_OPTION_INTEGER, "N", NULL, 1, 9007199254740991, false, "100000",
	  "maximum number of pairs of columns to test in one call" },
};

enum { OPTIONS = sizeof table / sizeof table[0] };

_Static_assert(OPTIONS == sizeof offsets / sizeof offsets[0], "every option has its place");

const mixmi_option *mixmi_option_at(size_t index)
{
	return index < OPTIONS ? &table[index] : NULL;
}

const char *base_preset_name(int preset)
{
	return preset_names[preset >= 0 && preset < PRESETS ? preset : 0];
}

int base_preset_number(const char *name)
{
	for (int i = 0; i < PRESETS; i++)
		if (strcmp(preset_names[i], name) == 0)
			return i;
	const char *present = mixmi_option_renamed("preset", name);
	return present != NULL ? base_preset_number(present) : -1;
}

/* ------------------------------------------------------------------------------------------------ finding */

/* The option whose name is closest to a misspelled one, or NULL if none is close. */
static const char *nearest_option(const char *name)
{
	size_t length = strlen(name);
	base_nearest nearest = { name, length < 3 ? length : 3, NULL }; /* at least one character must match */
	for (size_t i = 0; i < OPTIONS; i++)
		base_nearest_try(&nearest, table[i].name);
	return nearest.name;
}

static mixmi_status find(size_t *row, const char *name)
{
	for (*row = 0; *row < OPTIONS; (*row)++)
		if (strcmp(table[*row].name, name) == 0)
			return MIXMI_OK;
	char shown[BASE_TEXT_SHOWN];
	base_text_show(shown, name, strlen(name));
	const char *nearest = nearest_option(name);
	if (nearest == NULL)
		return base_error(MIXMI_ERROR_USAGE, "no option '%s'", shown);
	return base_error(MIXMI_ERROR_USAGE, "no option '%s'; did you mean '%s'?", shown, nearest);
}

/* ------------------------------------------------------------------------------------------------ setting */

/* Methods are stored by name, other choices by number. */
static bool is_kept_as_text(const mixmi_option *option)
{
	return option->kind == MIXMI_OPTION_TEXT || option->choices == base_estimator_names + 1 ||
	       option->choices == base_test_names + 1;
}

static void put(mixmi_options *options, size_t row, const base_option_value *value, const char *text)
{
	void *field = (char *)options + offsets[row];
	if (is_kept_as_text(&table[row]))
		*(const char **)field = *text == '\0' ? NULL : text;
	else if (table[row].kind == MIXMI_OPTION_INTEGER)
		*(int64_t *)field = value->integer;
	else if (table[row].kind == MIXMI_OPTION_REAL)
		*(double *)field = value->real;
	else
		*(int *)field = value->number;
}

/* Values that were renamed in 0.3; the old ones go with 0.4. */
static const struct {
	const char *option, *before, *now;
} renamed[] = {
	{ "preset", "robust", "default" }, { "estimator", "hist", "residual" }, { "test", "scan", "residual" },
	{ "test", "mdl", "sc" },           { "latent-search", "auto", "rfci" }, { "latent-search", "fci", "rfci" },
};

const char *mixmi_option_renamed(const char *option, const char *value)
{
	for (size_t i = 0; i < sizeof renamed / sizeof renamed[0]; i++)
		if (strcmp(renamed[i].option, option) == 0 && strcmp(renamed[i].before, value) == 0)
			return renamed[i].now;
	return NULL;
}

static mixmi_status set_row(mixmi_options *options, size_t row, const char *text)
{
	base_option_value value = { 0 };
	const char *present = mixmi_option_renamed(table[row].name, text);
	text = present != NULL ? present : text;
	mixmi_status status = base_option_parse(&value, &table[row], text);
	if (status != MIXMI_OK)
		return status;
	char *kept = base_option_write(&table[row], &value, text);
	if (kept == NULL)
		return base_error_memory();
	put(options, row, &value, kept);
	free(options->texts[row]);
	options->texts[row] = kept;
	return MIXMI_OK;
}

/* Sets the defaults of the table; texts are borrowed from it. */
static void put_defaults(mixmi_options *options)
{
	memset(options, 0, sizeof *options);
	for (size_t i = 0; i < OPTIONS; i++) {
		base_option_value value = { 0 };
		(void)base_option_parse(&value, &table[i], table[i].fallback); /* cannot fail: a test sets every default */
		put(options, i, &value, table[i].fallback);
	}
}

void base_options_settle(mixmi_options *settled, const mixmi_options *given)
{
	if (given != NULL)
		*settled = *given;
	else
		put_defaults(settled);
}

void base_options_settle_search(mixmi_options *options)
{
	if (!options->alpha_said)
		options->alpha = 0.01;
}

/* Defaults that differ between presets. */
static const struct {
	const char *option;
	const char *values[PRESETS];
} by_preset[] = {
	{ "max-rounds", { [MIXMI_PRESET_PAPER] = "5", [MIXMI_PRESET_DEFAULT] = "20" } },
	{ "search", { [MIXMI_PRESET_PAPER] = "pc-stable", [MIXMI_PRESET_DEFAULT] = "score" } },
	{ "v-rule", { [MIXMI_PRESET_PAPER] = "standard", [MIXMI_PRESET_DEFAULT] = "max-p" } },
	{ "bias", { [MIXMI_PRESET_PAPER] = "none", [MIXMI_PRESET_DEFAULT] = "miller-madow" } },
	{ "test", { [MIXMI_PRESET_PAPER] = "chi2", [MIXMI_PRESET_DEFAULT] = "residual" } },
	{ "estimator", { [MIXMI_PRESET_PAPER] = "histogram", [MIXMI_PRESET_DEFAULT] = "residual" } },
	{ "alpha", { [MIXMI_PRESET_PAPER] = "0.01", [MIXMI_PRESET_DEFAULT] = "0.05" } },
};

/* The value that the preset gives an option; NULL: none. */
static const char *said_by_preset(const mixmi_option *option, int preset)
{
	for (size_t k = 0; k < sizeof by_preset / sizeof by_preset[0]; k++)
		if (strcmp(by_preset[k].option, option->name) == 0)
			return by_preset[k].values[preset];
	bool model = strcmp(option->group, "model") == 0 && strcmp(option->name, "preset") != 0;
	return model ? option->fallback : NULL;
}

/* Choosing a preset resets every model option to the preset's value, and also the other options that differ between
 * presets. */
static mixmi_status apply_preset(mixmi_options *options)
{
	mixmi_status status = MIXMI_OK;
	for (size_t i = 0; status == MIXMI_OK && i < OPTIONS; i++) {
		const char *text = said_by_preset(&table[i], options->preset);
		if (text != NULL && !(options->alpha_said && strcmp(table[i].name, "alpha") == 0))
			status = set_row(options, i, text);
	}
	return status;
}

mixmi_status mixmi_options_set(mixmi_options *options, const char *name, const char *value)
{
	size_t row;
	mixmi_status status = find(&row, name);
	if (status == MIXMI_OK)
		status = set_row(options, row, value);
	if (status == MIXMI_OK && strcmp(name, "preset") == 0)
		status = apply_preset(options);
	bool preset = strcmp(name, "preset") == 0, search = strcmp(name, "search") == 0, rule = strcmp(name, "v-rule") == 0;
	if (status == MIXMI_OK && strcmp(name, "alpha") == 0)
		options->alpha_said = 1;
	if (status == MIXMI_OK && (search || preset))
		options->search_said = search;
	if (status == MIXMI_OK && (rule || preset))
		options->v_rule_said = rule;
	return status;
}

mixmi_status mixmi_options_set_number(mixmi_options *options, const char *name, double value)
{
	char text[BASE_OPTION_NUMBER];
	size_t row;
	mixmi_status status = find(&row, name);
	if (status != MIXMI_OK)
		return status;
	if (table[row].kind == MIXMI_OPTION_SWITCH && (value == 0 || value == 1))
		return set_row(options, row, value == 1 ? "yes" : "no");
	if (table[row].kind != MIXMI_OPTION_INTEGER && table[row].kind != MIXMI_OPTION_REAL)
		return base_error(MIXMI_ERROR_USAGE, "option %s cannot be set to the number %s", name,
		                  base_option_number(text, value));
	return mixmi_options_set(options, name, base_option_number(text, value));
}

/* ------------------------------------------------------------------------------------------------ reading */

const char *mixmi_options_get(const mixmi_options *options, const char *name)
{
	for (size_t i = 0; i < OPTIONS; i++)
		if (strcmp(table[i].name, name) == 0) {
			bool set = options != NULL && options->texts != NULL && options->texts[i] != NULL;
			return set ? options->texts[i] : table[i].fallback;
		}
	return NULL;
}

mixmi_status mixmi_options_number(double *out, const mixmi_options *options, const char *name)
{
	size_t row;
	*out = (double)NAN;
	mixmi_status status = find(&row, name);
	if (status != MIXMI_OK)
		return status;
	const mixmi_option *option = &table[row];
	if (option->kind == MIXMI_OPTION_TEXT || option->kind == MIXMI_OPTION_CHARACTER)
		return base_error(MIXMI_ERROR_USAGE, "option %s is not a number", name);
	mixmi_options settled;
	base_options_settle(&settled, options);
	const void *field = (const char *)&settled + offsets[row]; /* not its text: a call may have set another value */
	base_option_value value = { 0 };
	if (is_kept_as_text(option))
		status = base_option_parse(&value, option, *(const char *const *)field);
	*out = is_kept_as_text(option)                ? value.number
	       : option->kind == MIXMI_OPTION_INTEGER ? (double)*(const int64_t *)field
	       : option->kind == MIXMI_OPTION_REAL    ? *(const double *)field
	                                              : *(const int *)field;
	return status;
}

/* ------------------------------------------------------------------------------------------------ handles */

mixmi_status mixmi_options_new(mixmi_options **out)
{
	*out = base_array(1, sizeof **out);
	if (*out != NULL) {
		put_defaults(*out);
		(*out)->texts = base_array_zero(OPTIONS, sizeof *(*out)->texts);
		if ((*out)->texts != NULL)
			return MIXMI_OK;
	}
	free(*out);
	*out = NULL;
	return base_error_memory();
}

void mixmi_options_free(mixmi_options *options)
{
	if (options == NULL)
		return;
	for (size_t i = 0; i < OPTIONS; i++)
		free(options->texts[i]);
	free(options->texts);
	free(options->own_test.name);
	free(options->own_estimator.name);
	free(options);
}

static mixmi_status set_own(base_own_method *own, mixmi_answer_function *function, void *context, const char *name)
{
	char *copy = function != NULL ? base_string_copy(name) : NULL;
	if (function != NULL && copy == NULL)
		return base_error_memory();
	free(own->name);
	*own = (base_own_method){ function, context, copy };
	return MIXMI_OK;
}

static mixmi_status copy_own(base_own_method *out, const base_own_method *own)
{
	return set_own(out, own->function, own->context, own->name);
}

mixmi_status mixmi_options_copy(mixmi_options **out, const mixmi_options *options)
{
	mixmi_status status = mixmi_options_new(out);
	for (size_t i = 0; status == MIXMI_OK && i < OPTIONS && options != NULL && options->texts != NULL; i++)
		if (options->texts[i] != NULL)
			status = set_row(*out, i, options->texts[i]);
	if (status == MIXMI_OK && options != NULL) {
		(*out)->alpha_said = options->alpha_said;
		(*out)->search_said = options->search_said;
		(*out)->v_rule_said = options->v_rule_said;
		mixmi_options_set_progress(*out, options->progress, options->progress_context);
		status = copy_own(&(*out)->own_test, &options->own_test);
	}
	if (status == MIXMI_OK && options != NULL)
		status = copy_own(&(*out)->own_estimator, &options->own_estimator);
	if (status != MIXMI_OK) {
		mixmi_options_free(*out);
		*out = NULL;
	}
	return status;
}

void mixmi_options_set_progress(mixmi_options *options, mixmi_progress_function *function, void *context)
{
	options->progress = function;
	options->progress_context = context;
}

mixmi_status mixmi_options_set_test(mixmi_options *options, mixmi_answer_function *function, void *context,
                                    const char *name)
{
	return set_own(&options->own_test, function, context, name);
}

mixmi_status mixmi_options_set_estimator(mixmi_options *options, mixmi_answer_function *function, void *context,
                                         const char *name)
{
	return set_own(&options->own_estimator, function, context, name);
}

const char *mixmi_version(void)
{
	return BASE_VERSION;
}
