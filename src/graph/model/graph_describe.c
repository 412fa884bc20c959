/* What the public header says about a graph: its edges, separated and undecided pairs, totals and suggestions, in the lists that
 * graph_index() made. Nothing is computed here that a search has not stored. */
#include "graph/model/graph.h"

#include <math.h>

#include "base/error.h"
#include "base/sized.h"

static const char *const kind_names[] = { [GRAPH_CPDAG] = "cpdag", [GRAPH_PAG] = "pag", [GRAPH_SKELETON] = "skeleton" };

/* An edge that a subsample has with probability p is in both halves of a complementary pair with probability p^2,
 * because their rows are independent. By Markov's inequality, its probability to be in a share t or more of the pairs
 * is at most p^2 / t (Shah and Samworth 2013, lemma 1). If false edges are selected no more often than random ones,
 * with q edges per subsample, p is at most q divided by the number of pairs of nodes, and the expected number of false
 * edges is at most q^2 / (t pairs). */
static double false_edges(const mixmi_graph *graph)
{
	const double share = 0.9;
	double q = graph->subsample_edges, pairs = (double)graph->nodes * ((double)graph->nodes - 1) / 2;
	return graph->subsamples > 0 && pairs > 0 ? q * q / (share * pairs) : NAN;
}

static size_t count_possible(const mixmi_graph *graph)
{
	size_t count = 0;
	for (size_t i = 0; i < graph->edges; i++) {
		const graph_evidence *e = &graph->evidence[graph->edge_pairs[i]];
		count += e->kind[0] == MIXMI_ARROW_POSSIBLE || e->kind[1] == MIXMI_ARROW_POSSIBLE;
	}
	return count;
}

void mixmi_graph_describe(mixmi_graph_info *out, size_t size, const mixmi_graph *graph)
{
	const mixmi_graph_info info = {
		.nodes = graph->nodes,
		.edges = graph->edges,
		.separated = graph->separations,
		.conflicts = graph->conflict_count,
		.tests = graph->tests,
		.tests_reused = graph->tests_reused,
		.levels = graph->levels,
		.subsamples = graph->subsamples,
		.test = graph->test,
		.alpha = graph->alpha,
		.complete = graph->complete,
		.kind = kind_names[graph->kind],
		.search = graph->search,
		.false_edges = false_edges(graph),
		.round = graph->round,
		.open = graph->open,
		.stage = graph->stage,
		.determined = graph->determined_count,
		.possible = count_possible(graph),
		.direction_threshold = graph->threshold,
		.lags = graph->lags,
		.undecided = graph->undecided,
		.suggested_roots = graph->suggestion_count,
		.totals = graph->total_count,
	};
	base_give(out, size, &info, sizeof info);
}

const char *mixmi_graph_node(const mixmi_graph *graph, size_t node, mixmi_type *type)
{
	bool exists = node < graph->nodes;
	if (type != NULL)
		*type = exists ? graph->types[node] : MIXMI_NUMERIC;
	return exists ? graph->names[node] : NULL;
}

size_t mixmi_graph_lag(size_t *now, const mixmi_graph *graph, size_t node)
{
	bool lagged = node < graph->nodes && graph->lag != NULL;
	if (now != NULL)
		*now = lagged ? graph->now[node] : node;
	return lagged ? graph->lag[node] : 0;
}

static bool has_few_rows(const mixmi_graph *graph, const graph_evidence *evidence)
{
	return evidence->known && !evidence->by_knowledge && evidence->rows < graph->min_rows;
}

/* An edge is listed so that a single arrow is at its second end; otherwise it starts at the smaller node. */
bool graph_points_back(const mixmi_graph *graph, size_t a, size_t b)
{
	return graph->mark[b * graph->nodes + a] == GRAPH_ARROW && graph->mark[a * graph->nodes + b] != GRAPH_ARROW;
}

/* The score may keep an edge that its test alone would remove, and with few rows the level is above alpha
 * (graph_search_separates). */
static bool is_above_alpha(const mixmi_graph *graph, const graph_evidence *evidence)
{
	return evidence->known && !evidence->by_knowledge && !evidence->unjudged && evidence->p > graph->alpha;
}

static double strength_of(const graph_evidence *evidence)
{
	if (evidence->same)
		return 1;
	return evidence->known && !isnan(evidence->estimate) ? sqrt(-expm1(-2 * fmax(evidence->estimate, 0))) : NAN;
}

static mixmi_verdict verdict_of(const mixmi_graph *graph, const graph_evidence *evidence)
{
	if (evidence->unjudged && !evidence->by_knowledge)
		return MIXMI_UNDECIDED;
	if (!evidence->known || evidence->by_knowledge || isnan(evidence->p))
		return MIXMI_NO_VERDICT;
	return evidence->p < graph->alpha ? MIXMI_DETECTED : MIXMI_NOT_DETECTED;
}

static void put_size(mixmi_edge *edge, const graph_evidence *evidence)
{
	bool sized = evidence->known && evidence->size_kind != MIXMI_SIZE_NONE;
	edge->size_kind = sized ? evidence->size_kind : MIXMI_SIZE_NONE;
	edge->size_of = sized ? evidence->size_of : edge->to;
	edge->size = sized ? evidence->size[0] : NAN;
	edge->size_lower = sized ? evidence->size[1] : NAN;
	edge->size_upper = sized ? evidence->size[2] : NAN;
	edge->size_per = sized ? evidence->size[3] : NAN;
}

static double known_or_nan(double probability)
{
	return probability > 0 ? probability : NAN;
}

double graph_certainty_of(const mixmi_graph *graph, int kind)
{
	static const double CLEAR = 0.85, CLEAR_LATENT = 0.75, POSSIBLE = 0.5;
	return kind == MIXMI_ARROW_KNOWLEDGE  ? 1
	       : kind == MIXMI_ARROW_CLEAR    ? (graph->kind == GRAPH_PAG ? CLEAR_LATENT : CLEAR)
	       : kind == MIXMI_ARROW_POSSIBLE ? POSSIBLE
	                                      : NAN;
}

static mixmi_edge describe_pair(const mixmi_graph *graph, size_t pair)
{
	size_t a, b;
	graph_pair_nodes(graph, pair, &a, &b);
	const graph_evidence *evidence = &graph->evidence[pair];
	bool backward = graph_points_back(graph, a, b), counted = graph->frequency != NULL && graph->frequency_any != NULL;
	size_t from = backward ? b : a, to = backward ? a : b;
	mixmi_edge edge = {
		.from = from,
		.to = to,
		.mark_from = graph->mark[to * graph->nodes + from],
		.mark_to = graph->mark[from * graph->nodes + to],
		.directed = graph_directed(graph, from, to),
		.required = evidence->by_knowledge,
		.estimate = evidence->known ? evidence->estimate : NAN,
		.corrected = evidence->known ? evidence->corrected : NAN,
		.p = evidence->known ? evidence->p : NAN,
		.given = evidence->given,
		.given_count = evidence->given_count,
		.rows = evidence->rows,
		.few_rows = has_few_rows(graph, evidence),
		.doubtful = evidence->doubtful                ? 1
		            : is_above_alpha(graph, evidence) ? 2
		                                              : 0,
		.undecided = evidence->unjudged && !evidence->by_knowledge,
		.same = evidence->same,
		.of_sum = evidence->of_sum,
		.sign = evidence->known ? evidence->sign : NAN,
		.sign_error = evidence->known ? evidence->sign_error : NAN,
		.shape = evidence->known ? evidence->shape : MIXMI_SHAPE_NONE,
		.shape_along = evidence->known && evidence->shape != MIXMI_SHAPE_NONE ? evidence->along : from,
		.where = evidence->known ? evidence->where : NAN,
		.certainty = fmin(graph_certainty_of(graph, evidence->kind[0]), graph_certainty_of(graph, evidence->kind[1])),
		.kind = evidence->kind[backward],
		.kind_from = evidence->kind[!backward],
		.mark_probability = fmin(known_or_nan(evidence->probability[0]), known_or_nan(evidence->probability[1])),
		.probability_from = known_or_nan(evidence->probability[!backward]),
		.probability_to = known_or_nan(evidence->probability[backward]),
		.strength = strength_of(evidence),
		.share = evidence->known && !isnan(evidence->estimate) ? evidence->share[backward] : NAN,
		.frequency = counted ? graph->frequency_any[pair] : NAN,
		.frequency_forward = counted ? graph->frequency[from * graph->nodes + to] : NAN,
		.frequency_backward = counted ? graph->frequency[to * graph->nodes + from] : NAN,
		.lower = evidence->known ? evidence->lower : NAN,
		.upper = evidence->known ? evidence->upper : NAN,
		.verdict = (int32_t)verdict_of(graph, evidence),
	};
	put_size(&edge, evidence);
	return edge;
}

static mixmi_status check_index(size_t index, size_t count, const char *what)
{
	if (index < count)
		return MIXMI_OK;
	return base_error(MIXMI_ERROR_USAGE, "no %s %zu: the graph has %zu", what, index, count);
}

mixmi_status mixmi_graph_edge(mixmi_edge *out, size_t size, const mixmi_graph *graph, size_t edge)
{
	mixmi_edge found = { .estimate = NAN, .corrected = NAN, .p = NAN, .frequency = NAN };
	mixmi_status status = check_index(edge, graph->edges, "edge");
	if (status == MIXMI_OK)
		found = describe_pair(graph, graph->edge_pairs[edge]);
	base_give(out, size, &found, sizeof found);
	return status;
}

mixmi_status mixmi_graph_undecided(mixmi_edge *out, size_t size, const mixmi_graph *graph, size_t index)
{
	mixmi_edge found = { .estimate = NAN, .corrected = NAN, .p = NAN, .frequency = NAN };
	mixmi_status status = check_index(index, graph->undecided, "undecided pair");
	if (status == MIXMI_OK)
		found = describe_pair(graph, graph->undecided_pairs[index]);
	base_give(out, size, &found, sizeof found);
	return status;
}

mixmi_status mixmi_graph_total(mixmi_total *out, size_t size, const mixmi_graph *graph, size_t index)
{
	mixmi_total found = { .total = SIZE_MAX };
	mixmi_status status = check_index(index, graph->total_count, "sum");
	if (status == MIXMI_OK) {
		const graph_sum *sum = &graph->totals[index];
		found = (mixmi_total){ sum->total, sum->parts, sum->coefficients, sum->count, sum->constant, sum->logarithms };
	}
	base_give(out, size, &found, sizeof found);
	return status;
}

mixmi_status mixmi_graph_suggested_root(size_t *node, const char **why, const mixmi_graph *graph, size_t index)
{
	mixmi_status status = check_index(index, graph->suggestion_count, "suggested root");
	*node = status == MIXMI_OK ? graph->suggestions[index].node : SIZE_MAX;
	if (why != NULL)
		*why = status == MIXMI_OK ? graph_suggestion_words[graph->suggestions[index].why] : NULL;
	return status;
}

mixmi_status mixmi_graph_edges(mixmi_edge *out, size_t size, const mixmi_graph *graph)
{
	for (size_t i = 0; i < graph->edges; i++)
		(void)mixmi_graph_edge(base_sized_at(out, size, i), size, graph, i);
	return MIXMI_OK;
}

static mixmi_separation describe_separation(const mixmi_graph *graph, size_t index)
{
	size_t pair = graph->separation_pairs[index], a, b;
	graph_pair_nodes(graph, pair, &a, &b);
	const graph_evidence *evidence = &graph->evidence[pair];
	return (mixmi_separation){
		.a = a,
		.b = b,
		.forbidden = evidence->by_knowledge,
		.given = evidence->given,
		.given_count = evidence->given_count,
		.estimate = evidence->known ? evidence->estimate : NAN,
		.p = evidence->known ? evidence->p : NAN,
		.rows = evidence->rows,
		.few_rows = has_few_rows(graph, evidence),
		.upper = evidence->known ? evidence->upper : NAN,
		.doubtful = evidence->doubtful,
		.frequency = graph->frequency_any != NULL ? graph->frequency_any[pair] : NAN,
	};
}

mixmi_status mixmi_graph_separation(mixmi_separation *out, size_t size, const mixmi_graph *graph, size_t index)
{
	mixmi_separation found = { .estimate = NAN, .p = NAN, .frequency = NAN };
	mixmi_status status = check_index(index, graph->separations, "separated pair");
	if (status == MIXMI_OK)
		found = describe_separation(graph, index);
	base_give(out, size, &found, sizeof found);
	return status;
}

mixmi_status mixmi_graph_separations(mixmi_separation *out, size_t size, const mixmi_graph *graph)
{
	for (size_t i = 0; i < graph->separations; i++)
		(void)mixmi_graph_separation(base_sized_at(out, size, i), size, graph, i);
	return MIXMI_OK;
}

const char *mixmi_graph_conflict(const mixmi_graph *graph, size_t index)
{
	return index < graph->conflict_count ? graph->conflicts[index] : NULL;
}

mixmi_status mixmi_graph_determined(size_t *node, size_t *by, const mixmi_graph *graph, size_t index)
{
	mixmi_status status = check_index(index, graph->determined_count, "column that is a function of another");
	*node = status == MIXMI_OK ? graph->determined[index].column : SIZE_MAX;
	*by = status == MIXMI_OK ? graph->determined[index].by : SIZE_MAX;
	return status;
}
