/* src/paper/cells: numbering of joint cells against pairwise comparison of items, for every numbering method; merging with
 * weights. */
#include "paper/cells/cell_numbers.h"
#include "paper/cells/tuples.h"
#include "unit.h"

enum { ITEMS = 300, COORDINATES = 6 };

typedef struct draw {
	uint32_t symbols[COORDINATES][ITEMS];
	cells_coordinate coordinates[COORDINATES];
} draw;

/* Symbols are below `size`, but only some of them occur, so that items coincide. */
static void fill(draw *d, size_t size, uint64_t seed)
{
	for (size_t j = 0; j < COORDINATES; j++) {
		for (size_t i = 0; i < ITEMS; i++)
			d->symbols[j][i] = (uint32_t)(test_below(&seed, 3) * (size - 1) / 2);
		d->coordinates[j] = (cells_coordinate){ d->symbols[j], 1, NULL, size };
	}
}

static int compare(const draw *d, size_t count, size_t a, size_t b)
{
	for (size_t j = 0; j < count; j++)
		if (d->symbols[j][a] != d->symbols[j][b])
			return d->symbols[j][a] < d->symbols[j][b] ? -1 : 1;
	return 0;
}

/* The number of distinct cells below that of item i. */
static size_t rank_of(const draw *d, size_t count, size_t i)
{
	size_t rank = 0;
	for (size_t k = 0; k < ITEMS; k++) {
		bool first = compare(d, count, k, i) < 0;
		for (size_t l = 0; first && l < k; l++)
			first = compare(d, count, l, k) != 0;
		rank += first;
	}
	return rank;
}

/* Sizes for few keys, for many, and for so many that 64 bits overflow: 6 coordinates of 2^20 values. */
static void cells_are_numbered_in_order_whatever_the_sizes(void **state)
{
	(void)state;
	static const size_t sizes[] = { 3, 100, 1 << 11, 1 << 20, UINT32_MAX };
	static draw d;
	for (size_t s = 0; s < sizeof sizes / sizeof *sizes; s++)
		for (size_t count = 1; count <= COORDINATES; count++) {
			uint32_t ids[ITEMS], order[ITEMS];
			size_t distinct, most = 0;
			fill(&d, sizes[s], 10 * s + count);
			assert_true(cells_rank(ids, &distinct, d.coordinates, count, ITEMS));
			for (size_t i = 0; i < ITEMS; i++) {
				assert_int_equal(ids[i], rank_of(&d, count, i));
				most = ids[i] > most ? ids[i] : most;
			}
			assert_int_equal(distinct, most + 1);
			assert_true(cells_order(order, d.coordinates, count, ITEMS));
			for (size_t i = 1; i < ITEMS; i++)
				assert_true(ids[order[i - 1]] < ids[order[i]] ||
				            (ids[order[i - 1]] == ids[order[i]] && order[i - 1] < order[i]));
		}
}

static void merged_items_have_the_rows_of_all(void **state)
{
	(void)state;
	const uint32_t symbols[] = { 1, 0, 1, 2, 0 }, weights[] = { 5, 2, 7, 1, 10 };
	for (int weighted = 0; weighted < 2; weighted++) {
		cells_column column = { malloc(sizeof symbols), 3 };
		cells_tuples tuples;
		memcpy(column.symbols, symbols, sizeof symbols);
		assert_true(cells_merge(&tuples, &column, 1, 5, weighted ? weights : NULL));
		assert_int_equal(tuples.count, 3);
		const uint32_t expected[2][3] = { { 2, 2, 1 }, { 12, 12, 1 } };
		for (size_t i = 0; i < 3; i++) {
			assert_int_equal(column.symbols[i], i);
			assert_int_equal(tuples.rows[i], expected[weighted][i]);
		}
		free(column.symbols);
		free(tuples.rows);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(cells_are_numbered_in_order_whatever_the_sizes),
		cmocka_unit_test(merged_items_have_the_rows_of_all),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
