/* Hierarchical clustering with average linkage (UPGMA). When two clusters are joined, each is oriented so that the
 * adjacent ends are as similar as possible. Ties go to lower numbers, so the result is deterministic. */
#include "plot/heat_order.h"

#include <math.h>
#include <stdlib.h>

#include "base/error.h"
#include "base/memory.h"

/* Clusters are identified by one of their members; each is a list from its first to its last member. */
typedef struct clusters {
	size_t count;
	const double *likeness;
	double *between; /* [count * count] mean similarity of two clusters */
	size_t *size;    /* 0: merged into another */
	size_t *first, *last;
	size_t *next; /* [count] the next member; SIZE_MAX at the end */
} clusters;

static double likeness_of(const clusters *c, size_t a, size_t b)
{
	double value = c->likeness[a * c->count + b];
	return isnan(value) ? 0 : value;
}

static bool init(clusters *c, const double *likeness, size_t count)
{
	*c = (clusters){ .count = count, .likeness = likeness };
	c->between = base_array(count * count, sizeof *c->between);
	c->size = base_array(count, sizeof *c->size);
	c->first = base_array(count, sizeof *c->first);
	c->last = base_array(count, sizeof *c->last);
	c->next = base_array(count, sizeof *c->next);
	if (c->between == NULL || c->size == NULL || c->first == NULL || c->last == NULL || c->next == NULL)
		return false;
	for (size_t i = 0; i < count; i++) {
		c->size[i] = 1;
		c->first[i] = c->last[i] = i;
		c->next[i] = SIZE_MAX;
		for (size_t j = 0; j < count; j++)
			c->between[i * count + j] = likeness_of(c, i, j);
	}
	return true;
}

static void clear(clusters *c)
{
	free(c->between);
	free(c->size);
	free(c->first);
	free(c->last);
	free(c->next);
}

/* The two most similar clusters. */
static void find_closest(size_t *a, size_t *b, const clusters *c)
{
	double best = -INFINITY;
	for (size_t i = 0; i < c->count; i++)
		for (size_t j = i + 1; c->size[i] > 0 && j < c->count; j++)
			if (c->size[j] > 0 && c->between[i * c->count + j] > best) {
				best = c->between[i * c->count + j];
				*a = i;
				*b = j;
			}
}

static void turn(clusters *c, size_t cluster)
{
	size_t before = SIZE_MAX, member = c->first[cluster];
	c->last[cluster] = member;
	while (member != SIZE_MAX) {
		size_t after = c->next[member];
		c->next[member] = before;
		before = member;
		member = after;
	}
	c->first[cluster] = before;
}

/* Orients both so that the end of `a` and the beginning of `b` are as similar as possible. */
static void face(clusters *c, size_t a, size_t b)
{
	double best = -INFINITY;
	int chosen = 0;
	for (int way = 0; way < 4; way++) {
		size_t end = way & 1 ? c->first[a] : c->last[a], start = way & 2 ? c->last[b] : c->first[b];
		double alike = likeness_of(c, end, start);
		if (alike > best) {
			best = alike;
			chosen = way;
		}
	}
	if (chosen & 1)
		turn(c, a);
	if (chosen & 2)
		turn(c, b);
}

static void join(clusters *c, size_t a, size_t b)
{
	double share = (double)c->size[a] / (double)(c->size[a] + c->size[b]);
	face(c, a, b);
	c->next[c->last[a]] = c->first[b];
	c->last[a] = c->last[b];
	for (size_t i = 0; i < c->count; i++) {
		double mean = share * c->between[a * c->count + i] + (1 - share) * c->between[b * c->count + i];
		c->between[a * c->count + i] = c->between[i * c->count + a] = mean;
	}
	c->size[a] += c->size[b];
	c->size[b] = 0;
}

mixmi_status plot_heat_order(size_t *order, const double *likeness, size_t count)
{
	clusters c;
	bool done = init(&c, likeness, count);
	for (size_t i = 1; done && i < count; i++) {
		size_t a = 0, b = 1;
		find_closest(&a, &b, &c);
		join(&c, a, b);
	}
	for (size_t i = 0, member = done ? c.first[0] : 0; done && i < count; i++) {
		order[i] = member;
		member = c.next[member];
	}
	clear(&c);
	return done ? MIXMI_OK : base_error_memory();
}
