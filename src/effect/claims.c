/* Independences implied by a graph: their list, their tests, and combined p-values. */
#include "effect/claims.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "answers/ask.h"
#include "base/error.h"
#include "base/memory.h"
#include "base/options.h"
#include "base/sum.h"
#include "effect/moral.h"

bool effect_claims_add(effect_claims *claims, size_t a, const bool *b, const bool *given, size_t nodes)
{
	effect_claim claim = { .p = NAN, .p_holm = NAN, .p_bh = NAN, .estimate = NAN, .lower = NAN, .upper = NAN };
	if (!base_grow((void **)&claims->rows, &claims->room, claims->count + 1, sizeof *claims->rows))
		return false;
	for (size_t v = 0; v < nodes; v++) {
		claim.b_count += b[v];
		claim.given_count += given[v];
	}
	claim.nodes = base_array(1 + claim.b_count + claim.given_count, sizeof *claim.nodes);
	if (claim.nodes == NULL)
		return false;
	size_t *next = claim.nodes;
	*next++ = a;
	for (int set = 0; set < 2; set++)
		for (size_t v = 0; v < nodes; v++)
			if ((set == 0 ? b : given)[v])
				*next++ = v;
	claims->rows[claims->count++] = claim;
	return true;
}

void effect_claims_clear(effect_claims *claims)
{
	for (size_t i = 0; i < claims->count; i++)
		free(claims->rows[i].nodes);
	free(claims->rows);
	*claims = (effect_claims){ 0 };
}

/* ------------------------------------------------------------------------------------------- local Markov property */

static void find_parents(bool *parents, const effect_net *net, size_t v)
{
	memset(parents, 0, net->nodes * sizeof *parents);
	for (size_t i = net->starts[v]; i < net->starts[v + 1]; i++)
		if (net->links[i].here == GRAPH_ARROW)
			parents[net->links[i].node] = true;
}

bool effect_claims_local(effect_claims *claims, const effect_net *net)
{
	size_t n = net->nodes;
	effect_walk walk;
	bool *below = base_array(n, sizeof *below), *parents = base_array(n, sizeof *parents);
	bool done = effect_walk_init(&walk, n) && below != NULL && parents != NULL;
	for (size_t v = 0; done && v < n; v++) {
		size_t others = 0;
		find_parents(parents, net, v);
		memset(below, 0, n * sizeof *below);
		below[v] = true;
		effect_descendants(below, below, net, &walk);
		for (size_t w = 0; w < n; w++) {
			below[w] = !below[w] && !parents[w]; /* from here on: the others */
			others += below[w];
		}
		done = others == 0 || effect_claims_add(claims, v, below, parents, n);
	}
	effect_walk_clear(&walk);
	free(below);
	free(parents);
	return done;
}

/* ------------------------------------------------------------------------------------------------- pairs, edges */

static size_t count_nodes(const bool *set, size_t nodes)
{
	size_t count = 0;
	for (size_t v = 0; v < nodes; v++)
		count += set[v];
	return count;
}

/* The smaller of the separating sets nearest to either end; in case of a tie that nearest to `a`. *found: there is
 * one. */
static bool find_separator(bool *set, bool *found, const effect_net *net, size_t a, size_t b)
{
	bool *other = base_array(net->nodes, sizeof *other), done = other != NULL;
	*found = false;
	for (int turn = 0; done && turn < 2; turn++) {
		effect_moral moral;
		bool *out = turn == 0 ? set : other;
		done = effect_moral_init(&moral, net, turn == 0 ? a : b, turn == 0 ? b : a, NULL, NULL);
		*found = done && effect_nearest_separator(out, &moral);
		effect_moral_clear(&moral);
		if (!*found)
			break;
	}
	if (*found && count_nodes(other, net->nodes) < count_nodes(set, net->nodes))
		memcpy(set, other, net->nodes * sizeof *set);
	free(other);
	return done;
}

static bool add_pair(effect_claims *claims, const effect_net *net, size_t a, size_t b)
{
	bool *set = base_array(net->nodes, sizeof *set), *end = base_array_zero(net->nodes, sizeof *end), found;
	bool done = set != NULL && end != NULL && find_separator(set, &found, net, a, b);
	if (done && found) {
		end[b] = true;
		done = effect_claims_add(claims, a, end, set, net->nodes);
	}
	free(set);
	free(end);
	return done;
}

static bool is_joined(const effect_net *net, size_t a, size_t b)
{
	for (size_t i = net->starts[a]; i < net->starts[a + 1]; i++)
		if (net->links[i].node == b)
			return true;
	return false;
}

bool effect_claims_pairs(effect_claims *claims, const effect_net *net)
{
	for (size_t a = 0; a < net->nodes; a++)
		for (size_t b = a + 1; b < net->nodes; b++)
			if (!is_joined(net, a, b) && !add_pair(claims, net, a, b))
				return false;
	return true;
}

bool effect_claims_edge(effect_claims *claims, const mixmi_graph *member, size_t a, size_t b)
{
	mixmi_graph *without = graph_new((const char *const *)member->names, member->types, member->nodes);
	effect_net net = { 0 };
	size_t before = claims->count;
	if (without == NULL)
		return false;
	memcpy(without->mark, member->mark, member->nodes * member->nodes * sizeof *member->mark);
	graph_remove(without, a, b);
	bool done = effect_net_init(&net, without) && add_pair(claims, &net, a, b);
	if (done && claims->count > before) {
		claims->rows[before].mark_a = member->mark[b * member->nodes + a];
		claims->rows[before].mark_b = member->mark[a * member->nodes + b];
	}
	effect_net_clear(&net);
	mixmi_graph_free(without);
	return done;
}

/* ------------------------------------------------------------------------------------------------------ asking */

typedef struct asked {
	size_t *columns, *ends;
} asked;

static bool list_questions(asked *q, const effect_claims *claims, const size_t *columns)
{
	size_t total = 0, used = 0;
	for (size_t i = 0; i < claims->count; i++)
		total += 1 + claims->rows[i].b_count + claims->rows[i].given_count;
	*q = (asked){ base_array(total, sizeof *q->columns), base_array(claims->count, 3 * sizeof *q->ends) };
	if (q->columns == NULL || q->ends == NULL)
		return false;
	for (size_t i = 0; i < claims->count; i++) {
		const effect_claim *c = &claims->rows[i];
		q->ends[3 * i] = used + 1;
		q->ends[3 * i + 1] = used + 1 + c->b_count;
		q->ends[3 * i + 2] = used + 1 + c->b_count + c->given_count;
		for (size_t k = 0; k < 1 + c->b_count + c->given_count; k++)
			q->columns[used++] = columns[c->nodes[k]];
	}
	return true;
}

static mixmi_status take_answers(effect_claims *claims, const mixmi_answers *answers, bool measure)
{
	for (size_t i = 0; i < claims->count; i++) {
		effect_claim *c = &claims->rows[i];
		mixmi_answer answer;
		mixmi_status status = mixmi_answers_get(&answer, sizeof answer, answers, i);
		if (status == MIXMI_ERROR_USAGE) /* a test that does not support such questions at all */
			return base_error(status, "%s", mixmi_answers_message(answers, i));
		bool decided = status == MIXMI_OK && answer.verdict != MIXMI_UNDECIDED;
		if (measure) {
			c->estimate = decided ? answer.estimate : (double)NAN;
			c->lower = decided ? answer.lower : (double)NAN;
			c->upper = decided ? answer.upper : (double)NAN;
		} else {
			c->p = decided ? answer.p : (double)NAN;
			c->rows = (size_t)answer.rows;
			c->verdict = status == MIXMI_OK ? answer.verdict : MIXMI_UNDECIDED;
		}
	}
	return MIXMI_OK;
}

mixmi_status effect_claims_ask(effect_claims *claims, const mixmi_table *table, const size_t *columns, bool measure,
                               const mixmi_options *options)
{
	static const double level = 0.95; /* of intervals, if option confidence is 0 */
	asked q = { 0 };
	mixmi_answers *answers = NULL;
	mixmi_options settled;
	if (claims->count == 0)
		return MIXMI_OK;
	base_options_settle(&settled, options);
	if (measure && !(settled.confidence > 0))
		settled.confidence = level;
	mixmi_status status = list_questions(&q, claims, columns) ? MIXMI_OK : base_error_memory();
	const mixmi_questions questions = { claims->count, q.columns, q.ends };
	if (status == MIXMI_OK)
		status = (measure ? mixmi_estimate_many : answers_judge_many)(&answers, table, &questions, &settled);
	if (status == MIXMI_OK)
		status = take_answers(claims, answers, measure);
	mixmi_answers_free(answers);
	free(q.columns);
	free(q.ends);
	return status;
}

/* --------------------------------------------------------------------------------------------------- many p-values */

mixmi_status effect_claims_adjust(effect_claims *claims)
{
	double *p = base_array(claims->count, sizeof *p), *holm = base_array(claims->count, sizeof *holm);
	mixmi_status status = p != NULL && holm != NULL ? MIXMI_OK : base_error_memory();
	for (size_t i = 0; status == MIXMI_OK && i < claims->count; i++)
		p[i] = claims->rows[i].p;
	if (status == MIXMI_OK)
		status = mixmi_adjust_p_holm(holm, p, claims->count);
	if (status == MIXMI_OK)
		status = mixmi_adjust_p(p, p, claims->count);
	for (size_t i = 0; status == MIXMI_OK && i < claims->count; i++) {
		claims->rows[i].p_bh = p[i];
		claims->rows[i].p_holm = holm[i];
	}
	free(p);
	free(holm);
	return status;
}

double effect_claims_combine(const effect_claims *claims)
{
	const double e = 2.718281828459045;
	double least = 1, count = 0;
	base_sum inverse = { 0 };
	for (size_t i = 0; i < claims->count; i++)
		if (!isnan(claims->rows[i].p)) {
			count++;
			least = fmin(least, claims->rows[i].p);
			base_sum_add(&inverse, 1 / claims->rows[i].p);
		}
	if (count < 2)
		return count == 0 ? (double)NAN : least;
	double factor = count < 3 ? 2 : e * log(count), harmonic = factor * count / base_sum_value(&inverse);
	return fmin(1, 2 * fmin(count * least, least > 0 ? harmonic : 0));
}
