/* What an edge costs beyond what the code charges for its parameters. Chance gains more from some pairs of columns than from others: with
 * d degrees of freedom half a chi-squared, so that among independent columns FALSE_EDGES pairs of all gain more than its upper
 * quantile. The code charges much for a table of many cells and little for one of two rare levels, where the prior expects few rows
 * in the common cell. So an edge should cost what chance can gain, and its price is the difference, but no more than the name of the
 * other column, ln(columns): more lost true edges of rare labels. It depends on the two columns alone and is the same in both
 * directions, so graphs of one class cost the same. */
#include <math.h>

#include "base/functions.h"
#include "base/special.h"
#include "graph/search/code.h"

/* Of all pairs of independent columns, whatever their number: chosen among .1, .2, .4, .6, 1 and 2 on the networks of
 * experiments/repository.txt that are for choosing and on dense linear ones. */
static const double FALSE_EDGES = 0.4;
static const double LEAST_PRICE = 1.5; /* nats: without it the smallest tables with numbers had too many edges */

/* ln gamma(weight + rows) - ln gamma(weight). */
static double rising(double weight, double rows)
{
	return base_log_gamma(weight + rows) - base_log_gamma(weight);
}

static double count_of(const code_column *c, size_t level)
{
	return (double)(c->starts[level + 1] - c->starts[level]);
}

/* The length of a label that has these shares in so many rows, with one weight of the prior. */
static double length_alone(const code_column *c, double weight, double rows)
{
	double sum = rising(weight, rows), all = c->starts[c->level_count];
	for (size_t k = 0; k < c->level_count; k++)
		sum -= rising(weight * c->shares[k], rows * count_of(c, k) / all);
	return sum;
}

/* What the code of two labels loses on a table without any dependence, with one weight of the prior. */
static double loss(const code_column *a, const code_column *b, double weight)
{
	double all = a->starts[a->level_count], others = b->starts[b->level_count], rows = fmin(all, others);
	double sum = rising(weight, rows);
	for (size_t k = 0; k < a->level_count; k++)
		for (size_t l = 0; l < b->level_count; l++)
			sum -= rising(weight * a->shares[k] * b->shares[l], rows * count_of(a, k) / all * count_of(b, l) / others);
	return sum - length_alone(a, weight, rows) - length_alone(b, weight, rows);
}

static double price_of(const graph_code *code, const code_column *a, const code_column *b, double alpha)
{
	static const double weights[] = { GRAPH_CODE_WEIGHTS };
	bool labels = a->levels != NULL && b->levels != NULL;
	double freedom = labels ? fmax((double)a->level_count - 1, 0) * fmax((double)b->level_count - 1, 0)
	                        : (double)(a->count * b->count);
	double charge = labels ? INFINITY : graph_code_parameter(code) * freedom;
	if (!(freedom > 0))
		return LEAST_PRICE;
	for (size_t s = 0; labels && s < sizeof weights / sizeof weights[0]; s++)
		charge = fmin(charge, loss(a, b, weights[s]));
	double price = fmax(0.5 * base_chi2_quantile(alpha, freedom) - charge, LEAST_PRICE);
	price = fmin(price, fmax(log((double)code->nodes), LEAST_PRICE));
	return rint(price / GRAPH_CODE_UNIT) * GRAPH_CODE_UNIT;
}

void graph_code_find_prices(graph_code *code)
{
	double pairs = 0.5 * (double)code->nodes * ((double)code->nodes - 1);
	for (size_t i = 0; i < code->nodes; i++)
		for (size_t j = 0; j <= i; j++)
			code->prices[i * code->nodes + j] = code->prices[j * code->nodes + i] =
				i == j ? 0 : price_of(code, &code->columns[i], &code->columns[j], FALSE_EDGES / pairs);
}
