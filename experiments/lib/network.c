/* A and B are sources; B -> C, B -> D, C -> E, {C, D} -> F, {A, E} -> G (docs/METHOD.md, section 4, lists what had to be added to
 * the paper's text). */
#include "network.h"

#include <math.h>
#include <stdlib.h>

enum { NODES = 7 };

const char network_edges[] = "from,to,type\n"
							 "B,C,directed\nB,D,directed\nC,E,directed\nC,F,directed\nD,F,directed\nE,G,directed\n"
							 "A,G,directed\n";

static void draw_row(double row[NODES], draw *d)
{
	double a = draw_exponential(d, 1);
	double b = (double)draw_below(d, 4);
	double c = draw_binomial(d, (uint64_t)b, 0.5);
	double dd = b - 2 + draw_normal(d);
	double e = draw_exponential(d, 1 / (c + 1));
	double f = pow(dd, nearbyint(c / 2)) + draw_normal(d); /* halves round to even */
	double g = e > 1 ? draw_poisson(d, a) : a + draw_normal(d);
	const double values[NODES] = { a, b, c, dd, e, f, g };
	for (size_t j = 0; j < NODES; j++)
		row[j] = values[j];
}

static mixmi_status make_table(mixmi_table **out, size_t rows, uint64_t seed, uint64_t number, const char *types)
{
	static const char *const names[NODES] = { "A", "B", "C", "D", "E", "F", "G" };
	mixmi_status status = mixmi_table_new(out, rows);
	if (status != MIXMI_OK)
		return status;
	double *values = malloc(rows * NODES * sizeof *values + 1);
	if (values == NULL)
		status = MIXMI_ERROR_MEMORY;
	draw d;
	draw_init(&d, seed, "network", number);
	for (size_t i = 0; status == MIXMI_OK && i < rows; i++) {
		double row[NODES];
		draw_row(row, &d);
		for (size_t j = 0; j < NODES; j++)
			values[j * rows + i] = row[j];
	}
	for (size_t j = 0; status == MIXMI_OK && j < NODES; j++) {
		mixmi_type type = types[j] == 'd' ? MIXMI_DISCRETE : MIXMI_NUMERIC;
		status = mixmi_table_add_values(*out, names[j], type, values + j * rows, NULL);
	}
	free(values);
	if (status != MIXMI_OK) {
		mixmi_table_free(*out);
		*out = NULL;
	}
	return status;
}

mixmi_status network_table(mixmi_table **out, size_t rows, uint64_t seed, uint64_t number)
{
	return make_table(out, rows, seed, number, "nddnnnn");
}

mixmi_status network_table_numbers(mixmi_table **out, size_t rows, uint64_t seed, uint64_t number)
{
	return make_table(out, rows, seed, number, "nnnnnnn");
}
