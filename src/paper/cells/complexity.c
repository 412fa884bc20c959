/* Parametric complexity. With T the tree function, sum_n R(n,K) n^n z^n / n! = (1 - T(z))^-K, and Lagrange inversion
 * gives
 *
 *     R(n, K) = n!/n^n [u^n] (1 - u)^(1-K) e^(nu) = sum_{i=0..n} binom(K-2+i, i) n(n-1)...(n-i+1) / n^i,
 *
 * whose terms are all positive (Mononen and Myllymaki 2008 sum the same terms). For few rows, that sum is computed. For
 * few values, the recurrence R(n,K+2) = R(n,K+1) + n/K R(n,K) starts from R(n,1) and R(n,2), where R(n,2) for more than
 * 1000 rows uses the expansion of Ramanujan's Q function. Otherwise the coefficient is computed as a Cauchy integral
 * over the circle through the saddle point u0 = 1 - d, n d^2 = (K-1)(1-d), by the trapezoidal rule, which converges
 * exponentially fast. Its leading term is the uniform approximation of Szpankowski and Weinberger (2012); the nodes add
 * the remainder. Time is constant. */
#include "paper/cells/complexity.h"

#include <math.h>
#include <string.h>

#include "base/special.h"
#include "mixmi.h"

static const double pi = 3.14159265358979323846264338328;

double cells_complexity_by_sum(uint64_t n, double k)
{
	const double large = 0x1p800;
	double rows = (double)n, term = 1, sum = 1, exponent = 0;
	for (double i = 1; i <= rows; i++) {
		term *= (k - 2 + i) / i * ((rows - i + 1) / rows);
		sum += term;
		if (sum > large) {
			sum /= large;
			term /= large;
			exponent += 800;
		}
		if (term < 1e-18 * sum && (k - 2 + i) * (rows - i) < i * rows)
			break; /* after the largest term, the remaining terms decrease at least as fast as a Gaussian tail */
	}
	return log2(sum) + exponent;
}

/* Computes the sum for four K at once. A lane continues until all have converged; what it adds meanwhile is below the
 * last bit. K is limited so that no sum can overflow between two checks. */
enum { LANES = 4, LOOK = 8 };
#define CELLS_COMPLEXITY_LANES 1e6

/* Every processor with vectors of doubles supports at least two. */
typedef double two __attribute__((vector_size(2 * sizeof(double))));

/* Rescales one lane after i terms. Returns true if the remaining terms cannot change its sum. */
static bool look(double *sum, double *term, double *exponent, double less, double rows, double i)
{
	const double large = 0x1p800;
	if (*sum > large) {
		*sum /= large;
		*term /= large;
		*exponent += 800;
	}
	return *term < 1e-18 * *sum && (less + i) * (rows - i) < i * rows;
}

static void sum_lanes(double *bits, uint64_t n, const double *k)
{
	double rows = (double)n, sum[LANES] = { 1, 1, 1, 1 }, term[LANES] = { 1, 1, 1, 1 }, exponent[LANES] = { 0 };
	double less[LANES] = { k[0] - 2, k[1] - 2, k[2] - 2, k[3] - 2 };
	const two less_a = { less[0], less[1] }, less_b = { less[2], less[3] };
	bool through = false;
	for (double i = 1; i <= rows && !through;) {
		two a = { term[0], term[1] }, b = { term[2], term[3] };
		two sum_a = { sum[0], sum[1] }, sum_b = { sum[2], sum[3] };
		for (int j = 0; j < LOOK; j++, i++) {
			double share = (rows - i + 1) / rows;
			a *= (less_a + i) / i * share;
			b *= (less_b + i) / i * share;
			sum_a += a;
			sum_b += b;
		}
		memcpy(term, &a, sizeof a);
		memcpy(term + 2, &b, sizeof b);
		memcpy(sum, &sum_a, sizeof sum_a);
		memcpy(sum + 2, &sum_b, sizeof sum_b);
		through = true;
		for (int lane = 0; lane < LANES; lane++)
			through = look(&sum[lane], &term[lane], &exponent[lane], less[lane], rows, i - 1) && through;
	}
	for (int lane = 0; lane < LANES; lane++)
		bits[lane] = log2(sum[lane]) + exponent[lane];
}

/* R(n, 2) = 1 + Q(n); the omitted terms of the expansion are below 1e-14 of it for more than 1000 rows. */
static double two_values(uint64_t n)
{
	if (n <= CELLS_COMPLEXITY_SUM)
		return exp2(cells_complexity_by_sum(n, 2));
	double x = 1 / (double)n, root = sqrt(pi / 2 * x);
	return root * (double)n + 2.0 / 3 + root / 12 - 4 * x / 135 + root * x / 288 + 8 * x * x / 2835 -
	       root * x * x * 139 / 51840;
}

/* R(n, K) / 2^exponent for K = 2 and above, one K per step. */
typedef struct steps {
	uint64_t n;
	unsigned k;
	double before, here, exponent;
} steps;

static void step(steps *s)
{
	double next = s->here + (double)s->n / (s->k - 1) * s->before;
	s->before = s->here;
	s->here = next;
	s->k++;
	if (s->here > 0x1p800) {
		s->here *= 0x1p-800;
		s->before *= 0x1p-800;
		s->exponent += 800;
	}
}

double cells_complexity_by_recurrence(uint64_t n, double k)
{
	if (k < 2)
		return 0;
	steps s = { n, 2, 1, two_values(n), 0 };
	while (s.k < (unsigned)k)
		step(&s);
	return log2(s.here) + s.exponent;
}

/* ln(n! e^n / n^n) by Stirling's series, exact to the last bit for n > 1000. */
static double log_stirling(double n)
{
	return 0.5 * log(2 * pi * n) + 1 / (12 * n) - 1 / (360 * n * n * n);
}

double cells_complexity_by_integral(uint64_t n, double k)
{
	const double step = 0.5;
	enum { NODES = 20 };
	double rows = (double)n, m = k - 1;
	double d = 2 / (1 + sqrt(1 + 4 * rows / m)), u = rows * d * d / m; /* u = 1 - d, accurate also if d is near 1 */
	double width = 1 / sqrt(rows * u + m * u / (d * d));
	double sum = 0.5;
	for (int j = 1; j <= NODES; j++) {
		/* the exponent at u e^(it) relative to the saddle point; a = 1 - e^(it) is split into parts without
		 * cancellation */
		double t = j * step * width, half = sin(t / 2);
		double a = 2 * half * half, b = sin(t), x = u * a / d, y = u * b / d;
		double real = -rows * u * a - 0.5 * m * log1p(2 * x + x * x + y * y);
		double imaginary = rows * (u * b - t) + m * atan2(y, 1 + x);
		sum += exp(real) * cos(imaginary);
	}
	double head = d < 0.5 ? rows * base_log_excess(-d) - m * log(d) : rows * (-d - log(u)) - m * log1p(-u);
	return (head + log_stirling(rows) + log(step * width * sum / pi)) / BASE_LN2;
}

double mixmi_parametric_complexity(uint64_t n, double k)
{
	if (n == 0 || k <= 1)
		return 0;
	if (k > 1e40)
		return (double)n * log2(k / (double)n); /* only the last term of the sum matters: n^2 / K is below 1e-20 */
	if (k <= CELLS_COMPLEXITY_RECURRENCE)
		return cells_complexity_by_recurrence(n, k);
	if (n <= CELLS_COMPLEXITY_SUM)
		return cells_complexity_by_sum(n, k);
	return cells_complexity_by_integral(n, k);
}

void cells_complexity_init(cells_complexity *complexity, uint64_t n)
{
	complexity->n = n;
	complexity->table[1] = 0;
	for (steps s = { n, 2, 1, two_values(n), 0 }; s.k <= CELLS_COMPLEXITY_RECURRENCE; step(&s))
		complexity->table[s.k] = log2(s.here) + s.exponent;
}

double cells_complexity_bits(const cells_complexity *complexity, double k)
{
	if (k <= CELLS_COMPLEXITY_RECURRENCE)
		return complexity->table[(unsigned)k];
	return mixmi_parametric_complexity(complexity->n, k);
}

void cells_complexity_many(double *k, size_t count, const cells_complexity *complexity)
{
	uint64_t n = complexity->n;
	size_t i = 0;
	while (i < count && k[i] <= CELLS_COMPLEXITY_RECURRENCE) {
		k[i] = cells_complexity_bits(complexity, k[i]);
		i++;
	}
	for (; n > 0 && n <= CELLS_COMPLEXITY_SUM && i < count && k[count - 1] <= CELLS_COMPLEXITY_LANES; i += LANES) {
		double some[LANES];
		size_t used = count - i < LANES ? count - i : LANES;
		for (size_t lane = 0; lane < LANES; lane++)
			some[lane] = k[lane < used ? i + lane : count - 1];
		sum_lanes(some, n, some);
		memcpy(k + i, some, used * sizeof *k);
	}
	for (; i < count; i++)
		k[i] = cells_complexity_bits(complexity, k[i]);
}
