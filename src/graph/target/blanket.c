/* The Markov blanket of a target: its parents and children (neighbourhood.c), and the other parents of its children
 * (spouses.c). All other columns can be separated from the target by columns of the blanket, so the search is complete
 * with a perfect test. Cost: a local search for the target, for each of its neighbours and for each spouse. */
#include <math.h>
#include <stdlib.h>

#include "base/error.h"
#include "base/memory.h"
#include "base/options.h"
#include "graph/target/spouses.h"

/* Typical number of tests per column of a blanket, in random networks of 50. */
enum { USUAL_TESTS = 15 };

static mixmi_status run(graph_neighbourhood *own, graph_spouses *spouses, graph_aim *aim)
{
	aim->watch.expected = USUAL_TESTS * aim->members.count;
	mixmi_status status = graph_neighbourhood_find(own, aim, aim->target);
	return status == MIXMI_OK && !aim->watch.cancelled ? graph_spouses_find(spouses, own) : status;
}

/* ---------------------------------------------------------------------------------------------------- the check */

/* What a blanket promises is tested at the end: given its columns the others tell nothing, and each of them tells something
 * given the others. The search tests sets of few columns, so it can miss what only the whole set shows. */
typedef struct checking {
	graph_neighbourhood *own;
	bool *member; /* [nodes] */
	size_t *set;  /* [count] the members, ascending */
	size_t count;
	graph_answer *answers; /* [nodes] */
} checking;

static mixmi_status ask_given_members(void *context, size_t index, graph_worker *worker)
{
	checking *c = context;
	graph_aim *aim = c->own->aim;
	c->answers[index] = (graph_answer){ .verdict = GRAPH_UNASKED, .p = NAN };
	if (index == aim->target)
		return MIXMI_OK;
	size_t count = 0, *others = base_array(c->count, sizeof *others);
	if (others == NULL)
		return base_error_memory();
	for (size_t i = 0; i < c->count; i++)
		if (c->set[i] != index)
			others[count++] = c->set[i];
	mixmi_status status = graph_aim_ask(&c->answers[index], aim, index, aim->target, others, count, worker);
	free(others);
	return status;
}

/* The clearest of the other columns that depends on the target given all members; SIZE_MAX: none. */
static mixmi_status find_missed(size_t *missed, checking *c)
{
	size_t nodes = c->own->aim->members.count, left = nodes - 1 - c->count;
	double *p = base_array(nodes, sizeof *p);
	bool *keep = base_array(nodes, sizeof *keep);
	mixmi_status status = p != NULL && keep != NULL ? MIXMI_OK : base_error_memory();
	*missed = SIZE_MAX;
	c->own->aim->search.among = left;
	for (size_t i = 0; status == MIXMI_OK && i < nodes; i++) {
		const graph_answer *a = &c->answers[i];
		bool other = i != c->own->aim->target && !c->member[i];
		keep[i] = other && a->verdict == GRAPH_DEPENDENT && !graph_search_separates(&c->own->aim->search, a);
		p[i] = other ? a->p : (double)NAN;
	}
	if (status == MIXMI_OK)
		status = graph_hold_discoveries(keep, p, nodes, c->own->aim);
	for (size_t i = 0; status == MIXMI_OK && i < nodes; i++)
		if (keep[i] && (*missed == SIZE_MAX || graph_clearer(&c->answers[i], &c->answers[*missed]) < 0))
			*missed = i;
	free(p);
	free(keep);
	return status;
}

static void list_members(checking *c)
{
	c->count = 0;
	for (size_t i = 0; i < c->own->aim->members.count; i++)
		if (c->member[i])
			c->set[c->count++] = i;
}

/* A missed column becomes a member, until none is missed. */
static mixmi_status check(checking *c)
{
	graph_aim *aim = c->own->aim;
	size_t nodes = aim->members.count;
	mixmi_status status = MIXMI_OK;
	for (size_t missed = 0; status == MIXMI_OK && missed != SIZE_MAX;) {
		list_members(c);
		missed = SIZE_MAX;
		status = graph_search_work(&aim->search, "checking", nodes, ask_given_members, c);
		if (status == MIXMI_OK && !aim->watch.cancelled && c->count + 1 < nodes)
			status = find_missed(&missed, c);
		if (status != MIXMI_OK || missed == SIZE_MAX)
			break;
		double level = graph_search_level(&aim->search, &c->answers[missed]);
		if (!graph_finding_set(&c->own->findings[missed], &c->answers[missed], level, c->set, c->count))
			status = base_error_memory();
		c->own->findings[missed].kept = c->member[missed] = true;
	}
	aim->search.among = 0;
	return status;
}

static mixmi_status check_promise(graph_answer *answers, graph_neighbourhood *own, const graph_spouses *spouses)
{
	size_t nodes = own->aim->members.count;
	checking c = { .own = own, .answers = answers };
	c.member = base_array_zero(nodes, sizeof *c.member);
	c.set = base_array(nodes, sizeof *c.set);
	mixmi_status status = c.member != NULL && c.set != NULL ? MIXMI_OK : base_error_memory();
	for (size_t i = 0; status == MIXMI_OK && i < nodes; i++)
		c.member[i] = i != own->aim->target && (own->findings[i].kept || graph_spouses_over(spouses, i) != NULL);
	if (status == MIXMI_OK)
		status = check(&c);
	free(c.member);
	free(c.set);
	return status;
}

/* -------------------------------------------------------------------------------------------------- the choice */

/* The results of both searches. */
typedef struct blanket {
	const graph_neighbourhood *own;
	const graph_spouses *spouses;
	const graph_answer *checks; /* [nodes] */
} blanket;

typedef struct ordered {
	size_t node;
	const graph_finding *finding;
} ordered;

static int compare_ordered(const void *x, const void *y)
{
	const ordered *a = x, *b = y;
	bool a_asked = a->finding->answer.verdict != GRAPH_UNASKED, b_asked = b->finding->answer.verdict != GRAPH_UNASKED;
	if (a_asked != b_asked)
		return a_asked ? -1 : 1;
	int order = graph_clearer(&a->finding->answer, &b->finding->answer);
	return order != 0 ? order : (a->node > b->node) - (a->node < b->node);
}

/* An unfinished search could still have separated a kept column, or made a spouse of a separated one. */
static bool is_open(const blanket *b)
{
	return b->own->aim->watch.cancelled;
}

/* The finding that decided about a node, and its role. */
static const graph_finding *decided(mixmi_role *role, const blanket *b, size_t node)
{
	const graph_finding *f = &b->own->findings[node];
	const graph_spouse *spouse = graph_spouses_over(b->spouses, node);
	*role = f->kept ? MIXMI_NEIGHBOUR : spouse != NULL ? MIXMI_SPOUSE : MIXMI_DISCARDED;
	return *role == MIXMI_SPOUSE ? &spouse->finding : f;
}

/* Spouses are decided by structure, not by the level of their own test. */
static graph_choice_item item_of(const blanket *b, mixmi_role role, const ordered *of)
{
	const graph_finding *f = of->finding;
	bool spouse = role == MIXMI_SPOUSE;
	return (graph_choice_item){ .node = of->node,
		                        .role = role,
		                        .answer = f->answer,
		                        .total = NAN,
		                        .given = f->given,
		                        .given_count = f->given_count,
		                        .open = is_open(b),
		                        .level = spouse ? (double)NAN : f->level,
		                        .over = spouse ? graph_spouses_over(b->spouses, of->node)->over : SIZE_MAX,
		                        .by_rate = f->by_rate,
		                        .check = is_open(b) ? (double)NAN : b->checks[of->node].p };
}

/* Adds the nodes of one role, the clearest first. */
static bool add_role(mixmi_choice *choice, const blanket *b, mixmi_role wanted, ordered *room)
{
	size_t count = 0;
	mixmi_role role;
	for (size_t i = 0; i < b->own->aim->members.count; i++) {
		const graph_finding *f = decided(&role, b, i);
		if (i != b->own->aim->target && role == wanted)
			room[count++] = (ordered){ i, f };
	}
	qsort(room, count, sizeof *room, compare_ordered);
	for (size_t i = 0; i < count; i++) {
		const graph_choice_item item = item_of(b, wanted, &room[i]);
		if (!graph_choice_add(choice, &item))
			return false;
	}
	return true;
}

static mixmi_choice *make_choice(const blanket *b)
{
	mixmi_choice *choice = base_array_zero(1, sizeof *choice);
	ordered *room = base_array(b->own->aim->members.count, sizeof *room);
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

/* Estimates the chosen columns, and the clearest of the discarded ones. */
static mixmi_status measure_all(graph_aim *aim, mixmi_choice *choice)
{
	enum { MEASURED = 1000 };
	measuring m = { aim, choice };
	if (!aim->search.context.verdict_only || aim->watch.cancelled)
		return MIXMI_OK;
	aim->search.context.verdict_only = false;
	size_t count = choice->count < MEASURED ? choice->count : MEASURED;
	return graph_search_work(&aim->search, "measuring", count, measure, &m);
}

mixmi_status mixmi_blanket(mixmi_choice **out, const mixmi_table *table, size_t target, const size_t *columns,
                           size_t column_count, const mixmi_options *options)
{
	graph_aim aim;
	graph_neighbourhood own = { 0 };
	graph_spouses spouses = { 0 };
	mixmi_choice *choice = NULL;
	*out = NULL;
	mixmi_status status = graph_aim_begin(&aim, table, target, columns, column_count, options);
	aim.search.context.verdict_only = status == MIXMI_OK && graph_search_judges_first(&aim.options);
	if (status == MIXMI_OK)
		status = run(&own, &spouses, &aim);
	graph_answer *checks = status == MIXMI_OK ? base_array_zero(aim.members.count, sizeof *checks) : NULL;
	if (status == MIXMI_OK && checks == NULL)
		status = base_error_memory();
	if (status == MIXMI_OK && !aim.watch.cancelled)
		status = check_promise(checks, &own, &spouses);
	if (status == MIXMI_OK) {
		const blanket b = { &own, &spouses, checks };
		choice = make_choice(&b);
		status = choice != NULL ? measure_all(&aim, choice) : base_error_memory();
	}
	free(checks);
	graph_spouses_clear(&spouses);
	graph_neighbourhood_clear(&own);
	return graph_aim_end(&aim, out, choice, status);
}
