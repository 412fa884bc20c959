/* The Markov blanket of a target: its parents and children, and the other parents of its children (spouses). A neighbour of
 * the target stays if the target is a neighbour of it in turn; a neighbour's neighbour that some set separates from the
 * target is a spouse if it depends on the target once the neighbour between them is added to that set (as in PCMB, Pena et
 * al. 2007). Cost: a local search for the target and for each of its neighbours. */
#include <math.h>
#include <stdlib.h>

#include "base/error.h"
#include "base/memory.h"
#include "base/options.h"
#include "graph/neighbourhood.h"
#include "graph/subsets.h"

typedef struct blanket {
	graph_aim *aim;
	graph_neighbourhood own;     /* of the target */
	graph_neighbourhood *others; /* [own.kept_count] of its neighbours */
	bool *spouse;                /* [nodes] */
	graph_choice_item *by;       /* [nodes] the answer that made a node a spouse */
} blanket;

/* One neighbour's neighbours, tried as spouses. */
typedef struct around {
	blanket *b;
	const graph_neighbourhood *other;
} around;

static void clear(blanket *b)
{
	for (size_t i = 0; b->others != NULL && i < b->own.kept_count; i++)
		if (b->others[i].aim != NULL)
			graph_neighbourhood_clear(&b->others[i]);
	free(b->others);
	for (size_t i = 0; b->by != NULL && i < b->aim->members.count; i++)
		free(b->by[i].given);
	free(b->by);
	free(b->spouse);
	if (b->own.aim != NULL)
		graph_neighbourhood_clear(&b->own);
}

static bool has(const graph_finding *f, size_t node)
{
	for (size_t i = 0; i < f->given_count; i++)
		if (f->given[i] == node)
			return true;
	return false;
}

/* Is `node` a spouse of the target over `child`? */
static mixmi_status try_spouse(blanket *b, size_t node, size_t child, graph_worker *worker)
{
	const graph_finding *f = &b->own.findings[node];
	if (node == b->own.centre || f->kept || b->spouse[node] || has(f, child))
		return MIXMI_OK;
	size_t *set = graph_set_with(f->given, f->given_count, child);
	if (set == NULL)
		return base_error_memory();
	graph_choice_item item = { .node = node, .given = set, .given_count = f->given_count + 1, .total = NAN };
	mixmi_status status = graph_aim_ask(&item.answer, b->aim, node, b->own.centre, set, item.given_count, worker);
	if (status == MIXMI_OK && item.answer.verdict == GRAPH_DEPENDENT &&
	    !graph_search_separates(&b->aim->search, &item.answer)) {
		b->spouse[node] = true;
		b->by[node] = item;
	} else {
		free(set);
	}
	return status;
}

/* The target is no neighbour of a neighbour: that one is none either, by the same set. */
static bool drop_neighbour(blanket *b, size_t node, const graph_finding *back)
{
	graph_finding *f = &b->own.findings[node];
	size_t *copy = back->given_count > 0 ? base_array_copy(back->given, back->given_count, sizeof *copy) : NULL;
	if (back->given_count > 0 && copy == NULL)
		return false;
	free(f->given);
	*f = (graph_finding){ .answer = back->answer, .plain = f->plain, .given = copy, .given_count = back->given_count };
	return true;
}

/* Finds the neighbours of neighbour number `index`, and whether the target is among them. */
static mixmi_status look_around(blanket *b, size_t index)
{
	graph_neighbourhood *other = &b->others[index];
	mixmi_status status = graph_neighbourhood_find(other, b->aim, b->own.kept[index]);
	if (status != MIXMI_OK || b->aim->watch.cancelled)
		return status;
	const graph_finding *back = &other->findings[b->own.centre];
	return back->kept || drop_neighbour(b, b->own.kept[index], back) ? MIXMI_OK : base_error_memory();
}

static mixmi_status try_all(void *context, size_t index, graph_worker *worker)
{
	around *a = context;
	return try_spouse(a->b, a->other->kept[index], a->other->centre, worker);
}

/* Only now, as a column that was dropped as a neighbour may be a spouse. */
static mixmi_status find_spouses(blanket *b)
{
	mixmi_status status = MIXMI_OK;
	for (size_t i = 0; status == MIXMI_OK && i < b->own.kept_count && !b->aim->watch.cancelled; i++) {
		around a = { b, &b->others[i] };
		if (b->own.findings[b->own.kept[i]].kept)
			status = graph_search_work(&b->aim->search, "spouses", a.other->kept_count, try_all, &a);
	}
	return status;
}

static mixmi_status run(blanket *b)
{
	size_t nodes = b->aim->members.count;
	b->spouse = base_array_zero(nodes, sizeof *b->spouse);
	b->by = base_array_zero(nodes, sizeof *b->by);
	mixmi_status status = b->spouse != NULL && b->by != NULL ? MIXMI_OK : base_error_memory();
	if (status == MIXMI_OK)
		status = graph_neighbourhood_find(&b->own, b->aim, b->aim->target);
	if (status == MIXMI_OK) {
		b->others = base_array_zero(b->own.kept_count, sizeof *b->others);
		status = b->others != NULL ? MIXMI_OK : base_error_memory();
	}
	for (size_t i = 0; status == MIXMI_OK && i < b->own.kept_count && !b->aim->watch.cancelled; i++)
		status = look_around(b, i);
	return status == MIXMI_OK ? find_spouses(b) : status;
}

/* -------------------------------------------------------------------------------------------------- the choice */

typedef struct ordered {
	size_t node;
	const graph_answer *answer;
} ordered;

static int compare_ordered(const void *x, const void *y)
{
	const ordered *a = x, *b = y;
	int order = graph_clearer(a->answer, b->answer);
	return order != 0 ? order : (a->node > b->node) - (a->node < b->node);
}

static mixmi_role role_of(const blanket *b, size_t node)
{
	return b->own.findings[node].kept ? MIXMI_NEIGHBOUR : b->spouse[node] ? MIXMI_SPOUSE : MIXMI_DISCARDED;
}

/* Adds the nodes of one role, the clearest first. */
static bool add_role(mixmi_choice *choice, const blanket *b, mixmi_role role, ordered *room)
{
	size_t count = 0;
	for (size_t i = 0; i < b->aim->members.count; i++)
		if (i != b->own.centre && role_of(b, i) == role)
			room[count++] = (ordered){ i, role == MIXMI_SPOUSE ? &b->by[i].answer : &b->own.findings[i].answer };
	qsort(room, count, sizeof *room, compare_ordered);
	for (size_t i = 0; i < count; i++) {
		const graph_finding *f = &b->own.findings[room[i].node];
		graph_choice_item item = { .node = room[i].node,
			                       .role = role,
			                       .answer = f->answer,
			                       .total = NAN,
			                       .given = f->given,
			                       .given_count = f->given_count };
		if (role == MIXMI_SPOUSE) {
			item = b->by[room[i].node];
			item.role = role;
		}
		if (!graph_choice_add(choice, &item))
			return false;
	}
	return true;
}

static mixmi_choice *make_choice(const blanket *b)
{
	mixmi_choice *choice = base_array_zero(1, sizeof *choice);
	ordered *room = base_array(b->aim->members.count, sizeof *room);
	bool done = choice != NULL && room != NULL && add_role(choice, b, MIXMI_NEIGHBOUR, room) &&
	            add_role(choice, b, MIXMI_SPOUSE, room) && add_role(choice, b, MIXMI_DISCARDED, room);
	free(room);
	if (!done) {
		mixmi_choice_free(choice);
		return NULL;
	}
	return choice;
}

/* -------------------------------------------------------------------------------------------------- measuring */

typedef struct measuring {
	graph_aim *aim;
	mixmi_choice *choice;
} measuring;

static mixmi_status measure(void *context, size_t index, graph_worker *worker)
{
	measuring *m = context;
	graph_choice_item *item = &m->choice->items[index];
	size_t target = m->aim->target;
	const graph_question q = { .a = item->node < target ? item->node : target,
		                       .b = item->node < target ? target : item->node,
		                       .given = item->given,
		                       .given_count = item->given_count };
	return graph_search_measure(&item->answer, &m->aim->search, &q, worker);
}

/* What was chosen, and of what was discarded the clearest, gets its estimate. */
static mixmi_status measure_all(graph_aim *aim, mixmi_choice *choice)
{
	enum { MEASURED = 1000 };
	measuring m = { aim, choice };
	if (!aim->search.quick || aim->watch.cancelled)
		return MIXMI_OK;
	aim->search.quick = false;
	size_t count = choice->count < MEASURED ? choice->count : MEASURED;
	return graph_search_work(&aim->search, "measuring", count, measure, &m);
}

mixmi_status mixmi_blanket(mixmi_choice **out, const mixmi_table *table, size_t target, const size_t *columns,
                           size_t column_count, const mixmi_options *options)
{
	graph_aim aim;
	mixmi_choice *choice = NULL;
	*out = NULL;
	mixmi_status status = graph_aim_begin(&aim, table, target, columns, column_count, options);
	blanket b = { .aim = &aim };
	aim.search.quick = status == MIXMI_OK && graph_search_judges_first(&aim.options);
	if (status == MIXMI_OK)
		status = run(&b);
	if (status == MIXMI_OK) {
		choice = make_choice(&b);
		status = choice != NULL ? measure_all(&aim, choice) : base_error_memory();
	}
	clear(&b);
	return graph_aim_end(&aim, out, choice, status);
}
