/* Combinations in lexicographic order, from their places in the list. */
#include "graph/search/subsets.h"

#include <stdlib.h>

#include "base/memory.h"

void graph_subsets_start(graph_subsets *subsets, size_t size)
{
	subsets->size = size;
	subsets->list = 0;
	subsets->started = false;
}

/* The next combination of places in the present list. */
static bool advance(graph_subsets *s)
{
	size_t count = s->counts[s->list], size = s->size;
	if (!s->started) {
		s->started = true;
		for (size_t i = 0; i < size; i++)
			s->places[i] = i;
		return size <= count;
	}
	size_t i = size;
	while (i > 0 && s->places[i - 1] == count - size + (i - 1))
		i--;
	if (i == 0)
		return false;
	s->places[i - 1]++;
	for (; i < size; i++)
		s->places[i] = s->places[i - 1] + 1;
	return true;
}

/* Is the present set a subset of the first list? Both ascend. */
static bool is_repeated(const graph_subsets *s)
{
	size_t j = 0;
	for (size_t i = 0; i < s->size; i++) {
		while (j < s->counts[0] && s->lists[0][j] < s->set[i])
			j++;
		if (j == s->counts[0] || s->lists[0][j] != s->set[i])
			return false;
	}
	return true;
}

bool graph_subsets_next(graph_subsets *subsets)
{
	for (;;) {
		while (!advance(subsets)) {
			if (subsets->list == 1)
				return false;
			subsets->list = 1;
			subsets->started = false;
		}
		for (size_t i = 0; i < subsets->size; i++)
			subsets->set[i] = subsets->lists[subsets->list][subsets->places[i]];
		if (subsets->list == 0 || !is_repeated(subsets))
			return true;
	}
}

static int compare_nodes(const void *x, const void *y)
{
	size_t a = *(const size_t *)x, b = *(const size_t *)y;
	return (a > b) - (a < b);
}

void graph_set_sort(size_t *set, size_t count)
{
	qsort(set, count, sizeof *set, compare_nodes);
}

size_t *graph_set_with(const size_t *set, size_t count, size_t node)
{
	size_t *out = base_array(count + 1, sizeof *out), place = 0;
	if (out == NULL)
		return NULL;
	for (; place < count && set[place] < node; place++)
		out[place] = set[place];
	out[place] = node;
	for (; place < count; place++)
		out[place + 1] = set[place];
	return out;
}
