/* From the codes of a table, which number distinct values in ascending order, to places; bins as maps from symbols to numbers; joint cells. */
#include "estimate/grid.h"

#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "data/atoms.h"
#include "paper/cells/cell_numbers.h"

/* -------------------------------------------------------------------------------------------------------- ranks */

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
	for (size_t s = 0; done && s < c->places; s++)
		c->occupied += c->rows[s] > 0;
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

/* --------------------------------------------------------------------------------------------------------- bins */

bool estimate_grid_init(estimate_grid *grid, const estimate_ranks *ranks)
{
	*grid = (estimate_grid){ .ranks = ranks, .converged = true };
	grid->divisions = base_array_zero(ranks->column_count, sizeof *grid->divisions);
	bool done = grid->divisions != NULL;
	for (size_t j = 0; done && j < ranks->column_count; j++) {
		grid->divisions[j].bins = 1;
		grid->divisions[j].bin = base_array_zero(ranks->columns[j].symbols, sizeof *grid->divisions[j].bin);
		done = grid->divisions[j].bin != NULL;
	}
	return done;
}

void estimate_grid_clear(estimate_grid *grid)
{
	for (size_t j = 0; grid->divisions != NULL && j < grid->ranks->column_count; j++)
		free(grid->divisions[j].bin);
	free(grid->divisions);
	memset(grid, 0, sizeof *grid);
}

void estimate_division_copy(estimate_division *to, const estimate_division *from, const estimate_column *column)
{
	to->bins = from->bins;
	to->said = from->said;
	memcpy(to->bin, from->bin, column->symbols * sizeof *to->bin);
}

void estimate_grid_transfer(estimate_grid *to, const estimate_grid *from)
{
	size_t times = to->ranks->places / from->ranks->places;
	to->bits = from->bits;
	to->rounds = from->rounds;
	to->converged = from->converged;
	for (size_t j = 0; j < to->ranks->column_count; j++) {
		const estimate_column *column = &to->ranks->columns[j];
		estimate_division *d = &to->divisions[j];
		d->bins = from->divisions[j].bins;
		d->said = from->divisions[j].said;
		for (size_t s = 0; s < column->symbols; s++)
			d->bin[s] =
				from->divisions[j].bin[s < column->places ? s / times : s - column->places + column->places / times];
	}
}

bool estimate_division_number(estimate_division *division, const estimate_column *column)
{
	size_t most = 0;
	for (size_t s = 0; s < column->symbols; s++)
		most = division->bin[s] >= most ? division->bin[s] + 1 : most;
	uint32_t *numbers = base_array(most, sizeof *numbers), before = 0, next = 0;
	if (numbers == NULL)
		return false;
	memset(numbers, 0xff, most * sizeof *numbers);
	for (size_t s = 0; s < column->symbols; s++) {
		uint32_t *number = &numbers[division->bin[s]];
		if (*number == UINT32_MAX && column->rows[s] > 0)
			*number = next++;
		division->bin[s] = before = *number != UINT32_MAX ? *number : before;
	}
	division->bins = next;
	free(numbers);
	return true;
}

bool estimate_number_cells(uint32_t *ids, size_t *cells, const estimate_grid *grid, int roles, size_t except)
{
	const estimate_ranks *ranks = grid->ranks;
	cells_coordinate *coordinates = base_array(ranks->column_count, sizeof *coordinates);
	size_t count = 0;
	if (coordinates == NULL)
		return false;
	for (size_t j = 0; j < ranks->column_count; j++) {
		const estimate_division *d = &grid->divisions[j];
		if (j != except && (roles & 1 << ranks->columns[j].role) != 0 && d->bins > 1)
			coordinates[count++] = (cells_coordinate){ ranks->columns[j].at, 1, d->bin, d->bins };
	}
	bool done = cells_rank(ids, cells, coordinates, count, ranks->tuples);
	free(coordinates);
	return done;
}

void estimate_grid_bins(double bins[3], const estimate_grid *grid)
{
	bins[0] = bins[1] = bins[2] = 1;
	for (size_t j = 0; j < grid->ranks->column_count; j++)
		bins[grid->ranks->columns[j].role] *= (double)grid->divisions[j].bins;
}

static bool count_margin(cells_margin *margin, const estimate_counts *c, const estimate_grid *grid, int roles)
{
	size_t columns = grid->ranks->column_count, count = 0;
	cells_coordinate *coordinates = base_array(columns, sizeof *coordinates);
	if (coordinates == NULL)
		return false;
	for (size_t j = 0; j < columns; j++)
		if ((roles & 1 << grid->ranks->columns[j].role) != 0 && grid->divisions[j].bins > 1)
			coordinates[count++] =
				(cells_coordinate){ c->symbols + j * c->all.cells, 1, grid->divisions[j].bin, grid->divisions[j].bins };
	bool done = cells_margin_init(margin, coordinates, count, c->all.cells, c->all.counts);
	free(coordinates);
	return done;
}

bool estimate_counts_init(estimate_counts *c, const estimate_grid *grid, const int roles[3])
{
	const estimate_ranks *ranks = grid->ranks;
	memset(c, 0, sizeof *c);
	c->all.ids = base_array(ranks->tuples, sizeof *c->all.ids);
	if (c->all.ids == NULL || !estimate_number_cells(c->all.ids, &c->all.cells, grid, ESTIMATE_IN_ALL, SIZE_MAX))
		return false;
	c->all.counts = base_array_zero(c->all.cells, sizeof *c->all.counts);
	c->symbols = base_array(c->all.cells, ranks->column_count * sizeof *c->symbols);
	if (c->all.counts == NULL || c->symbols == NULL)
		return false;
	for (size_t i = 0; i < ranks->tuples; i++)
		c->all.counts[c->all.ids[i]] += ranks->times[i];
	for (size_t j = 0; j < ranks->column_count; j++)
		for (size_t i = 0; grid->divisions[j].bins > 1 && i < ranks->tuples; i++)
			c->symbols[j * c->all.cells + c->all.ids[i]] = ranks->columns[j].at[i];
	bool done = true;
	for (size_t k = 0; done && k < 3; k++)
		done = count_margin(&c->margins[k], c, grid, roles[k]);
	return done;
}

void estimate_counts_clear(estimate_counts *c)
{
	cells_margin_clear(&c->all);
	free(c->symbols);
	for (size_t k = 0; k < 3; k++)
		cells_margin_clear(&c->margins[k]);
}
