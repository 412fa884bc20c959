/* Prints the special functions of base/functions.h on a grid, one value per line, with all their digits. Compiled twice, with
 * GSL as a program and with R's own as a library that R loads, the lines are compared (compare.py). */
#include <stdio.h>

#include "base/functions.h"

static void show(const char *name, double at, double more, double value)
{
	printf("%s %.17g %.17g %.17g\n", name, at, more, value);
}

void print_grid(void);
void print_grid(void)
{
	for (double p = 1e-300; p < 0.5; p *= 1.37) {
		show("normal_quantile", p, 0, base_normal_quantile(p));
		show("normal_upper_quantile", p, 0, base_normal_upper_quantile(p));
	}
	for (int i = 1; i < 4096; i++)
		show("normal_quantile", i / 4096.0, 0, base_normal_quantile(i / 4096.0));
	for (double df = 0.5; df < 2e5; df *= 1.61)
		for (double ratio = 0.01; ratio < 30; ratio *= 1.23)
			if (df * ratio < 1200)
				show("chi2_upper", df * ratio, df, base_chi2_upper(df * ratio, df));
	for (double x = 0.01; x < 100; x *= 1.07)
		show("log_gamma", x, 0, base_log_gamma(x));
	for (unsigned n = 0; n < 4000000000u / 3; n += 1 + n / 7)
		show("log_factorial", n, 0, base_log_factorial(n));
	for (int n = 1; n < 2000; n++)
		show("digamma", n, 0, base_digamma(n));
	for (double x = 1e-12; x < 1e12; x *= 1.19)
		show("scaled_e1", x, 0, base_scaled_e1(x));
	fflush(stdout);
}

#ifndef MIXMI_RMATH
int main(void)
{
	print_grid();
	return 0;
}
#endif
