/* The option table: the one place that knows every option's name, range, default and help. The command's flags, its
 * help, the manual page and mixmi_options_init() all come from it. */
#include "base/options.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/error.h"
#include "base/number.h"
#include "base/text.h"

static const char *const preset_names[] = { [MIXMI_PRESET_PAPER] = "paper", [MIXMI_PRESET_ROBUST] = "robust" };

enum { PRESETS = sizeof preset_names / sizeof preset_names[0] };

/* Where each option lives in mixmi_options; same order as `table`. */
static const size_t offsets[] = {
	offsetof(mixmi_options, preset),        offsetof(mixmi_options, atom_threshold),
	offsetof(mixmi_options, k_init_factor), offsetof(mixmi_options, k_init),
	offsetof(mixmi_options, k_max_factor),  offsetof(mixmi_options, k_max),
	offsetof(mixmi_options, max_rounds),    offsetof(mixmi_options, estimator),
	offsetof(mixmi_options, neighbours),    offsetof(mixmi_options, ksg_variant),
	offsetof(mixmi_options, metric),        offsetof(mixmi_options, miic_bins),
	offsetof(mixmi_options, bias),          offsetof(mixmi_options, confidence),
	offsetof(mixmi_options, features),      offsetof(mixmi_options, features_xy),
	offsetof(mixmi_options, null),          offsetof(mixmi_options, one_hot),
	offsetof(mixmi_options, alpha),         offsetof(mixmi_options, test),
	offsetof(mixmi_options, permutations),  offsetof(mixmi_options, tail),
	offsetof(mixmi_options, seed),          offsetof(mixmi_options, max_cond),
	offsetof(mixmi_options, search),        offsetof(mixmi_options, v_rule),
	offsetof(mixmi_options, min_rows),
	offsetof(mixmi_options, bootstrap),     offsetof(mixmi_options, checkpoint),
	offsetof(mixmi_options, delimiter),     offsetof(mixmi_options, quote),
	offsetof(mixmi_options, decimal),       offsetof(mixmi_options, header),
	offsetof(mixmi_options, missing),       offsetof(mixmi_options, discrete),
	offsetof(mixmi_options, numeric),       offsetof(mixmi_options, only),
	offsetof(mixmi_options, units),         offsetof(mixmi_options, threads),
};

static const mixmi_option table[] = {
	{ "preset", "model", MIXMI_OPTION_CHOICE, "NAME", "paper,robust", 0, 0, false, "robust",
	  "named set of model options: robust, or paper (the published method)" },
	{ "atom-threshold", "model", MIXMI_OPTION_INTEGER, "N", NULL, 1, 1e9, false, "5",
	  "a numeric value that occurs at least N times is an atom" },
	{ "k-init-factor", "model", MIXMI_OPTION_REAL, "F", NULL, 0, 100, true, "20",
	  "candidate bins a column: F times ln(rows), rounded up" },
	{ "k-init", "model", MIXMI_OPTION_INTEGER, "N", NULL, 0, 4000, false, "0",
	  "candidate bins a column, as a number (0: by --k-init-factor)" },
	{ "k-max-factor", "model", MIXMI_OPTION_REAL, "F", NULL, 0, 100, true, "5",
	  "most intervals a column: F times ln(rows), rounded up" },
	{ "k-max", "model", MIXMI_OPTION_INTEGER, "N", NULL, 0, 4000, false, "0",
	  "most intervals a column, as a number (0: by --k-max-factor)" },
	{ "max-rounds", "model", MIXMI_OPTION_INTEGER, "N", NULL, 0, 1e6, false, "20",
	  "rounds of the search at most, each changes one column (paper: 5)" },
	{ "estimator", "estimator", MIXMI_OPTION_CHOICE, "NAME", "hist,ksg,fp,mixed-ksg,ravk,ms,miic,suzuki", 0, 0, false,
	  "hist", "how I(X;Y|Z) is estimated: hist, ksg, fp, mixed-ksg, ravk, ms, miic or suzuki" },
	{ "neighbours", "estimator", MIXMI_OPTION_INTEGER, "K", NULL, 1, 1e9, false, "10",
	  "k of the nearest-neighbour estimators" },
	{ "ksg-variant", "estimator", MIXMI_OPTION_CHOICE, "N", "1,2", 0, 0, false, "1",
	  "which of the two estimators of Kraskov et al." },
	{ "metric", "estimator", MIXMI_OPTION_CHOICE, "HOW", "zero-one,numbers", 0, 0, false, "zero-one",
	  "distance of discrete values to nearest-neighbour estimators" },
	{ "miic-bins", "estimator", MIXMI_OPTION_INTEGER, "N", NULL, 2, 4000, false, "50", "most bins a column in miic" },
	{ "bias", "estimator", MIXMI_OPTION_CHOICE, "HOW", "none,miller-madow", 0, 0, false, "miller-madow",
	  "bias correction of hist: none or miller-madow (paper: none)" },
	{ "confidence", "estimator", MIXMI_OPTION_REAL, "L", NULL, 0, 0.9999, false, "0",
	  "level of a confidence interval of hist (0: none)" },
	{ "features", "kernel", MIXMI_OPTION_INTEGER, "N", NULL, 1, 10000, false, "100",
	  "random Fourier features of Z in rcit and rcot" },
	{ "features-xy", "kernel", MIXMI_OPTION_INTEGER, "N", NULL, 1, 10000, false, "5",
	  "random Fourier features of X and of Y in rcit and rcot" },
	{ "null", "kernel", MIXMI_OPTION_CHOICE, "HOW", "lpb,gamma,perm", 0, 0, false, "lpb",
	  "null distribution in rcit and rcot: lpb, gamma or perm" },
	{ "one-hot", "kernel", MIXMI_OPTION_SWITCH, NULL, "no,yes", 0, 0, false, "no",
	  "discrete columns enter rcit and rcot one-hot, not as numbers" },
	{ "alpha", "test", MIXMI_OPTION_REAL, "A", NULL, 0, 1, true, "0.01",
	  "significance level of tests and of the chi2 correction" },
	{ "test", "test", MIXMI_OPTION_CHOICE, "NAME", "chi2,sc,fnml,jic,perm,miic,rcit,rcot,suzuki,scan,mdl", 0, 0, false,
	  "scan", "independence test: chi2, sc, fnml, jic, perm, miic, rcit, rcot, suzuki, scan or mdl" },
	{ "permutations", "test", MIXMI_OPTION_INTEGER, "N", NULL, 0, 1e9, false, "0",
	  "most permutations of perm and scan (0: 5 / alpha)" },
	{ "tail", "test", MIXMI_OPTION_CHOICE, "HOW", "count,gamma", 0, 0, false, "count",
	  "p-value of perm and scan: count, or fit a gamma tail to few permutations" },
	{ "seed", "test", MIXMI_OPTION_INTEGER, "N", NULL, 0, 9007199254740991, false, "1",
	  "seed of everything that is drawn" },
	{ "max-cond", "graph", MIXMI_OPTION_INTEGER, "N", NULL, -1, 1e6, false, "-1",
	  "most columns in a conditioning set (-1: no limit)" },
	{ "search", "graph", MIXMI_OPTION_CHOICE, "NAME", "pc-stable,balanced", 0, 0, false, "balanced",
	  "how edges are searched: balanced, or pc-stable (paper)" },
	{ "v-rule", "graph", MIXMI_OPTION_CHOICE, "RULE", "standard,conservative,majority", 0, 0, false, "majority",
	  "how v-structures are decided: standard, conservative or majority" },
	{ "min-rows", "graph", MIXMI_OPTION_INTEGER, "N", NULL, 0, 1e9, false, "50",
	  "flag an edge that was decided on fewer rows" },
	{ "bootstrap", "graph", MIXMI_OPTION_INTEGER, "B", NULL, 0, 1e6, false, "0",
	  "resamples for the frequencies of edges and directions" },
	{ "checkpoint", "graph", MIXMI_OPTION_TEXT, "FILE", NULL, 0, 0, false, "",
	  "keep answers in this file, so that an interrupted search goes on" },
	{ "delimiter", "reading", MIXMI_OPTION_CHARACTER, "CHAR", "auto,comma,tab,semicolon,pipe,space", 0, 0, false,
	  "auto", "what separates fields: a character or a name" },
	{ "quote", "reading", MIXMI_OPTION_CHARACTER, "CHAR", "auto,none,double,single", 0, 0, false, "auto",
	  "what encloses fields: a character or a name" },
	{ "decimal", "reading", MIXMI_OPTION_CHARACTER, "CHAR", "point,comma", 0, 0, false, "point",
	  "decimal mark of numbers: . or , or a name" },
	{ "header", "reading", MIXMI_OPTION_SWITCH, NULL, "no,yes", 0, 0, false, "yes",
	  "the first record names the columns; without it they are V1, V2, ..." },
	{ "missing", "reading", MIXMI_OPTION_TEXT, "LIST", NULL, 0, 0, false, "NA,NaN,nan,NAN,null,NULL,?,.",
	  "texts that mark a missing value, besides the empty field" },
	{ "discrete", "reading", MIXMI_OPTION_TEXT, "COLUMNS", NULL, 0, 0, false, "", "take these columns as discrete" },
	{ "numeric", "reading", MIXMI_OPTION_TEXT, "COLUMNS", NULL, 0, 0, false, "",
	  "insist that these columns are numeric: a text in them is an error" },
	{ "only", "reading", MIXMI_OPTION_TEXT, "COLUMNS", NULL, 0, 0, false, "", "keep only these columns of the file" },
	{ "units", "showing", MIXMI_OPTION_CHOICE, "UNITS", "nats,bits", 0, 0, false, "nats",
	  "units of information shown: nats or bits" },
	{ "threads", "running", MIXMI_OPTION_INTEGER, "N", NULL, 0, 1024, false, "0",
	  "threads to use (0: all cores); never changes a result" },
};

enum { OPTIONS = sizeof table / sizeof table[0] };

_Static_assert(OPTIONS == sizeof offsets / sizeof offsets[0], "every option has its place");

/* Bytes that the names of a CHARACTER option stand for. */
static const struct {
	const char *name;
	int byte;
} characters[] = {
	{ "auto", 0 },
	{ "comma", ',' },
	{ "tab", '\t' },
	{ "\\t", '\t' },
	{ "semicolon", ';' },
	{ "pipe", '|' },
	{ "space", ' ' },
	{ "double", '"' },
	{ "point", '.' },
	{ "single", '\'' },
	{ "none", MIXMI_QUOTE_NONE },
};

const mixmi_option *mixmi_option_at(size_t index)
{
	return index < OPTIONS ? &table[index] : NULL;
}

/* True if `name` of `length` bytes is an item of the comma-separated `choices`; *index says which. */
static bool find_choice(int *index, const char *choices, const char *name, size_t length)
{
	*index = 0;
	for (const char *item = choices;; (*index)++) {
		size_t size = strcspn(item, ",");
		if (size == length && strncmp(item, name, length) == 0)
			return true;
		if (item[size] == '\0')
			return false;
		item += size + 1;
	}
}

static mixmi_status out_of_range(const mixmi_option *option, const char *value)
{
	char shown[BASE_TEXT_SHOWN];
	base_text_show(shown, value, strlen(value));
	const char *kind = option->kind == MIXMI_OPTION_INTEGER ? "a whole number" : "a number";
	return base_error(MIXMI_ERROR_USAGE, "option %s: '%s' is not %s %s %.10g %s %.10g", option->name, shown, kind,
	                  option->open ? "between" : "from", option->minimum, option->open ? "and" : "to", option->maximum);
}

static bool in_range(const mixmi_option *option, double number)
{
	if (option->open)
		return number > option->minimum && number < option->maximum;
	return number >= option->minimum && number <= option->maximum;
}

static mixmi_status set_integer(int64_t *out, const mixmi_option *option, const char *value)
{
	char *end;
	errno = 0;
	long long number = strtoll(value, &end, 10);
	if (*value == '\0' || *end != '\0' || errno != 0 || !in_range(option, (double)number))
		return out_of_range(option, value);
	*out = number;
	return MIXMI_OK;
}

static mixmi_status set_real(double *out, const mixmi_option *option, const char *value)
{
	double number;
	/* not strtod(), which follows the locale of the program that uses the library */
	if (base_number_parse(&number, value, strlen(value), '.') != BASE_NUMBER_FINITE || !in_range(option, number))
		return out_of_range(option, value);
	*out = number;
	return MIXMI_OK;
}

static mixmi_status set_choice(int *out, const mixmi_option *option, const char *value)
{
	int index;
	if (!find_choice(&index, option->choices, value, strlen(value))) {
		char shown[BASE_TEXT_SHOWN];
		return base_error(MIXMI_ERROR_USAGE, "option %s: '%s' is not one of: %s", option->name,
		                  base_text_show(shown, value, strlen(value)), option->choices);
	}
	*out = index;
	return MIXMI_OK;
}

/* Bytes that can't separate, enclose or mark anything without making numbers or lines unreadable. */
static bool is_usable_byte(const mixmi_option *option, int byte)
{
	if (strcmp(option->name, "decimal") == 0)
		return byte == '.' || byte == ',';
	return byte > 0 && byte < 0x80 && strchr("\r\n+-.0123456789", byte) == NULL;
}

static mixmi_status set_character(int *out, const mixmi_option *option, const char *value)
{
	int index;
	bool named = find_choice(&index, option->choices, value, strlen(value)) || strcmp(value, "\\t") == 0;
	for (size_t i = 0; named && i < sizeof characters / sizeof characters[0]; i++)
		if (strcmp(characters[i].name, value) == 0) {
			*out = characters[i].byte;
			return MIXMI_OK;
		}
	if (strlen(value) == 1 && is_usable_byte(option, (unsigned char)*value)) {
		*out = (unsigned char)*value;
		return MIXMI_OK;
	}
	char shown[BASE_TEXT_SHOWN];
	return base_error(MIXMI_ERROR_USAGE, "option %s: '%s' is neither a usable character nor one of: %s", option->name,
	                  base_text_show(shown, value, strlen(value)), option->choices);
}

static mixmi_status set_row(mixmi_options *options, size_t index, const char *value)
{
	void *field = (char *)options + offsets[index];
	const mixmi_option *option = &table[index];
	switch (option->kind) {
	case MIXMI_OPTION_INTEGER:
		return set_integer(field, option, value);
	case MIXMI_OPTION_REAL:
		return set_real(field, option, value);
	case MIXMI_OPTION_CHOICE:
	case MIXMI_OPTION_SWITCH:
		return set_choice(field, option, value);
	case MIXMI_OPTION_CHARACTER:
		return set_character(field, option, value);
	case MIXMI_OPTION_TEXT:
		*(const char **)field = *value == '\0' ? NULL : value;
		return MIXMI_OK;
	}
	return MIXMI_OK;
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
	return -1;
}

static bool is_choice(const mixmi_option *option, int number)
{
	int last = 0;
	for (const char *c = option->choices; *c != '\0'; c++)
		last += *c == ',';
	return number >= 0 && number <= last;
}

/* A program may fill the struct by hand, so every call checks the numbers again. */
mixmi_status base_options_check(const mixmi_options *options)
{
	for (size_t i = 0; i < OPTIONS; i++) {
		const void *field = (const char *)options + offsets[i];
		double number = 0;
		char text[32];
		if (table[i].kind == MIXMI_OPTION_INTEGER)
			number = (double)*(const int64_t *)field;
		else if (table[i].kind == MIXMI_OPTION_REAL)
			number = *(const double *)field;
		else if (table[i].kind == MIXMI_OPTION_CHOICE && !is_choice(&table[i], *(const int *)field))
			return base_error(MIXMI_ERROR_USAGE, "option %s: %d is not the number of one of: %s", table[i].name,
			                  *(const int *)field, table[i].choices);
		else
			continue;
		if (!in_range(&table[i], number)) {
			snprintf(text, sizeof text, "%.10g", number);
			return out_of_range(&table[i], text);
		}
	}
	return MIXMI_OK;
}

void mixmi_options_init(mixmi_options *options)
{
	memset(options, 0, sizeof *options);
	for (size_t i = 0; i < OPTIONS; i++)
		(void)set_row(options, i, table[i].fallback); /* cannot fail: a test sets every default */
}

mixmi_status base_options_settle(mixmi_options *settled, const mixmi_options *given)
{
	mixmi_options_init(settled);
	if (given != NULL)
		*settled = *given;
	return base_options_check(settled);
}

/* What the presets say of options that do not start out the same for all. */
static const struct {
	const char *option;
	const char *values[PRESETS];
} by_preset[] = {
	{ "max-rounds", { [MIXMI_PRESET_PAPER] = "5", [MIXMI_PRESET_ROBUST] = "20" } },
	{ "bias", { [MIXMI_PRESET_PAPER] = "none", [MIXMI_PRESET_ROBUST] = "miller-madow" } },
	{ "test", { [MIXMI_PRESET_PAPER] = "chi2", [MIXMI_PRESET_ROBUST] = "scan" } },
	{ "search", { [MIXMI_PRESET_PAPER] = "pc-stable", [MIXMI_PRESET_ROBUST] = "balanced" } },
	{ "v-rule", { [MIXMI_PRESET_PAPER] = "standard", [MIXMI_PRESET_ROBUST] = "majority" } },
};

/* A preset is a whole: choosing one takes every model option back to what the preset says, and with it the other options
 * that presets differ in. */
static void apply_preset(mixmi_options *options)
{
	for (size_t i = 0; i < OPTIONS; i++) {
		if (strcmp(table[i].group, "model") == 0 && strcmp(table[i].name, "preset") != 0)
			(void)set_row(options, i, table[i].fallback);
		for (size_t k = 0; k < sizeof by_preset / sizeof by_preset[0]; k++)
			if (strcmp(by_preset[k].option, table[i].name) == 0)
				(void)set_row(options, i, by_preset[k].values[options->preset]);
	}
}

/* The option whose name is nearest to a mistyped one, or NULL if none is near. */
static const char *nearest_option(const char *name)
{
	const char *nearest = NULL;
	size_t best = 3;
	for (size_t i = 0; i < OPTIONS; i++) {
		size_t distance = base_text_distance(name, table[i].name, best - 1);
		if (distance < best) {
			best = distance;
			nearest = table[i].name;
		}
	}
	return nearest;
}

mixmi_status mixmi_options_set(mixmi_options *options, const char *name, const char *value)
{
	for (size_t i = 0; i < OPTIONS; i++) {
		if (strcmp(table[i].name, name) != 0)
			continue;
		mixmi_status status = set_row(options, i, value);
		if (status == MIXMI_OK && strcmp(name, "preset") == 0)
			apply_preset(options);
		return status;
	}
	char shown[BASE_TEXT_SHOWN];
	base_text_show(shown, name, strlen(name));
	const char *nearest = nearest_option(name);
	if (nearest == NULL)
		return base_error(MIXMI_ERROR_USAGE, "no option '%s'", shown);
	return base_error(MIXMI_ERROR_USAGE, "no option '%s'; did you mean '%s'?", shown, nearest);
}

double mixmi_in_units(double nats, mixmi_units units)
{
	return units == MIXMI_BITS ? nats / 0.693147180559945309417232121458 : nats;
}

const char *mixmi_version(void)
{
	return BASE_VERSION;
}
