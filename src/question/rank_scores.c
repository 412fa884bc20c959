/* Ranks as places around the median, their normal scores and waves. Waves follow by recurrence from two of them, even and odd
 * ones separately, which keeps the signs of odd ones exact. */
#include "question/rank_scores.h"

#include <math.h>

#include "base/functions.h"

static const double pi = 3.14159265358979323846264338328;

double question_normal_score(double u)
{
	double size = base_normal_upper_quantile(0.5 - fabs(u));
	return u < 0 ? -size : u > 0 ? size : 0;
}

double question_wave_sine(double u)
{
	return sin(pi * u);
}

void question_waves(double *waves, size_t count, double u)
{
	question_waves_of_sine(waves, count, question_wave_sine(u));
}

void question_waves_of_sine(double *waves, size_t count, double sine)
{
	const double height = 1.41421356237309504880;
	double twice = 2 - 4 * sine * sine; /* 2 cos(2 pi u) */
	double odd = sine, odd_before = -sine, even = twice / 2, even_before = 1;
	for (size_t k = 1; k <= count; k++) {
		if (k % 2 == 1) {
			waves[k - 1] = height * odd;
			double next = twice * odd - odd_before;
			odd_before = odd;
			odd = next;
		} else {
			waves[k - 1] = height * even;
			double next = twice * even - even_before;
			even_before = even;
			even = next;
		}
	}
}
