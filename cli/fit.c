/* Common steps and text of the fitting commands; their JSON is in fit_json.c. */
#include "fit.h"

#include <stdlib.h>
#include <string.h>

#include "columns.h"
#include "input.h"
#include "layout.h"
#include "report.h"
#include "text.h"

void cli_fit_clear(cli_fit *fit)
{
	if (!fit->borrowed)
		mixmi_histogram_free(fit->histogram);
	mixmi_table_free(fit->table);
	mixmi_free(fit->columns);
	free(fit->places);
	free(fit->remark);
	memset(fit, 0, sizeof *fit);
}

int cli_fit_columns(cli_fit *fit, cli_args *args, const char *list)
{
	fit->args = args;
	int code = cli_input_table(&fit->table, args, list);
	if (code != CLI_OK)
		return code;
	size_t count;
	mixmi_status status = mixmi_table_select(&fit->columns, &count, fit->table, list);
	if (status == MIXMI_OK)
		status = mixmi_histogram_fit(&fit->histogram, fit->table, fit->columns, count, args->options);
	if (status != MIXMI_OK)
		return cli_input_fail(args, status);
	return cli_fit_describe(fit);
}

/* The histogram's column with this name. It exists, because the histogram was fitted to columns of the table. */
static size_t place_of(const mixmi_histogram *histogram, const char *name)
{
	size_t place = 0;
	mixmi_histogram_column column;
	while (mixmi_histogram_get_column(&column, sizeof column, histogram, place) == MIXMI_OK &&
	       strcmp(column.name, name) != 0)
		place++;
	return place;
}

int cli_fit_describe(cli_fit *fit)
{
	if (fit->histogram == NULL)
		return CLI_OK;
	mixmi_histogram_describe(&fit->info, sizeof fit->info, fit->histogram);
	size_t count = fit->info.columns;
	fit->places = calloc(count, sizeof *fit->places);
	if (fit->places == NULL)
		return cli_fail_memory();
	for (size_t i = 0; i < count; i++) {
		mixmi_column column;
		mixmi_status status =
			mixmi_table_column(&column, sizeof column, fit->table, fit->columns[i], fit->args->options);
		if (status != MIXMI_OK)
			return cli_fail_library(fit->args->command->name, NULL, status);
		fit->places[i] = place_of(fit->histogram, column.name);
	}
	for (size_t i = 0; i < count; i++) {
		cli_text note = { 0 };
		if (cli_fit_add_rounding(&note, fit, i) && !note.failed)
			cli_note(note.bytes);
		cli_text_clear(&note);
	}
	return CLI_OK;
}

bool cli_fit_add_rounding(cli_text *text, const cli_fit *fit, size_t j)
{
	mixmi_histogram_column column;
	return fit->histogram != NULL &&
	       mixmi_histogram_get_column(&column, sizeof column, fit->histogram, fit->places[j]) == MIXMI_OK &&
	       column.intervals > 0 && cli_columns_add_rounding(text, column.name, column.atoms, fit->args->options);
}

int cli_fit_entropy(double *entropy, double *discretised, const cli_fit *fit)
{
	size_t *all = calloc(fit->info.columns, sizeof *all);
	if (all == NULL)
		return cli_fail_memory();
	for (size_t j = 0; j < fit->info.columns; j++)
		all[j] = j;
	mixmi_status status = mixmi_histogram_entropy(entropy, fit->histogram, all, fit->info.columns, false);
	if (status == MIXMI_OK)
		status = mixmi_histogram_entropy(discretised, fit->histogram, all, fit->info.columns, true);
	free(all);
	return status == MIXMI_OK ? CLI_OK : cli_fail_library(fit->args->command->name, NULL, status);
}

mixmi_status cli_fit_column(mixmi_column *column, mixmi_histogram_column *fitted, const cli_fit *fit, size_t j)
{
	mixmi_status status = mixmi_table_column(column, sizeof *column, fit->table, fit->columns[j], fit->args->options);
	if (status != MIXMI_OK || fit->histogram != NULL)
		return status == MIXMI_OK ? mixmi_histogram_get_column(fitted, sizeof *fitted, fit->histogram, fit->places[j])
		                          : status;
	*fitted = (mixmi_histogram_column){ .name = column->name, .type = column->type };
	return MIXMI_OK;
}

double cli_fit_units(const cli_fit *fit, double nats)
{
	return cli_in_units(nats, fit->args->options);
}

const char *cli_fit_units_name(const cli_fit *fit)
{
	return cli_args_option(fit->args, "units");
}

void cli_fit_add_names(cli_text *text, const cli_fit *fit, size_t first, size_t count)
{
	for (size_t j = first; j < first + count; j++) {
		cli_text_add(text, j == first ? "" : ", ");
		cli_text_add_shown(text, cli_columns_name(fit->table, fit->columns[j]));
	}
}

/* Dates as dates; numbers with this many digits, 0: the shortest form that reads back as the same number. */
static void add_number(cli_text *text, double number, int digits, int32_t unit)
{
	char shortest[CLI_NUMBER], shown[MIXMI_SHOWN];
	mixmi_show_value(shown, number, unit);
	if (unit != MIXMI_PLAIN)
		cli_text_add(text, shown);
	else if (digits > 0)
		cli_text_addf(text, "%.*g", digits, number);
	else
		cli_text_add(text, cli_text_number(shortest, number));
}

/* Up to this many atoms are all listed; of more, only these, or the smallest and the largest. */
enum { MOST_ATOMS = 8, FIRST_LABELS = 3 };

/* The i-th atom of a bin: it exists, so this cannot fail. */
static mixmi_atom member(const mixmi_histogram *histogram, size_t column, const mixmi_bin *bin, size_t i)
{
	mixmi_atom atom = { 0 };
	mixmi_histogram_get_atom(&atom, sizeof atom, histogram, column, bin->members[i]);
	return atom;
}

static void add_labels(cli_text *text, const mixmi_histogram *histogram, size_t column, const mixmi_bin *bin)
{
	size_t listed = bin->atoms > MOST_ATOMS ? FIRST_LABELS : bin->atoms;
	for (size_t i = 0; i < listed; i++) {
		cli_text_add(text, i > 0 ? " | " : "");
		cli_text_add(text, member(histogram, column, bin, i).label);
	}
	if (listed < bin->atoms)
		cli_text_addf(text, " | ... (%zu values)", bin->atoms);
}

static void add_numbers(cli_text *text, const mixmi_histogram *histogram, size_t column, const mixmi_bin *bin,
                        int digits, int32_t unit)
{
	if (bin->atoms > MOST_ATOMS) {
		add_number(text, member(histogram, column, bin, 0).value, digits, unit);
		cli_text_add(text, "..");
		add_number(text, member(histogram, column, bin, bin->atoms - 1).value, digits, unit);
		cli_text_addf(text, " (%zu values)", bin->atoms);
		return;
	}
	cli_text_add(text, bin->atoms > 1 ? "{" : "");
	for (size_t i = 0; i < bin->atoms; i++) {
		cli_text_add(text, i > 0 ? ", " : "");
		add_number(text, member(histogram, column, bin, i).value, digits, unit);
	}
	cli_text_add(text, bin->atoms > 1 ? "}" : "");
}

void cli_fit_add_bin(cli_text *text, const mixmi_histogram *histogram, size_t column, const mixmi_bin *bin,
                     bool last_interval, int digits)
{
	mixmi_histogram_column about = { 0 };
	if (bin->label != NULL) {
		add_labels(text, histogram, column, bin);
		return;
	}
	mixmi_histogram_get_column(&about, sizeof about, histogram, column);
	if (!bin->is_atom) {
		cli_text_add(text, "[");
		add_number(text, bin->lower, digits, about.unit);
		cli_text_add(text, ",");
		add_number(text, bin->upper, digits, about.unit);
		cli_text_add(text, last_interval ? "]" : ")");
		cli_text_add(text, bin->atoms > 0 ? " and " : "");
	}
	if (bin->atoms > 0)
		add_numbers(text, histogram, column, bin, digits, about.unit);
}

/* " (a 2, b 11)": number of missing values per column. */
static mixmi_status add_missing(cli_text *text, const cli_fit *fit)
{
	const char *before = " (";
	for (size_t j = 0; j < fit->info.columns; j++) {
		mixmi_column column;
		mixmi_histogram_column fitted;
		mixmi_status status = cli_fit_column(&column, &fitted, fit, j);
		if (status != MIXMI_OK)
			return status;
		if (column.missing == 0)
			continue;
		cli_text_add(text, before);
		cli_text_add_shown(text, column.name);
		cli_text_addf(text, " %zu", column.missing);
		before = ", ";
	}
	cli_text_add(text, *before == ',' ? ")" : "");
	return MIXMI_OK;
}

void cli_fit_count_rows(cli_fit *fit, const mixmi_answer *answer)
{
	if (mixmi_table_population(fit->table) == mixmi_table_rows(fit->table))
		return;
	fit->info.rows = (size_t)answer->rows;
	fit->info.rows_dropped = (size_t)answer->rows_dropped;
}

int cli_fit_add_rows(cli_text *text, const cli_fit *fit)
{
	uint64_t all = mixmi_table_population(fit->table);
	bool sampled = all > mixmi_table_rows(fit->table);
	cli_text_addf(text, "%zu", fit->info.rows);
	if (sampled && fit->info.rows <= mixmi_table_rows(fit->table))
		cli_text_addf(text, " of %llu", (unsigned long long)all);
	cli_text_add(text, " used");
	if (fit->info.rows_dropped > 0)
		cli_text_addf(text, ", %zu left out for a missing value", fit->info.rows_dropped);
	else
		cli_text_add(text, ", none left out");
	mixmi_status status = fit->info.rows_dropped > 0 && !sampled ? add_missing(text, fit) : MIXMI_OK;
	if (status != MIXMI_OK)
		return cli_fail_library(fit->args->command->name, NULL, status);
	return text->failed ? cli_fail_memory() : CLI_OK;
}

int cli_fit_print_rows(const cli_fit *fit, FILE *stream)
{
	cli_text rows = { 0 };
	int code = cli_fit_add_rows(&rows, fit);
	if (code == CLI_OK)
		fprintf(stream, "rows      %s\n", rows.bytes);
	cli_text_clear(&rows);
	return code;
}

int cli_fit_print_facts(const cli_fit *fit, FILE *stream)
{
	const mixmi_histogram_info *info = &fit->info;
	int code = cli_fit_print_rows(fit, stream);
	if (code == CLI_OK) {
		fprintf(stream, "cells     %zu of %.6g hold data\n", info->cells, info->grid_cells);
		char score[CLI_NUMBER], data[CLI_NUMBER], complexity[CLI_NUMBER], cuts[CLI_NUMBER];
		fprintf(stream, "score     %s bits%s: data %s, complexity %s, cuts %s\n", cli_text_short(score, info->score),
		        strcmp(info->kind, "dependence") == 0 ? " compared with independent columns" : "",
		        cli_text_short(data, info->score_data), cli_text_short(complexity, info->score_complexity),
		        cli_text_short(cuts, info->score_cuts));
		fprintf(stream, "search    preset %s, %zu round%s, %s\n", info->preset, info->rounds,
		        info->rounds == 1 ? "" : "s", info->converged ? "converged" : "stopped by --max-rounds");
	}
	return code;
}

static int add_column(cli_layout *layout, const cli_fit *fit, size_t j)
{
	mixmi_column column;
	mixmi_histogram_column fitted;
	mixmi_status status = cli_fit_column(&column, &fitted, fit, j);
	if (status != MIXMI_OK)
		return cli_fail_library(fit->args->command->name, NULL, status);
	cli_layout_add(layout, fitted.name);
	if (fit->roles != NULL)
		cli_layout_addf(layout, "%c", fit->roles[j]);
	cli_layout_add(layout, fitted.type == MIXMI_DISCRETE ? "discrete" : "numeric");
	if (fit->histogram != NULL) {
		cli_layout_addf(layout, "%zu", fitted.bins);
		cli_layout_addf(layout, "%zu", fitted.atoms);
		cli_layout_addf(layout, "%zu", fitted.intervals);
	}
	cli_layout_add(layout, column.why);
	return CLI_OK;
}

int cli_fit_print_columns(const cli_fit *fit, FILE *stream)
{
	bool fitted = fit->histogram != NULL, roles = fit->roles != NULL;
	cli_layout layout = { .align = !fitted ? (roles ? "llll" : "lll") : roles ? "lllrrrl" : "llrrrl" };
	cli_layout_heads(&layout, roles ? "column,role,type" : "column,type");
	cli_layout_heads(&layout, fitted ? "bins,atoms,intervals,type because" : "type because");
	int code = CLI_OK;
	for (size_t j = 0; code == CLI_OK && j < fit->info.columns; j++)
		code = add_column(&layout, fit, j);
	if (code == CLI_OK)
		fputc('\n', stream);
	layout.failed |= code != CLI_OK; /* print nothing, only free */
	if (!cli_layout_print(&layout, stream, 0) && code == CLI_OK)
		code = cli_fail_memory();
	return code;
}
