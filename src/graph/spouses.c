/* Spouses: columns that a common effect makes depend on the target (the idea is that of IAMB and PCMB; Tsamardinos et al. 2003,
 * Pena et al. 2007). With a perfect test a true spouse depends on the target given every set with their common child, and
 * whatever is not in the blanket is separated by all of it; so nothing true goes and nothing false stays. Invariant: as in
 * neighbourhood.c. */
#include "graph/spouses.h"

#include <math.h>
#include <stdlib.h>

#include "base/error.h"
#include "base/memory.h"
#include "graph/subsets.h"

void graph_spouses_clear(graph_spouses *spouses)
{
	size_t all = spouses->findings != NULL ? spouses->count * spouses->own->aim->members.count : 0;
	for (size_t i = 0; i < all; i++)
		free(spouses->findings[i].given);
	free(spouses->findings);
	free(spouses->over);
	*spouses = (graph_spouses){ 0 };
}

static graph_finding *finding(const graph_spouses *s, size_t place, size_t node)
{
	return &s->findings[place * s->own->aim->members.count + node];
}

const graph_finding *graph_spouses_over(const graph_spouses *spouses, size_t node)
{
	const graph_finding *best = NULL;
	for (size_t i = 0; i < spouses->count; i++) {
		const graph_finding *f = finding(spouses, i, node);
		if (f->kept && spouses->own->findings[spouses->over[i]].kept &&
		    (best == NULL || graph_clearer(&f->answer, &best->answer) < 0))
			best = f;
	}
	return best;
}

typedef struct ranked {
	size_t node;
	const graph_answer *answer;
} ranked;

static int compare_ranked(const void *x, const void *y)
{
	const ranked *r = x, *s = y;
	int order = graph_clearer(r->answer, s->answer);
	return order != 0 ? order : (r->node > s->node) - (r->node < s->node);
}

/* ------------------------------------------------------------------------------------------- the neighbour joins the set */

static bool has(const graph_finding *f, size_t node)
{
	for (size_t i = 0; i < f->given_count; i++)
		if (f->given[i] == node)
			return true;
	return false;
}

/* One neighbour, and all columns as its other parents. */
typedef struct asking {
	graph_spouses *s;
	size_t place;      /* of the neighbour */
	const bool *asked; /* [nodes]; NULL: all */
	size_t around[GRAPH_POOL], around_count;
	bool *gone; /* [nodes] */
} asking;

static mixmi_status ask_over(void *context, size_t node, graph_worker *worker)
{
	asking *r = context;
	graph_aim *aim = r->s->own->aim;
	const graph_finding *apart = &r->s->own->findings[node];
	graph_finding *f = finding(r->s, r->place, node);
	size_t over = r->s->over[r->place];
	if (node == aim->target || apart->kept || has(apart, over) || (r->asked != NULL && !r->asked[node]))
		return MIXMI_OK;
	size_t *set = graph_set_with(apart->given, apart->given_count, over);
	if (set == NULL)
		return base_error_memory();
	free(f->given);
	*f = (graph_finding){ .given = set, .given_count = apart->given_count + 1 };
	mixmi_status status = graph_aim_ask(&f->answer, aim, node, aim->target, set, f->given_count, worker);
	f->kept =
		status == MIXMI_OK && f->answer.verdict == GRAPH_DEPENDENT && !graph_search_separates(&aim->search, &f->answer);
	return status;
}

static mixmi_status hold(graph_spouses *s, size_t place)
{
	size_t nodes = s->own->aim->members.count;
	double *p = base_array(nodes, sizeof *p);
	bool *keep = base_array(nodes, sizeof *keep);
	mixmi_status status = p != NULL && keep != NULL ? MIXMI_OK : base_error_memory();
	for (size_t i = 0; status == MIXMI_OK && i < nodes; i++) {
		const graph_finding *f = finding(s, place, i);
		p[i] = f->given_count > 0 ? f->answer.p : NAN;
		keep[i] = f->kept;
	}
	if (status == MIXMI_OK)
		status = graph_hold_discoveries(keep, p, nodes, s->own->aim);
	for (size_t i = 0; status == MIXMI_OK && i < nodes; i++)
		finding(s, place, i)->kept = keep[i];
	free(p);
	free(keep);
	return status;
}

/* ------------------------------------------------------------------------------------------- next to the neighbour? */

/* The target and the columns that are found over one neighbour, the clearest first where there are many. */
static size_t list_around(size_t *list, const asking *r, ranked *room)
{
	const graph_spouses *s = r->s;
	size_t nodes = s->own->aim->members.count, all = 0, count = 0;
	for (size_t i = 0; i < nodes; i++)
		if (finding(s, r->place, i)->kept)
			room[all++] = (ranked){ i, &finding(s, r->place, i)->answer };
	qsort(room, all, sizeof *room, compare_ranked);
	list[count++] = s->own->aim->target;
	for (size_t i = 0; i < all && count < GRAPH_POOL; i++)
		list[count++] = room[i].node;
	graph_set_sort(list, count);
	return count;
}

/* A parent of the neighbour depends on it whatever is given. */
static mixmi_status ask_touching(void *context, size_t node, graph_worker *worker)
{
	asking *r = context;
	graph_finding plain = { 0 };
	bool apart = false;
	graph_aim *aim = r->s->own->aim;
	size_t over = r->s->over[r->place];
	if (!finding(r->s, r->place, node)->kept)
		return MIXMI_OK;
	mixmi_status status = graph_aim_ask(&plain.answer, aim, node, over, NULL, 0, worker);
	if (status != MIXMI_OK || plain.answer.verdict == GRAPH_UNASKED)
		return status;
	apart = graph_search_separates(&aim->search, &plain.answer);
	graph_pool pool = { r->around, r->around_count, SIZE_MAX, over, r->s->own->within };
	if (!apart)
		status = graph_finding_try(&plain, r->s->own, node, &pool, &apart, worker);
	r->gone[node] = apart;
	free(plain.given);
	return status;
}

static mixmi_status keep_touching_over(graph_spouses *s, size_t place)
{
	size_t nodes = s->own->aim->members.count;
	asking r = { .s = s, .place = place, .gone = base_array_zero(nodes, sizeof *r.gone) };
	ranked *room = base_array(nodes, sizeof *room);
	mixmi_status status = r.gone != NULL && room != NULL ? MIXMI_OK : base_error_memory();
	if (status == MIXMI_OK) {
		r.around_count = list_around(r.around, &r, room);
		status = graph_search_work(&s->own->aim->search, "spouses", nodes, ask_touching, &r);
	}
	for (size_t i = 0; status == MIXMI_OK && i < nodes; i++)
		finding(s, place, i)->kept = finding(s, place, i)->kept && !r.gone[i];
	free(room);
	free(r.gone);
	return status;
}

static mixmi_status ask_all(graph_spouses *s, const bool *asked)
{
	mixmi_status status = MIXMI_OK;
	for (size_t place = 0; status == MIXMI_OK && place < s->count && !s->own->aim->watch.cancelled; place++) {
		asking r = { .s = s, .place = place, .asked = asked };
		if (!s->own->findings[s->over[place]].kept)
			continue;
		status = graph_search_work(&s->own->aim->search, "spouses", s->own->aim->members.count, ask_over, &r);
		if (status == MIXMI_OK && asked == NULL)
			status = hold(s, place);
	}
	return status;
}

/* ------------------------------------------------------------------------------------------------ sets of the blanket */

/* Neighbours and spouses as they are known, of many the clearest, ascending. False: out of memory. */
static bool list_blanket(size_t *list, size_t *count, const graph_spouses *s)
{
	size_t nodes = s->own->aim->members.count, all = 0;
	ranked *room = base_array(nodes, sizeof *room);
	if (room == NULL)
		return false;
	for (size_t i = 0; i < nodes; i++) {
		const graph_finding *f = s->own->findings[i].kept ? &s->own->findings[i] : graph_spouses_over(s, i);
		if (f != NULL && i != s->own->aim->target)
			room[all++] = (ranked){ i, &f->answer };
	}
	qsort(room, all, sizeof *room, compare_ranked);
	*count = all < GRAPH_POOL ? all : GRAPH_POOL;
	for (size_t i = 0; i < *count; i++)
		list[i] = room[i].node;
	graph_set_sort(list, *count);
	free(room);
	return true;
}

/* What is to be tried given sets of the blanket: findings over a neighbour, or of the neighbours themselves. */
typedef struct trial {
	graph_spouses *s;
	size_t list[GRAPH_POOL], list_count;
	size_t *places; /* [count] numbers of findings over neighbours, or nodes */
	size_t count;
	bool *gone; /* [count] */
} trial;

static mixmi_status try_spouse(void *context, size_t index, graph_worker *worker)
{
	trial *t = context;
	size_t nodes = t->s->own->aim->members.count, place = t->places[index] / nodes, node = t->places[index] % nodes;
	graph_pool pool = { t->list, t->list_count, t->s->over[place], t->s->own->aim->target, t->s->own->within };
	return graph_finding_try(finding(t->s, place, node), t->s->own, node, &pool, &t->gone[index], worker);
}

static mixmi_status try_neighbour(void *context, size_t index, graph_worker *worker)
{
	trial *t = context;
	size_t node = t->places[index];
	graph_pool pool = { t->list, t->list_count, SIZE_MAX, t->s->own->aim->target, t->s->own->within };
	return graph_finding_try(&t->s->own->findings[node], t->s->own, node, &pool, &t->gone[index], worker);
}

static mixmi_status run_trial(trial *t, const char *stage, graph_piece *piece)
{
	t->gone = base_array_zero(t->count, sizeof *t->gone);
	if (t->gone == NULL || !list_blanket(t->list, &t->list_count, t->s))
		return base_error_memory();
	return graph_search_work(&t->s->own->aim->search, stage, t->count, piece, t);
}

static mixmi_status keep_touching(graph_spouses *s)
{
	mixmi_status status = MIXMI_OK;
	for (size_t place = 0; status == MIXMI_OK && place < s->count && !s->own->aim->watch.cancelled; place++)
		status = keep_touching_over(s, place);
	return status;
}

/* Spouses stay that no set of the blanket with their neighbour separates, and that nothing separates from that neighbour. */
static mixmi_status confirm_spouses(graph_spouses *s)
{
	size_t all = s->count * s->own->aim->members.count;
	trial t = { .s = s, .places = base_array(all, sizeof *t.places) };
	mixmi_status status = t.places != NULL ? MIXMI_OK : base_error_memory();
	for (size_t i = 0; status == MIXMI_OK && i < all; i++)
		if (s->findings[i].kept)
			t.places[t.count++] = i;
	if (status == MIXMI_OK)
		status = run_trial(&t, "spouses once more", try_spouse);
	for (size_t i = 0; status == MIXMI_OK && i < t.count; i++)
		s->findings[t.places[i]].kept = !t.gone[i];
	free(t.places);
	free(t.gone);
	return status == MIXMI_OK ? keep_touching(s) : status;
}

/* Neighbours go that sets with spouses separate: dropped[node], and whether there is any. */
static mixmi_status confirm_neighbours(graph_spouses *s, bool *dropped, bool *any)
{
	trial t = { .s = s, .places = s->own->kept, .count = s->own->kept_count };
	mixmi_status status = run_trial(&t, "neighbours given spouses", try_neighbour);
	*any = false;
	for (size_t i = 0; status == MIXMI_OK && i < t.count; i++) {
		size_t node = t.places[i];
		s->own->findings[node].kept = !t.gone[i];
		dropped[node] = t.gone[i];
		*any = *any || t.gone[i];
	}
	free(t.gone);
	return status;
}

/* A neighbour that went may be a spouse. */
static mixmi_status correct(graph_spouses *s, bool *dropped)
{
	bool any;
	mixmi_status status = confirm_neighbours(s, dropped, &any);
	if (status != MIXMI_OK || !any || s->own->aim->watch.cancelled)
		return status;
	graph_neighbourhood_list(s->own);
	status = ask_all(s, dropped);
	return status == MIXMI_OK && !s->own->aim->watch.cancelled ? confirm_spouses(s) : status;
}

static bool any_spouse(const graph_spouses *s)
{
	for (size_t i = 0; i < s->own->aim->members.count; i++)
		if (graph_spouses_over(s, i) != NULL)
			return true;
	return false;
}

static mixmi_status find(graph_spouses *s, bool *dropped)
{
	mixmi_status status = ask_all(s, NULL);
	if (status == MIXMI_OK && s->own->largest > 0 && !s->own->aim->watch.cancelled)
		status = confirm_spouses(s);
	if (status == MIXMI_OK && s->own->largest > 0 && !s->own->aim->watch.cancelled && any_spouse(s))
		status = correct(s, dropped);
	return status;
}

mixmi_status graph_spouses_find(graph_spouses *spouses, graph_neighbourhood *own)
{
	size_t nodes = own->aim->members.count;
	*spouses = (graph_spouses){ .own = own, .count = own->kept_count };
	spouses->over = base_array_copy(own->kept, own->kept_count, sizeof *spouses->over);
	spouses->findings = own->kept_count <= SIZE_MAX / nodes
	                        ? base_array_zero(own->kept_count * nodes, sizeof *spouses->findings)
	                        : NULL;
	own->aim->watch.expected = own->aim->watch.tests + (own->kept_count + 1) * nodes;
	bool *dropped = base_array_zero(nodes, sizeof *dropped);
	bool good = spouses->over != NULL && spouses->findings != NULL && dropped != NULL;
	mixmi_status status = good ? find(spouses, dropped) : base_error_memory();
	free(dropped);
	return status;
}
