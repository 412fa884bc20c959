/* Philox 4x32 with 10 rounds from Random123; the transforms are the textbook ones, chosen because they are exact and portable
 * rather than fast. */
#include "draw.h"

#include <Random123/philox.h>
#include <math.h>

static const double pi = 3.14159265358979323846264338328;

/* FNV-1a: hashes experiment names to keys. */
static uint64_t hash_name(const char *name)
{
	uint64_t hash = UINT64_C(0xcbf29ce484222325);
	for (; *name != '\0'; name++)
		hash = (hash ^ (unsigned char)*name) * UINT64_C(0x100000001b3);
	return hash;
}

void draw_init(draw *d, uint64_t seed, const char *name, uint64_t number)
{
	*d = (draw){ .key = { seed ^ hash_name(name), number } };
}

static void next_block(draw *d)
{
	philox4x32_ctr_t counter = { { (uint32_t)d->counter, (uint32_t)(d->counter >> 32), (uint32_t)d->key[1],
		                           (uint32_t)(d->key[1] >> 32) } };
	philox4x32_key_t key = { { (uint32_t)d->key[0], (uint32_t)(d->key[0] >> 32) } };
	philox4x32_ctr_t out = philox4x32(counter, key);
	d->block[0] = (uint64_t)out.v[1] << 32 | out.v[0];
	d->block[1] = (uint64_t)out.v[3] << 32 | out.v[2];
	d->counter++;
	d->left = 2;
}

uint64_t draw_bits(draw *d)
{
	if (d->left == 0)
		next_block(d);
	return d->block[--d->left];
}

double draw_uniform(draw *d)
{
	return ((double)(draw_bits(d) >> 12) + 0.5) * 0x1p-52;
}

uint64_t draw_below(draw *d, uint64_t count)
{
	return (uint64_t)(draw_uniform(d) * (double)count);
}

double draw_normal(draw *d)
{
	double radius = sqrt(-2 * log(draw_uniform(d)));
	return radius * cos(2 * pi * draw_uniform(d));
}

double draw_exponential(draw *d, double rate)
{
	return -log(draw_uniform(d)) / rate;
}

/* Counts arrivals of a unit-rate process, in slices so that the product of uniforms does not underflow. */
double draw_poisson(draw *d, double mean)
{
	double count = 0;
	for (; mean > 0; mean -= 500) {
		double limit = exp(-(mean < 500 ? mean : 500)), product = draw_uniform(d);
		for (; product > limit; count++)
			product *= draw_uniform(d);
	}
	return count;
}

double draw_binomial(draw *d, uint64_t size, double probability)
{
	double count = 0;
	for (uint64_t i = 0; i < size; i++)
		count += draw_uniform(d) < probability;
	return count;
}
