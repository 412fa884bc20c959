/* The dynamic programme against brute force: every set of cuts, scored by the definition of L(D, M) from the raw rows. */
#include "paper/histogram/segment.h"

#include "paper/histogram/histogram_search.h"
#include "unit.h"

enum { CASES = 400, MAX_ROWS = 60, MAX_COLUMNS = 4, MAX_INIT = 9 };

/* A small random problem, with its columns computed again from the definition. */
typedef struct problem {
	size_t rows, columns, k_init, k_max;
	int64_t threshold;
	double values[MAX_COLUMNS][MAX_ROWS];
	bool atom[MAX_COLUMNS][MAX_ROWS]; /* the row's value is an atom */
	int bin[MAX_COLUMNS][MAX_ROWS];   /* its candidate bin, or a number for the atom */
	int atoms[MAX_COLUMNS];
	double width[MAX_COLUMNS];       /* of a candidate bin; 0: no continuous part */
	bool cut[MAX_COLUMNS][MAX_INIT]; /* cut[j][i]: there is a cut before candidate bin i */
} problem;

/* Values with ties, gaps (empty bins) and sometimes only a few distinct ones. */
static double random_value(uint64_t *seed, unsigned kind)
{
	switch (kind % 5) {
	case 0:
		return test_uniform(seed);
	case 1:
		return (double)test_below(seed, 4); /* all atoms, or nearly */
	case 2:
		return test_below(seed, 3) == 0 ? 0 : test_normal(seed); /* zero-inflated */
	case 3:
		return test_below(seed, 2) == 0 ? test_uniform(seed) : 9 + test_uniform(seed); /* a gap */
	default:
		return floor(8 * test_normal(seed)) / 4; /* ties below and above the threshold */
	}
}

static int occurrences(const problem *p, size_t j, double value)
{
	int count = 0;
	for (size_t i = 0; i < p->rows; i++)
		count += p->values[j][i] == value;
	return count;
}

/* Atoms and candidate bins by the definition in docs/METHOD.md, section 2. */
static void work_out_column(problem *p, size_t j)
{
	double low = INFINITY, high = -INFINITY;
	for (size_t i = 0; i < p->rows; i++) {
		p->atom[j][i] = occurrences(p, j, p->values[j][i]) >= p->threshold;
		if (!p->atom[j][i]) {
			low = fmin(low, p->values[j][i]);
			high = fmax(high, p->values[j][i]);
		}
	}
	p->atoms[j] = 0;
	p->width[j] = high > low ? (high - low) / (double)p->k_init : 0;
	for (size_t i = 0; i < p->rows; i++) {
		double value = p->values[j][i];
		if (p->atom[j][i] || !(high > low)) {
			bool first = true;
			for (size_t earlier = 0; earlier < i && first; earlier++)
				if (p->values[j][earlier] == value) {
					first = false;
					p->bin[j][i] = p->bin[j][earlier];
				}
			if (first)
				p->bin[j][i] = p->atoms[j]++;
			p->atom[j][i] = true;
			continue;
		}
		int bin = 0;
		while (bin + 1 < (int)p->k_init && value >= low + (bin + 1) * ((high - low) / (double)p->k_init))
			bin++;
		p->bin[j][i] = bin;
	}
}

static int intervals_of(const problem *p, size_t j, const bool *cut)
{
	int intervals = p->width[j] > 0;
	for (size_t i = 1; i < p->k_init && p->width[j] > 0; i++)
		intervals += cut[i];
	return intervals;
}

/* The bin of a row under a set of cuts, and its volume in candidate bins (0 for an atom). */
static int bin_of_row(const problem *p, size_t j, size_t row, const bool *cut, int *units)
{
	*units = 0;
	if (p->atom[j][row])
		return 1000 + p->bin[j][row];
	int interval = 0, start = 0, end = (int)p->k_init;
	for (int i = 1; i < (int)p->k_init; i++) {
		if (cut[i] && i <= p->bin[j][row]) {
			interval++;
			start = i;
		} else if (cut[i] && i < end) {
			end = i;
		}
	}
	*units = end - start;
	return interval;
}

static double log2_binomial(size_t n, size_t k)
{
	return (lgamma((double)n + 1) - lgamma((double)k + 1) - lgamma((double)(n - k) + 1)) / log(2);
}

/* The first two terms of L(D, M) and, separately, its third. */
static double score(const problem *p, double *cut_bits)
{
	double n = (double)p->rows, data = 0, cells = 1;
	*cut_bits = 0;
	for (size_t j = 0; j < p->columns; j++) {
		int intervals = intervals_of(p, j, p->cut[j]);
		cells *= intervals + p->atoms[j];
		if (intervals > 0)
			*cut_bits += log2_binomial(p->k_init - 1, (size_t)intervals - 1);
	}
	for (size_t row = 0; row < p->rows; row++) {
		double count = 0, log_volume = 0;
		for (size_t other = 0; other < p->rows; other++) {
			bool same = true;
			for (size_t j = 0; j < p->columns && same; j++) {
				int a, b;
				same = bin_of_row(p, j, row, p->cut[j], &a) == bin_of_row(p, j, other, p->cut[j], &b);
			}
			count += same;
		}
		for (size_t j = 0; j < p->columns; j++) {
			int units;
			bin_of_row(p, j, row, p->cut[j], &units);
			log_volume += units > 0 ? log2(units * p->width[j]) : 0;
		}
		data -= log2(count / n) - log_volume;
	}
	return data + cells_complexity_by_sum(p->rows, cells);
}

static void make_problem(problem *p, uint64_t *seed)
{
	memset(p, 0, sizeof *p);
	p->rows = 4 + test_below(seed, MAX_ROWS - 4);
	p->columns = 1 + test_below(seed, MAX_COLUMNS);
	p->k_init = 2 + test_below(seed, MAX_INIT - 2);
	p->k_max = 1 + test_below(seed, p->k_init);
	p->threshold = 2 + (int64_t)test_below(seed, 5);
	for (size_t j = 0; j < p->columns; j++) {
		unsigned kind = j == 0 ? (unsigned[]){ 0, 2, 3, 4 }[test_below(seed, 4)] : (unsigned)test_below(seed, 5);
		for (size_t i = 0; i < p->rows; i++)
			p->values[j][i] = random_value(seed, kind);
		if (j > 0 && test_below(seed, 2) == 0) /* sometimes dependent on the first column */
			for (size_t i = 0; i < p->rows; i++)
				p->values[j][i] = floor(4 * p->values[0][i]) + (kind % 2 == 0 ? 0.3 * test_uniform(seed) : 0);
		work_out_column(p, j);
	}
	for (size_t j = 0; j < p->columns; j++)
		for (size_t i = 1; i < p->k_init; i++)
			p->cut[j][i] = test_below(seed, 3) == 0;
}

/* Minimum of L(D, M) over all cuts of column 0, with at most k_max intervals. */
static double brute_force(const problem *p)
{
	problem trial = *p;
	double least = INFINITY;
	for (unsigned subset = 0; subset < 1u << (p->k_init - 1); subset++) {
		double cut_bits;
		for (size_t i = 1; i < p->k_init; i++)
			trial.cut[0][i] = subset >> (i - 1) & 1;
		if (intervals_of(&trial, 0, trial.cut[0]) > (int)p->k_max)
			continue;
		double total = score(&trial, &cut_bits);
		least = fmin(least, total + cut_bits);
	}
	return least;
}

/* The library's segmentation of a column with the cuts of the problem. Cuts inside a run of empty bins are moved to
 * its start, in the problem as well, because the library has no others. */
static void present_cuts(hist_segmentation *out, const hist_grid_column *column, bool *cut)
{
	bool at_group[MAX_INIT] = { false };
	out->intervals = 0;
	for (size_t g = 1; g < column->groups; g++) {
		bool here = false;
		for (size_t i = column->starts[g]; i < column->starts[g + 1]; i++)
			here = here || cut[i];
		if (here) {
			at_group[column->starts[g]] = true;
			out->ends[out->intervals++] = (uint32_t)g;
		}
	}
	memcpy(cut, at_group, sizeof at_group);
	out->ends[out->intervals++] = (uint32_t)column->groups;
}

static mixmi_table *table_of(const problem *p)
{
	mixmi_table *table;
	assert_ok(mixmi_table_new(&table, p->rows));
	for (size_t j = 0; j < p->columns; j++) {
		char name[] = { (char)('a' + j), '\0' };
		assert_ok(mixmi_table_add_values(table, name, MIXMI_NUMERIC, p->values[j], NULL));
	}
	return table;
}

/* The cells of all columns but the first under the problem's cuts; their numbers may have gaps. */
static void describe_others(hist_other_columns *around, uint32_t *ids, problem *p, const hist_grid *grid)
{
	*around = (hist_other_columns){ ids, 1, 1 };
	memset(ids, 0, grid->tuples * sizeof *ids);
	for (size_t j = 1; j < p->columns; j++) {
		uint32_t ends[MAX_INIT + 1], map[MAX_ROWS + MAX_INIT];
		hist_segmentation present = { 0, ends };
		if (grid->columns[j].groups > 0)
			present_cuts(&present, &grid->columns[j], p->cut[j]);
		size_t bins = present.intervals + grid->columns[j].atoms;
		assert_int_equal(bins, intervals_of(p, j, p->cut[j]) + p->atoms[j]);
		hist_bins_of_symbols(map, &grid->columns[j], &present);
		around->grid_cells *= (double)bins;
		around->cells *= bins;
		for (size_t i = 0; i < grid->tuples; i++)
			ids[i] = ids[i] * (uint32_t)bins + map[grid->columns[j].symbols[i]];
	}
}

/* Segments the first column and compares with brute force. */
static void compare(problem *p, const hist_grid *grid, const hist_other_columns *around)
{
	const hist_grid_column *column = &grid->columns[0];
	uint32_t present_ends[MAX_INIT + 1], best_ends[MAX_INIT + 1];
	hist_segmentation present = { 0, present_ends }, best = { 0, best_ends };
	cells_complexity complexity;
	cells_xlogx xlogx;
	double change, cut_bits;
	present_cuts(&present, column, p->cut[0]);
	cells_complexity_init(&complexity, p->rows);
	assert_true(cells_xlogx_init(&xlogx, p->rows));
	assert_true(hist_segment(&best, &change, grid, column, &present, around, &complexity, &xlogx));
	cells_xlogx_clear(&xlogx);
	double before = score(p, &cut_bits), least = brute_force(p);
	memset(p->cut[0], 0, sizeof p->cut[0]);
	for (size_t i = 0; i + 1 < best.intervals; i++)
		p->cut[0][column->starts[best.ends[i]]] = true;
	double after = score(p, &cut_bits);
	assert_true(best.intervals <= p->k_max);
	assert_close(after + cut_bits, least, 1e-8);
	assert_close(change, after - before, 1e-8);
}

/* Candidates of equal width, as in the brute-force search. */
static void check_problem(problem *p)
{
	mixmi_options options = paper_options();
	options.k_init = (int64_t)p->k_init;
	options.k_max = (int64_t)p->k_max;
	options.atom_threshold = p->threshold;
	mixmi_table *table = table_of(p);
	const size_t columns[MAX_COLUMNS] = { 0, 1, 2, 3 };
	uint32_t ids[MAX_ROWS];
	hist_grid grid;
	hist_other_columns around;
	assert_ok(hist_grid_init(&grid, table, columns, p->columns, &options));
	describe_others(&around, ids, p, &grid);
	assert_int_equal(grid.columns[0].groups > 0, p->width[0] > 0);
	if (grid.columns[0].groups > 0)
		compare(p, &grid, &around);
	hist_grid_clear(&grid);
	mixmi_table_free(table);
}

static void equals_brute_force_over_all_cut_sets(void **state)
{
	(void)state;
	size_t with_intervals = 0;
	for (uint64_t number = 1; number <= test_cases(CASES); number++) {
		uint64_t seed = number;
		problem p;
		make_problem(&p, &seed);
		with_intervals += p.width[0] > 0;
		print_message("case %llu: %zu rows, %zu columns, K_init %zu, K_max %zu\n", (unsigned long long)number, p.rows,
		              p.columns, p.k_init, p.k_max);
		check_problem(&p);
	}
	assert_true(test_enough(with_intervals, CASES / 2 + 1));
}

/* ------------------------------------------------------------------------------------------------ larger ones */

enum { GROUPS = 24, LARGE_TUPLES = 9000, LARGE_CELLS = 3000 };

/* Tuples by hand: random group and cell; the distribution over cells depends on the group. */
typedef struct large_problem {
	uint32_t symbols[LARGE_TUPLES], counts[LARGE_TUPLES], ids[LARGE_TUPLES], starts[GROUPS + 1];
	hist_grid_column column;
	hist_grid grid;
	hist_other_columns around;
} large_problem;

static void make_large(large_problem *p, size_t cells, uint64_t most_rows, size_t k_max, uint64_t seed)
{
	memset(p, 0, sizeof *p);
	for (size_t i = 0; i < LARGE_TUPLES; i++) {
		p->symbols[i] = (uint32_t)test_below(&seed, GROUPS);
		p->ids[i] = (uint32_t)(test_below(&seed, cells) * (1 + p->symbols[i] / 8) % cells);
		p->counts[i] = (uint32_t)(1 + test_below(&seed, most_rows));
		p->grid.rows += p->counts[i];
	}
	for (uint32_t g = 0; g <= GROUPS; g++)
		p->starts[g] = 2 * g;
	p->column = (hist_grid_column){ .k_max = k_max, .groups = GROUPS, .starts = p->starts, .symbols = p->symbols };
	p->column.scale.k_init = 2 * GROUPS;
	p->grid.column_count = 1;
	p->grid.columns = &p->column;
	p->grid.tuples = LARGE_TUPLES;
	p->grid.counts = p->counts;
	p->around = (hist_other_columns){ p->ids, cells, (double)cells };
}

/* The data cost of groups start .. end-1 by counting. */
static double plain_cost(const large_problem *p, uint32_t start, uint32_t end, uint64_t *counts)
{
	double rows = 0, sum = 0;
	memset(counts, 0, p->around.cells * sizeof *counts);
	for (size_t i = 0; i < LARGE_TUPLES; i++)
		if (p->symbols[i] >= start && p->symbols[i] < end) {
			counts[p->ids[i]] += p->counts[i];
			rows += p->counts[i];
		}
	for (size_t cell = 0; cell < p->around.cells; cell++)
		sum += counts[cell] > 0 ? (double)counts[cell] * log2((double)counts[cell]) : 0;
	return rows * log2(2.0 * (end - start)) - sum;
}

/* Minimum of L(D, M), up to terms that cuts do not change, by trying every start of every last interval. */
static double plain_search(const large_problem *p, double cost[GROUPS][GROUPS + 1], const cells_complexity *complexity)
{
	double best[GROUPS + 1], next[GROUPS + 1], least = INFINITY;
	for (size_t k = 1; k <= p->column.k_max; k++) {
		for (size_t end = 0; end <= GROUPS; end++) {
			next[end] = k == 1 && end > 0 ? cost[0][end] : INFINITY;
			for (size_t start = k - 1; k > 1 && start < end; start++)
				next[end] = fmin(next[end], best[start] + cost[start][end]);
		}
		memcpy(best, next, sizeof best);
		least = fmin(least, best[GROUPS] + cells_complexity_bits(complexity, p->around.grid_cells * (double)k) +
		                        hist_cut_bits(p->column.scale.k_init, k));
	}
	return least;
}

static void check_large(const large_problem *p)
{
	static double cost[GROUPS][GROUPS + 1];
	static uint64_t counts[LARGE_CELLS];
	uint32_t best_ends[GROUPS], present_ends[GROUPS] = { GROUPS };
	hist_segmentation best = { 0, best_ends }, present = { 1, present_ends };
	cells_complexity complexity;
	cells_xlogx xlogx;
	double change;
	for (uint32_t start = 0; start < GROUPS; start++)
		for (uint32_t end = start + 1; end <= GROUPS; end++)
			cost[start][end] = plain_cost(p, start, end, counts);
	cells_complexity_init(&complexity, p->grid.rows);
	assert_true(cells_xlogx_init(&xlogx, p->grid.rows));
	assert_true(hist_segment(&best, &change, &p->grid, &p->column, &present, &p->around, &complexity, &xlogx));
	cells_xlogx_clear(&xlogx);
	double after = cells_complexity_bits(&complexity, p->around.grid_cells * (double)best.intervals);
	for (size_t i = 0, start = 0; i < best.intervals; start = best.ends[i++])
		after += cost[start][best.ends[i]];
	double before = cost[0][GROUPS] + cells_complexity_bits(&complexity, p->around.grid_cells);
	double least = plain_search(p, cost, &complexity);
	assert_close(after + hist_cut_bits(p->column.scale.k_init, best.intervals), least, 1e-11 * fabs(least));
	assert_close(change, after - before, 1e-11 * fabs(before));
}

/* Each method of looking costs up: few rows in many cells, more in few, and more than the table holds. */
static void many_tuples_equal_a_plain_search(void **state)
{
	(void)state;
	static const struct {
		size_t cells;
		uint64_t most_rows;
	} kinds[] = { { LARGE_CELLS, 1 }, { LARGE_CELLS, 6 }, { 400, 3 }, { 5, 40 }, { 7, 90000 } };
	static large_problem p;
	for (size_t kind = 0; kind < sizeof kinds / sizeof *kinds; kind++)
		for (size_t k_max = 1; k_max <= GROUPS; k_max += kind % 2 == 0 ? 23 : 6) {
			make_large(&p, kinds[kind].cells, kinds[kind].most_rows, k_max, 77 + kind);
			check_large(&p);
		}
}

static void cut_bits_are_binomials(void **state)
{
	(void)state;
	for (size_t k_init = 1; k_init < 60; k_init++)
		for (size_t intervals = 1; intervals <= k_init; intervals++)
			assert_close(hist_cut_bits(k_init, intervals), log2_binomial(k_init - 1, intervals - 1), 1e-9);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(equals_brute_force_over_all_cut_sets),
		cmocka_unit_test(many_tuples_equal_a_plain_search),
		cmocka_unit_test(cut_bits_are_binomials),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
