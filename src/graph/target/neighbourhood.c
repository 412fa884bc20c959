/* The local search. Invariant: during a step, the sets of kept and of joined nodes do not change, and only one thread
 * changes the finding of a node. The result therefore depends neither on threads nor on the order of columns. */
#include "graph/target/neighbourhood.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/error.h"
#include "base/memory.h"
#include "graph/search/subsets.h"

/* Given three columns, tests have little power with a thousand rows: sets of two lose fewer true neighbours than they
 * admit false ones. */
enum { MANY = 100, USUAL_SIZE = 2 };

void graph_neighbourhood_clear(graph_neighbourhood *n)
{
	for (size_t i = 0; n->findings != NULL && i < n->aim->members.count; i++)
		free(n->findings[i].given);
	free(n->findings);
	free(n->kept);
	*n = (graph_neighbourhood){ 0 };
}

bool graph_finding_set(graph_finding *f, const graph_answer *answer, double level, const size_t *given, size_t count)
{
	size_t *copy = count > 0 ? base_array_copy(given, count, sizeof *copy) : NULL;
	if (count > 0 && copy == NULL)
		return false;
	free(f->given);
	f->given = copy;
	f->given_count = count;
	f->answer = *answer;
	f->level = level;
	f->by_rate = false;
	return true;
}

void graph_neighbourhood_list(graph_neighbourhood *n)
{
	n->kept_count = 0;
	for (size_t i = 0; i < n->aim->members.count; i++)
		if (n->findings[i].kept)
			n->kept[n->kept_count++] = i;
}

/* ------------------------------------------------------------------------------------------------ sets of a pool */

/* Nodes from which sets are formed. */
typedef struct material {
	const size_t *nodes; /* ascending, at most GRAPH_CLEAREST */
	size_t count;
	size_t with; /* a node in every set, besides `nodes`; SIZE_MAX: none */
} material;

/* Tests one set: sets *separated and updates the finding. */
static mixmi_status try_set(graph_finding *f, graph_neighbourhood *n, size_t node, const size_t *set, size_t count,
                            bool *separated, graph_worker *worker)
{
	graph_answer answer;
	mixmi_status status = graph_aim_ask(&answer, n->aim, node, n->centre, set, count, worker);
	if (status != MIXMI_OK || answer.verdict == GRAPH_UNASKED)
		return status;
	*separated = graph_search_separates(&n->aim->search, &answer);
	bool weaker = answer.verdict != GRAPH_UNJUDGED && graph_clearer(&f->answer, &answer) < 0;
	if (!*separated && !weaker)
		return MIXMI_OK;
	double level = graph_search_level(&n->aim->search, &answer);
	return graph_finding_set(f, &answer, level, set, count) ? MIXMI_OK : base_error_memory();
}

/* All sets of one size. */
static mixmi_status try_size(graph_neighbourhood *n, size_t node, graph_subsets *sets, size_t with, bool *separated,
                             graph_worker *worker)
{
	graph_finding *f = &n->findings[node];
	mixmi_status status = MIXMI_OK;
	while (status == MIXMI_OK && !*separated && !n->aim->watch.cancelled && graph_subsets_next(sets)) {
		if (with == SIZE_MAX) {
			status = try_set(f, n, node, sets->set, sets->size, separated, worker);
			continue;
		}
		size_t *wider = graph_set_with(sets->set, sets->size, with);
		status = wider != NULL ? try_set(f, n, node, wider, sets->size + 1, separated, worker) : base_error_memory();
		free(wider);
	}
	return status;
}

/* Tests a node and the centre given sets of the material, smaller ones first, until one separates them: the finding
 * then has that answer and *separated is true. Otherwise it has the weakest answer. */
static mixmi_status try_sets(graph_neighbourhood *n, size_t node, const material *from, bool *separated,
                             graph_worker *worker)
{
	size_t least = from->with == SIZE_MAX ? 1 : 0, most = n->largest - 1 + least, count = 0;
	size_t *list = base_array(from->count + 2 * n->largest, sizeof *list);
	mixmi_status status = list != NULL ? MIXMI_OK : base_error_memory();
	for (size_t i = 0; list != NULL && i < from->count; i++)
		if (from->nodes[i] != node && from->nodes[i] != from->with)
			list[count++] = from->nodes[i];
	for (size_t size = least; status == MIXMI_OK && !*separated && size <= most && size <= count; size++) {
		graph_subsets sets = { .lists = { list, list },
			                   .counts = { count, count },
			                   .places = list + from->count,
			                   .set = list + from->count + n->largest };
		graph_subsets_start(&sets, size);
		status = try_size(n, node, &sets, from->with, separated, worker);
	}
	free(list);
	return status;
}

/* ---------------------------------------------------------------------------------------------------- the first step */

static mixmi_status ask_plain(void *context, size_t index, graph_worker *worker)
{
	graph_neighbourhood *n = context;
	graph_finding *f = &n->findings[index];
	if (index == n->centre)
		return MIXMI_OK;
	mixmi_status status = graph_aim_ask(&f->answer, n->aim, index, n->centre, NULL, 0, worker);
	f->kept = status == MIXMI_OK && f->answer.verdict != GRAPH_UNASKED &&
	          !graph_search_separates(&n->aim->search, &f->answer);
	f->level = graph_search_level(&n->aim->search, &f->answer);
	return status;
}

mixmi_status graph_hold_discoveries(bool *keep, double *p, size_t count, const graph_aim *aim)
{
	if (count <= MANY)
		return MIXMI_OK;
	mixmi_status status = mixmi_adjust_p(p, p, count);
	for (size_t i = 0; status == MIXMI_OK && i < count; i++)
		keep[i] = keep[i] && !(p[i] > 5 * aim->options.alpha);
	return status;
}

static mixmi_status first_step(graph_neighbourhood *n)
{
	size_t nodes = n->aim->members.count;
	double *p = base_array(nodes, sizeof *p);
	bool *keep = base_array(nodes, sizeof *keep);
	mixmi_status status = p != NULL && keep != NULL ? MIXMI_OK : base_error_memory();
	n->aim->search.among = nodes;
	if (status == MIXMI_OK)
		status = graph_search_work(&n->aim->search, "columns", nodes, ask_plain, n);
	n->aim->search.among = 0;
	for (size_t i = 0; status == MIXMI_OK && i < nodes; i++) {
		keep[i] = n->findings[i].kept;
		p[i] = i == n->centre ? NAN : n->findings[i].answer.p;
	}
	if (status == MIXMI_OK)
		status = graph_hold_discoveries(keep, p, nodes, n->aim);
	for (size_t i = 0; status == MIXMI_OK && i < nodes; i++) {
		n->findings[i].by_rate = n->findings[i].kept && !keep[i];
		n->findings[i].kept = keep[i];
	}
	free(p);
	free(keep);
	return status;
}

/* -------------------------------------------------------------------------------------------------------- joining */

/* The joined columns, and the next questions for the waiting ones. */
typedef struct joining {
	graph_neighbourhood *n;
	size_t *joined; /* [count] in the order in which they joined */
	size_t count;
	size_t newest; /* how many of them are new */
	size_t *waiting;
	size_t waiting_count;
	size_t
		*sorted; /* the first 12 of the joined columns without the newest, ascending: sets consist of these and one of
		          * the newest */
	size_t sorted_count;
	bool *gone; /* by index in `waiting` or `sorted` */
} joining;

/* Moves the columns whose weakest dependence is clearest from waiting to joined. */
static void let_join(joining *j)
{
	const graph_finding *findings = j->n->findings;
	const graph_answer *best = &findings[j->waiting[0]].answer;
	for (size_t i = 1; i < j->waiting_count; i++)
		if (graph_clearer(&findings[j->waiting[i]].answer, best) < 0)
			best = &findings[j->waiting[i]].answer;
	size_t left = 0;
	j->newest = 0;
	for (size_t i = 0; i < j->waiting_count; i++)
		if (graph_clearer(&findings[j->waiting[i]].answer, best) == 0) {
			j->joined[j->count++] = j->waiting[i];
			j->newest++;
		} else {
			j->waiting[left++] = j->waiting[i];
		}
	j->waiting_count = left;
}

/* The first `count` joined columns, at most 12, ascending. */
static void sort_joined(joining *j, size_t count)
{
	j->sorted_count = count < GRAPH_CLEAREST ? count : GRAPH_CLEAREST;
	memcpy(j->sorted, j->joined, j->sorted_count * sizeof *j->sorted);
	graph_set_sort(j->sorted, j->sorted_count);
}

/* Sets with one of the newest columns and any of the other joined ones. */
static mixmi_status ask_waiting(void *context, size_t index, graph_worker *worker)
{
	joining *j = context;
	size_t node = j->waiting[index];
	mixmi_status status = MIXMI_OK;
	for (size_t i = j->count - j->newest; status == MIXMI_OK && !j->gone[index] && i < j->count; i++) {
		const material from = { j->sorted, j->sorted_count, j->joined[i] };
		status = try_sets(j->n, node, &from, &j->gone[index], worker);
	}
	return status;
}

static mixmi_status ask_joined(void *context, size_t index, graph_worker *worker)
{
	joining *j = context;
	const material from = { j->sorted, j->sorted_count, SIZE_MAX };
	return try_sets(j->n, j->joined[index], &from, &j->gone[index], worker);
}

/* Removes separated columns from a list. */
static size_t drop_gone(joining *j, size_t *list, size_t count)
{
	size_t left = 0;
	for (size_t i = 0; i < count; i++) {
		j->n->findings[list[i]].kept = !j->gone[i];
		if (!j->gone[i])
			list[left++] = list[i];
		j->gone[i] = false;
	}
	return left;
}

static mixmi_status join_all(joining *j)
{
	graph_search *search = &j->n->aim->search;
	mixmi_status status = MIXMI_OK;
	while (status == MIXMI_OK && j->waiting_count > 0 && !j->n->aim->watch.cancelled) {
		let_join(j);
		sort_joined(j, j->count);
		status = graph_search_work(search, "neighbours", j->waiting_count, ask_waiting, j);
		j->waiting_count = drop_gone(j, j->waiting, j->waiting_count);
	}
	sort_joined(j, j->count);
	if (status == MIXMI_OK && j->count > 1 && !j->n->aim->watch.cancelled)
		status = graph_search_work(search, "neighbours once more", j->count, ask_joined, j);
	if (status == MIXMI_OK)
		j->count = drop_gone(j, j->joined, j->count);
	return status;
}

static mixmi_status join(graph_neighbourhood *n)
{
	size_t room = n->kept_count + 1;
	joining j = { .n = n,
		          .joined = base_array(room, sizeof *j.joined),
		          .waiting = base_array_copy(n->kept, room - 1, sizeof *j.waiting),
		          .waiting_count = n->kept_count,
		          .sorted = base_array(room, sizeof *j.sorted),
		          .gone = base_array_zero(room, sizeof *j.gone) };
	bool good = j.joined != NULL && (j.waiting != NULL || room == 1) && j.sorted != NULL && j.gone != NULL;
	mixmi_status status = good ? join_all(&j) : base_error_memory();
	free(j.joined);
	free(j.waiting);
	free(j.sorted);
	free(j.gone);
	return status;
}

mixmi_status graph_neighbourhood_find(graph_neighbourhood *n, graph_aim *aim, size_t centre)
{
	size_t nodes = aim->members.count;
	*n = (graph_neighbourhood){ .aim = aim, .centre = centre };
	n->findings = base_array_zero(nodes, sizeof *n->findings);
	n->kept = base_array(nodes, sizeof *n->kept);
	if (n->findings == NULL || n->kept == NULL)
		return base_error_memory();
	n->largest = aim->options.max_cond >= 0 ? (size_t)aim->options.max_cond : USUAL_SIZE;
	n->largest = n->largest < nodes ? n->largest : nodes;
	mixmi_status status = first_step(n);
	if (status == MIXMI_OK)
		graph_neighbourhood_list(n);
	if (status == MIXMI_OK && n->largest > 0)
		status = join(n);
	if (status == MIXMI_OK)
		graph_neighbourhood_list(n);
	return status;
}
