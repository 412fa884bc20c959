/* The seven ways in which edges end, by word and by arrow. One table for writers and readers. */
#include <string.h>

#include "io/graph_build.h"

#define T MIXMI_MARK_TAIL
#define A MIXMI_MARK_ARROW
#define C MIXMI_MARK_CIRCLE

/* The first row of each pair of marks is the one that is written. */
static const struct {
	const char *type;
	const char *arrow, *long_arrow;
	output_ends ends;
} kinds[] = {
	{ "directed", "->", "-->", { T, A } },
	{ "undirected", "--", "---", { T, T } },
	{ "bidirected", "<->", "<-->", { A, A } },
	{ "partially-directed", "o->", "o-->", { C, A } },
	{ "nondirected", "o-o", "o--o", { C, C } },
	{ "circle-tail", "o--", "o---", { C, T } },
	{ "tail-circle", "--o", "---o", { T, C } },
	{ "", "<-", "<--", { A, T } },
	{ "", "<-o", "<--o", { A, C } },
};

enum { KINDS = sizeof kinds / sizeof kinds[0] };

static size_t find(output_ends ends)
{
	size_t i = 0;
	while (i + 1 < KINDS && (kinds[i].ends.from != ends.from || kinds[i].ends.to != ends.to))
		i++;
	return i;
}

const char *output_ends_type(output_ends ends)
{
	return kinds[find(ends)].type;
}

const char *output_ends_arrow(output_ends ends)
{
	return kinds[find(ends)].arrow;
}

bool output_ends_read(output_ends *out, output_piece word)
{
	for (size_t i = 0; i < KINDS; i++)
		if ((kinds[i].type[0] != '\0' && output_piece_is(word, kinds[i].type)) ||
		    output_piece_is(word, kinds[i].arrow) || output_piece_is(word, kinds[i].long_arrow)) {
			*out = kinds[i].ends;
			return true;
		}
	return false;
}
