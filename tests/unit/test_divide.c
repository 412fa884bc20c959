/* Dividing one column, against brute force, and the score of a fitted grid against its own cells. Only the symbols of
 * rows come from the code under test; code lengths are computed again from their definitions. */
#include "estimate/divide.h"
#include "paper/cells/xlogx.h"
#include "tables.h"

enum { MAX_ROWS = 48, MAX_ATOMS = 6, MAX_BINS = 16, MAX_OTHERS = 3, CASES = 600 };

typedef enum kind { CONTINUOUS, CLUSTERED, SPIKED, NUMBERED, NOMINAL, KINDS } kind;

/* Column 0 is divided; the others are discrete, with a bin for every value. */
typedef struct problem {
	kind kind;
	question_role roles[1 + MAX_OTHERS];
	size_t others, rows, most;
	size_t values[MAX_OTHERS]; /* of the other columns */
	mixmi_table *table;
	estimate_ranks ranks;
	estimate_grid grid; /* the other columns, every value a bin */
	uint32_t cells[MAX_ROWS], own_of_cell[64];
	size_t cell_count;
	double least[MAX_BINS]; /* least bits of the ordered part by number of bins, and of the atoms */
	double least_atoms[MAX_BINS];
} problem;

/* ------------------------------------------------------------------------------------- code lengths anew */

static double xlog2x(double x)
{
	return x > 0 ? x * log2(x) : 0;
}

static double choose_bits(size_t n, size_t k)
{
	double bits = 0;
	for (size_t i = 1; i <= k; i++)
		bits += log2((double)(n - k + i)) - log2((double)i);
	return bits;
}

static double penalty(const problem *p, size_t bins)
{
	double b[3] = { 1, 1, 1 };
	for (size_t i = 0; i < p->others; i++)
		b[p->roles[1 + i]] *= (double)p->ranks.columns[1 + i].atoms;
	b[p->roles[0]] *= (double)bins;
	double cells = b[0] * b[1] * b[2];
	if (cells > (double)p->rows)
		return INFINITY;
	return cells == 1 ? 0
	                  : mixmi_parametric_complexity(p->rows, cells) * (cells - b[0] - b[1] - b[2] + 2) / (cells - 1);
}

/* Data bits that depend on column 0, over the rows whose bin is not UINT32_MAX. */
static double data_bits(const problem *p, const uint32_t *bin_of_symbol)
{
	static double joint[MAX_BINS][64], known[MAX_BINS][64];
	size_t used = 0;
	double bits = 0;
	size_t size = p->cell_count * sizeof joint[0][0];
	for (size_t b = 0; b < MAX_BINS; b++) {
		memset(joint[b], 0, size);
		memset(known[b], 0, size);
	}
	for (size_t i = 0; i < p->ranks.tuples; i++) {
		uint32_t bin = bin_of_symbol[p->ranks.columns[0].at[i]];
		if (bin == UINT32_MAX)
			continue;
		used = bin + 1 > used ? bin + 1 : used;
		joint[bin][p->cells[i]] += p->ranks.times[i];
		known[bin][p->own_of_cell[p->cells[i]]] += p->ranks.times[i];
	}
	for (size_t b = 0; b < used; b++)
		for (size_t c = 0; c < p->cell_count; c++)
			bits += xlog2x(known[b][c]) - xlog2x(joint[b][c]);
	return bits;
}

/* Places with rows: cuts anywhere between two of them are the same. */
static size_t occupied_places(const problem *p)
{
	const estimate_column *column = &p->ranks.columns[0];
	size_t occupied = 0;
	for (size_t s = 0; s < column->places; s++)
		occupied += column->rows[s] > 0;
	return occupied;
}

static double say_interval_cuts(size_t occupied, size_t bins)
{
	return bins <= 1 ? 0 : choose_bits(occupied - 1, bins - 1);
}

static double say_groups(const problem *p, size_t atoms, size_t groups)
{
	if (groups == 1 || groups == atoms)
		return 0;
	if (p->kind != NOMINAL)
		return choose_bits(atoms - 1, groups - 1);
	return (double)atoms * log2((double)groups) - lgamma((double)groups + 1) / log(2);
}

/* ------------------------------------------------------------------------------------------- brute force */

/* All ways to end `bins` intervals, without the symbols of atoms. */
static void try_cuts(problem *p, size_t *cuts, size_t count, size_t bins)
{
	if (count + 1 < bins) {
		size_t from = count > 0 ? cuts[count - 1] + 1 : 1;
		for (cuts[count] = from; cuts[count] < ESTIMATE_PLACES; cuts[count]++)
			try_cuts(p, cuts, count + 1, bins);
		return;
	}
	uint32_t map[ESTIMATE_PLACES + MAX_ROWS];
	for (size_t s = 0; s < ESTIMATE_PLACES + p->ranks.columns[0].atoms; s++) {
		map[s] = 0;
		for (size_t c = 0; c < count; c++)
			map[s] += s >= cuts[c];
		if (s >= ESTIMATE_PLACES)
			map[s] = UINT32_MAX;
	}
	p->least[bins] = fmin(p->least[bins], data_bits(p, map) + say_interval_cuts(occupied_places(p), bins));
}

/* All partitions of atoms (restricted growth strings), or, for ordered atoms, only those into runs. */
static void try_groups(problem *p, uint32_t *map, size_t atom, uint32_t groups)
{
	const estimate_column *column = &p->ranks.columns[0];
	if (atom == column->atoms) {
		double *least = &p->least_atoms[groups];
		*least = fmin(*least, data_bits(p, map) + say_groups(p, column->atoms, groups));
		return;
	}
	for (uint32_t g = p->kind == NOMINAL || atom == 0 ? 0 : groups - 1; g <= groups; g++) {
		map[column->places + atom] = g;
		try_groups(p, map, atom + 1, groups + (g == groups));
	}
}

static double brute_force(problem *p)
{
	const estimate_column *column = &p->ranks.columns[0];
	uint32_t map[ESTIMATE_PLACES + MAX_ROWS] = { 0 };
	double best = data_bits(p, map) + penalty(p, 1); /* the whole column in one bin */
	for (size_t k = 0; k < MAX_BINS; k++)
		p->least[k] = p->least_atoms[k] = INFINITY;
	size_t cuts[MAX_BINS];
	if (column->places > 0)
		for (size_t k = 1; k <= p->most && k <= occupied_places(p); k++)
			try_cuts(p, cuts, 0, k);
	for (size_t s = 0; s < column->places; s++)
		map[s] = UINT32_MAX;
	if (column->atoms > 0)
		try_groups(p, map, 0, 0);
	for (size_t i = column->places > 0; i <= (column->places > 0 ? p->most : 0); i++)
		for (size_t g = column->atoms > 0; g <= column->atoms; g++)
			if (g <= p->most || g == column->atoms) /* all apart is always allowed */
				best = fmin(best, (i > 0 ? p->least[i] : 0) + (g > 0 ? p->least_atoms[g] : 0) + penalty(p, i + g));
	return best;
}

/* -------------------------------------------------------------------------------------------- the cases */

static void add_target(problem *p, const size_t *level, uint64_t *seed)
{
	static const char *const labels[] = { "u", "v", "w", "x", "y", "z" };
	double values[MAX_ROWS];
	int64_t codes[MAX_ROWS];
	size_t atoms = 2 + test_below(seed, MAX_ATOMS - 1), noise = 1 + test_below(seed, 3);
	for (size_t i = 0; i < p->rows; i++) {
		double place = (double)level[i] + (double)noise * test_uniform(seed);
		values[i] = p->kind == CLUSTERED ? floor(3 * place) / 3 : place;
		if (p->kind == SPIKED && test_below(seed, 3) == 0)
			values[i] = 1 + (double)(level[i] % 2); /* two spikes, also amid the ordered part */
		size_t code = test_below(seed, 5) > 0 ? level[i] + 4 * test_below(seed, 2) : test_below(seed, atoms);
		codes[i] = (int64_t)(code % atoms);
	}
	if (p->kind <= SPIKED)
		assert_ok(mixmi_table_add_values(p->table, "t", MIXMI_NUMERIC, values, NULL));
	else
		assert_ok(mixmi_table_add_codes(p->table, "t", codes, p->kind == NOMINAL ? labels : NULL,
		                                p->kind == NOMINAL ? atoms : 0, NULL));
}

static void describe_others(problem *p)
{
	uint32_t count = 1;
	assert_true(estimate_grid_init(&p->grid, &p->ranks));
	memset(p->cells, 0, sizeof p->cells);
	for (size_t j = 1; j <= p->others; j++) {
		const estimate_column *column = &p->ranks.columns[j];
		for (size_t a = 0; a < column->atoms; a++)
			p->grid.divisions[j].bin[a] = (uint32_t)a;
		p->grid.divisions[j].bins = column->atoms;
		for (size_t i = 0; i < p->ranks.tuples; i++)
			p->cells[i] = p->cells[i] * (uint32_t)column->atoms + column->at[i];
		count *= (uint32_t)column->atoms;
	}
	assert_true(count <= 64);
	p->cell_count = count;
	for (uint32_t cell = 0; cell < count; cell++) {
		uint32_t rest = cell, unit = count;
		p->own_of_cell[cell] = 0;
		for (size_t j = 1; j <= p->others; j++) {
			uint32_t atoms = (uint32_t)p->ranks.columns[j].atoms, value;
			unit /= atoms;
			value = rest / unit;
			rest %= unit;
			if (p->roles[j] == p->roles[0])
				p->own_of_cell[cell] = p->own_of_cell[cell] * atoms + value;
		}
	}
}

static void make_problem(problem *p, uint64_t number)
{
	uint64_t seed = number;
	memset(p, 0, sizeof *p);
	p->kind = (kind)(number % KINDS);
	p->rows = 28 + test_below(&seed, MAX_ROWS - 28); /* no fewer than cells with column 0 in one bin */
	p->most = 2 + test_below(&seed, 2);
	p->roles[0] = (question_role)test_below(&seed, 3);
	/* with one other column of two values the order found for texts is optimal */
	p->others = p->roles[0] == QUESTION_Z ? 2 + test_below(&seed, 2) : 1 + test_below(&seed, 2);
	assert_ok(mixmi_table_new(&p->table, p->rows));
	size_t level[MAX_ROWS];
	int64_t codes[MAX_OTHERS][MAX_ROWS];
	for (size_t j = 0; j < p->others; j++) {
		static const question_role of_z[] = { QUESTION_X, QUESTION_Y, QUESTION_Z };
		question_role further = test_below(&seed, 2) == 0 ? p->roles[0] : QUESTION_Z;
		p->values[j] = 2 + test_below(&seed, 2);
		p->roles[1 + j] = p->roles[0] == QUESTION_Z ? of_z[j] : j > 0 ? further : p->roles[0] ^ 1;
	}
	for (size_t i = 0; i < p->rows; i++) {
		level[i] = test_below(&seed, 4);
		for (size_t j = 0; j < p->others; j++)
			codes[j][i] = test_below(&seed, 4) > 0 ? (int64_t)(level[i] % p->values[j])
			                                       : (int64_t)test_below(&seed, p->values[j]);
	}
	add_target(p, level, &seed);
	for (size_t j = 0; j < p->others; j++)
		assert_ok(mixmi_table_add_codes(p->table, (const char *[]){ "a", "b", "c" }[j], codes[j], NULL, 0, NULL));
	static const size_t columns[] = { 0, 1, 2, 3 };
	mixmi_options options = options_of("default");
	assert_true(estimate_ranks_init(&p->ranks, p->table, columns, p->roles, 1 + p->others, ESTIMATE_PLACES,
	                                options.atom_threshold));
	describe_others(p);
}

static double total_bits(const problem *p, const estimate_division *d)
{
	return data_bits(p, d->bin) + d->said + penalty(p, d->bins);
}

/* Bins of the places. */
static size_t intervals_of(const problem *p, const estimate_division *d)
{
	size_t places = p->ranks.columns[0].places;
	return places > 0 ? d->bin[places - 1] + 1 : 0;
}

static double said_bits(const problem *p, const estimate_division *d)
{
	size_t intervals = intervals_of(p, d), groups = d->bins - intervals;
	return d->bins == 1 ? 0
	                    : say_interval_cuts(occupied_places(p), intervals) +
	                          (groups > 0 ? say_groups(p, p->ranks.columns[0].atoms, groups) : 0);
}

static void division_is_the_best_there_is(void **state)
{
	(void)state;
	size_t divided = 0, two_parts = 0, by_kind[KINDS] = { 0 }, unordered = 0, found = 0;
	for (uint64_t number = 1; number <= CASES; number++) {
		problem p;
		estimate_grid found_grid;
		mixmi_options options = options_of("default");
		estimate_costs costs;
		make_problem(&p, number);
		print_message("case %llu: kind %d, %zu rows, role %d\n", (unsigned long long)number, (int)p.kind, p.rows,
		              (int)p.roles[0]);
		assert_true(estimate_grid_init(&found_grid, &p.ranks));
		estimate_division *best = &found_grid.divisions[0];
		options.k_max = (int64_t)p.most;
		assert_true(estimate_costs_init(&costs, p.rows, &options));
		assert_true(estimate_divide(best, &p.grid, 0, &costs));
		double bits = total_bits(&p, best), least = brute_force(&p);
		assert_close(best->said, said_bits(&p, best), 1e-9);
		if (p.kind != NOMINAL || p.cell_count == 2) {
			assert_close(bits, least, 1e-8);
		} else {
			assert_true(bits > least - 1e-8);
			unordered++;
			found += bits < least + 1e-8;
		}
		divided += best->bins > 1;
		two_parts += intervals_of(&p, best) > 0 && best->bins > intervals_of(&p, best);
		by_kind[p.kind] += best->bins > 1;
		estimate_costs_clear(&costs);
		estimate_grid_clear(&found_grid);
		estimate_grid_clear(&p.grid);
		estimate_ranks_clear(&p.ranks);
		mixmi_table_free(p.table);
	}
	print_message("%zu divided, %zu in both parts; texts among many cells: %zu of %zu the best\n", divided, two_parts,
	              found, unordered);
	assert_true(divided > CASES / 4 && two_parts > 5 && 10 * found >= 8 * unordered);
	for (size_t k = 0; k < KINDS; k++)
		assert_true(by_kind[k] > 10);
}

/* ------------------------------------------------------------------------------------------- whole grids */

/* Counts of every margin of a histogram's cells: columns whose bit is set. */
static double margin_bits(const mixmi_histogram *histogram, size_t cells, size_t columns, unsigned mask)
{
	double bits = 0;
	for (size_t i = 0; i < cells; i++) {
		mixmi_cell cell, other;
		uint64_t rows = 0;
		bool first = true;
		assert_ok(mixmi_histogram_get_cell(&cell, sizeof cell, histogram, i));
		for (size_t k = 0; k < cells; k++) {
			assert_ok(mixmi_histogram_get_cell(&other, sizeof other, histogram, k));
			bool same = true;
			for (size_t j = 0; j < columns; j++)
				same = same && ((mask >> j & 1) == 0 || cell.bins[j] == other.bins[j]);
			first = first && !(same && k < i);
			rows += same ? other.count : 0;
		}
		bits += first ? xlog2x((double)rows) : 0;
	}
	return bits;
}

/* X = a, b; Y = c; Z = d, e, sorted by name. */
static void the_score_follows_from_the_cells(void **state)
{
	(void)state;
	static const size_t columns[] = { 0, 1, 2, 3, 4 };
	size_t dependent = 0;
	for (uint64_t seed = 1; seed <= test_cases(24); seed++) {
		size_t rows = 100 * seed, z_count = seed % 3, count = 3 + z_count;
		double *values = mixed_values(rows, 5, seed);
		mixmi_table *table = numeric_table(values, rows, 5);
		mixmi_histogram *histogram;
		mixmi_histogram_info info;
		mixmi_answer cmi;
		assert_ok(estimate_cmi(&cmi, &histogram, table, columns, 2, columns + 2, 1, columns + 3, z_count, NULL));
		mixmi_histogram_describe(&info, sizeof info, histogram);
		double all = margin_bits(histogram, info.cells, count, ~0u), n = xlog2x((double)rows), z;
		z = z_count > 0 ? margin_bits(histogram, info.cells, count, z_count == 1 ? 8 : 24) : n;
		double bits = z - all;
		bits += margin_bits(histogram, info.cells, count, 3) - n + margin_bits(histogram, info.cells, count, 4) - n;
		double b[3] = { cmi.bins_x, cmi.bins_y, cmi.bins_z }, cells = b[0] * b[1] * b[2];
		double complexity =
			cells > 1 ? mixmi_parametric_complexity(rows, cells) * (cells - b[0] - b[1] - b[2] + 2) / (cells - 1) : 0;
		print_message("seed %llu: %zu cells, data %g, complexity %g, cuts %g\n", (unsigned long long)seed, info.cells,
		              info.score_data, info.score_complexity, info.score_cuts);
		assert_close(info.score_data, bits, 1e-7);
		assert_close(info.score_complexity, complexity, 1e-9);
		assert_close(info.score, bits + complexity + info.score_cuts, 1e-7);
		assert_true(info.score <= 0 && info.score_cuts >= 0); /* or one bin per column would have been shorter */
		assert_true(info.cells > 1 || (info.score == 0 && cmi.estimate == 0));
		dependent += info.cells > 1;
		mixmi_histogram_free(histogram);
		mixmi_table_free(table);
		free(values);
	}
	assert_true(test_enough(dependent, 13));
}

/* Two columns without ties: the cuts of each, and log2 63 bits for each that was moved. */
static void cuts_cost_what_the_search_counts(void **state)
{
	(void)state;
	enum { ROWS = 400 };
	static const size_t columns[] = { 0, 1 };
	for (uint64_t draw = 1; draw <= test_cases(10); draw++) {
		double values[2 * ROWS];
		uint64_t seed = draw;
		for (size_t i = 0; i < ROWS; i++) {
			values[i] = test_normal(&seed);
			values[ROWS + i] = 0.8 * values[i] + 0.6 * test_normal(&seed);
		}
		mixmi_table *table = numeric_table(values, ROWS, 2);
		mixmi_histogram *histogram;
		mixmi_histogram_info info;
		mixmi_answer cmi;
		assert_ok(estimate_cmi(&cmi, &histogram, table, columns, 1, columns + 1, 1, NULL, 0, NULL));
		mixmi_histogram_describe(&info, sizeof info, histogram);
		double x = cmi.bins_x, y = cmi.bins_y;
		bool found = false;
		double cuts = say_interval_cuts(ESTIMATE_PLACES, (size_t)x) + say_interval_cuts(ESTIMATE_PLACES, (size_t)y);
		for (double moved = 0; moved <= x + y - 2; moved++)
			found = found || fabs(cuts + moved * log2(63) - info.score_cuts) < 1e-9;
		assert_true(x > 1 && y > 1 && found);
		mixmi_histogram_free(histogram);
		mixmi_table_free(table);
	}
}

/* X is a pair of columns that almost determine each other; the question is still what they say about Y. */
static void two_columns_that_go_together_do_not_hide_what_they_tell(void **state)
{
	(void)state;
	enum { ROWS = 400, DRAWS = 20 };
	static const size_t columns[] = { 0, 1, 2 };
	double mean = 0, truth = -0.5 * log(1 - 0.49);
	for (uint64_t draw = 0; draw < DRAWS; draw++) {
		double values[3 * ROWS];
		uint64_t seed = 900 + draw;
		for (size_t i = 0; i < ROWS; i++) {
			values[i] = test_normal(&seed);
			values[ROWS + i] = 0.95 * values[i] + sqrt(1 - 0.95 * 0.95) * test_normal(&seed);
			values[2 * ROWS + i] = 0.7 * values[i] + sqrt(1 - 0.49) * test_normal(&seed);
		}
		mixmi_table *table = numeric_table(values, ROWS, 3);
		mixmi_answer cmi;
		assert_ok(estimate_cmi(&cmi, NULL, table, columns, 2, columns + 2, 1, NULL, 0, NULL));
		assert_true(cmi.estimate > truth / 2);
		mean += cmi.estimate / DRAWS;
		mixmi_table_free(table);
	}
	print_message("mean %.4f, truth %.4f\n", mean, truth);
	assert_close(mean, truth, 0.07);
}

/* The limit on intervals per column, whichever start wins. */
static void no_column_has_more_intervals_than_asked_for(void **state)
{
	(void)state;
	double values[2 * 400];
	uint64_t seed = 70;
	for (size_t i = 0; i < 400; i++) {
		values[i] = test_normal(&seed);
		values[400 + i] = values[i] + 0.1 * test_normal(&seed);
	}
	mixmi_table *table = numeric_table(values, 400, 2);
	static const size_t columns[] = { 0, 1 };
	for (int64_t most = 1; most <= 12; most++) {
		mixmi_options options = options_of("default");
		mixmi_answer cmi;
		options.k_max = most;
		if (most == 1) {
			assert_fails(estimate_cmi(&cmi, NULL, table, columns, 1, columns + 1, 1, NULL, 0, &options),
			             MIXMI_ERROR_USAGE, "k-max 1 allows no cut");
			continue;
		}
		assert_ok(estimate_cmi(&cmi, NULL, table, columns, 1, columns + 1, 1, NULL, 0, &options));
		assert_true(cmi.bins_x <= (double)most && cmi.bins_y <= (double)most && cmi.bins_x >= fmin(3, (double)most));
		options.max_rounds = 0;
		assert_ok(estimate_cmi(&cmi, NULL, table, columns, 1, columns + 1, 1, NULL, 0, &options));
		assert_true(cmi.bins_x <= (double)most && cmi.bins_y <= (double)most);
	}
	mixmi_table_free(table);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(division_is_the_best_there_is),
		cmocka_unit_test(the_score_follows_from_the_cells),
		cmocka_unit_test(cuts_cost_what_the_search_counts),
		cmocka_unit_test(two_columns_that_go_together_do_not_hide_what_they_tell),
		cmocka_unit_test(no_column_has_more_intervals_than_asked_for),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
