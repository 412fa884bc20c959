/* The design of Huegle, Hagedorn and Schlosser (ECML-PKDD 2023) for tests of mixed columns, with the settings of their
 * released generator: a node is discrete with a probability from {0, .25, .5, .75, 1} and then has 2 to 4 classes. A discrete
 * node is the sum of its discrete parents' codes and, for each continuous parent, a class drawn by a multinomial logit with
 * weights exp(class value), modulo its classes; in 15% of the rows it is another class; without parents it is otherwise 0.
 * A continuous node is the mean of its parents' contributions (a discrete one its code, a continuous one its value, square or
 * cosine, the same for both children) plus standard normal noise. With an edge, X is one more parent of a continuous Y and
 * the only one of a discrete Y. Our choice: the number of classes is drawn for each node separately. */
#include "levels_parts.h"

#include <math.h>

/* parameters[0], [1]: classes of X and Y; [2 + j]: of z_j (0: continuous); [12 + j]: function of z_j; [22]: of X. */
enum { CLASSES = 0, FUNCTIONS = 12, FUNCTION_X = 22 };

static double pick_classes(level_draw *d, double ratio)
{
	return draw_uniform(&d->stream) < ratio ? 2 + (double)draw_below(&d->stream, 3) : 0;
}

void begin_mcmiknn(level_draw *d)
{
	double ratio = 0.25 * (double)draw_below(&d->stream, 5);
	for (size_t j = 0; j < 2 + d->z_count; j++) {
		d->parameters[CLASSES + j] = pick_classes(d, ratio);
		d->types[j] = d->parameters[CLASSES + j] > 0 ? 'd' : 'n';
	}
	for (size_t j = 0; j < d->z_count; j++)
		d->parameters[FUNCTIONS + j] = (double)draw_below(&d->stream, 3);
	d->parameters[FUNCTION_X] = (double)draw_below(&d->stream, 3);
}

/* 0 in 85% of the rows, otherwise any other class. */
static double other_class(level_draw *d, double classes)
{
	return draw_uniform(&d->stream) < 0.85 ? 0 : 1 + (double)draw_below(&d->stream, (uint64_t)classes - 1);
}

void z_mcmiknn(double *z, level_draw *d)
{
	for (size_t j = 0; j < d->z_count; j++) {
		double classes = d->parameters[CLASSES + 2 + j];
		z[j] = classes > 0 ? other_class(d, classes) : draw_normal(&d->stream);
	}
}

static double apply(double function, double v)
{
	return function < 1 ? v : function < 2 ? v * v : cos(v);
}

/* The contribution of a parent to a continuous child. */
static double part(double v, double classes, double function)
{
	return classes > 0 ? v : apply(function, v);
}

static double sum_of_parts(const double *z, level_draw *d)
{
	double sum = 0;
	for (size_t j = 0; j < d->z_count; j++)
		sum += part(z[j], d->parameters[CLASSES + 2 + j], d->parameters[FUNCTIONS + j]);
	return sum;
}

/* A class with weight exp(class v). */
static double logit_class(double v, double classes, draw *d)
{
	double weights[4], sum = 0, most = fmax(0, (classes - 1) * v);
	size_t count = (size_t)classes, k = 0;
	for (size_t i = 0; i < count; i++)
		sum += weights[i] = exp((double)i * v - most);
	double rest = draw_uniform(d) * sum;
	while (k + 1 < count && rest >= weights[k])
		rest -= weights[k++];
	return (double)k;
}

/* The contribution of a parent to a discrete child with this many classes. */
static double code(double v, double parent_classes, double classes, draw *d)
{
	return parent_classes > 0 ? v : logit_class(v, classes, d);
}

static double sum_of_codes(const double *z, level_draw *d, double classes)
{
	double sum = 0;
	for (size_t j = 0; j < d->z_count; j++)
		sum += code(z[j], d->parameters[CLASSES + 2 + j], classes, &d->stream);
	return sum;
}

/* The sum for a discrete child, or the mean for a continuous one. */
static double signal_for(const double *z, level_draw *d, size_t side)
{
	double classes = d->parameters[CLASSES + side];
	return classes > 0 ? sum_of_codes(z, d, classes) : sum_of_parts(z, d) / (double)d->z_count;
}

double s_mcmiknn_x(const double *z, level_draw *d)
{
	return signal_for(z, d, 0);
}

double s_mcmiknn_y(const double *z, level_draw *d)
{
	return signal_for(z, d, 1);
}

static double child(double signal, double noise, level_draw *d, double classes)
{
	return classes > 0 ? fmod(signal + other_class(d, classes), classes) : signal + noise;
}

double k_mcmiknn_x(double signal, double noise, double share, level_draw *d)
{
	(void)share;
	return child(signal, noise, d, d->parameters[CLASSES]);
}

double k_mcmiknn_y(double signal, double noise, double share, level_draw *d)
{
	(void)share;
	return child(signal, noise, d, d->parameters[CLASSES + 1]);
}

/* With the edge from X to Y. */
void row_mcmiknn(double *row, level_draw *d)
{
	double classes_x = d->parameters[CLASSES], classes_y = d->parameters[CLASSES + 1];
	z_mcmiknn(row + 2, d);
	double noise = draw_normal(&d->stream); /* before the signal, which may draw too: arguments have no order */
	row[0] = child(s_mcmiknn_x(row + 2, d), noise, d, classes_x);
	double parts = sum_of_parts(row + 2, d) + part(row[0], classes_x, d->parameters[FUNCTION_X]);
	double signal = classes_y > 0 ? code(row[0], classes_x, classes_y, &d->stream) : parts / (double)(d->z_count + 1);
	row[1] = child(signal, draw_normal(&d->stream), d, classes_y);
}
