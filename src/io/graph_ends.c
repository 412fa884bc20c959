/* The eight edge types, by word and by arrow. One table for writers and readers. */
#include <string.h>

#include "io/graph_build.h"

#define T MIXMI_MARK_TAIL
#define A MIXMI_MARK_ARROW
#define C MIXMI_MARK_CIRCLE

/* The first row of each pair of marks is the one used for writing. */
static const struct {
	const char *type;
	const char *arrow, *long_arrow;
	io_ends ends;
} kinds[] = {
	{ "directed", "->", "-->", { T, A, false } },
	{ "undirected", "--", "---", { T, T, false } },
	{ "bidirected", "<->", "<-->", { A, A, false } },
	{ "partially-directed", "o->", "o-->", { C, A, false } },
	{ "nondirected", "o-o", "o--o", { C, C, false } },
	{ "circle-tail", "o--", "o---", { C, T, false } },
	{ "tail-circle", "--o", "---o", { T, C, false } },
	{ "same", "==", "===", { T, T, true } },
	{ "", "<-", "<--", { A, T, false } },
	{ "", "<-o", "<--o", { A, C, false } },
	{ "", "-", "-", { T, T, false } },
};

enum { KINDS = sizeof kinds / sizeof kinds[0] };

static size_t find(io_ends ends)
{
	size_t i = 0;
	while (i + 1 < KINDS &&
	       (ends.same ? !kinds[i].ends.same : kinds[i].ends.from != ends.from || kinds[i].ends.to != ends.to))
		i++;
	return i;
}

const char *io_ends_type(io_ends ends)
{
	return kinds[find(ends)].type;
}

const char *io_ends_arrow(io_ends ends)
{
	return kinds[find(ends)].arrow;
}

bool io_ends_read(io_ends *out, io_piece word)
{
	for (size_t i = 0; i < KINDS; i++)
		if ((kinds[i].type[0] != '\0' && io_piece_is(word, kinds[i].type)) || io_piece_is(word, kinds[i].arrow) ||
		    io_piece_is(word, kinds[i].long_arrow)) {
			*out = kinds[i].ends;
			return true;
		}
	return false;
}
