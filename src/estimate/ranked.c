/* From the codes of a table, which number distinct values in ascending order, to places. */
#include "estimate/ranked.h"

#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "cells/cell_numbers.h"
#include "data/atoms.h"

void estimate_find_atoms(uint32_t *marks, size_t *atoms, size_t *ordered, const data_column *source, int64_t threshold)
{
	const data_atom_rule rule = data_atoms_above_neighbours(threshold);
	(void)data_mark_atoms(marks, source, source->counts, &rule);
	*atoms = *ordered = 0;
	for (size_t code = 0; code < source->distinct; code++) {
		*ordered += marks[code] == DATA_MARK_ORDERED;
		if (marks[code] == DATA_MARK_ATOM)
			marks[code] = (uint32_t)(*atoms)++;
	}
}

static bool allocate(estimate_column *c, size_t rows)
{
	c->atom_codes = base_array(c->atoms, sizeof *c->atom_codes);
	c->lowest = base_array(c->places, sizeof *c->lowest);
	c->highest = base_array(c->places, sizeof *c->highest);
	c->rows = base_array_zero(c->symbols, sizeof *c->rows);
	c->at = base_array(rows, sizeof *c->at);
	for (size_t p = 0; c->lowest != NULL && p < c->places; p++)
		c->lowest[p] = UINT32_MAX;
	return c->atom_codes != NULL && c->lowest != NULL && c->highest != NULL && c->rows != NULL && c->at != NULL;
}

/* Turns marks into symbols. The place of a value is that of its mid-rank in the ordered part. */
static void set_symbols(estimate_column *c, uint32_t *marks)
{
	uint64_t total = 0, below = 0;
	for (size_t code = 0; code < c->source->distinct; code++)
		total += marks[code] == DATA_MARK_ORDERED ? c->source->counts[code] : 0;
	for (size_t code = 0; code < c->source->distinct; code++) {
		uint32_t count = c->source->counts[code], *mark = &marks[code];
		if (*mark == DATA_MARK_ORDERED) {
			*mark = (uint32_t)((2 * below + count) * c->places / (2 * total));
			below += count;
			c->highest[*mark] = (uint32_t)code;
			if (c->lowest[*mark] == UINT32_MAX)
				c->lowest[*mark] = (uint32_t)code;
		} else if (*mark != DATA_MARK_UNUSED) {
			c->atom_codes[*mark] = (uint32_t)code;
			*mark += (uint32_t)c->places;
		}
		if (*mark != DATA_MARK_UNUSED)
			c->rows[*mark] += count;
	}
}

static bool prepare_column(estimate_column *c, size_t rows, size_t places, int64_t threshold)
{
	size_t ordered;
	uint32_t *marks = base_array(c->source->distinct, sizeof *marks);
	if (marks == NULL)
		return false;
	estimate_find_atoms(marks, &c->atoms, &ordered, c->source, threshold);
	c->places = ordered > 0 ? places : 0;
	c->symbols = c->places + c->atoms;
	c->nominal = c->source->labels != NULL && !c->source->ordered;
	bool done = allocate(c, rows);
	if (done)
		set_symbols(c, marks);
	for (size_t i = 0; done && i < rows; i++)
		c->at[i] = marks[c->source->codes[i]];
	free(marks);
	return done;
}

/* Lists the tuples of each symbol. */
static bool sort_tuples(estimate_column *c, size_t tuples)
{
	c->first = base_array_zero(c->symbols + 2, sizeof *c->first);
	c->sorted = base_array(tuples, sizeof *c->sorted);
	if (c->first == NULL || c->sorted == NULL)
		return false;
	for (size_t i = 0; i < tuples; i++)
		c->first[c->at[i] + 2]++;
	for (size_t s = 0; s < c->symbols; s++)
		c->first[s + 2] += c->first[s + 1];
	for (size_t i = 0; i < tuples; i++)
		c->sorted[c->first[c->at[i] + 1]++] = (uint32_t)i;
	return true;
}

/* Merges rows that agree in all columns. */
static bool merge_rows(estimate_ranks *ranks)
{
	size_t columns = ranks->column_count;
	cells_coordinate *coordinates = base_array(columns, sizeof *coordinates);
	ranks->tuple = base_array(ranks->rows, sizeof *ranks->tuple);
	bool done = coordinates != NULL && ranks->tuple != NULL;
	for (size_t j = 0; done && j < columns; j++)
		coordinates[j] = (cells_coordinate){ ranks->columns[j].at, 1, NULL, ranks->columns[j].symbols };
	done = done && cells_rank(ranks->tuple, &ranks->tuples, coordinates, columns, ranks->rows);
	free(coordinates);
	ranks->times = done ? base_array_zero(ranks->tuples, sizeof *ranks->times) : NULL;
	done = done && ranks->times != NULL;
	for (size_t i = 0; done && i < ranks->rows; i++)
		ranks->times[ranks->tuple[i]]++;
	for (size_t j = 0; done && j < columns; j++) {
		uint32_t *by_row = ranks->columns[j].at, *by_tuple = base_array(ranks->tuples, sizeof *by_tuple);
		done = by_tuple != NULL;
		for (size_t i = 0; done && i < ranks->rows; i++)
			by_tuple[ranks->tuple[i]] = by_row[i];
		if (done) {
			free(by_row);
			ranks->columns[j].at = by_tuple;
			done = sort_tuples(&ranks->columns[j], ranks->tuples);
		}
	}
	return done;
}

bool estimate_ranks_init(estimate_ranks *ranks, const mixmi_table *table, const size_t *columns,
                         const question_role *roles, size_t column_count, size_t places, int64_t threshold)
{
	*ranks = (estimate_ranks){ .rows = table->rows,
		                       .places = places,
		                       .columns = base_array_zero(column_count, sizeof *ranks->columns) };
	bool done = ranks->columns != NULL;
	ranks->column_count = done ? column_count : 0;
	for (size_t j = 0; done && j < column_count; j++) {
		ranks->columns[j].source = &table->columns[columns[j]];
		ranks->columns[j].role = roles[j];
		done = prepare_column(&ranks->columns[j], table->rows, places, threshold);
	}
	return done && merge_rows(ranks);
}

void estimate_ranks_clear(estimate_ranks *ranks)
{
	for (size_t j = 0; j < ranks->column_count; j++) {
		estimate_column *c = &ranks->columns[j];
		free(c->atom_codes);
		free(c->lowest);
		free(c->highest);
		free(c->rows);
		free(c->at);
		free(c->first);
		free(c->sorted);
	}
	free(ranks->columns);
	free(ranks->times);
	free(ranks->tuple);
	memset(ranks, 0, sizeof *ranks);
}
