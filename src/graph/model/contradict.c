/* Contradictions in background knowledge. For every required pair, the statements that block either direction are
 * collected with their lines. If both directions are blocked, or the remaining directions form a cycle or contradict
 * the tiers, the lines are reported. Cost: at worst O(required arrows) per required arrow. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/error.h"
#include "base/memory.h"
#include "base/text.h"
#include "graph/model/knowledge.h"

enum { LINES = 32 }; /* maximum in one message */

/* Line numbers, ascending and distinct. */
typedef struct lines {
	size_t count;
	size_t number[LINES];
} lines;

static void note_line(lines *l, size_t number)
{
	size_t place = 0;
	while (place < l->count && l->number[place] < number)
		place++;
	if (number == 0 || l->count == LINES || (place < l->count && l->number[place] == number))
		return;
	memmove(l->number + place + 1, l->number + place, (l->count - place) * sizeof *l->number);
	l->number[place] = number;
	l->count++;
}

/* "lines 2, 5 and 7" */
static void show_lines(char *out, size_t size, const lines *l)
{
	int used = snprintf(out, size, "lines");
	for (size_t i = 0; i < l->count && used > 0 && (size_t)used < size; i++)
		used += snprintf(out + used, size - (size_t)used, "%s%zu",
		                 i == 0              ? " "
		                 : i + 1 == l->count ? " and "
		                                     : ", ",
		                 l->number[i]);
}

static mixmi_status contradiction(const mixmi_knowledge *k, const lines *l, const char *what, size_t a,
                                  const char *joint, size_t b)
{
	char where[512], shown_a[BASE_TEXT_SHOWN], shown_b[BASE_TEXT_SHOWN];
	show_lines(where, sizeof where, l);
	base_text_show(shown_a, k->names[a], strlen(k->names[a]));
	base_text_show(shown_b, k->names[b], strlen(k->names[b]));
	return base_error(MIXMI_ERROR_DATA, "%s: %s contradict each other: %s '%s' %s '%s'", k->source, where, what,
	                  shown_a, joint, shown_b);
}

/* A required pair and the statements against each direction; a < b. */
typedef struct pair_facts {
	size_t a, b;
	lines all; /* lines that require the pair or block a direction */
	bool required;
	bool blocked[2]; /* a -> b, b -> a */
} pair_facts;

/* Statements about one pair are consecutive, in order of their lines. */
static int compare_statements(const void *x, const void *y)
{
	const graph_statement *s = x, *t = y;
	size_t low_s = s->a < s->b ? s->a : s->b, high_s = s->a < s->b ? s->b : s->a;
	size_t low_t = t->a < t->b ? t->a : t->b, high_t = t->a < t->b ? t->b : t->a;
	if (low_s != low_t)
		return low_s < low_t ? -1 : 1;
	if (high_s != high_t)
		return high_s < high_t ? -1 : 1;
	return s->line < t->line ? -1 : s->line > t->line;
}

static void block(pair_facts *facts, bool backward, size_t line)
{
	facts->blocked[backward] = true;
	note_line(&facts->all, line);
}

static void add_statement(pair_facts *facts, const graph_statement *s)
{
	bool backward = s->a > s->b;
	switch (s->kind) {
	case GRAPH_REQUIRE_ARROW:
		block(facts, !backward, s->line);
		facts->required = true;
		break;
	case GRAPH_REQUIRE_EDGE:
		note_line(&facts->all, s->line);
		facts->required = true;
		break;
	case GRAPH_FORBID_ARROW:
		block(facts, backward, s->line);
		break;
	case GRAPH_FORBID_EDGE:
		block(facts, false, s->line);
		block(facts, true, s->line);
		break;
	}
}

static void add_tiers(pair_facts *facts, const graph_tier *a, const graph_tier *b)
{
	if (a->line == 0 || b->line == 0)
		return;
	if (a->number != b->number) {
		block(facts, a->number < b->number, a->line);
		note_line(&facts->all, b->line);
	} else if (a->closed != 0) {
		block(facts, false, a->closed);
		block(facts, true, a->closed);
		note_line(&facts->all, a->line);
		note_line(&facts->all, b->line);
	}
}

/* Nothing points to a root, and a sink points to nothing. */
static void add_ends(pair_facts *facts, const mixmi_knowledge *k)
{
	if (k->roots[facts->a] != 0)
		block(facts, true, k->roots[facts->a]);
	if (k->roots[facts->b] != 0)
		block(facts, false, k->roots[facts->b]);
	if (k->sinks[facts->a] != 0)
		block(facts, false, k->sinks[facts->a]);
	if (k->sinks[facts->b] != 0)
		block(facts, true, k->sinks[facts->b]);
}

/* A remaining direction of a required pair. */
typedef struct arc {
	size_t from, to;
	lines why;
} arc;

static int compare_arcs(const void *x, const void *y)
{
	const arc *s = x, *t = y;
	return s->from != t->from ? (s->from < t->from ? -1 : 1) : s->to < t->to ? -1 : s->to > t->to;
}

/* Collects the arcs; `sorted` are the statements by pair. */
static mixmi_status find_arcs(arc *arcs, size_t *count, const mixmi_knowledge *k, const graph_statement *sorted)
{
	*count = 0;
	for (size_t i = 0; i < k->statement_count;) {
		const graph_statement *first = &sorted[i];
		pair_facts facts = { .a = first->a < first->b ? first->a : first->b,
			                 .b = first->a < first->b ? first->b : first->a };
		for (; i < k->statement_count; i++) {
			if (compare_statements(&(graph_statement){ .a = facts.a, .b = facts.b, .line = sorted[i].line },
			                       &sorted[i]) != 0)
				break;
			add_statement(&facts, &sorted[i]);
		}
		if (!facts.required)
			continue;
		add_tiers(&facts, &k->tiers[facts.a], &k->tiers[facts.b]);
		add_ends(&facts, k);
		if (facts.blocked[0] && facts.blocked[1])
			return contradiction(k, &facts.all, "no direction is left for the required edge between", facts.a, "and",
			                     facts.b);
		if (facts.blocked[1])
			arcs[(*count)++] = (arc){ facts.a, facts.b, facts.all };
		else if (facts.blocked[0])
			arcs[(*count)++] = (arc){ facts.b, facts.a, facts.all };
	}
	return MIXMI_OK;
}

/* A search along arcs from one column. */
typedef struct walk {
	const mixmi_knowledge *knowledge;
	const arc *arcs; /* sorted by origin */
	size_t arc_count;
	size_t *queue;   /* [columns] */
	size_t *came_by; /* [columns] 1 + arc by which it was reached; 0: not reached */
} walk;

static size_t first_arc(const walk *w, size_t from)
{
	size_t low = 0, high = w->arc_count;
	while (low < high) {
		size_t middle = low + (high - low) / 2;
		if (w->arcs[middle].from < from)
			low = middle + 1;
		else
			high = middle;
	}
	return low;
}

/* Whether a path from `start` to `end` is a contradiction. */
static bool is_backward(const mixmi_knowledge *k, size_t start, size_t end)
{
	const graph_tier *s = &k->tiers[start], *e = &k->tiers[end];
	return start == end || (s->line != 0 && e->line != 0 && e->number < s->number);
}

static mixmi_status report_way(const walk *w, size_t start, size_t end)
{
	const mixmi_knowledge *k = w->knowledge;
	lines all = { 0 };
	if (start != end) {
		note_line(&all, k->tiers[start].line);
		note_line(&all, k->tiers[end].line);
	}
	size_t node = end;
	do {
		const arc *last = &w->arcs[w->came_by[node] - 1];
		for (size_t i = 0; i < last->why.count; i++)
			note_line(&all, last->why.number[i]);
		node = last->from;
	} while (node != start);
	return contradiction(k, &all,
	                     start == end ? "the required arrows run in a circle from"
	                                  : "the required arrows lead from a later tier to an earlier one, from",
	                     start, "to", end);
}

static mixmi_status walk_from(walk *w, size_t start)
{
	memset(w->came_by, 0, w->knowledge->columns * sizeof *w->came_by);
	size_t head = 0, tail = 0, node = start;
	do {
		for (size_t i = first_arc(w, node); i < w->arc_count && w->arcs[i].from == node; i++) {
			size_t to = w->arcs[i].to;
			if (w->came_by[to] != 0)
				continue;
			w->came_by[to] = i + 1;
			if (is_backward(w->knowledge, start, to))
				return report_way(w, start, to);
			w->queue[tail++] = to;
		}
		node = head < tail ? w->queue[head] : 0;
	} while (head++ < tail);
	return MIXMI_OK;
}

static mixmi_status walk_all(walk *w)
{
	for (size_t i = 0; i < w->arc_count; i++) {
		if (i > 0 && w->arcs[i].from == w->arcs[i - 1].from)
			continue;
		mixmi_status status = walk_from(w, w->arcs[i].from);
		if (status != MIXMI_OK)
			return status;
	}
	return MIXMI_OK;
}

mixmi_status graph_knowledge_check(const mixmi_knowledge *knowledge)
{
	size_t count = knowledge->statement_count, arc_count = 0;
	graph_statement *sorted = base_array_copy(knowledge->statements, count, sizeof *sorted);
	arc *arcs = base_array(count, sizeof *arcs);
	walk w = { .knowledge = knowledge, .arcs = arcs };
	w.queue = base_array(knowledge->columns, sizeof *w.queue);
	w.came_by = base_array(knowledge->columns, sizeof *w.came_by);
	mixmi_status status = MIXMI_OK;
	if (sorted == NULL || arcs == NULL || w.queue == NULL || w.came_by == NULL)
		status = base_error_memory();
	if (status == MIXMI_OK && count > 0) {
		qsort(sorted, count, sizeof *sorted, compare_statements);
		status = find_arcs(arcs, &arc_count, knowledge, sorted);
	}
	if (status == MIXMI_OK && arc_count > 0) {
		qsort(arcs, arc_count, sizeof *arcs, compare_arcs);
		w.arc_count = arc_count;
		status = walk_all(&w);
	}
	free(sorted);
	free(arcs);
	free(w.queue);
	free(w.came_by);
	return status;
}
