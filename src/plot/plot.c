/* Pictures of histograms: assigns columns to axes, draws one of the two kinds of pictures, and writes the file. */
#include <stdlib.h>
#include <string.h>

#include "answers/by_z.h"
#include "base/error.h"
#include "base/memory.h"
#include "base/text.h"
#include "base/work.h"
#include "data/table.h"
#include "paper/histogram/model.h"
#include "plot/plot_figure.h"

/* A column of the histogram as it is drawn: the ranks of a residual, or the column of the table. */
static mixmi_status add_drawn(mixmi_table *drawn, const hist_column *column, const mixmi_table *table,
                              const uint32_t *rows)
{
	if (column->ranks != NULL)
		return mixmi_table_add_values(drawn, column->name, MIXMI_NUMERIC, column->ranks, NULL);
	size_t place;
	mixmi_table *copy = NULL;
	mixmi_status status = data_table_find_name(&place, table, column->name);
	if (status == MIXMI_OK)
		status = data_table_resample(&copy, table, &place, 1, rows, table->rows);
	if (status == MIXMI_OK) {
		status = data_table_adopt(drawn, &copy->columns[0]);
		copy->column_count = 0;
	}
	mixmi_table_free(copy);
	return status;
}

/* The rows as a grid of residuals draws them. */
static mixmi_status drawn_table(mixmi_table **out, const mixmi_histogram *histogram, const mixmi_table *table)
{
	if (histogram->table_rows != table->rows)
		return base_error(MIXMI_ERROR_USAGE, "the grid is of a table of %zu rows, not %zu", histogram->table_rows,
		                  (size_t)table->rows);
	uint32_t *rows = base_array(table->rows, sizeof *rows);
	for (size_t i = 0; rows != NULL && i < table->rows; i++)
		rows[i] = (uint32_t)i;
	mixmi_status status = rows != NULL ? mixmi_table_new(out, table->rows) : base_error_memory();
	for (size_t j = 0; status == MIXMI_OK && j < histogram->column_count; j++)
		status = add_drawn(*out, &histogram->columns[j], table, rows);
	free(rows);
	return status;
}

/* Draws the first columns as axes and the rest as Z. `places` are columns of the histogram. */
static mixmi_status draw(const mixmi_histogram *histogram, const mixmi_table *table, const size_t *places, size_t count,
                         const answers_groups *groups, const mixmi_options *options, const char *path)
{
	plot_picture picture = { 0 };
	mixmi_table *drawn = NULL;
	mixmi_status status = histogram->table_rows > 0 ? drawn_table(&drawn, histogram, table) : MIXMI_OK;
	if (status != MIXMI_OK) {
		mixmi_table_free(drawn);
		return status;
	}
	table = drawn != NULL ? drawn : table;
	plot_figure figure = { .picture = &picture, .histogram = histogram, .table = table, .options = options };
	figure.axis_count = count < 2 ? count : 2;
	figure.z = places + figure.axis_count;
	figure.z_count = count - figure.axis_count;
	figure.groups = groups;
	mixmi_histogram_describe(&figure.info, sizeof figure.info, histogram);
	status = plot_goes_on(options);
	for (size_t i = 0; i < figure.axis_count && status == MIXMI_OK; i++)
		status = plot_axis_init(&figure.axes[i], histogram, places[i], table);
	if (status == MIXMI_OK)
		status = figure.axis_count == 1 ? plot_figure_one(&figure) : plot_figure_two(&figure);
	if (status == MIXMI_OK)
		status = plot_picture_save(&picture, options, path);
	io_buffer_clear(&picture.svg);
	for (size_t i = 0; i < figure.axis_count; i++)
		plot_axis_clear(&figure.axes[i]);
	mixmi_table_free(drawn);
	return status;
}

static mixmi_status check(const void *histogram, const void *table, const char *path)
{
	plot_format format;
	if (histogram == NULL || table == NULL || path == NULL)
		return base_error(MIXMI_ERROR_USAGE, "a picture needs a histogram, a table and a path");
	return plot_format_of(&format, path);
}

mixmi_status mixmi_histogram_plot(const mixmi_histogram *histogram, const mixmi_table *table,
                                  const mixmi_options *options, const char *path)
{
	static const size_t places[] = { 0, 1 };
	mixmi_histogram_info info;
	mixmi_status status = check(histogram, table, path);
	if (status != MIXMI_OK)
		return status;
	mixmi_histogram_describe(&info, sizeof info, histogram);
	if (info.columns < 1 || info.columns > 2)
		return base_error(MIXMI_ERROR_USAGE, "only histograms of one or two columns can be drawn, this has %zu",
		                  info.columns);
	return draw(histogram, table, places, info.columns, NULL, options, path);
}

/* The column of the histogram with the same name as a column of the table. */
static mixmi_status find_place(size_t *place, const mixmi_histogram *histogram, const mixmi_table *table, size_t column)
{
	const char *name = mixmi_table_name(table, column);
	mixmi_histogram_column about;
	for (*place = 0; name != NULL; ++*place) {
		if (mixmi_histogram_get_column(&about, sizeof about, histogram, *place) != MIXMI_OK)
			break;
		if (strcmp(about.name, name) == 0)
			return MIXMI_OK;
	}
	char shown[BASE_TEXT_SHOWN];
	if (name == NULL)
		return base_error(MIXMI_ERROR_USAGE, "the table has no column %zu", column);
	return base_error(MIXMI_ERROR_USAGE, "the histogram has no column \"%s\"",
	                  base_text_show(shown, name, strlen(name)));
}

/* The table's column at a position of the question: X, Y, then Z. */
static size_t asked_column(const mixmi_question *question, size_t i)
{
	return i == 0 ? *question->x : i == 1 ? *question->y : question->z[i - 2];
}

/* Answers the question for each bin of Z, so that a picture shows the same numbers as the answer. Skipped if the
 * histogram has other columns than this question. `places` are the columns of the histogram: X, Y, then Z. */
static mixmi_status ask_groups(answers_groups *groups, const mixmi_histogram *histogram, const mixmi_table *table,
                               const mixmi_question *question, const size_t *places, const mixmi_options *options)
{
	mixmi_options settled;
	base_watch watch;
	mixmi_histogram_info info;
	size_t count = 2 + question->z_count;
	mixmi_histogram_describe(&info, sizeof info, histogram);
	if (count == 2 || info.columns != count)
		return MIXMI_OK;
	question_ready ready = { .columns = base_array_zero(count, sizeof *ready.columns),
		                     .count = count,
		                     .places = { places, 1, places + 1, 1, places + 2, question->z_count } };
	if (ready.columns == NULL)
		return base_error_memory();
	for (size_t i = 0; i < count; i++)
		ready.columns[places[i]] = asked_column(question, i);
	base_watch_settle(&watch, &settled, options);
	mixmi_status status = answers_groups_init(groups, table, question, &ready, histogram, true, &settled);
	free(ready.columns);
	return status;
}

mixmi_status mixmi_question_plot(const mixmi_histogram *histogram, const mixmi_table *table,
                                 const mixmi_question *question, const mixmi_options *options, const char *path)
{
	mixmi_status status = check(histogram, table, path);
	if (status != MIXMI_OK)
		return status;
	if (question == NULL || question->x_count != 1 || question->y_count != 1)
		return base_error(MIXMI_ERROR_USAGE, "a picture shows one column of X against one of Y");
	size_t count = 2 + question->z_count, *places = base_array(count, sizeof *places);
	if (places == NULL)
		return base_error_memory();
	for (size_t i = 0; i < count && status == MIXMI_OK; i++)
		status = find_place(&places[i], histogram, table, asked_column(question, i));
	answers_groups groups = { 0 };
	if (status == MIXMI_OK)
		status = ask_groups(&groups, histogram, table, question, places, options);
	if (status == MIXMI_OK)
		status = draw(histogram, table, places, count, groups.count > 0 ? &groups : NULL, options, path);
	answers_groups_clear(&groups);
	free(places);
	return status;
}
