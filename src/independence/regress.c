/* Forward selection over an additive basis: for each column of Z its normal score, the square and cube, hinges between octiles
 * where Z has few columns, indicators of frequent values, and products of pairs of scores. Orthogonalised by modified
 * Gram-Schmidt, in a fixed order of rows and terms, so that the bits are the same everywhere. O(rows terms kept). */
#include "independence/regress.h"

#include <gsl/gsl_cdf.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"

enum { FEW_VALUES = 10, MOST_KEPT = 40, MOST_INDICATORS = 20, HINGES = 7, WIDE = 5 };

void independence_scores_of(double *scores, const independence_column *column, size_t rows)
{
	for (size_t i = 0; i < rows; i++) {
		uint32_t code = column->codes[i];
		double rank = column->below[code] + column->counts[code] / 2.0;
		scores[i] = gsl_cdf_ugaussian_Pinv(rank / (double)rows);
	}
}

/* Room for one more term; NULL where there are enough, or no memory, which `failed` remembers. */
static double *next_term(independence_basis *basis)
{
	if (basis->failed || basis->count == INDEPENDENCE_TERMS)
		return NULL;
	double *term = base_array(basis->rows, sizeof *term);
	basis->failed = term == NULL;
	if (term != NULL)
		basis->terms[basis->count++] = term;
	return term;
}

static void add_powers(independence_basis *basis, const double *score)
{
	for (int power = 2; power <= 3; power++) {
		double *term = next_term(basis);
		for (size_t i = 0; term != NULL && i < basis->rows; i++)
			term[i] = power == 2 ? score[i] * score[i] - 1 : (score[i] * score[i] - 3) * score[i];
	}
}

static void add_hinges(independence_basis *basis, const independence_column *column, size_t parts)
{
	for (size_t k = 1; k < parts; k++) {
		double *term = next_term(basis), knot = (double)k / (double)parts;
		for (size_t i = 0; term != NULL && i < basis->rows; i++) {
			uint32_t code = column->codes[i];
			double rank = (column->below[code] + column->counts[code] / 2.0) / (double)basis->rows;
			term[i] = rank > knot ? rank - knot : 0;
		}
	}
}

static void add_indicators(independence_basis *basis, const independence_column *column)
{
	size_t least = basis->rows / 50 + 3, added = 0;
	for (size_t code = 0; code < column->distinct && added < MOST_INDICATORS; code++) {
		bool wanted = column->discrete || column->values < FEW_VALUES || column->spike[code];
		if (!wanted || column->counts[code] < least)
			continue;
		double *term = next_term(basis);
		for (size_t i = 0; term != NULL && i < basis->rows; i++)
			term[i] = column->codes[i] == code;
		added++;
	}
}

static void add_products(independence_basis *basis, size_t z_count)
{
	for (size_t a = 0; a < z_count; a++)
		for (size_t b = 0; b < a; b++) {
			double *term = next_term(basis);
			const double *u = basis->terms[a], *v = basis->terms[b];
			for (size_t i = 0; term != NULL && i < basis->rows; i++)
				term[i] = u[i] * v[i];
		}
}

bool independence_basis_init(independence_basis *basis, const independence_column *const *z, size_t z_count,
                             size_t rows)
{
	*basis = (independence_basis){ .rows = rows };
	size_t shown = z_count < 40 ? z_count : 40;
	for (size_t k = 0; k < shown; k++) {
		double *term = next_term(basis);
		if (term == NULL)
			return false;
		independence_scores_of(term, z[k], rows);
	}
	for (size_t k = 0; k < shown; k++)
		add_indicators(basis, z[k]);
	for (size_t k = 0; k < shown; k++)
		if (z[k]->values >= FEW_VALUES)
			add_powers(basis, basis->terms[k]);
	if (z_count <= WIDE)
		add_products(basis, z_count);
	for (size_t k = 0; k < shown && z_count <= 3; k++)
		if (z[k]->values >= FEW_VALUES)
			add_hinges(basis, z[k], z_count == 1 && rows >= 200 ? 16 : HINGES + 1);
	return !basis->failed;
}

void independence_basis_clear(independence_basis *basis)
{
	for (size_t k = 0; k < basis->count; k++)
		free(basis->terms[k]);
	memset(basis, 0, sizeof *basis);
}

static double dot(const double *a, const double *b, size_t rows)
{
	double sum = 0;
	for (size_t i = 0; i < rows; i++)
		sum += a[i] * b[i];
	return sum;
}

static void subtract(double *a, double factor, const double *b, size_t rows)
{
	for (size_t i = 0; i < rows; i++)
		a[i] -= factor * b[i];
}

/* Makes a term orthogonal to those kept and of length 1; false if nothing is left of it. */
static bool orthogonalise(double *term, double *const *kept, size_t count, size_t rows)
{
	double before = dot(term, term, rows);
	for (int pass = 0; pass < 2; pass++)
		for (size_t k = 0; k < count; k++)
			subtract(term, dot(term, kept[k], rows), kept[k], rows);
	double after = dot(term, term, rows);
	if (!(after > 1e-6 * before))
		return false;
	for (size_t i = 0; i < rows; i++)
		term[i] /= sqrt(after);
	return true;
}

bool independence_regress(double *response, double *fitted, double *share, const independence_basis *basis)
{
	size_t rows = basis->rows, most = rows / 8 + 1, count = 0;
	double *kept[MOST_KEPT + 1] = { NULL }, total = 0, left = 0;
	most = most > MOST_KEPT ? MOST_KEPT : most;
	memcpy(fitted, response, rows * sizeof *fitted);
	kept[0] = base_array(rows, sizeof **kept);
	bool done = kept[0] != NULL;
	for (size_t i = 0; done && i < rows; i++)
		kept[0][i] = 1 / sqrt((double)rows);
	if (done) {
		subtract(response, dot(response, kept[0], rows), kept[0], rows);
		total = left = dot(response, response, rows);
		count = 1;
	}
	for (size_t k = 0; done && k < basis->count && count < most; k++) {
		if (kept[count] == NULL) /* else left from a term that was not kept */
			kept[count] = base_array(rows, sizeof **kept);
		double *term = kept[count];
		done = term != NULL;
		if (!done)
			break;
		memcpy(term, basis->terms[k], rows * sizeof *term);
		if (!orthogonalise(term, kept, count, rows))
			continue;
		double along = dot(response, term, rows), gain = along * along;
		if (gain * (double)(rows - count - 1) <= 2 * (left - gain))
			continue;
		subtract(response, along, term, rows);
		left -= gain;
		count++;
	}
	for (size_t i = 0; i < rows; i++)
		fitted[i] -= response[i];
	*share = count > 1 && total > 0 ? 1 - left / total : 0;
	for (size_t k = 0; k <= MOST_KEPT; k++)
		free(kept[k]);
	return done;
}

typedef struct keyed {
	double value;
	uint32_t row;
} keyed;

static int compare_keyed(const void *a, const void *b)
{
	const keyed *x = a, *y = b;
	if (x->value < y->value || x->value > y->value)
		return x->value < y->value ? -1 : 1;
	return (x->row > y->row) - (x->row < y->row);
}

bool independence_codes(uint32_t *codes, size_t *distinct, const double *values, size_t rows)
{
	keyed *sorted = base_array(rows, sizeof *sorted);
	if (sorted == NULL)
		return false;
	for (size_t i = 0; i < rows; i++)
		sorted[i] = (keyed){ values[i], (uint32_t)i };
	qsort(sorted, rows, sizeof *sorted, compare_keyed);
	size_t code = 0;
	for (size_t i = 0; i < rows; i++) {
		code += i > 0 && sorted[i].value - sorted[i - 1].value > 1e-9;
		codes[sorted[i].row] = (uint32_t)code;
	}
	*distinct = rows > 0 ? code + 1 : 0;
	free(sorted);
	return true;
}
