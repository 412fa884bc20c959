/* From codes, which are ranks of distinct values already, to steps and places. */
#include "estimate/ranked.h"

#include <stdlib.h>
#include <string.h>

#include "base/error.h"
#include "base/memory.h"
#include "base/options.h"
#include "cells/cell_numbers.h"
#include "data/atoms.h"
#include "question/complete_rows.h"

void estimate_find_atoms(uint32_t *marks, size_t *atoms, size_t *ordered, const data_column *source,
                         const uint32_t *counts, int64_t threshold)
{
	const data_atom_rule rule = data_atoms_above_neighbours(threshold);
	(void)data_mark_atoms(marks, source, counts, &rule);
	*atoms = *ordered = 0;
	for (size_t code = 0; code < source->distinct; code++) {
		*ordered += marks[code] == DATA_MARK_ORDERED;
		if (marks[code] == DATA_MARK_ATOM)
			marks[code] = (uint32_t)(*atoms)++;
	}
}

static bool is_same_value(const data_column *a, size_t i, const data_column *b, size_t j)
{
	return a->labels != NULL ? a->labels[i] == b->labels[j] : a->values[i] == b->values[j];
}

/* As estimate_find_atoms(), where the values are some of those of `whole`, in the same order. False: out of memory. */
static bool take_atoms(uint32_t *marks, estimate_column *column, size_t *ordered, const uint32_t *counts,
                       const estimate_column *whole)
{
	const data_column *source = column->source;
	size_t all = 0, next = 0; /* code and atom of the whole */
	column->atoms = *ordered = 0;
	column->atoms_of_whole = base_array(whole->atoms, sizeof *column->atoms_of_whole);
	for (size_t code = 0; column->atoms_of_whole != NULL && code < source->distinct; code++) {
		while (!is_same_value(source, code, whole->source, all))
			all++;
		while (next < whole->atoms && whole->atom_codes[next] < all)
			next++;
		bool atom = next < whole->atoms && whole->atom_codes[next] == all && counts[code] > 0;
		marks[code] = counts[code] > 0 ? DATA_MARK_ORDERED : DATA_MARK_UNUSED;
		*ordered += counts[code] > 0 && !atom;
		if (atom) {
			column->atoms_of_whole[column->atoms] = (uint32_t)next;
			marks[code] = (uint32_t)column->atoms++;
		}
	}
	return column->atoms_of_whole != NULL;
}

/* Lists the atoms that the marks have. */
static bool list_atoms(estimate_column *column, const uint32_t *marks)
{
	column->nominal = column->source->labels != NULL && !column->source->ordered;
	column->atom_codes = base_array(column->atoms, sizeof *column->atom_codes);
	if (column->atom_codes == NULL)
		return false;
	for (size_t code = 0; code < column->source->distinct; code++)
		if (marks[code] < DATA_MARK_ATOM)
			column->atom_codes[marks[code]] = (uint32_t)code;
	return true;
}

/* Turns marks into steps: the middle of a value's ranks, as a share of the ordered part. */
static void place_values(const estimate_column *column, uint32_t *marks, const uint32_t *counts)
{
	uint64_t total = 0, below = 0;
	for (size_t code = 0; code < column->source->distinct; code++)
		total += marks[code] == DATA_MARK_ORDERED ? counts[code] : 0;
	for (size_t code = 0; code < column->source->distinct; code++) {
		if (marks[code] == DATA_MARK_ORDERED) {
			marks[code] = (uint32_t)((2 * below + counts[code]) * ESTIMATE_ALL_STEPS / (2 * total));
			below += counts[code];
		} else if (marks[code] != DATA_MARK_UNUSED) {
			marks[code] += (uint32_t)estimate_steps(column);
		}
	}
}

/* Which codes each step holds. */
static bool mark_steps(estimate_column *column, const uint32_t *marks)
{
	if (column->places == 0)
		return true;
	column->lowest = base_array(ESTIMATE_ALL_STEPS, sizeof *column->lowest);
	column->highest = base_array(ESTIMATE_ALL_STEPS, sizeof *column->highest);
	if (column->lowest == NULL || column->highest == NULL)
		return false;
	for (size_t s = 0; s < ESTIMATE_ALL_STEPS; s++)
		column->lowest[s] = column->highest[s] = UINT32_MAX;
	for (size_t code = 0; code < column->source->distinct; code++) {
		if (marks[code] >= ESTIMATE_ALL_STEPS)
			continue; /* an atom, or not used */
		if (column->lowest[marks[code]] == UINT32_MAX)
			column->lowest[marks[code]] = (uint32_t)code;
		column->highest[marks[code]] = (uint32_t)code;
	}
	return true;
}

static bool prepare_column(estimate_column *column, const question_complete *rows, const estimate_column *whole,
                           int64_t threshold)
{
	const data_column *source = column->source;
	uint32_t *owned = NULL;
	uint32_t *marks = base_array(source->distinct, sizeof *marks);
	const uint32_t *counts = question_complete_count(&owned, rows, source);
	column->steps = base_array(rows->count, sizeof *column->steps);
	bool done = marks != NULL && counts != NULL && column->steps != NULL;
	if (done) {
		size_t ordered;
		if (whole == NULL)
			estimate_find_atoms(marks, &column->atoms, &ordered, source, counts, threshold);
		else
			done = take_atoms(marks, column, &ordered, counts, whole);
		column->places = done && ordered > 0 ? ESTIMATE_PLACES : 0;
		done = done && list_atoms(column, marks);
	}
	if (done) {
		place_values(column, marks, counts);
		done = mark_steps(column, marks);
	}
	for (size_t i = 0; done && i < rows->count; i++)
		column->steps[i] = marks[source->codes[question_complete_at(rows, i)]];
	free(owned);
	free(marks);
	return done;
}

/* Merges items that agree in all columns: symbols[j] are replaced by those of the tuples. `weights` are the items' rows; NULL
 * stands for one each. */
static bool merge(estimate_tuples *out, uint32_t **symbols, const size_t *sizes, size_t columns, size_t items,
                  const uint32_t *weights)
{
	uint32_t *ids = base_array(items, sizeof *ids);
	cells_coordinate *coordinates = base_array(columns, sizeof *coordinates);
	bool done = ids != NULL && coordinates != NULL;
	for (size_t j = 0; done && j < columns; j++)
		coordinates[j] = (cells_coordinate){ symbols[j], 1, NULL, sizes[j] };
	done = done && cells_rank(ids, &out->count, coordinates, columns, items);
	if (done)
		out->rows = base_array_zero(out->count, sizeof *out->rows);
	done = done && out->rows != NULL;
	for (size_t i = 0; done && i < items; i++)
		out->rows[ids[i]] += weights != NULL ? weights[i] : 1;
	for (size_t j = 0; done && j < columns; j++) {
		uint32_t *kept = base_array(out->count, sizeof *kept);
		done = kept != NULL;
		for (size_t i = 0; done && i < items; i++)
			kept[ids[i]] = symbols[j][i];
		if (done) {
			free(symbols[j]);
			symbols[j] = kept;
		}
	}
	free(ids);
	free(coordinates);
	return done;
}

static uint32_t symbol_of_step(const estimate_column *column, uint32_t step)
{
	uint32_t steps = (uint32_t)estimate_steps(column);
	return step < steps ? step / ESTIMATE_STEPS : (uint32_t)column->places + step - steps;
}

/* First the rows that agree in steps, then of these the ones that agree in places. */
static bool merge_rows(estimate_ranks *ranks)
{
	size_t columns = ranks->column_count;
	uint32_t **symbols = base_array_zero(columns, sizeof *symbols);
	size_t *sizes = base_array(columns, sizeof *sizes);
	bool done = symbols != NULL && sizes != NULL;
	for (size_t j = 0; done && j < columns; j++) {
		symbols[j] = ranks->columns[j].steps;
		sizes[j] = estimate_steps(&ranks->columns[j]) + ranks->columns[j].atoms;
	}
	if (done) {
		done = merge(&ranks->fine, symbols, sizes, columns, ranks->rows, NULL);
		for (size_t j = 0; j < columns; j++)
			ranks->columns[j].steps = symbols[j];
	}
	for (size_t j = 0; done && j < columns; j++) {
		estimate_column *column = &ranks->columns[j];
		symbols[j] = column->symbols = base_array(ranks->fine.count, sizeof *symbols[j]);
		sizes[j] = column->places + column->atoms;
		done = symbols[j] != NULL;
		for (size_t i = 0; done && i < ranks->fine.count; i++)
			symbols[j][i] = symbol_of_step(column, column->steps[i]);
	}
	if (done) {
		done = merge(&ranks->tuples, symbols, sizes, columns, ranks->fine.count, ranks->fine.rows);
		for (size_t j = 0; j < columns; j++)
			ranks->columns[j].symbols = symbols[j];
	}
	free(symbols);
	free(sizes);
	return done;
}

mixmi_status estimate_ranks_init(estimate_ranks *ranks, const mixmi_table *table, const size_t *columns,
                                 const estimate_role *roles, size_t column_count, const estimate_ranks *whole,
                                 const mixmi_options *options)
{
	memset(ranks, 0, sizeof *ranks);
	question_complete rows;
	mixmi_status status = question_complete_init(&rows, table, columns, column_count);
	if (status != MIXMI_OK)
		return status;
	ranks->rows = rows.count;
	ranks->rows_dropped = rows.dropped;
	ranks->columns = base_array_zero(column_count, sizeof *ranks->columns);
	bool done = ranks->columns != NULL;
	if (done)
		ranks->column_count = column_count;
	for (size_t j = 0; done && j < column_count; j++) {
		ranks->columns[j].source = &table->columns[columns[j]];
		ranks->columns[j].role = roles[j];
		done = prepare_column(&ranks->columns[j], &rows, whole != NULL ? &whole->columns[j] : NULL,
		                      options->atom_threshold);
	}
	done = done && merge_rows(ranks);
	question_complete_clear(&rows);
	if (done)
		return MIXMI_OK;
	estimate_ranks_clear(ranks);
	return base_error_memory();
}

void estimate_ranks_clear(estimate_ranks *ranks)
{
	for (size_t j = 0; j < ranks->column_count; j++) {
		free(ranks->columns[j].atom_codes);
		free(ranks->columns[j].atoms_of_whole);
		free(ranks->columns[j].lowest);
		free(ranks->columns[j].highest);
		free(ranks->columns[j].steps);
		free(ranks->columns[j].symbols);
	}
	free(ranks->columns);
	free(ranks->fine.rows);
	free(ranks->tuples.rows);
	memset(ranks, 0, sizeof *ranks);
}
