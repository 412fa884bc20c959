#include "cell.h"

#include <string.h>

static const kind *const kinds[] = {
	&kind_truth, &kind_bins, &kind_estimates, &kind_weak, &kind_structures, &kind_levels, &kind_network, &kind_times,
};

enum { KINDS = sizeof kinds / sizeof kinds[0] };

const kind *kind_at(size_t index)
{
	return index < KINDS ? kinds[index] : NULL;
}

const kind *kind_find(const char *name)
{
	for (size_t i = 0; i < KINDS; i++)
		if (strcmp(kinds[i]->name, name) == 0)
			return kinds[i];
	return NULL;
}

void cell_key(char key[CELL_KEY], const cell *c)
{
	snprintf(key, CELL_KEY, "%s/%s/%s/%zu", c->kind->name, c->subject, c->method, c->rows);
}

uint64_t cell_number(const cell *c, uint64_t draw)
{
	return (uint64_t)c->rows << 20 | draw;
}
