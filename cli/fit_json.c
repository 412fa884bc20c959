/* Common parts of the JSON output of the fitting commands. */
#include <math.h>
#include <string.h>

#include "fit.h"

/* Value or label of an atom of column j; NULL on failure. */
static json_t *atom_json(size_t *bin, const cli_fit *fit, size_t j, size_t atom)
{
	mixmi_atom a;
	if (mixmi_histogram_get_atom(&a, sizeof a, fit->histogram, fit->places[j], atom) != MIXMI_OK)
		return NULL;
	*bin = a.bin;
	return a.label != NULL ? cli_json_text(a.label) : cli_json_number(a.value);
}

/* atoms, and the bin of each unless they are simply the bins after the intervals. */
static void put_atoms(cli_json *json, json_t *object, const cli_fit *fit, size_t j,
                      const mixmi_histogram_column *column)
{
	json_t *atoms = json_array(), *bins = json_array();
	bool plain = true;
	for (size_t a = 0; a < column->atoms; a++) {
		size_t bin = 0;
		cli_json_push(json, atoms, atom_json(&bin, fit, j, a));
		cli_json_push(json, bins, cli_json_count(bin));
		plain = plain && bin == column->intervals + a;
	}
	cli_json_put(json, object, "atoms", atoms);
	if (!plain)
		cli_json_put(json, object, "atom_bins", bins);
	else
		json_decref(bins);
}

/* bins, atoms, cuts and range, from the bins of column j. */
static void put_shape(cli_json *json, json_t *object, const cli_fit *fit, size_t j,
                      const mixmi_histogram_column *column)
{
	json_t *cuts = json_array();
	double lower = NAN, upper = NAN;
	for (size_t b = 0; b < column->intervals; b++) {
		mixmi_bin bin;
		if (mixmi_histogram_get_bin(&bin, sizeof bin, fit->histogram, fit->places[j], b) != MIXMI_OK) {
			json->failed = true;
			break;
		}
		if (b == 0)
			lower = bin.lower;
		else
			cli_json_push(json, cuts, cli_json_number(bin.lower));
		upper = bin.upper;
	}
	cli_json_put(json, object, "bins", cli_json_count(column->bins));
	put_atoms(json, object, fit, j, column);
	cli_json_put(json, object, "cuts", cuts);
	cli_json_put(json, object, "range", cli_json_range(lower, upper));
	if (column->unit != MIXMI_PLAIN)
		cli_json_put(json, object, "unit", json_string(column->unit == MIXMI_DAYS ? "days" : "seconds"));
}

/* The human-readable bin. */
static json_t *shown_json(const cli_fit *fit, size_t j, const mixmi_bin *bin)
{
	cli_text text = { 0 };
	cli_fit_add_bin(&text, fit->histogram, fit->places[j], bin, false, 0);
	json_t *shown = text.failed ? NULL : cli_json_text(text.bytes != NULL ? text.bytes : "");
	cli_text_clear(&text);
	return shown;
}

static json_t *members_json(cli_json *json, const cli_fit *fit, size_t j, const mixmi_bin *bin)
{
	json_t *list = json_array();
	for (size_t i = 0; i < bin->atoms; i++) {
		size_t ignored;
		cli_json_push(json, list, atom_json(&ignored, fit, j, bin->members[i]));
	}
	return list;
}

static json_t *bin_json(cli_json *json, const cli_fit *fit, size_t j, const mixmi_bin *bin)
{
	json_t *object = json_object();
	bool alone = bin->is_atom && bin->atoms == 1, labelled = bin->label != NULL;
	cli_json_put(json, object, "kind", json_string(!bin->is_atom ? "interval" : alone ? "atom" : "group"));
	if (!bin->is_atom) {
		cli_json_put(json, object, "lower", cli_json_number(bin->lower));
		cli_json_put(json, object, "upper", cli_json_number(bin->upper));
	}
	if (alone)
		cli_json_put(json, object, labelled ? "label" : "value",
		             labelled ? cli_json_text(bin->label) : cli_json_number(bin->lower));
	else if (bin->atoms > 0)
		cli_json_put(json, object, labelled ? "labels" : "values", members_json(json, fit, j, bin));
	mixmi_histogram_column about = { 0 };
	mixmi_histogram_get_column(&about, sizeof about, fit->histogram, fit->places[j]);
	if (about.unit != MIXMI_PLAIN)
		cli_json_put(json, object, "shown", shown_json(fit, j, bin));
	cli_json_put(json, object, "volume", cli_json_number(bin->volume));
	cli_json_put(json, object, "count", json_integer((json_int_t)bin->count));
	return object;
}

static void put_bins(cli_json *json, json_t *object, const cli_fit *fit, size_t j, size_t bins)
{
	json_t *list = json_array();
	for (size_t b = 0; b < bins; b++) {
		mixmi_bin bin;
		if (mixmi_histogram_get_bin(&bin, sizeof bin, fit->histogram, fit->places[j], b) != MIXMI_OK) {
			json->failed = true;
			break;
		}
		cli_json_push(json, list, bin_json(json, fit, j, &bin));
	}
	cli_json_put(json, object, "bin_list", list);
}

static json_t *column_json(cli_json *json, const cli_fit *fit, size_t j, bool bins)
{
	mixmi_column column;
	mixmi_histogram_column fitted;
	if (cli_fit_column(&column, &fitted, fit, j) != MIXMI_OK)
		return NULL;
	json_t *object = json_object();
	const char role[] = { fit->roles != NULL ? fit->roles[j] : '\0', '\0' };
	cli_json_put(json, object, "name", cli_json_text(fitted.name));
	if (fit->roles != NULL)
		cli_json_put(json, object, "role", json_string(role));
	cli_json_put(json, object, "type", json_string(fitted.type == MIXMI_DISCRETE ? "discrete" : "numeric"));
	cli_json_put(json, object, "why", cli_json_text(column.why));
	cli_json_put(json, object, "missing", cli_json_count(column.missing));
	if (fitted.given != NULL)
		cli_json_put(json, object, "given", cli_json_text(fitted.given));
	if (fit->histogram != NULL)
		put_shape(json, object, fit, j, &fitted);
	if (bins)
		put_bins(json, object, fit, j, fitted.bins);
	return object;
}

void cli_fit_json_begin(cli_json *json, const cli_fit *fit)
{
	cli_json_begin(json, fit->args, fit->info.preset);
	cli_json_put(json, json->root, "rows", cli_json_count(fit->info.rows));
	cli_json_put(json, json->root, "rows_dropped", cli_json_count(fit->info.rows_dropped));
	cli_json_put(json, json->root, "units", json_string(cli_fit_units_name(fit)));
	cli_json_put(json, json->root, "estimate", cli_json_number(cli_fit_units(fit, fit->estimate)));
}

static void put_score(cli_json *json, const mixmi_histogram_info *info)
{
	json_t *parts = json_object();
	cli_json_put(json, parts, "data", cli_json_number(info->score_data));
	cli_json_put(json, parts, "complexity", cli_json_number(info->score_complexity));
	cli_json_put(json, parts, "cuts", cli_json_number(info->score_cuts));
	cli_json_put(json, json->root, "score", cli_json_number(info->score));
	cli_json_put(json, json->root, "score_parts", parts);
}

void cli_fit_json_end(cli_json *json, const cli_fit *fit, bool bins)
{
	if (strcmp(fit->info.kind, "density") != 0)
		cli_json_put(json, json->root, "kind", json_string(fit->info.kind));
	put_score(json, &fit->info);
	cli_json_put(json, json->root, "rounds", cli_json_count(fit->info.rounds));
	cli_json_put(json, json->root, "converged", json_boolean(fit->info.converged));
	cli_json_put(json, json->root, "grid_cells", cli_json_number(fit->info.grid_cells));
	cli_json_put(json, json->root, "cells", cli_json_count(fit->info.cells));
	cli_fit_json_columns(json, fit, bins);
}

void cli_fit_json_columns(cli_json *json, const cli_fit *fit, bool bins)
{
	json_t *columns = json_array();
	for (size_t j = 0; j < fit->info.columns; j++)
		cli_json_push(json, columns, column_json(json, fit, j, bins));
	cli_json_put(json, json->root, "columns", columns);
	cli_json_notes(json, "remarks", fit->table);
	if (fit->remark != NULL)
		cli_json_push(json, json_object_get(json->root, "remarks"), cli_json_text(fit->remark));
	for (size_t j = 0; j < fit->info.columns; j++) {
		cli_text note = { 0 };
		if (cli_fit_add_rounding(&note, fit, j) && !note.failed)
			cli_json_push(json, json_object_get(json->root, "remarks"), cli_json_text(note.bytes));
		cli_text_clear(&note);
	}
}
