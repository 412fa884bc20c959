/* The accuracy suite against its frozen table, for tests that have more or less time. */
#ifndef TESTS_FROZEN_H
#define TESTS_FROZEN_H

#include "accuracy.h"
#include "unit.h"

#include <omp.h>

static const char frozen_path[] = "experiments/accuracy.csv";
static const uint64_t frozen_seed = 20210401;

/* Runs line `recorded` again, its first `draws` only; true where the MSE lies within the band. */
static inline bool frozen_holds(const accuracy_row *recorded, const char *method, size_t draws)
{
	accuracy_method m;
	accuracy_row now;
	assert_ok(accuracy_method_parse(&m, method));
	assert_ok(accuracy_run(&now, suite_find(recorded->mechanism), recorded->rows, &m, 1, draws, frozen_seed,
	                       omp_get_max_threads()));
	assert_int_equal(now.draws, draws);
	accuracy_method_clear(&m);
	bool whole = draws == recorded->draws;
	double before = whole ? recorded->mse : recorded->quick_mse;
	double band = accuracy_band(before, whole ? recorded->se : recorded->quick_se);
	if (now.mse <= band) /* false for NaN */
		return true;
	print_error("%s, n = %zu, %s: MSE %.6f over %zu draws, recorded %.6f, most %.6f\n", recorded->mechanism,
	            recorded->rows, method, now.mse, draws, before, band);
	return false;
}

/* All lines of at most `rows` rows: from every draw that was recorded up to `whole` rows, else from the first few. */
static inline void frozen_check(size_t rows, size_t whole)
{
	accuracy_table table;
	size_t worse = 0, checked = 0;
	assert_true(accuracy_read(&table, frozen_path, false));
	for (size_t i = 0; i < table.count; i++) {
		const accuracy_row *row = &table.rows[i];
		if (row->rows > rows)
			continue;
		checked++;
		worse += !frozen_holds(row, row->method,
		                       row->rows <= whole || row->draws < ACCURACY_QUICK ? row->draws : ACCURACY_QUICK);
	}
	accuracy_free(&table);
	print_message("%zu figures of %s, %zu worse than their band\n", checked, frozen_path, worse);
	assert_true(checked > 0);
	assert_int_equal(worse, 0);
}

#endif
