/* The two colour scales, linear between anchors in sRGB. Blue and orange are distinct for every kind of colour
 * blindness, and both ends are equally dark. */
#include "plot/colours.h"

#include <math.h>
#include <stddef.h>
#include <stdio.h>

typedef struct anchor {
	unsigned char red, green, blue;
} anchor;

static const anchor RATIOS[] = { { 31, 95, 153 },   { 96, 151, 199 }, { 173, 203, 228 }, { 250, 250, 250 },
	                             { 248, 198, 158 }, { 226, 137, 78 }, { 184, 74, 8 } };
static const anchor STRENGTHS[] = {
	{ 246, 249, 252 }, { 201, 221, 239 }, { 127, 175, 216 }, { 52, 120, 181 }, { 13, 58, 110 }
};

static int between(int a, int b, double share)
{
	return (int)lround(a + (b - a) * share);
}

/* The colour at `place` in [0, 1] along the anchors. */
static const char *mix(char out[PLOT_COLOUR], const anchor *anchors, size_t count, double place)
{
	double kept = place > 0 ? fmin(place, 1) * (double)(count - 1) : 0;
	size_t first = (size_t)kept < count - 1 ? (size_t)kept : count - 2;
	const anchor *a = &anchors[first], *b = &anchors[first + 1];
	double share = kept - (double)first;
	snprintf(out, PLOT_COLOUR, "#%02x%02x%02x", (unsigned)between(a->red, b->red, share) & 255u,
	         (unsigned)between(a->green, b->green, share) & 255u, (unsigned)between(a->blue, b->blue, share) & 255u);
	return out;
}

const char *plot_colour_ratio(char out[PLOT_COLOUR], double log2_ratio)
{
	double place = isnan(log2_ratio) ? 0.5 : 0.5 + log2_ratio / (2.0 * PLOT_WIDEST_RATIO);
	return mix(out, RATIOS, sizeof RATIOS / sizeof *RATIOS, place);
}

const char *plot_colour_strength(char out[PLOT_COLOUR], double strength)
{
	return mix(out, STRENGTHS, sizeof STRENGTHS / sizeof *STRENGTHS, strength);
}
