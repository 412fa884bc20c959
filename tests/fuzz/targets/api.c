/* A program of calls of the public header. The input is read as a list of calls with their arguments: tables of every kind of
 * column (also without any value), indices in and out of range, options that do not fit, callbacks that cancel or fail, and
 * structs of another size than the library's. No call may do more than the header says: a failure has a message and leaves
 * no handle, a success has one, and no byte beyond `size` of a struct is written (the sanitizers see it, because every struct
 * is allocated with exactly that size). */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "fuzz/target.h"

enum {
	MOST_CALLS = 12, /* of an input: an input that makes more would be slower, not better */
	MOST_HEAVY = 2,  /* calls that fit something */
	MOST_ROWS = 40,
	MOST_COLUMNS = 6,
	MOST_PLACES = 4, /* of a list of columns */
};

/* What the calls of one input share. Each handle is made once and then used by the calls that follow. */
typedef struct world {
	fuzz_input in;
	mixmi_table *table;
	mixmi_options *options;
	mixmi_histogram *histogram;
	mixmi_answers *answers;
	mixmi_explanation *explanation;
	mixmi_knowledge *knowledge;
	mixmi_graph *graph, *other;
	mixmi_choice *choice;
	mixmi_check *check;
	mixmi_adjustment *adjustment;
	mixmi_effect *effect;
	size_t heavy;
	size_t reports_left; /* the progress callback then cancels */
	size_t asked;        /* how often the user-supplied method was called */
} world;

static size_t pick(world *w, size_t bound)
{
	return fuzz_below(&w->in, bound);
}

/* An index: mostly one that exists, sometimes the next one, sometimes an absurd one. */
static size_t place(world *w, size_t count)
{
	size_t choice = pick(w, 256);
	if (choice >= 0xF8)
		return choice == 0xFF ? SIZE_MAX : choice == 0xFE ? (size_t)1 << 32 : count;
	return count > 0 ? choice % count : choice;
}

/* ------------------------------------------------------------------------------------------------------- checks */

static void check_status(mixmi_status status)
{
	const char *message = mixmi_error_message();
	FUZZ_CHECK(status >= MIXMI_OK && status <= MIXMI_ERROR_MEMORY && status != MIXMI_ERROR_MEMORY);
	if (status == MIXMI_OK || status == MIXMI_ERROR_CANCELLED)
		return;
	FUZZ_CHECK(message[0] != '\0');
	for (; *message != '\0'; message++)
		FUZZ_CHECK((unsigned char)*message >= ' ' && *message != 0x7F);
}

/* A handle is there exactly if the call succeeded. */
#define MADE(call, handle)                                                                                             \
	do {                                                                                                               \
		mixmi_status ended = (call);                                                                                   \
		check_status(ended);                                                                                           \
		FUZZ_CHECK((ended == MIXMI_OK) == ((handle) != NULL));                                                         \
	} while (0)

/* Memory for a struct as a caller of another version has it: mostly of the library's size, else smaller or larger. */
static void *struct_of(world *w, size_t *size, size_t known)
{
	size_t choice = pick(w, 16);
	*size = choice < 12 ? known : choice == 12 ? 0 : choice == 13 ? known + 24 : pick(w, known);
	void *bytes = malloc(*size + (*size == 0));
	FUZZ_CHECK(bytes != NULL);
	memset(bytes, 0xA5, *size + (*size == 0));
	return bytes;
}

static void check_answer(const mixmi_answer *a)
{
	FUZZ_CHECK(isnan(a->p) || (a->p >= 0 && a->p <= 1));
	FUZZ_CHECK(a->verdict >= MIXMI_NO_VERDICT && a->verdict <= MIXMI_UNDECIDED);
	FUZZ_CHECK(isnan(a->lower) || isnan(a->upper) || a->lower <= a->upper);
	FUZZ_CHECK(isnan(a->strength) || (a->strength >= 0 && a->strength <= 1));
}

/* The same for a text, which is released. */
#define WRITTEN(call, text)                                                                                            \
	do {                                                                                                               \
		MADE(call, text);                                                                                              \
		mixmi_free(text);                                                                                              \
	} while (0)

/* ---------------------------------------------------------------------------------------------------- callbacks */

static bool report(void *context, const mixmi_progress *progress)
{
	world *w = context;
	FUZZ_CHECK(progress->stage != NULL && progress->unit != NULL);
	FUZZ_CHECK(progress->total == 0 || progress->done <= progress->total);
	if (w->reports_left == 0)
		return false;
	w->reports_left--;
	return true;
}

/* A method of the user: answers follow from the columns, and some are failures or nonsense. */
static mixmi_status answer_by_hash(mixmi_answer *out, void *context, const mixmi_table *table, const mixmi_question *q,
                                   const mixmi_options *options)
{
	world *w = context;
	(void)table;
	(void)options;
	size_t hash = 17 * q->x[0] + 31 * q->y[0] + (q->x[0] > q->y[0] ? 14 * (q->x[0] - q->y[0]) : 0);
	for (size_t i = 0; i < q->z_count; i++)
		hash += 101 * q->z[i];
	hash = hash * 2654435761u >> 3;
	__atomic_add_fetch(&w->asked, 1, __ATOMIC_RELAXED);
	if (hash % 61 == 0) {
		mixmi_error_set("the method fails for these columns");
		return hash % 2 == 0 ? MIXMI_ERROR_DATA : MIXMI_ERROR_LIMIT;
	}
	out->p = hash % 53 == 1 ? NAN : (double)(hash % 1000) / 1000;
	out->estimate = (double)(hash % 7) / 10;
	out->verdict = hash % 47 == 2 ? MIXMI_UNDECIDED : out->p < 0.05 ? MIXMI_DETECTED : MIXMI_NOT_DETECTED;
	out->rows = hash % 100;
	return MIXMI_OK;
}

/* ------------------------------------------------------------------------------------------------------ the table */

static double number(world *w)
{
	static const double odd[] = { (double)NAN, -0.0, 5e-324, 1e308, -1e308, 0.1, 1e15, 9007199254740993.0 };
	size_t byte = pick(w, 256);
	return byte >= 0xF0 ? odd[byte % 8] : (double)(byte % 16) * (byte < 0x80 ? 1 : 0.37);
}

static size_t rows_of(const world *w)
{
	return mixmi_table_rows(w->table);
}

/* Kinds: small numbers, random numbers, one value, no value, codes, labels, an array of integers, limits. */
static void add_column(world *w)
{
	static const char *const names[] = {
		"a", "b", "id", "time", "status", "x y", "count", "a@1", "", "\xC3\xA9", "year"
	};
	static const char *const labels[] = { "low", "mid", "high", "<1", "", "3" };
	size_t kind = pick(w, 9), rows = rows_of(w);
	const char *name = names[pick(w, sizeof names / sizeof *names)];
	double values[MOST_ROWS];
	int64_t codes[MOST_ROWS];
	uint8_t missing[MOST_ROWS];
	size_t steps = 1 + pick(w, 7);
	for (size_t i = 0; i < rows; i++) {
		size_t byte = kind == 1 || kind == 6 ? pick(w, 256) : i * steps % 5;
		values[i] = kind == 0   ? number(w)
		            : kind == 1 ? (double)byte / 7
		            : kind == 2 ? 3
		            : kind == 3 ? (double)NAN
		                        : (double)i;
		codes[i] = (int64_t)(kind == 5 ? byte % 3 : byte);
		missing[i] = kind >= 5 && (i * 7 + steps) % 11 == 0;
	}
	mixmi_status status;
	if (kind < 4 || kind == 8)
		status = mixmi_table_add_values(w->table, name, pick(w, 4) == 0 ? MIXMI_DISCRETE : MIXMI_NUMERIC, values,
		                                pick(w, 2) ? missing : NULL);
	else if (kind < 6)
		status = mixmi_table_add_codes(w->table, name, codes, kind == 5 ? labels : NULL, kind == 5 ? pick(w, 6) : 0,
		                               missing);
	else {
		mixmi_array array = { .values = kind == 6 ? (const void *)codes : values,
			                  .format = kind == 6 ? MIXMI_INT64 : (int32_t)pick(w, 12),
			                  .type = (int32_t)pick(w, 4),
			                  .unit = (int32_t)pick(w, 7),
			                  .has_na = (int32_t)pick(w, 2),
			                  .na = 3,
			                  .missing = pick(w, 2) ? missing : NULL,
			                  .ordered = (int32_t)pick(w, 2),
			                  .below = pick(w, 8) == 0,
			                  .above = pick(w, 8) == 0,
			                  .limits = labels };
		if (kind == 6 && pick(w, 3) == 0) {
			array.labels = labels;
			array.label_count = pick(w, 6);
			array.first_label = (int64_t)pick(w, 2);
		}
		/* a struct that ends within a field, as no caller may have it, must not be read as half a pointer */
		size_t size = pick(w, 8) == 0 ? pick(w, sizeof array) : sizeof array;
		status = mixmi_table_add_array(w->table, name, &array, size);
	}
	check_status(status);
}

static void set_aside(world *w)
{
	uint32_t numbers[MOST_ROWS];
	double times[MOST_ROWS];
	unsigned char observed[MOST_ROWS];
	size_t groups = 1 + pick(w, 12), rows = rows_of(w), how = pick(w, 3);
	for (size_t i = 0; i < rows; i++) {
		numbers[i] = groups == 12 ? UINT32_MAX - (uint32_t)i : (uint32_t)(i % groups);
		times[i] = groups == 11 ? number(w) : (double)(i / groups);
		observed[i] = (unsigned char)(i % (groups < 3 ? groups : 3));
	}
	if (how == 0)
		check_status(mixmi_table_set_clusters(w->table, numbers));
	else if (how == 1)
		check_status(mixmi_table_set_time(w->table, times, pick(w, 2) ? numbers : NULL, number(w)));
	else
		check_status(mixmi_table_set_survival(w->table, place(w, mixmi_table_columns(w->table)), observed));
}

static void make_table(world *w)
{
	static const size_t sizes[] = { 1, 2, 3, 5, 12, 30, 31, MOST_ROWS };
	FUZZ_CHECK(mixmi_table_new(&w->table, sizes[pick(w, sizeof sizes / sizeof *sizes)]) == MIXMI_OK);
	for (size_t columns = pick(w, MOST_COLUMNS + 1); columns > 0; columns--)
		add_column(w);
	if (pick(w, 4) == 0)
		set_aside(w);
}

/* ---------------------------------------------------------------------------------------------------- the options */

static void set_options(world *w)
{
	static const char *const values[] = { "0",      "1",       "2",    "3",    "0.5",       "yes",  "no",
		                                  "paper",  "default", "bits", "perm", "pc-stable", "auto", "rfci",
		                                  "0.9999", "-1",      "",     "nan",  "1e9" };
	if (w->options == NULL)
		FUZZ_CHECK(mixmi_options_new(&w->options) == MIXMI_OK);
	FUZZ_CHECK(mixmi_options_set(w->options, "threads", "1") == MIXMI_OK);
	for (size_t changes = pick(w, 4); changes > 0; changes--) {
		size_t row = pick(w, 80);
		const mixmi_option *option = mixmi_option_at(row);
		/* files, and what only makes a call slow */
		if (option == NULL || strcmp(option->name, "checkpoint") == 0 || strcmp(option->name, "shard") == 0 ||
		    strcmp(option->name, "gather") == 0 || strcmp(option->name, "threads") == 0 ||
		    strcmp(option->name, "permutations") == 0 || strcmp(option->name, "stability") == 0 ||
		    strcmp(option->name, "bootstrap") == 0 || strcmp(option->name, "features") == 0 ||
		    strcmp(option->name, "features-xy") == 0)
			continue;
		if (option->choices == NULL || pick(w, 4) == 0)
			check_status(mixmi_options_set(w->options, option->name, values[pick(w, sizeof values / sizeof *values)]));
		else {
			char word[200];
			const char *start = option->choices;
			for (size_t skip = pick(w, 12); skip > 0 && strchr(start, ',') != NULL; skip--)
				start = strchr(start, ',') + 1;
			snprintf(word, sizeof word, "%.*s", (int)strcspn(start, ","), start);
			check_status(mixmi_options_set(w->options, option->name, word));
		}
		double read;
		check_status(mixmi_options_number(&read, w->options, option->name));
		FUZZ_CHECK(mixmi_options_get(w->options, option->name) != NULL);
	}
	FUZZ_CHECK(mixmi_options_set(w->options, "permutations", "19") == MIXMI_OK);
	FUZZ_CHECK(mixmi_options_set(w->options, "features", "5") == MIXMI_OK);
	size_t how = pick(w, 8);
	w->reports_left = how == 0 ? 0 : how == 1 ? pick(w, 4) : SIZE_MAX;
	mixmi_options_set_progress(w->options, report, w);
	check_status(mixmi_options_set_test(w->options, how >= 6 ? answer_by_hash : NULL, w, "by hash"));
	check_status(mixmi_options_set_estimator(w->options, how == 7 ? answer_by_hash : NULL, w, "by hash"));
	if (pick(w, 8) == 0) {
		mixmi_options *copy;
		MADE(mixmi_options_copy(&copy, w->options), copy);
		mixmi_options_free(copy);
	}
}

/* ---------------------------------------------------------------------------------------------------- looking on */

static void look_at_table(world *w)
{
	size_t column = place(w, mixmi_table_columns(w->table)), size, rows = rows_of(w), out;
	void *about = struct_of(w, &size, sizeof(mixmi_column));
	check_status(mixmi_table_column(about, size, w->table, column, w->options));
	free(about);
	size_t distinct = mixmi_table_distinct(w->table, column);
	double *values = malloc((rows + distinct + 1) * sizeof *values);
	uint32_t *codes = malloc((rows + 1) * sizeof *codes);
	uint64_t *counts = malloc((distinct + 1) * sizeof *counts);
	unsigned char *observed = malloc(rows + 1);
	FUZZ_CHECK(values != NULL && codes != NULL && counts != NULL && observed != NULL);
	check_status(mixmi_table_values(values, w->table, column));
	check_status(mixmi_table_levels(values, w->table, column));
	check_status(mixmi_table_codes(codes, w->table, column));
	check_status(mixmi_table_counts(counts, w->table, column));
	check_status(mixmi_table_observed(observed, w->table, column));
	check_status(mixmi_table_cluster_numbers(codes, w->table));
	(void)mixmi_table_times(values, codes, w->table);
	(void)mixmi_table_is_survival(w->table, column);
	(void)mixmi_table_label(w->table, column, place(w, distinct));
	(void)mixmi_table_value(w->table, column, place(w, rows));
	for (size_t i = 0; mixmi_table_note(w->table, i) != NULL; i++)
		FUZZ_CHECK(strchr(mixmi_table_note(w->table, i), '\n') == NULL);
	static const char *const lists[] = { "a", "a,b", "*", "1-3", "#2", "3", "\"a", "", ",", "a@1", "b-a", "?" };
	const char *list = lists[pick(w, sizeof lists / sizeof *lists)];
	check_status(mixmi_table_find(&out, w->table, list));
	size_t *columns, count;
	check_status(mixmi_table_select(&columns, &count, w->table, list));
	mixmi_free(columns);
	free(values);
	free(codes);
	free(counts);
	free(observed);
}

/* Another table of the same: weighted, lagged. */
static void derive_table(world *w)
{
	uint64_t weights[MOST_ROWS];
	mixmi_table *out = NULL;
	mixmi_status status;
	if (pick(w, 2) == 0) {
		for (size_t i = 0; i < rows_of(w); i++)
			weights[i] = pick(w, 256) % 3;
		if (pick(w, 16) == 0)
			weights[0] = UINT64_MAX;
		status = mixmi_table_weighted(&out, w->table, weights);
	} else {
		size_t lags = pick(w, 256);
		status = mixmi_table_lag(&out, w->table, lags == 255 ? SIZE_MAX : lags == 254 ? (size_t)1 << 20 : lags % 4);
	}
	MADE(status, out);
	if (out == NULL || mixmi_table_rows(out) > MOST_ROWS) {
		mixmi_table_free(out);
		return;
	}
	mixmi_table_free(w->table); /* answers and graphs of the former table are copies */
	w->table = out;
}

/* --------------------------------------------------------------------------------------------- questions and answers */

typedef struct places {
	size_t at[3][MOST_PLACES];
	mixmi_question question;
} places;

/* Three disjoint sets if the input is benign. */
static void make_question(places *p, world *w)
{
	size_t columns = mixmi_table_columns(w->table), next = place(w, columns), counts[3];
	static const uint8_t shapes[] = { 0x11, 0x11, 0x21, 0x12, 0x11, 0x11, 0x00, 0x13 };
	size_t shape = shapes[pick(w, sizeof shapes)], odd = pick(w, 16);
	counts[0] = shape >> 4 & 3;
	counts[1] = shape & 3;
	counts[2] = pick(w, MOST_PLACES);
	for (size_t s = 0; s < 3; s++)
		for (size_t i = 0; i < counts[s]; i++) {
			p->at[s][i] = odd == 0 ? place(w, columns) : next;
			next = columns > 0 ? (next + 1) % columns : next;
		}
	p->question = (mixmi_question){ p->at[0], counts[0], p->at[1], counts[1], p->at[2], counts[2] };
}

static bool is_heavy(world *w)
{
	return w->heavy++ >= MOST_HEAVY;
}

static void ask(world *w)
{
	places p;
	size_t size;
	make_question(&p, w);
	if (is_heavy(w))
		return;
	void *out = struct_of(w, &size, sizeof(mixmi_answer));
	bool wants = pick(w, 2) == 0, test = pick(w, 2) == 0;
	mixmi_histogram *histogram = NULL;
	mixmi_status status =
		(test ? mixmi_test : mixmi_estimate)(out, size, wants ? &histogram : NULL, w->table, &p.question, w->options);
	check_status(status);
	if (size >= sizeof(mixmi_answer) && status == MIXMI_OK && w->asked == 0)
		check_answer(out);
	FUZZ_CHECK(status == MIXMI_OK || histogram == NULL);
	if (histogram != NULL) {
		mixmi_histogram_free(w->histogram);
		w->histogram = histogram;
	}
	free(out);
	mixmi_profile profile;
	if (status == MIXMI_OK && mixmi_profile_of(&profile, sizeof profile, w->table, &p.question) == MIXMI_OK) {
		char *text;
		WRITTEN(mixmi_profile_words(&text, &profile, w->table, &p.question), text);
	}
}

static void ask_many(world *w)
{
	size_t columns[8], ends[6], count = pick(w, 3), how = pick(w, 3), used = 0;
	if (is_heavy(w))
		return;
	for (size_t i = 0; i < 3 * count; i++) {
		if (i % 3 < 2 && used < 8) {
			columns[used] = place(w, mixmi_table_columns(w->table));
			used++;
		}
		ends[i] = used;
	}
	const mixmi_questions questions = { count, columns, ends };
	const mixmi_pair_set pairs = {
		used > 2 ? columns : NULL, used > 2 ? 2 : 0, pick(w, 2) ? columns + 3 : NULL, used > 3 ? used - 3 : 0, NULL, 0
	};
	mixmi_answers_free(w->answers);
	mixmi_status status = how == 0   ? mixmi_test_many(&w->answers, w->table, &questions, w->options)
	                      : how == 1 ? mixmi_estimate_many(&w->answers, w->table, &questions, w->options)
	                                 : mixmi_pairs(&w->answers, w->table, &pairs, w->options);
	check_status(status);
	FUZZ_CHECK(status != MIXMI_OK || w->answers != NULL);
}

static void look_at_answers(world *w)
{
	if (w->answers == NULL)
		return;
	size_t count = mixmi_answers_count(w->answers), index = place(w, count), size;
	void *out = struct_of(w, &size, sizeof(mixmi_answer));
	check_status(mixmi_answers_get(out, size, w->answers, index));
	free(out);
	mixmi_question question;
	check_status(mixmi_answers_question(&question, w->answers, index));
	const char *message = mixmi_answers_message(w->answers, index);
	FUZZ_CHECK(message == NULL || message[0] != '\0');
	double *numbers = malloc((count + 1) * sizeof *numbers);
	FUZZ_CHECK(numbers != NULL);
	const char *field = mixmi_answer_field(place(w, 36));
	check_status(mixmi_answers_numbers(numbers, w->answers, field != NULL ? field : "none"));
	check_status(mixmi_answers_numbers(numbers, w->answers, "p"));
	check_status(mixmi_adjust_p(numbers, numbers, count));
	free(numbers);
	mixmi_profile *profiles = malloc((count + 1) * sizeof *profiles);
	FUZZ_CHECK(profiles != NULL);
	check_status(mixmi_answers_profiles(profiles, sizeof *profiles, w->answers, w->table, w->options));
	free(profiles);
}

static void explain(world *w)
{
	places p;
	make_question(&p, w);
	if (is_heavy(w))
		return;
	mixmi_explanation_free(w->explanation);
	mixmi_status status = mixmi_explain(&w->explanation, w->table, &p.question, pick(w, 2), w->options);
	MADE(status, w->explanation);
	if (w->explanation == NULL)
		return;
	for (size_t i = 0; mixmi_explanation_group(w->explanation, i) != NULL; i++)
		FUZZ_CHECK(mixmi_explanation_group(w->explanation, i)->words != NULL);
	for (size_t i = 0; i < 3; i++) {
		char *text;
		bool there = mixmi_explanation_cell(w->explanation, i) != NULL;
		mixmi_status said = mixmi_explanation_words(&text, w->explanation, i);
		FUZZ_CHECK((said == MIXMI_OK) == there);
		WRITTEN(said, text);
	}
	FUZZ_CHECK(mixmi_explanation_profile(w->explanation) != NULL && mixmi_explanation_answer(w->explanation) != NULL);
}

/* ----------------------------------------------------------------------------------------------------- histograms */

static void fit(world *w)
{
	size_t columns[MOST_PLACES], count = pick(w, MOST_PLACES);
	for (size_t i = 0; i < count; i++)
		columns[i] = place(w, mixmi_table_columns(w->table));
	if (is_heavy(w))
		return;
	mixmi_histogram_free(w->histogram);
	MADE(mixmi_histogram_fit(&w->histogram, w->table, columns, count, w->options), w->histogram);
}

static void look_at_histogram(world *w)
{
	if (w->histogram == NULL)
		return;
	mixmi_histogram_info info;
	mixmi_histogram_describe(&info, sizeof info, w->histogram);
	size_t column = place(w, info.columns), size, columns[2] = { column, place(w, info.columns) };
	void *out = struct_of(w, &size, sizeof(mixmi_histogram_column));
	mixmi_status status = mixmi_histogram_get_column(out, size, w->histogram, column);
	check_status(status);
	free(out);
	mixmi_histogram_column about = { 0 };
	check_status(mixmi_histogram_get_column(&about, sizeof about, w->histogram, column));
	out = struct_of(w, &size, sizeof(mixmi_bin));
	check_status(mixmi_histogram_get_bin(out, size, w->histogram, column, place(w, about.bins)));
	free(out);
	out = struct_of(w, &size, sizeof(mixmi_atom));
	check_status(mixmi_histogram_get_atom(out, size, w->histogram, column, place(w, about.atoms)));
	free(out);
	out = struct_of(w, &size, sizeof(mixmi_cell));
	check_status(mixmi_histogram_get_cell(out, size, w->histogram, place(w, info.cells)));
	free(out);
	mixmi_bin *bins = malloc((about.bins + 1) * sizeof *bins);
	FUZZ_CHECK(bins != NULL);
	check_status(mixmi_histogram_bins(bins, sizeof *bins, w->histogram, column));
	free(bins);
	double entropy;
	check_status(mixmi_histogram_entropy(&entropy, w->histogram, columns, 1 + pick(w, 2), pick(w, 2)));
	char *text;
	WRITTEN(mixmi_bin_words(&text, w->histogram, column, place(w, about.bins)), text);
	mixmi_answer answer;
	places p;
	make_question(&p, w);
	check_status(mixmi_histogram_cmi(&answer, sizeof answer, w->histogram, &p.question, w->options));
	uint32_t *assigned;
	const size_t *given = pick(w, 2) && info.columns <= 2 ? columns : NULL;
	MADE(mixmi_histogram_assign(&assigned, w->histogram, w->table, given), assigned);
	mixmi_free(assigned);
	(void)mixmi_parametric_complexity(pick(w, 256), (double)pick(w, 256));
}

/* --------------------------------------------------------------------------------------------------------- graphs */

static void make_knowledge(world *w)
{
	size_t columns = mixmi_table_columns(w->table), list[2];
	if (w->knowledge == NULL)
		MADE(mixmi_knowledge_new(&w->knowledge, w->table), w->knowledge);
	for (size_t count = 1 + pick(w, 4); count > 0; count--) {
		list[0] = place(w, columns);
		list[1] = place(w, columns);
		size_t how = pick(w, 5);
		check_status(how == 0   ? mixmi_knowledge_require(w->knowledge, list[0], list[1], pick(w, 2))
		             : how == 1 ? mixmi_knowledge_forbid(w->knowledge, list[0], list[1], pick(w, 2))
		             : how == 2 ? mixmi_knowledge_tier(w->knowledge, pick(w, 256), list, pick(w, 3), pick(w, 2))
		             : how == 3 ? mixmi_knowledge_root(w->knowledge, list[0])
		                        : mixmi_knowledge_sink(w->knowledge, list[0]));
	}
	for (size_t i = 0; mixmi_knowledge_note(w->knowledge, i) != NULL; i++)
		FUZZ_CHECK(mixmi_knowledge_note(w->knowledge, i)[0] != '\0');
}

/* Knowledge belongs to a table, so it is not used with another. */
static void learn(world *w)
{
	size_t columns[MOST_PLACES], count = pick(w, MOST_PLACES + 1);
	for (size_t i = 0; i < count; i++)
		columns[i] = place(w, mixmi_table_columns(w->table));
	if (is_heavy(w))
		return;
	mixmi_graph_free(w->other);
	w->other = w->graph;
	bool all = pick(w, 2) == 0;
	MADE(mixmi_graph_learn(&w->graph, w->table, all ? NULL : columns, all ? 0 : count, w->knowledge, w->options),
	     w->graph);
}

static void make_graph(world *w)
{
	static const char *const names[] = { "a", "b", "id", "time", "status", "x y", "count", "a@1", "a" };
	size_t count = pick(w, 9);
	mixmi_graph_free(w->other);
	w->other = w->graph;
	MADE(mixmi_graph_new(&w->graph, names + pick(w, 2), count < 8 ? count : 0), w->graph);
	for (size_t joins = w->graph != NULL ? pick(w, 10) : 0; joins > 0; joins--) {
		size_t a = place(w, count), b = place(w, count);
		check_status(mixmi_graph_join(w->graph, a, b, (mixmi_mark)pick(w, 5), (mixmi_mark)pick(w, 5)));
	}
}

static void look_at_graph(world *w)
{
	if (w->graph == NULL)
		return;
	mixmi_graph_info info;
	size_t size, node, by;
	mixmi_graph_describe(&info, sizeof info, w->graph);
	void *out = struct_of(w, &size, sizeof(mixmi_edge));
	check_status(mixmi_graph_edge(out, size, w->graph, place(w, info.edges)));
	free(out);
	out = struct_of(w, &size, sizeof(mixmi_separation));
	check_status(mixmi_graph_separation(out, size, w->graph, place(w, info.separated)));
	free(out);
	(void)mixmi_graph_node(w->graph, place(w, info.nodes), NULL);
	(void)mixmi_graph_lag(&node, w->graph, place(w, info.nodes));
	(void)mixmi_graph_conflict(w->graph, place(w, info.conflicts));
	check_status(mixmi_graph_determined(&node, &by, w->graph, place(w, info.determined)));
	mixmi_graph *summary;
	MADE(mixmi_graph_summary(&summary, w->graph), summary);
	mixmi_graph_free(summary);
	const char *format = mixmi_graph_format(pick(w, 12));
	char *text;
	WRITTEN(mixmi_graph_write(&text, w->graph, format != NULL ? format : "none"), text);
}

static void use_graph(world *w)
{
	if (w->graph == NULL)
		return;
	mixmi_graph_info info;
	mixmi_graph_describe(&info, sizeof info, w->graph);
	size_t x = place(w, info.nodes), y = place(w, info.nodes), set[2] = { place(w, info.nodes), place(w, info.nodes) },
		   how = pick(w, 6);
	bool adjusts;
	if (how == 0 && w->other != NULL) {
		mixmi_comparison comparison;
		size_t lower, upper;
		check_status(mixmi_graph_compare(&comparison, sizeof comparison, w->graph, w->other));
		check_status(mixmi_graph_sid(&lower, &upper, w->graph, w->other));
	} else if (how == 1)
		check_status(mixmi_graph_adjusts(&adjusts, w->graph, x, y, set, pick(w, 3), w->options));
	else if (how == 2) {
		mixmi_adjustment_free(w->adjustment);
		MADE(mixmi_graph_adjust(&w->adjustment, w->graph, x, y, set, pick(w, 3), pick(w, 3), w->options),
		     w->adjustment);
	} else if (how == 3) {
		mixmi_graph *made;
		MADE(mixmi_graph_cpdag(&made, w->graph), made);
		mixmi_graph_free(made);
	} else if (how == 4 && !is_heavy(w)) {
		mixmi_check_free(w->check);
		MADE(mixmi_graph_check(&w->check, w->table, w->graph, pick(w, 2), pick(w, 3), w->options), w->check);
	} else if (how == 5) {
		const mixmi_graph *halves[2] = { w->graph, w->other != NULL ? w->other : w->graph };
		check_status(mixmi_graph_set_subsamples(w->graph, halves, pick(w, 3)));
	}
}

static void choose(world *w)
{
	size_t columns[MOST_PLACES], count = pick(w, MOST_PLACES), target = place(w, mixmi_table_columns(w->table));
	for (size_t i = 0; i < count; i++)
		columns[i] = place(w, mixmi_table_columns(w->table));
	if (is_heavy(w))
		return;
	mixmi_choice_free(w->choice);
	const size_t *list = count > 0 ? columns : NULL;
	mixmi_status status = pick(w, 2) == 0
	                          ? mixmi_blanket(&w->choice, w->table, target, list, count, w->options)
	                          : mixmi_select(&w->choice, w->table, target, list, count, pick(w, 4), w->options);
	MADE(status, w->choice);
}

/* The lists of what was found. */
static void look_at_found(world *w)
{
	size_t size;
	if (w->choice != NULL) {
		mixmi_choice_info info;
		mixmi_choice_describe(&info, sizeof info, w->choice);
		void *out = struct_of(w, &size, sizeof(mixmi_chosen));
		check_status(mixmi_choice_at(out, size, w->choice, place(w, info.members + info.discarded)));
		free(out);
	}
	if (w->check != NULL) {
		mixmi_check_info info;
		mixmi_check_describe(&info, sizeof info, w->check);
		void *out = struct_of(w, &size, sizeof(mixmi_claim));
		check_status(mixmi_check_at(out, size, w->check, (mixmi_check_list)pick(w, 4), place(w, info.claims)));
		free(out);
	}
	if (w->adjustment != NULL) {
		const size_t *nodes;
		size_t count;
		mixmi_adjustment_info info;
		mixmi_adjustment_describe(&info, sizeof info, w->adjustment);
		check_status(
			mixmi_adjustment_set(&nodes, &count, w->adjustment, (mixmi_set_kind)pick(w, MIXMI_SETS + 1), place(w, 2)));
	}
	if (w->effect != NULL) {
		mixmi_effect_info info;
		mixmi_effect_describe(&info, sizeof info, w->effect);
		size_t set = place(w, info.sets), outcome = place(w, info.outcomes), point = place(w, info.points);
		void *out = struct_of(w, &size, sizeof(mixmi_effect_point));
		check_status(mixmi_effect_point_at(out, size, w->effect, set, outcome, point));
		free(out);
		out = struct_of(w, &size, sizeof(mixmi_effect_outcome));
		check_status(mixmi_effect_outcome_at(out, size, w->effect, set, outcome));
		free(out);
		out = struct_of(w, &size, sizeof(mixmi_effect_set));
		check_status(mixmi_effect_set_at(out, size, w->effect, set));
		free(out);
	}
}

static void find_effect(world *w)
{
	static const char *const references[] = { NULL, "0", "3", "low", "1e400", "", "nan", "-1" };
	size_t columns = mixmi_table_columns(w->table), x = place(w, columns), y = place(w, columns);
	size_t set[2] = { place(w, columns), place(w, columns) };
	const char *reference = references[pick(w, sizeof references / sizeof *references)];
	if (is_heavy(w))
		return;
	mixmi_effect_free(w->effect);
	mixmi_status status;
	if (w->graph != NULL && pick(w, 2) == 0)
		status = mixmi_graph_effect(&w->effect, w->table, w->graph, x, y, pick(w, 3), reference, w->options);
	else
		status = mixmi_effect_adjusted(&w->effect, w->table, x, y, set, pick(w, 3), reference, w->options);
	MADE(status, w->effect);
}

/* ---------------------------------------------------------------------------------------------------------- a run */

static void call(world *w)
{
	static void (*const calls[])(world *) = {
		set_options,   look_at_table,     derive_table,   ask,        ask_many,      look_at_answers, explain,
		fit,           look_at_histogram, learn,          make_graph, look_at_graph, use_graph,       choose,
		look_at_found, find_effect,       make_knowledge, add_column, set_aside,
	};
	size_t which = pick(w, sizeof calls / sizeof *calls);
	/* columns are added and declared before anything is made of the table */
	if (calls[which] == add_column && mixmi_table_columns(w->table) >= MOST_COLUMNS)
		return;
	if (calls[which] == derive_table || calls[which] == add_column) {
		mixmi_knowledge_free(w->knowledge);
		w->knowledge = NULL;
	}
	if (calls[which] == derive_table || calls[which] == add_column || calls[which] == set_aside) {
		mixmi_answers_free(w->answers);
		w->answers = NULL;
	}
	calls[which](w);
}

static void release(world *w)
{
	mixmi_effect_free(w->effect);
	mixmi_adjustment_free(w->adjustment);
	mixmi_check_free(w->check);
	mixmi_choice_free(w->choice);
	mixmi_graph_free(w->other);
	mixmi_graph_free(w->graph);
	mixmi_knowledge_free(w->knowledge);
	mixmi_explanation_free(w->explanation);
	mixmi_answers_free(w->answers);
	mixmi_histogram_free(w->histogram);
	mixmi_options_free(w->options);
	mixmi_table_free(w->table);
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t count)
{
	world w = { .in = { bytes, count } };
	make_table(&w);
	set_options(&w);
	for (size_t calls = 0; calls < MOST_CALLS && w.in.count > 0; calls++)
		call(&w);
	release(&w);
	return 0;
}
