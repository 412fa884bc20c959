/* Regressors from Z. A numeric column has its normal score, the square of the score, and waves by octaves; labels have one indicator per
 * level. Pairs of columns have products of these, triples the product of their scores, and three or more numeric columns have a kernel. */
#include "regress/regressors.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/exact.h"
#include "base/hash.h"
#include "base/memory.h"
#include "regress/blocks.h"
#include "regress/constants.h"

/* --------------------------------------------------------------------------------------------------------- levels */

/* The column with the most levels (labels, or numbers with many ties), or NULL. */
static regress_source *find_grouped(const regress_regressors *g)
{
	regress_source *best = NULL;
	for (size_t j = 0; j < g->column_count && !g->separable; j++) {
		regress_source *s = &g->sources[j];
		if (s->clusters)
			return s;
		bool labels = s->unordered && s->values > QUESTION_FEW_VALUES;
		bool numbers = !s->unordered && s->values > REGRESS_MOST_WAVES + 1 &&
		               QUESTION_LEAST_ROWS * s->values <= g->rows && s->values <= REGRESS_MOST_FUNCTIONS;
		bool better = best == NULL || s->unordered > best->unordered ||
		              (s->unordered == best->unordered && s->values > best->values);
		if ((labels || numbers) && better)
			best = s;
	}
	return best;
}

/* For labels: slopes of the first function of each other column. */
static bool fill_slopes(regress_regressors *g, const regress_source *grouped)
{
	for (size_t i = 0; i < g->rows; i++)
		g->slope[i] = 1;
	g->slopes = 1;
	for (size_t j = 0; j < g->column_count && grouped->unordered && !grouped->clusters; j++) {
		regress_source *s = &g->sources[j];
		if (s == grouped || s->factors == 0 || s->parts[0].count > 1 || g->slopes == REGRESS_MOST_SLOPES)
			continue;
		if (!regress_part_fill(&s->parts[0], g->ranks))
			return false;
		memcpy(g->slope + g->slopes * g->rows, s->parts[0].values, g->rows * sizeof *g->slope);
		g->slopes++;
	}
	return true;
}

static bool make_levels(regress_regressors *g, const regress_source *grouped)
{
	if (grouped == NULL)
		return true;
	g->levels = grouped->values;
	g->level = grouped->codes;
	g->slope = base_array(g->rows, REGRESS_MOST_SLOPES * sizeof *g->slope);
	if (g->slope == NULL || !fill_slopes(g, grouped))
		return false;
	g->within = base_array_zero(g->levels, g->slopes * g->slopes * sizeof *g->within);
	if (g->within == NULL)
		return false;
	for (size_t i = 0; i < g->rows; i++)
		for (size_t r = 0; r < g->slopes; r++)
			for (size_t t = 0; t < g->slopes; t++)
				g->within[(g->level[i] * g->slopes + r) * g->slopes + t] +=
					(double)g->slope[r * g->rows + i] * (double)g->slope[t * g->rows + i];
	return true;
}

/* ---------------------------------------------------------------------------------------------------------- the whole */

/* Adds sums and differences of all pairs of numeric columns, and numbers the parts. */
static void describe_sources(regress_regressors *g)
{
	for (size_t j = 0; j < g->column_count; j++)
		regress_source_describe(&g->sources[j]);
	bool diagonal = !g->separable && g->column_count <= REGRESS_MOST_DIAGONAL;
	for (size_t i = 0; i < g->column_count && diagonal; i++)
		for (size_t j = i + 1; j < g->column_count; j++)
			for (int sign = -1; sign <= 1; sign += 2)
				if (regress_is_numeric(&g->sources[i]) && regress_is_numeric(&g->sources[j]))
					regress_source_diagonal(&g->sources[g->source_count++], &g->sources[i], &g->sources[j], sign);
	for (size_t j = 0; j < g->source_count; j++)
		for (size_t k = 0; k < g->sources[j].part_count; k++)
			g->sources[j].parts[k].number = 1 + (unsigned)(j * REGRESS_MOST_PARTS + k);
}

static bool make_sources(regress_regressors *g, const question_column *columns, size_t count, const uint64_t *row_keys)
{
	size_t most = count <= REGRESS_MOST_DIAGONAL ? count * count : count;
	g->rows = columns[0].rows;
	bool own = columns[0].ranks == NULL || columns[0].ranks->rows != g->rows;
	if (own && !question_rank_waves_init(&g->own_ranks, g->rows))
		return false;
	g->ranks = own ? &g->own_ranks : columns[0].ranks;
	g->sources = base_array_zero(most, sizeof *g->sources);
	bool done = g->sources != NULL && regress_products_init(g);
	for (size_t j = 0; done && j < count; j++, g->column_count++, g->source_count++) {
		done = regress_source_init(&g->sources[j], &columns[j], row_keys, g->ranks);
		if (done && g->scores != NULL && g->scores[j] != NULL && regress_is_numeric(&g->sources[j]))
			regress_source_rescore(&g->sources[j], g->scores[j]);
	}
	return done;
}

/* Everything except the values of blocks. */
static bool make_from(regress_regressors *g, const question_column *columns, size_t count, const uint64_t *row_keys,
                      size_t per_row)
{
	if (!make_sources(g, columns, count, row_keys))
		return false;
	g->most = g->rows < REGRESS_MOST_FUNCTIONS / per_row ? per_row * g->rows : REGRESS_MOST_FUNCTIONS;
	regress_source *grouped = find_grouped(g);
	if (grouped != NULL) {
		grouped->grouped = true;
		g->keeps_levels = grouped->clusters;
		g->identifies =
			grouped->unordered && !grouped->clusters && (double)grouped->values > regress_most_share * (double)g->rows;
	}
	describe_sources(g);
	return regress_blocks_list(g) && make_levels(g, grouped);
}

/* Computes the values of all blocks in one allocation. Each factor of a product is also a block, so this covers all parts. */
static bool fill_all(regress_regressors *g)
{
	size_t functions = 0;
	for (size_t k = 0; k < g->block_count; k++)
		functions += g->blocks[k].count;
	float *next = g->pool = base_array(functions, g->rows * sizeof *g->pool);
	for (size_t k = 0; next != NULL && k < g->block_count; k++) {
		regress_block *b = &g->blocks[k];
		if (!regress_block_is_part(b))
			b->room = next;
		else if (b->factors[0]->values == NULL)
			b->factors[0]->room = next;
		next += b->count * g->rows;
	}
	bool done = next != NULL;
	for (size_t k = 0; done && k < g->block_count; k++)
		done = regress_block_fill(&g->blocks[k], g);
	return done;
}

/* -------------------------------------------------------------------------------------------------- a part of the rows */

bool regress_pick_rows(question_column *out, const question_column *from, const uint32_t *rows, size_t count)
{
	*out = *from;
	out->rows = out->entries = count;
	out->occurring = 0;
	out->codes = out->owned_codes = base_array(count, sizeof *out->owned_codes);
	out->counts = out->owned_counts = base_array_zero(from->distinct, sizeof *out->owned_counts);
	if (out->owned_codes == NULL || out->owned_counts == NULL)
		return false;
	for (size_t i = 0; i < count; i++) {
		out->owned_codes[i] = from->codes[rows[i]];
		out->owned_counts[out->owned_codes[i]]++;
	}
	for (size_t code = 0; code < from->distinct; code++)
		out->occurring += out->counts[code] > 0;
	return true;
}

/* Takes the rows whose keys have small hashes, which does not depend on the order of rows. */
static bool pick_part(regress_regressors *g, size_t *count, const uint64_t *row_keys)
{
	double share = (double)REGRESS_MOST_ROWS / (double)g->rows;
	uint64_t limit = (uint64_t)(share * 0x1p64);
	*count = 0;
	g->part_rows = base_array(g->rows, sizeof *g->part_rows);
	for (size_t i = 0; g->part_rows != NULL && i < g->rows; i++)
		if (base_hash_mix(row_keys[i] + 1) < limit)
			g->part_rows[(*count)++] = (uint32_t)i;
	return g->part_rows != NULL;
}

/* Scores of the part's rows, [columns], each allocated separately. Returns false if out of memory. */
static bool pick_scores(double ***out, const regress_regressors *g, size_t column_count, size_t count)
{
	double **picked = *out = base_array_zero(column_count, sizeof *picked);
	bool done = picked != NULL;
	for (size_t j = 0; done && g->scores != NULL && j < column_count; j++) {
		if (g->scores[j] == NULL)
			continue;
		picked[j] = base_array(count, sizeof *picked[j]);
		done = picked[j] != NULL;
		for (size_t i = 0; done && i < count; i++)
			picked[j][i] = g->scores[j][g->part_rows[i]];
	}
	return done;
}

static bool make_part(regress_regressors *g, const question_column *columns, size_t column_count,
                      const uint64_t *row_keys)
{
	size_t count, made = 0;
	double **scores = NULL;
	if (!pick_part(g, &count, row_keys))
		return false;
	question_column *picked = base_array_zero(column_count, sizeof *picked);
	uint64_t *keys = base_array(count, sizeof *keys);
	g->part = base_array_zero(1, sizeof *g->part);
	bool done = picked != NULL && keys != NULL && g->part != NULL && pick_scores(&scores, g, column_count, count);
	if (done) {
		g->part->separable = g->separable;
		g->part->scores = (const double *const *)scores;
	}
	for (size_t i = 0; done && i < count; i++)
		keys[i] = row_keys[g->part_rows[i]];
	for (; done && made < column_count; made++)
		done = regress_pick_rows(&picked[made], &columns[made], g->part_rows, count);
	done = done && make_from(g->part, picked, column_count, keys, 1) && fill_all(g->part);
	for (size_t j = 0; j < made; j++)
		question_column_clear(&picked[j]);
	for (size_t j = 0; scores != NULL && j < column_count; j++)
		free(scores[j]);
	free(scores);
	free(picked);
	free(keys);
	return done;
}

static bool init(regress_regressors *given, const question_column *columns, size_t column_count,
                 const uint64_t *row_keys, size_t per_row)
{
	bool done = make_from(given, columns, column_count, row_keys, per_row);
	if (done && given->rows > REGRESS_ALL_ROWS)
		done = make_part(given, columns, column_count, row_keys);
	else
		done = done && fill_all(given);
	if (!done)
		regress_regressors_clear(given);
	return done;
}

bool regress_regressors_init(regress_regressors *given, const question_column *columns, size_t column_count,
                             const uint64_t *row_keys, size_t per_row)
{
	*given = (regress_regressors){ 0 };
	return init(given, columns, column_count, row_keys, per_row);
}

bool regress_regressors_init_separable(regress_regressors *given, const question_column *columns,
                                       const double *const *scores, size_t column_count, const uint64_t *row_keys)
{
	*given = (regress_regressors){ .separable = true, .scores = scores };
	return init(given, columns, column_count, row_keys, 1);
}

void regress_regressors_clear(regress_regressors *given)
{
	for (size_t k = 0; given->blocks != NULL && k < given->block_count; k++)
		if (!regress_block_is_part(&given->blocks[k]) && given->blocks[k].room == NULL)
			free(given->blocks[k].values);
	for (size_t j = 0; given->sources != NULL && j < given->source_count; j++)
		regress_source_clear(&given->sources[j]);
	free(given->sources);
	free(given->blocks);
	free(given->pool);
	regress_products_free(given->products);
	free(given->slope);
	free(given->within);
	question_rank_waves_clear(&given->own_ranks);
	if (given->part != NULL)
		regress_regressors_clear(given->part);
	free(given->part);
	free(given->part_rows);
	memset(given, 0, sizeof *given);
}

static size_t size_of_sources(const regress_regressors *g)
{
	size_t size = 0;
	for (size_t j = 0; j < g->source_count; j++)
		size += g->sources[j].values * 3 * sizeof(double) + g->rows * sizeof(uint32_t);
	return size;
}

size_t regress_regressors_size(const regress_regressors *g)
{
	size_t numbers = g->levels * g->slopes * g->slopes + g->own_ranks.rows * 2;
	if (g->rows == 0)
		return 0;
	return regress_products_size(g) + size_of_sources(g) + numbers * sizeof(double) +
	       g->slopes * g->rows * sizeof *g->slope + g->block_count * sizeof *g->blocks +
	       (g->part != NULL ? g->rows * sizeof *g->part_rows + regress_regressors_size(g->part) : 0);
}
