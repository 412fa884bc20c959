/* Identification of the effect of x on y: adjustment sets, or the reason why there are none, and then instruments and
 * the front door. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/error.h"
#include "base/memory.h"
#include "base/options.h"
#include "base/sized.h"
#include "base/text.h"
#include "effect/adjust.h"
#include "effect/moral.h"
#include "effect/rests.h"

/* A set of nodes, ascending; for an instrument, the instrument followed by its conditioning set. */
typedef struct node_set {
	size_t *nodes;
	size_t count;
} node_set;

typedef struct node_sets {
	node_set *rows;
	size_t count, room;
} node_sets;

struct mixmi_adjustment {
	node_sets sets[MIXMI_SETS];
	mixmi_adjustment_info info;
	char reason[800];
	char rests_on[EFFECT_RESTS_ROOM];
};

typedef struct identifying {
	mixmi_adjustment *out;
	effect_criterion c;
	bool *measured, *allowed, *set, *other; /* [nodes] */
} identifying;

/* ----------------------------------------------------------------------------------------------------------- sets */

static bool add_set(node_sets *sets, const bool *nodes, size_t count, size_t first)
{
	if (!base_grow((void **)&sets->rows, &sets->room, sets->count + 1, sizeof *sets->rows))
		return false;
	node_set one = { base_array(count + 1, sizeof *one.nodes), 0 };
	if (one.nodes == NULL)
		return false;
	if (first != SIZE_MAX)
		one.nodes[one.count++] = first;
	for (size_t v = 0; v < count; v++)
		if (nodes[v])
			one.nodes[one.count++] = v;
	sets->rows[sets->count++] = one;
	return true;
}

/* Smaller sets first, then by their nodes. */
static int compare_sets(const void *a, const void *b)
{
	const node_set *x = a, *y = b;
	if (x->count != y->count)
		return x->count < y->count ? -1 : 1;
	for (size_t i = 0; i < x->count; i++)
		if (x->nodes[i] != y->nodes[i])
			return x->nodes[i] < y->nodes[i] ? -1 : 1;
	return 0;
}

typedef struct taking {
	identifying *i;
	size_t most;
	bool failed;
} taking;

static bool take_minimal(void *context, const bool *set)
{
	taking *t = context;
	node_sets *sets = &t->i->out->sets[MIXMI_SET_MINIMAL];
	if (sets->count == t->most) {
		t->i->out->info.more = 1;
		return false;
	}
	t->failed = !add_set(sets, set, t->i->c.graph->nodes, SIZE_MAX);
	return !t->failed;
}

static mixmi_status list_minimal(identifying *i, size_t most)
{
	effect_moral moral;
	effect_criterion *c = &i->c;
	taking t = { i, most, false };
	node_sets *sets = &i->out->sets[MIXMI_SET_MINIMAL];
	(void)effect_adjusts(&c->net, c->x, c->y, i->set, &c->walk); /* for walk.causal: which arrows out of x to cut */
	bool done = effect_moral_init(&moral, &c->net, c->x, c->y, i->allowed, c->walk.causal) &&
	            effect_list_separators(&moral, most + 1, take_minimal, &t) && !t.failed;
	effect_moral_clear(&moral);
	if (sets->count > 1)
		qsort(sets->rows, sets->count, sizeof *sets->rows, compare_sets);
	return done ? MIXMI_OK : base_error_memory();
}

/* Parents of the nodes on directed paths, without forbidden nodes: the set with the smallest asymptotic variance in a
 * linear model (Henckel et al. 2022). */
static mixmi_status add_optimal(identifying *i)
{
	effect_criterion *c = &i->c;
	size_t n = c->graph->nodes;
	if (c->kind != EFFECT_DAG && c->kind != EFFECT_CPDAG)
		return MIXMI_OK;
	memset(i->other, 0, n * sizeof *i->other);
	for (size_t v = 0; v < n; v++)
		for (size_t p = 0; c->causal[v] && p < n; p++)
			if (p != v && p != c->x && !c->forbidden[p] && graph_directed(c->graph, p, v))
				i->other[p] = true;
	for (size_t v = 0; v < n; v++)
		if (i->other[v] && !i->measured[v])
			return MIXMI_OK;
	if (!effect_criterion_holds(c, i->other))
		return MIXMI_OK;
	return add_set(&i->out->sets[MIXMI_SET_OPTIMAL], i->other, n, SIZE_MAX) ? MIXMI_OK : base_error_memory();
}

/* Adds the sets of parents of x that consist of the nodes of i->other and any mutually adjacent undirected neighbours
 * of x from `next` on: these are the parents of x in the members (Maathuis et al. 2009). */
static bool list_parents(identifying *i, size_t next, size_t most)
{
	const effect_criterion *c = &i->c;
	node_sets *sets = &i->out->sets[MIXMI_SET_PARENTS];
	size_t n = c->graph->nodes;
	if (sets->count == most) {
		i->out->info.more_parents = 1;
		return true;
	}
	bool done = add_set(sets, i->other, n, SIZE_MAX);
	for (size_t v = next; done && v < n; v++) {
		bool joins = v != c->x && graph_adjacent(c->graph, v, c->x) && !graph_directed(c->graph, v, c->x) &&
		             !graph_directed(c->graph, c->x, v);
		for (size_t w = 0; joins && w < n; w++)
			joins = !i->other[w] || graph_adjacent(c->graph, v, w);
		if (!joins)
			continue;
		i->other[v] = true;
		done = list_parents(i, v + 1, most);
		i->other[v] = false;
	}
	return done;
}

static mixmi_status add_parents(identifying *i, size_t most)
{
	const effect_criterion *c = &i->c;
	node_sets *sets = &i->out->sets[MIXMI_SET_PARENTS];
	if (c->kind != EFFECT_DAG && c->kind != EFFECT_CPDAG)
		return MIXMI_OK;
	for (size_t v = 0; v < c->graph->nodes; v++)
		i->other[v] = v != c->x && graph_directed(c->graph, v, c->x);
	bool done = list_parents(i, 0, most);
	if (sets->count > 1)
		qsort(sets->rows, sets->count, sizeof *sets->rows, compare_sets);
	return done ? MIXMI_OK : base_error_memory();
}

/* ------------------------------------------------------------------------------------------------------- reasons */

static const char *show(char shown[BASE_TEXT_SHOWN], const identifying *i, size_t node)
{
	const char *name = i->c.graph->names[node];
	return base_text_show(shown, name, strlen(name));
}

static const char *edge_between(const mixmi_graph *g, size_t a, size_t b)
{
	static const char *const texts[4][4] = {
		{ "", "", "", "" }, { "", "--", "->", "-o" }, { "", "<-", "<->", "<-o" }, { "", "o-", "o->", "o-o" }
	};
	return texts[g->mark[b * g->nodes + a]][g->mark[a * g->nodes + b]];
}

static void blame_edge(identifying *i)
{
	char x[BASE_TEXT_SHOWN], v[BASE_TEXT_SHOWN];
	const effect_criterion *c = &i->c;
	bool directed = graph_directed(c->graph, c->x, c->blamed);
	show(x, i, c->x);
	show(v, i, c->blamed);
	if (directed)
		snprintf(i->out->reason, sizeof i->out->reason,
		         "the edge %s -> %s is not visible: an unmeasured common cause cannot be excluded", x, v);
	else
		snprintf(i->out->reason, sizeof i->out->reason,
		         "the direction of the edge %s %s %s is not known, and it begins a possible causal path", x,
		         edge_between(c->graph, c->x, c->blamed), v);
}

/* A path between x and y that the largest set leaves open: a search that stores predecessors. */
typedef struct trace {
	size_t *from; /* [2 * nodes] previous state; SIZE_MAX: x itself */
	bool *seen;   /* [2 * nodes] */
	size_t *queue;
} trace;

static size_t find_open(trace *t, identifying *i)
{
	effect_criterion *c = &i->c;
	const effect_net *net = &c->net;
	size_t head = 0, tail = 0;
	for (size_t k = net->starts[c->x]; k < net->starts[c->x + 1]; k++) {
		const effect_link *l = &net->links[k];
		size_t state = 2 * l->node + (l->there == GRAPH_ARROW);
		if (c->walk.causal[l->node] && l->here == GRAPH_TAIL && l->there == GRAPH_ARROW)
			continue;
		t->seen[state] = true;
		t->from[state] = SIZE_MAX;
		t->queue[tail++] = state;
	}
	while (head < tail) {
		size_t state = t->queue[head++], v = state / 2;
		if (v == c->y)
			return state;
		for (size_t k = net->starts[v]; k < net->starts[v + 1]; k++) {
			const effect_link *l = &net->links[k];
			size_t next = 2 * l->node + (l->there == GRAPH_ARROW);
			bool collides = state % 2 == 1 && l->here == GRAPH_ARROW;
			if (l->node == c->x || t->seen[next] || !(collides ? c->walk.ancestors[v] : !i->set[v]))
				continue;
			t->seen[next] = true;
			t->from[next] = state;
			t->queue[tail++] = next;
		}
	}
	return SIZE_MAX;
}

static void add_text(identifying *i, const char *text)
{
	size_t used = strlen(i->out->reason), room = sizeof i->out->reason;
	if (used + strlen(text) + 1 < room)
		memcpy(i->out->reason + used, text, strlen(text) + 1);
}

static void name_path(identifying *i, const trace *t, size_t state)
{
	size_t path[64], count = 0;
	char shown[BASE_TEXT_SHOWN];
	for (; state != SIZE_MAX && count < sizeof path / sizeof *path; state = t->from[state])
		path[count++] = state / 2;
	snprintf(i->out->reason, sizeof i->out->reason, "%s",
	         "this path cannot be blocked by measured nodes that may be adjusted for: ");
	add_text(i, show(shown, i, i->c.x));
	for (size_t k = count, before = i->c.x; k-- > 0; before = path[k]) {
		add_text(i, " ");
		add_text(i, edge_between(i->c.graph, before, path[k]));
		add_text(i, " ");
		add_text(i, show(shown, i, path[k]));
	}
}

static mixmi_status blame_path(identifying *i)
{
	size_t n = i->c.graph->nodes;
	trace t = { base_array(n, 2 * sizeof *t.from), base_array_zero(n, 2 * sizeof *t.seen),
		        base_array(n, 2 * sizeof *t.queue) };
	bool done = t.from != NULL && t.seen != NULL && t.queue != NULL;
	if (done) {
		(void)effect_adjusts(&i->c.net, i->c.x, i->c.y, i->set, &i->c.walk); /* sets walk.causal; then walk.ancestors */
		effect_ancestors(i->c.walk.ancestors, i->set, &i->c.net, &i->c.walk);
		size_t end = find_open(&t, i);
		if (end != SIZE_MAX)
			name_path(i, &t, end);
	}
	free(t.from);
	free(t.seen);
	free(t.queue);
	return done ? MIXMI_OK : base_error_memory();
}

/* --------------------------------------------------------------------------------- instruments and the front door */

/* A copy of the member without arrows out of some nodes: without all, or only without those that start directed paths to y. */
static bool cut_net(effect_net *net, const identifying *i, const bool *out_of, const bool *to)
{
	const mixmi_graph *member = i->c.member;
	mixmi_graph *cut = graph_new((const char *const *)member->names, member->types, member->nodes);
	*net = (effect_net){ 0 };
	if (cut == NULL)
		return false;
	memcpy(cut->mark, member->mark, member->nodes * member->nodes * sizeof *member->mark);
	for (size_t a = 0; a < member->nodes; a++)
		for (size_t b = 0; b < member->nodes; b++)
			if (a != b && out_of[a] && (to == NULL || to[b]) && graph_directed(member, a, b))
				graph_remove(cut, a, b);
	bool done = effect_net_init(net, cut);
	mixmi_graph_free(cut);
	return done;
}

/* An instrument: separated from y given some set once x has no effect, but not separated from x given the same set
 * (Brito and Pearl 2002). */
static bool add_instrument(identifying *i, const effect_net *idle, size_t z)
{
	effect_moral moral;
	effect_criterion *c = &i->c;
	bool done = effect_moral_init(&moral, idle, z, c->y, i->allowed, NULL), found = false;
	if (done && effect_nearest_separator(i->other, &moral)) {
		effect_connect(&c->net, z, i->other, NULL, &c->walk);
		found = c->walk.reached[c->x] != 0;
	}
	effect_moral_clear(&moral);
	return done && (!found || add_set(&i->out->sets[MIXMI_SET_INSTRUMENT], i->other, c->graph->nodes, z));
}

static mixmi_status find_instruments(identifying *i)
{
	effect_criterion *c = &i->c;
	size_t n = c->graph->nodes;
	effect_net idle;
	bool *below = base_array_zero(n, sizeof *below);
	bool done = below != NULL;
	if (!done)
		return base_error_memory();
	below[c->x] = true;
	done = cut_net(&idle, i, below, c->causal);
	effect_descendants(below, below, &c->net, &c->walk);
	for (size_t v = 0; v < n; v++)
		i->allowed[v] = i->measured[v] && !below[v] && v != c->y;
	for (size_t z = 0; done && z < n; z++)
		done = !i->allowed[z] || add_instrument(i, &idle, z);
	effect_net_clear(&idle);
	free(below);
	return done ? MIXMI_OK : base_error_memory();
}

/* Whether every directed path from x to y has a node of the set. */
static bool intercepts(const identifying *i, const bool *set, size_t from, bool *seen)
{
	const effect_net *net = &i->c.net;
	if (from == i->c.y)
		return false;
	seen[from] = true;
	for (size_t k = net->starts[from]; k < net->starts[from + 1]; k++) {
		const effect_link *l = &net->links[k];
		bool follows = l->here == GRAPH_TAIL && l->there == GRAPH_ARROW && !set[l->node] && !seen[l->node];
		if (follows && !intercepts(i, set, l->node, seen))
			return false;
	}
	return true;
}

/* The front-door criterion (Pearl 1995): the set intercepts the directed paths, has no open backdoor path from x, and x
 * blocks its backdoor paths to y. */
static bool is_front_door(bool *found, identifying *i, const bool *set)
{
	effect_criterion *c = &i->c;
	size_t n = c->graph->nodes;
	effect_net net;
	bool *nothing = base_array_zero(n, sizeof *nothing), *one = base_array_zero(n, sizeof *one);
	bool done = nothing != NULL && one != NULL;
	*found = done && intercepts(i, set, c->x, nothing);
	if (done)
		memset(nothing, 0, n * sizeof *nothing);
	if (*found) {
		one[c->x] = true;
		done = cut_net(&net, i, one, NULL);
		if (done)
			effect_connect(&net, c->x, nothing, NULL, &c->walk);
		for (size_t v = 0; done && v < n; v++)
			*found = *found && !(set[v] && c->walk.reached[v] != 0);
		effect_net_clear(&net);
	}
	if (done && *found) {
		done = cut_net(&net, i, set, NULL);
		for (size_t v = 0; done && v < n && *found; v++)
			if (set[v]) {
				effect_connect(&net, v, one, NULL, &c->walk);
				*found = c->walk.reached[c->y] == 0;
			}
		effect_net_clear(&net);
	}
	free(nothing);
	free(one);
	return done;
}

/* A single node if that is enough, otherwise all measured mediators. */
static mixmi_status find_front_door(identifying *i)
{
	effect_criterion *c = &i->c;
	size_t n = c->graph->nodes;
	bool found = false, done = true;
	for (size_t v = 0; done && !found && v <= n; v++) {
		size_t members = 0;
		for (size_t w = 0; w < n; w++) {
			i->other[w] = c->causal[w] && i->measured[w] && w != c->y && (v == n || w == v);
			members += i->other[w];
		}
		done = members == 0 || is_front_door(&found, i, i->other);
	}
	if (done && found)
		done = add_set(&i->out->sets[MIXMI_SET_FRONT_DOOR], i->other, n, SIZE_MAX);
	return done ? MIXMI_OK : base_error_memory();
}

/* -------------------------------------------------------------------------------------------------------- the whole */

/* Measured possible ancestors of x and y that are not forbidden: a valid adjustment set if there is any. */
static void find_largest(identifying *i)
{
	const effect_criterion *c = &i->c;
	for (size_t v = 0; v < c->graph->nodes; v++) {
		i->set[v] = v == c->x || v == c->y;
		i->allowed[v] = i->measured[v] && !c->forbidden[v] && v != c->x && v != c->y;
	}
	effect_ancestors(i->set, i->set, &c->net, &i->c.walk);
	for (size_t v = 0; v < c->graph->nodes; v++)
		i->set[v] = i->set[v] && i->allowed[v];
}

static mixmi_status add_sets(identifying *i, size_t most)
{
	effect_criterion *c = &i->c;
	mixmi_status status = list_minimal(i, most);
	if (status == MIXMI_OK && !add_set(&i->out->sets[MIXMI_SET_LARGEST], i->set, c->graph->nodes, SIZE_MAX))
		status = base_error_memory();
	return status == MIXMI_OK ? add_optimal(i) : status;
}

static mixmi_status add_reason(identifying *i)
{
	effect_criterion *c = &i->c;
	mixmi_status status = MIXMI_OK;
	if (c->blamed != SIZE_MAX)
		blame_edge(i);
	else
		status = blame_path(i);
	if (status == MIXMI_OK && c->affects && c->kind == EFFECT_DAG)
		status = find_instruments(i);
	if (status == MIXMI_OK && c->affects && c->kind == EFFECT_DAG)
		status = find_front_door(i);
	return status;
}

static mixmi_status identify(identifying *i, const size_t *unmeasured, size_t count, size_t most)
{
	effect_criterion *c = &i->c;
	size_t n = c->graph->nodes;
	i->measured = base_array(n, sizeof *i->measured);
	i->allowed = base_array(n, sizeof *i->allowed);
	i->set = base_array(n, sizeof *i->set);
	i->other = base_array(n, sizeof *i->other);
	if (i->measured == NULL || i->allowed == NULL || i->set == NULL || i->other == NULL)
		return base_error_memory();
	for (size_t v = 0; v < n; v++)
		i->measured[v] = true;
	for (size_t k = 0; k < count; k++) {
		if (unmeasured[k] >= n || unmeasured[k] == c->x || unmeasured[k] == c->y)
			return base_error(MIXMI_ERROR_USAGE, unmeasured[k] >= n ? "the graph has no such unmeasured node"
			                                                        : "treatment and outcome must be measured");
		i->measured[unmeasured[k]] = false;
	}
	mixmi_status status = add_parents(i, most);
	if (status != MIXMI_OK)
		return status;
	find_largest(i);
	i->out->info.affects = c->affects;
	i->out->info.identified = effect_criterion_holds(c, i->set);
	return i->out->info.identified ? add_sets(i, most) : add_reason(i);
}

mixmi_status mixmi_graph_adjust(mixmi_adjustment **out, const mixmi_graph *graph, size_t x, size_t y,
                                const size_t *unmeasured, size_t unmeasured_count, size_t most,
                                const mixmi_options *options)
{
	mixmi_options settled;
	mixmi_adjustment *found = base_array_zero(1, sizeof *found);
	*out = NULL;
	if (found == NULL)
		return base_error_memory();
	base_options_settle(&settled, options);
	identifying i = { .out = found };
	mixmi_status status = effect_criterion_init(&i.c, graph, x, y, settled.latent == 1);
	if (status == MIXMI_OK)
		status = identify(&i, unmeasured, unmeasured_count, most);
	if (status == MIXMI_OK)
		status = effect_rests_on(found->rests_on, &found->info.possible, graph, x, y);
	found->info.rests_on = found->rests_on;
	found->info.kind = effect_kind_name(i.c.kind);
	found->info.reason = found->reason;
	for (int k = 0; k < MIXMI_SETS; k++)
		found->info.sets[k] = found->sets[k].count;
	effect_criterion_clear(&i.c);
	free(i.measured);
	free(i.allowed);
	free(i.set);
	free(i.other);
	if (status == MIXMI_OK)
		*out = found;
	else
		mixmi_adjustment_free(found);
	return status;
}

void mixmi_adjustment_free(mixmi_adjustment *adjustment)
{
	for (int k = 0; adjustment != NULL && k < MIXMI_SETS; k++) {
		for (size_t i = 0; i < adjustment->sets[k].count; i++)
			free(adjustment->sets[k].rows[i].nodes);
		free(adjustment->sets[k].rows);
	}
	free(adjustment);
}

void mixmi_adjustment_describe(mixmi_adjustment_info *out, size_t size, const mixmi_adjustment *adjustment)
{
	base_give(out, size, &adjustment->info, sizeof adjustment->info);
}

mixmi_status mixmi_adjustment_set(const size_t **nodes, size_t *count, const mixmi_adjustment *adjustment,
                                  mixmi_set_kind kind, size_t index)
{
	*nodes = NULL;
	*count = 0;
	if ((int)kind < 0 || kind >= MIXMI_SETS || index >= adjustment->sets[kind].count)
		return base_error(MIXMI_ERROR_USAGE, "no set %zu of kind %d", index, (int)kind);
	*nodes = adjustment->sets[kind].rows[index].nodes;
	*count = adjustment->sets[kind].rows[index].count;
	return MIXMI_OK;
}
