/* src/plot: pictures of every kind of histogram are complete, failures are explained, and neither leaves files behind;
 * areas, colours and orders are right. Everything happens in a fresh directory whose name has blanks
 * and quotes. */
#define _POSIX_C_SOURCE 200809L
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <dirent.h>
#include <locale.h>
#include <math.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "io/look.h"
#include "mixmi.h"
#include "plot/colours.h"
#include "plot/heat_order.h"
#include "plot/plot_axis.h"
#include "plot/ratio_cells.h"
#include "plot/shown_text.h"
#include "plot/z_panels.h"

enum { ROWS = 400, LABELS = 100, PATH_ROOM = 600 };

static char root[PATH_ROOM];    /* holds everything else */
static char scratch[PATH_ROOM]; /* TMPDIR */
static char target[PATH_ROOM];  /* where pictures go */

/* ------------------------------------------------------------------------------------------------- data */

static double uniform(uint64_t *state)
{
	*state = *state * 6364136223846793005U + 1442695040888963407U;
	return ((double)(*state >> 11) + 0.5) / 9007199254740992.0;
}

typedef struct numbers {
	double normal[ROWS], inflated[ROWS], atoms[ROWS], cauchy[ROWS], huge[ROWS], tiny[ROWS], narrow[ROWS],
		constant[ROWS], counts[ROWS], spread[ROWS];
} numbers;

static void fill(numbers *x)
{
	uint64_t state = 20240607;
	for (int i = 0; i < ROWS; i++) {
		double u = uniform(&state), v = uniform(&state), w = uniform(&state);
		x->normal[i] = sqrt(-2 * log(u)) * cos(6.283185307179586 * v);
		x->inflated[i] = w < 0.4 ? 0 : -log(v);
		x->atoms[i] = w < 0.25 ? -1 : w < 0.5 ? 1 : x->normal[i];
		x->cauchy[i] = tan(3.141592653589793 * (u - 0.5)) * (i == 7 ? 1e300 : 1);
		x->huge[i] = 1.7e308 * (2 * u - 1);
		x->tiny[i] = 1e-310 * u;
		x->narrow[i] = 1.7e9 + 1e-3 * u;
		x->constant[i] = 7;
		x->counts[i] = floor(8 * u * v);
		x->spread[i] = floor(90 * u);
	}
	x->normal[3] = NAN;
}

static void add_labels(mixmi_table *table)
{
	static const char *const few[] = { "it's <b>", "50% & \"x\"", "na\xc3\xafve_x^2", "{/Bold z}\\n",
		                               "bad \xff byte\n" };
	static char texts[LABELS][40];
	const char *many[LABELS];
	int64_t few_codes[ROWS], many_codes[ROWS];
	uint64_t state = 99;
	for (int i = 0; i < LABELS; i++) {
		snprintf(texts[i], sizeof texts[i], "a rather long label with number %d", i);
		many[i] = texts[i];
	}
	for (int i = 0; i < ROWS; i++) {
		few_codes[i] = (int64_t)(5 * uniform(&state));
		many_codes[i] = (int64_t)(LABELS * pow(uniform(&state), 2));
	}
	assert_int_equal(mixmi_table_add_codes(table, "few", few_codes, few, 5, NULL), MIXMI_OK);
	assert_int_equal(mixmi_table_add_codes(table, "many", many_codes, many, LABELS, NULL), MIXMI_OK);
	assert_int_equal(mixmi_table_add_codes(table, "codes", few_codes, NULL, 0, NULL), MIXMI_OK);
}

static mixmi_table *new_table(void)
{
	static numbers x;
	fill(&x);
	const struct {
		const char *name;
		const double *values;
	} columns[] = { { "normal_x", x.normal }, { "it's `inflated` @y", x.inflated },
		            { "atoms", x.atoms },     { "cauchy", x.cauchy },
		            { "huge", x.huge },       { "tiny", x.tiny },
		            { "narrow", x.narrow },   { "constant", x.constant },
		            { "counts", x.counts },   { "spread", x.spread } };
	mixmi_table *table;
	assert_int_equal(mixmi_table_new(&table, ROWS), MIXMI_OK);
	for (size_t i = 0; i < sizeof columns / sizeof *columns; i++)
		assert_int_equal(mixmi_table_add_values(table, columns[i].name, MIXMI_NUMERIC, columns[i].values, NULL),
		                 MIXMI_OK);
	assert_int_equal(mixmi_table_add_values(table, "discrete spread", MIXMI_DISCRETE, x.spread, NULL), MIXMI_OK);
	add_labels(table);
	return table;
}

static mixmi_histogram *fit(const mixmi_table *table, const size_t *columns, size_t count)
{
	mixmi_histogram *histogram;
	assert_int_equal(mixmi_histogram_fit(&histogram, table, columns, count, NULL), MIXMI_OK);
	return histogram;
}

/* ------------------------------------------------------------------------------------------------ files */

static const char *in_target(const char *name)
{
	static char path[2 * PATH_ROOM];
	snprintf(path, sizeof path, "%s/%s", target, name);
	return path;
}

static size_t entries_of(const char *directory)
{
	size_t count = 0;
	DIR *open = opendir(directory);
	assert_non_null(open);
	for (struct dirent *entry = readdir(open); entry != NULL; entry = readdir(open))
		count += strcmp(entry->d_name, ".") != 0 && strcmp(entry->d_name, "..") != 0;
	closedir(open);
	return count;
}

/* The whole file, NUL-terminated; NULL if there is none. */
static char *content_of(const char *path, size_t *size)
{
	FILE *file = fopen(path, "rb");
	if (file == NULL)
		return NULL;
	char *content = malloc(1 << 24);
	assert_non_null(content);
	*size = fread(content, 1, (1 << 24) - 1, file);
	content[*size] = '\0';
	fclose(file);
	return content;
}

static void assert_picture(const char *path, const char *magic)
{
	size_t size = 0;
	char *content = content_of(path, &size);
	assert_non_null(content);
	assert_true(size > 1000);
	assert_memory_equal(content, magic, strlen(magic));
	if (*magic == '<') /* every place is a number, whatever the values are */
		assert_true(strstr(content, "</svg>") != NULL && strstr(content, "NaN") == NULL &&
		            strstr(content, "\"inf") == NULL);
	free(content);
}

/* Draws into the empty target directory, checks that it has one complete picture and nothing else, and removes it. */
static void check_picture(const mixmi_table *table, const size_t *columns, size_t count, const char *name,
                          const char *magic)
{
	mixmi_histogram *histogram = fit(table, columns, count);
	mixmi_status status = mixmi_histogram_plot(histogram, table, NULL, in_target(name));
	if (status != MIXMI_OK)
		fail_msg("%s", mixmi_error_message());
	assert_picture(in_target(name), magic);
	assert_int_equal(entries_of(target), 1);
	assert_int_equal(entries_of(scratch), 0);
	assert_int_equal(unlink(in_target(name)), 0);
	mixmi_histogram_free(histogram);
}

/* -------------------------------------------------------------------------------------------- pictures */

static void every_column_can_be_drawn(void **state)
{
	const mixmi_table *table = *state;
	for (size_t i = 0; i < mixmi_table_columns(table); i++)
		check_picture(table, &i, 1, "one.svg", "<?xml");
}

static void every_pair_of_columns_can_be_drawn(void **state)
{
	const mixmi_table *table = *state;
	size_t count = mixmi_table_columns(table);
	for (size_t i = 0; i < count; i++)
		for (size_t j = i + 1; j < count; j++)
			check_picture(table, (const size_t[]){ i, j }, 2, "two.svg", "<?xml");
}

static void endings_choose_the_format_in_any_case(void **state)
{
	const size_t columns[] = { 0, 2 };
	for (size_t count = 1; count <= 2; count++) {
		if (mixmi_capable("png")) {
			check_picture(*state, columns, count, "a b's \"picture\".png", "\x89PNG\r\n");
			check_picture(*state, columns, count, "$(touch x).PDF", "%PDF-");
		} else {
			print_message("no librsvg: shown for SVG only\n");
		}
		check_picture(*state, columns, count, "-.Svg", "<?xml");
	}
}

static void texts_are_shown_as_they_are(void **state)
{
	const mixmi_table *table = *state;
	size_t columns[2], size;
	assert_int_equal(mixmi_table_find(&columns[0], table, "it's `inflated` @y"), MIXMI_OK);
	assert_int_equal(mixmi_table_find(&columns[1], table, "few"), MIXMI_OK);
	mixmi_histogram *histogram = fit(table, columns, 2);
	assert_int_equal(mixmi_histogram_plot(histogram, table, NULL, in_target("text.svg")), MIXMI_OK);
	char *content = content_of(in_target("text.svg"), &size);
	assert_non_null(content);
	assert_non_null(strstr(content, "it's `inflated` @y \xc3\x97 few"));
	assert_non_null(strstr(content, "it's &lt;b&gt;"));
	assert_non_null(strstr(content, "50% &amp; &quot;x&quot;"));
	assert_non_null(strstr(content, "na\xc3\xafve_x^2"));
	assert_non_null(strstr(content, "bad \\xff byte\\n"));
	free(content);
	unlink(in_target("text.svg"));
	mixmi_histogram_free(histogram);
}

/* Columns whose bins hold several atoms, or an interval and an atom. */
static const char *const general_columns[] = {
	"{\"name\": \"v\", \"type\": \"numeric\", \"labelled\": false, \"range\": [0.5, 2], \"k_init\": 10, \"k_max\": 5, "
	"\"edges\": [0.5, 0.75, 2], \"atoms\": [-1, 4, 5], \"atom_bins\": [2, 1, 2]}",
	"{\"name\": \"k\", \"type\": \"discrete\", \"labelled\": true, \"range\": null, \"k_init\": 0, \"k_max\": 0, "
	"\"cut_indices\": [], \"atoms\": [\"a\", \"b\", \"c\", \"d\", \"e\"], \"atom_bins\": [2, 0, 2, 1, 0]}",
	"{\"name\": \"d\", \"type\": \"discrete\", \"labelled\": false, \"range\": null, \"k_init\": 0, \"k_max\": 0, "
	"\"cut_indices\": [], \"atoms\": [10, 20, 30, 40, 50], \"atom_bins\": [2, 0, 2, 1, 0]}",
};

/* A histogram of one or two of them, with 2 rows in each of its diagonal cells. */
static mixmi_histogram *general_histogram(const size_t *columns, size_t count)
{
	char text[2048];
	bool two = count == 2;
	snprintf(
		text, sizeof text,
		"{\"format\": \"mixmi-histogram\", \"version\": 2, \"preset\": \"robust\", \"rows\": 6, \"rows_dropped\": 0, "
		"\"rounds\": 1, \"converged\": true, \"columns\": [%s%s%s], \"cells\": [[0, %s2], [1, %s2], [2, %s2]]}",
		general_columns[columns[0]], two ? ", " : "", two ? general_columns[columns[1]] : "", two ? "0, " : "",
		two ? "1, " : "", two ? "2, " : "");
	mixmi_histogram *histogram;
	if (mixmi_histogram_from_json(&histogram, text, strlen(text)) != MIXMI_OK)
		fail_msg("%s", mixmi_error_message());
	return histogram;
}

static mixmi_table *general_table(void)
{
	const double v[] = { 0.6, 1, 4, 5, -1, 0.7, 1, 99 }, d[] = { 10, 20, 30, 40, 50, 10, 20, 60 };
	const int64_t codes[] = { 0, 1, 2, 3, 4, 5, 0, 1 };
	const char *const labels[] = { "e", "d", "c", "b", "a", "unseen" };
	mixmi_table *table;
	assert_int_equal(mixmi_table_new(&table, 8), MIXMI_OK);
	assert_int_equal(mixmi_table_add_values(table, "v", MIXMI_NUMERIC, v, NULL), MIXMI_OK);
	assert_int_equal(mixmi_table_add_values(table, "d", MIXMI_DISCRETE, d, NULL), MIXMI_OK);
	assert_int_equal(mixmi_table_add_codes(table, "k", codes, labels, 6, NULL), MIXMI_OK);
	return table;
}

static void groups_and_free_intervals_can_be_drawn(void **state)
{
	(void)state;
	mixmi_table *table = general_table();
	for (size_t i = 0; i < 3; i++)
		for (size_t j = 0; j < 3; j++) {
			const size_t columns[] = { i, j };
			mixmi_histogram *histogram = general_histogram(columns, i == j ? 1 : 2);
			if (mixmi_histogram_plot(histogram, table, NULL, in_target("general.svg")) != MIXMI_OK)
				fail_msg("%s", mixmi_error_message());
			assert_picture(in_target("general.svg"), "<?xml");
			unlink(in_target("general.svg"));
			mixmi_histogram_free(histogram);
		}
	mixmi_table_free(table);
}

/* Bands of a group are adjacent, whatever the order of their values, and rows are assigned to their own band. */
static void bands_of_a_group_stand_together(void **state)
{
	(void)state;
	static const size_t order[] = { 1, 4, 3, 0, 2 }; /* atoms by bin */
	static const bool follows[] = { false, true, false, false, true };
	static const double places_d[] = { 3, 0, 4, 2, 1, 3, 0, NAN }, places_k[] = { 1, 2, 4, 0, 3, NAN, 1, 2 };
	mixmi_table *table = general_table();
	for (size_t column = 1; column <= 2; column++) {
		mixmi_histogram *histogram = general_histogram(&column, 1);
		plot_axis axis;
		assert_int_equal(plot_axis_init(&axis, histogram, 0, table), MIXMI_OK);
		assert_true(axis.bands && axis.shown_atoms == 5 && plot_axis_spans(&axis) == 5);
		for (size_t i = 0; i < 5; i++) {
			assert_int_equal(axis.atoms[i], order[i]);
			assert_true(axis.spans[i].follows == follows[i] && axis.spans[i].count == 2);
			assert_true(fabs(axis.spans[i].log_volume - (i == 2 ? 0 : log(2))) < 1e-12);
		}
		assert_true(plot_axis_pieces(&axis, 0) == 2 && plot_axis_piece(&axis, 2, 1) == &axis.spans[4]);
		for (size_t row = 0; row < 8; row++) {
			double expected = column == 1 ? places_k[row] : places_d[row];
			double place = plot_axis_place_row(&axis, table, row);
			assert_true(isnan(expected) ? isnan(place) : place == expected);
		}
		plot_axis_clear(&axis);
		mixmi_histogram_free(histogram);
	}
	mixmi_table_free(table);
}

static void pictures_are_the_same_every_time(void **state)
{
	const size_t columns[] = { 2, 11 };
	mixmi_histogram *histogram = fit(*state, columns, 2);
	size_t sizes[2];
	char *contents[2];
	for (int i = 0; i < 2; i++) {
		assert_int_equal(mixmi_histogram_plot(histogram, *state, NULL, in_target("same.svg")), MIXMI_OK);
		contents[i] = content_of(in_target("same.svg"), &sizes[i]);
	}
	assert_int_equal(sizes[0], sizes[1]);
	assert_memory_equal(contents[0], contents[1], sizes[0]);
	free(contents[0]);
	free(contents[1]);
	unlink(in_target("same.svg"));
	mixmi_histogram_free(histogram);
}

static void a_file_name_without_directory_is_in_the_current_one(void **state)
{
	char before[PATH_ROOM];
	size_t column = 0;
	assert_non_null(getcwd(before, sizeof before));
	mixmi_histogram *histogram = fit(*state, &column, 1);
	assert_int_equal(chdir(target), 0);
	mixmi_status status = mixmi_histogram_plot(histogram, *state, NULL, "here.svg");
	assert_int_equal(chdir(before), 0);
	assert_int_equal(status, MIXMI_OK);
	assert_picture(in_target("here.svg"), "<?xml");
	unlink(in_target("here.svg"));
	mixmi_histogram_free(histogram);
}

static void numbers_have_a_point_in_every_locale(void **state)
{
	(void)state;
	char text[IO_NUMBER];
	bool comma = setlocale(LC_NUMERIC, "de_DE.UTF-8") != NULL || setlocale(LC_NUMERIC, "fr_FR.UTF-8") != NULL;
	assert_string_equal(io_number(text, -1.5e-300, 17), "-1.5000000000000001e-300");
	assert_string_equal(io_number(text, 0.25, 6), "0.25");
	assert_string_equal(io_number(text, NAN, 6), "NaN");
	setlocale(LC_NUMERIC, "C");
	if (!comma)
		print_message("no locale with a decimal comma is installed: shown for C only\n");
}

/* --------------------------------------------------------------------------------------------- failures */

static void assert_refused(const mixmi_histogram *histogram, const mixmi_table *table, const char *path,
                           mixmi_status expected, const char *part)
{
	size_t before = entries_of(target);
	assert_int_equal(mixmi_histogram_plot(histogram, table, NULL, path), expected);
	if (strstr(mixmi_error_message(), part) == NULL)
		fail_msg("\"%s\" is not in: %s", part, mixmi_error_message());
	assert_int_equal(entries_of(target), before);
	assert_int_equal(entries_of(scratch), 0);
}

static void bad_arguments_are_refused(void **state)
{
	const size_t columns[] = { 0, 1, 2 };
	mixmi_histogram *one = fit(*state, columns, 1), *three = fit(*state, columns, 3);
	assert_refused(one, *state, in_target("x.gif"), MIXMI_ERROR_USAGE, "must end in .svg, .png or .pdf");
	assert_refused(one, *state, in_target("svg"), MIXMI_ERROR_USAGE, "must end in");
	assert_refused(one, *state, "", MIXMI_ERROR_USAGE, "must end in");
	assert_refused(three, *state, in_target("x.svg"), MIXMI_ERROR_USAGE, "this has 3");
	assert_refused(one, NULL, in_target("x.svg"), MIXMI_ERROR_USAGE, "needs");
	mixmi_histogram_free(one);
	mixmi_histogram_free(three);
}

static void a_table_without_the_column_is_refused(void **state)
{
	size_t column = 0;
	const double values[] = { 1, 2, 3 };
	const char *const labels[] = { "a", "b" };
	mixmi_histogram *histogram = fit(*state, &column, 1);
	mixmi_table *other, *texts;
	assert_int_equal(mixmi_table_new(&other, 3), MIXMI_OK);
	assert_int_equal(mixmi_table_add_values(other, "else", MIXMI_NUMERIC, values, NULL), MIXMI_OK);
	assert_refused(histogram, other, in_target("x.svg"), MIXMI_ERROR_USAGE, "normal_x");
	assert_int_equal(mixmi_table_new(&texts, 3), MIXMI_OK);
	assert_int_equal(mixmi_table_add_codes(texts, "normal_x", (const int64_t[]){ 0, 1, 1 }, labels, 2, NULL), MIXMI_OK);
	assert_refused(histogram, texts, in_target("x.svg"), MIXMI_ERROR_USAGE, "texts in the table");
	mixmi_table_free(other);
	mixmi_table_free(texts);
	mixmi_histogram_free(histogram);
}

static void places_that_cannot_be_written_are_named(void **state)
{
	size_t column = 0;
	mixmi_histogram *histogram = fit(*state, &column, 1);
	assert_refused(histogram, *state, in_target("no such/x.svg"), MIXMI_ERROR_IO, "no such");
	assert_int_equal(mkdir(in_target("folder.svg"), 0700), 0);
	assert_refused(histogram, *state, in_target("folder.svg"), MIXMI_ERROR_IO, "folder.svg");
	assert_int_equal(rmdir(in_target("folder.svg")), 0);
	mixmi_histogram_free(histogram);
}

/* A progress callback that stops the work at its n-th call. */
static bool stop_at(void *context, const mixmi_progress *progress)
{
	size_t *left = context;
	assert_string_equal(progress->stage, "drawing");
	return (*left)-- > 1;
}

static void a_picture_that_is_stopped_leaves_the_old_one(void **state)
{
	const size_t columns[] = { 0, 1 };
	size_t size;
	mixmi_histogram *histogram = fit(*state, columns, 2);
	mixmi_options *options;
	assert_int_equal(mixmi_options_new(&options), MIXMI_OK);
	FILE *old = fopen(in_target("x.svg"), "w");
	assert_non_null(old);
	fputs("old", old);
	fclose(old);
	size_t calls = 0;
	for (mixmi_status status = MIXMI_ERROR_CANCELLED; status != MIXMI_OK; calls++) {
		size_t left = calls + 1;
		mixmi_options_set_progress(options, stop_at, &left);
		status = mixmi_histogram_plot(histogram, *state, options, in_target("x.svg"));
		assert_true(status == MIXMI_OK || status == MIXMI_ERROR_CANCELLED);
		char *content = content_of(in_target("x.svg"), &size);
		assert_true((strcmp(content, "old") == 0) == (status != MIXMI_OK));
		assert_int_equal(entries_of(target), 1);
		free(content);
	}
	assert_true(calls >= 3);
	unlink(in_target("x.svg"));
	mixmi_options_free(options);
	mixmi_histogram_free(histogram);
}

/* ------------------------------------------------------------------------------------------- what is drawn */

static void panels_hold_the_rows_and_information_of_their_bins(void **state)
{
	(void)state;
	enum { N = 240 };
	double x[N], y[N], z[N];
	for (int i = 0; i < N; i++) { /* given z = 0 x and y are the same, given 1 independent */
		z[i] = i < 80 ? 0 : 1;
		x[i] = i % 2;
		y[i] = i < 80 ? i % 2 : i / 2 % 2;
	}
	mixmi_table *table;
	assert_int_equal(mixmi_table_new(&table, N), MIXMI_OK);
	assert_int_equal(mixmi_table_add_values(table, "x", MIXMI_DISCRETE, x, NULL), MIXMI_OK);
	assert_int_equal(mixmi_table_add_values(table, "y", MIXMI_DISCRETE, y, NULL), MIXMI_OK);
	assert_int_equal(mixmi_table_add_values(table, "z", MIXMI_DISCRETE, z, NULL), MIXMI_OK);
	const size_t all[] = { 0, 1, 2 }, given = 2;
	mixmi_histogram *histogram = fit(table, all, 3);
	plot_panels panels;
	assert_int_equal(plot_panels_init(&panels, histogram, 0, 1, &given, 1), MIXMI_OK);
	assert_true(panels.count == 2 && panels.found == 2);
	assert_true(panels.panels[0].rows == 80 && panels.panels[1].rows == 160);
	assert_true(fabs(panels.panels[0].information - log(2)) < 1e-12 && panels.panels[1].information < 1e-12);
	plot_panels_clear(&panels);
	mixmi_histogram_free(histogram);
	mixmi_table_free(table);
}

static void x_is_along_the_page_as_asked(void **state)
{
	const mixmi_table *table = *state;
	const size_t x = 1, y = 0, z = 10; /* against the order of their names */
	const mixmi_question question = { &x, 1, &y, 1, &z, 1 };
	mixmi_answer answer;
	mixmi_histogram *histogram;
	size_t size;
	assert_int_equal(mixmi_estimate(&answer, sizeof answer, &histogram, table, &question, NULL), MIXMI_OK);
	assert_int_equal(mixmi_question_plot(histogram, table, &question, NULL, in_target("q.svg")), MIXMI_OK);
	char *content = content_of(in_target("q.svg"), &size);
	assert_non_null(strstr(content, "it's `inflated` @y \xc3\x97 normal_x given discrete spread</title>"));
	assert_non_null(strstr(content, "text-anchor=\"middle\">it's `inflated` @y</text>"));
	assert_null(strstr(content, "text-anchor=\"middle\">normal_x</text>")); /* that one is turned */
	free(content);
	unlink(in_target("q.svg"));
	const mixmi_question two = { (const size_t[]){ 0, 1 }, 2, &z, 1, NULL, 0 };
	assert_int_equal(mixmi_question_plot(histogram, table, &two, NULL, in_target("q.svg")), MIXMI_ERROR_USAGE);
	mixmi_histogram_free(histogram);
}

static void colours_go_from_blue_over_white_to_orange(void **state)
{
	(void)state;
	char a[PLOT_COLOUR], b[PLOT_COLOUR];
	assert_string_equal(plot_colour_ratio(a, 0), "#fafafa");
	assert_string_equal(plot_colour_ratio(a, -2), "#1f5f99");
	assert_string_equal(plot_colour_ratio(a, 2), "#b84a08");
	assert_string_equal(plot_colour_ratio(a, -INFINITY), plot_colour_ratio(b, -2));
	assert_string_equal(plot_colour_ratio(a, 99), plot_colour_ratio(b, 2));
	assert_string_equal(plot_colour_ratio(a, NAN), "#fafafa");
	assert_string_equal(plot_colour_strength(a, 1), "#0d3a6e");
	assert_true(plot_log_ratio(10, 10) == 0 && plot_log_ratio(0, 0.2) > -0.3 && plot_log_ratio(0, 40) < -5);
}

static void a_skewed_positive_column_has_a_logarithmic_axis(void **state)
{
	(void)state;
	double skewed[ROWS], zeros[ROWS], even[ROWS];
	uint64_t seed = 3;
	for (int i = 0; i < ROWS; i++) {
		double u = uniform(&seed), v = uniform(&seed);
		skewed[i] = exp(1.6 * sqrt(-2 * log(u)) * cos(6.283185307179586 * v));
		zeros[i] = i % 3 == 0 ? 0 : skewed[i];
		even[i] = 1 + u;
	}
	mixmi_table *table;
	plot_axis axis;
	assert_int_equal(mixmi_table_new(&table, ROWS), MIXMI_OK);
	assert_int_equal(mixmi_table_add_values(table, "skewed", MIXMI_NUMERIC, skewed, NULL), MIXMI_OK);
	assert_int_equal(mixmi_table_add_values(table, "zeros", MIXMI_NUMERIC, zeros, NULL), MIXMI_OK);
	assert_int_equal(mixmi_table_add_values(table, "even", MIXMI_NUMERIC, even, NULL), MIXMI_OK);
	for (size_t column = 0; column < 3; column++) {
		mixmi_histogram *histogram = fit(table, &column, 1);
		assert_int_equal(plot_axis_init(&axis, histogram, 0, table), MIXMI_OK);
		assert_true(axis.logarithmic == (column < 2));
		if (column < 2) {
			assert_true(fabs(plot_axis_place(&axis, 100) - 2) < 1e-12);
			assert_true(isfinite(plot_axis_place(&axis, 0)) == (column == 1));
		}
		/* probability is area: intervals in units of the axis, and atoms, add up to 1 */
		double sum = 0;
		for (size_t i = 0; i < plot_axis_spans(&axis); i++) {
			const plot_span *span = &axis.spans[i];
			double height = (double)span->count / ROWS / exp(span->log_volume);
			sum += height * (span->thin ? 1 : span->upper - span->lower);
		}
		assert_true(fabs(sum - 1) < 1e-6);
		plot_axis_clear(&axis);
		mixmi_histogram_free(histogram);
	}
	mixmi_table_free(table);
}

/* Two interleaved blocks are separated, and the result does not depend on the initial order. */
static void a_heat_map_puts_what_is_alike_together(void **state)
{
	(void)state;
	enum { N = 8 };
	double likeness[N * N];
	size_t order[N], changes = 0;
	for (size_t i = 0; i < N; i++)
		for (size_t j = 0; j < N; j++)
			likeness[i * N + j] = i == j ? NAN : i % 2 == j % 2 ? 0.6 + 0.01 * (double)(i + j) : 0.1;
	assert_int_equal(plot_heat_order(order, likeness, N), MIXMI_OK);
	bool seen[N] = { false };
	for (size_t i = 0; i < N; i++) {
		seen[order[i]] = true;
		changes += i > 0 && order[i] % 2 != order[i - 1] % 2;
	}
	for (size_t i = 0; i < N; i++)
		assert_true(seen[i]);
	assert_int_equal(changes, 1);
}

static void texts_are_cut_to_their_room(void **state)
{
	(void)state;
	char shown[PLOT_TEXT], long_text[3000];
	memset(long_text, 'm', sizeof long_text - 1);
	long_text[sizeof long_text - 1] = '\0';
	assert_false(plot_text_fit(shown, long_text, 12, 100));
	assert_true(plot_text_width(shown, 12) <= 100 && plot_text_width(shown, 12) > 80);
	assert_true(plot_text_fit(shown, "short", 12, 100));
	assert_string_equal(shown, "short");
	assert_true(plot_text_fit(shown, "", 12, 100));
	assert_string_equal(shown, "\"\"");
	plot_text_fit(shown, "a\x01\xff\xe2\x80\xae\xef\xbf\xbf\xc2\x85", 12, 1000);
	assert_string_equal(shown, "a\\x01\\xff\\u202e\\uffff\\u0085");
}

/* --------------------------------------------------------------------------------------------- the whole */

static int set_up(void **state)
{
	const char *parent = getenv("TMPDIR");
	snprintf(root, sizeof root, "%s/mixmi-plot-XXXXXX", parent != NULL && *parent != '\0' ? parent : "/tmp");
	if (mkdtemp(root) == NULL)
		return -1;
	snprintf(scratch, sizeof scratch, "%.500s/scratch 'quoted' \"place\"", root);
	snprintf(target, sizeof target, "%.500s/it's the \"target\"", root);
	if (mkdir(scratch, 0700) != 0 || mkdir(target, 0700) != 0 || setenv("TMPDIR", scratch, 1) != 0)
		return -1;
	*state = new_table();
	return 0;
}

static int tear_down(void **state)
{
	mixmi_table_free(*state);
	return rmdir(scratch) != 0 || rmdir(target) != 0 || rmdir(root) != 0;
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(every_column_can_be_drawn),
		cmocka_unit_test(every_pair_of_columns_can_be_drawn),
		cmocka_unit_test(endings_choose_the_format_in_any_case),
		cmocka_unit_test(texts_are_shown_as_they_are),
		cmocka_unit_test(groups_and_free_intervals_can_be_drawn),
		cmocka_unit_test(bands_of_a_group_stand_together),
		cmocka_unit_test(pictures_are_the_same_every_time),
		cmocka_unit_test(a_file_name_without_directory_is_in_the_current_one),
		cmocka_unit_test(numbers_have_a_point_in_every_locale),
		cmocka_unit_test(bad_arguments_are_refused),
		cmocka_unit_test(a_table_without_the_column_is_refused),
		cmocka_unit_test(places_that_cannot_be_written_are_named),
		cmocka_unit_test(a_picture_that_is_stopped_leaves_the_old_one),
		cmocka_unit_test(panels_hold_the_rows_and_information_of_their_bins),
		cmocka_unit_test(x_is_along_the_page_as_asked),
		cmocka_unit_test(colours_go_from_blue_over_white_to_orange),
		cmocka_unit_test(a_skewed_positive_column_has_a_logarithmic_axis),
		cmocka_unit_test(a_heat_map_puts_what_is_alike_together),
		cmocka_unit_test(texts_are_cut_to_their_room),
	};
	return cmocka_run_group_tests_name("plot", tests, set_up, tear_down);
}
