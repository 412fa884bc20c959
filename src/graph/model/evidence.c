/* Compares and stores answers. Invariant: evidence->given is NULL if and only if given_count is 0. */
#include "graph/model/evidence.h"

#include <float.h>
#include <math.h>
#include <stdlib.h>

#include "base/memory.h"

bool graph_evidence_is_weaker(const graph_answer *answer, const graph_evidence *evidence)
{
	if (!evidence->known)
		return true;
	if (answer->verdict == GRAPH_UNJUDGED || evidence->unjudged)
		return answer->verdict != GRAPH_UNJUDGED;
	if (!isnan(answer->p) && !isnan(evidence->p) && answer->p != evidence->p)
		return answer->p > evidence->p;
	return answer->corrected < evidence->corrected ||
	       (answer->corrected == evidence->corrected && answer->estimate < evidence->estimate);
}

double graph_nats(const graph_answer *answer)
{
	double measured = (double)answer->rows * (isnan(answer->corrected) ? answer->estimate : answer->corrected);
	if (answer->verdict == GRAPH_UNJUDGED)
		return INFINITY;
	if (isnan(answer->p))
		return isnan(measured) ? 0 : measured;
	double nats = -log(fmax(answer->p, DBL_MIN));
	return answer->p > DBL_MIN || !(measured > nats) ? nats : measured;
}

bool graph_evidence_set(graph_evidence *evidence, const graph_answer *answer, const size_t *given, size_t count)
{
	size_t *copy = NULL;
	if (count > 0) {
		copy = base_array_copy(given, count, sizeof *copy);
		if (copy == NULL)
			return false;
	}
	free(evidence->given);
	evidence->given = copy;
	evidence->given_count = count;
	evidence->known = true;
	evidence->unjudged = answer->verdict == GRAPH_UNJUDGED;
	evidence->estimate = answer->estimate;
	evidence->corrected = answer->corrected;
	evidence->p = answer->p;
	evidence->lower = answer->lower;
	evidence->upper = answer->upper;
	evidence->sign = evidence->sign_error = evidence->where = NAN;
	evidence->shape = MIXMI_SHAPE_NONE;
	evidence->size_kind = MIXMI_SIZE_NONE;
	evidence->rows = answer->rows;
	return true;
}

bool graph_evidence_has(const graph_evidence *evidence, size_t node)
{
	for (size_t i = 0; i < evidence->given_count; i++)
		if (evidence->given[i] == node)
			return true;
	return false;
}

void graph_evidence_put(base_parcel *parcel, const graph_evidence *evidence)
{
	const graph_answer answer = { .verdict = evidence->unjudged ? GRAPH_UNJUDGED : GRAPH_UNASKED,
		                          .estimate = evidence->estimate,
		                          .corrected = evidence->corrected,
		                          .p = evidence->p,
		                          .lower = evidence->lower,
		                          .upper = evidence->upper,
		                          .rows = evidence->rows };
	uint32_t count = evidence->known ? (uint32_t)evidence->given_count : UINT32_MAX;
	base_parcel_put(parcel, &count, sizeof count);
	if (!evidence->known)
		return;
	for (size_t i = 0; i < evidence->given_count; i++)
		base_parcel_put(parcel, &(uint32_t){ (uint32_t)evidence->given[i] }, sizeof(uint32_t));
	graph_answer_put(parcel, &answer);
}

bool graph_evidence_take(base_parcel *parcel, graph_evidence *evidence)
{
	uint32_t count, node = 0;
	graph_answer answer;
	if (!base_parcel_take(parcel, &count, sizeof count))
		return false;
	if (count == UINT32_MAX)
		return true;
	size_t *given = count > 0 ? base_array(count, sizeof *given) : NULL;
	bool good = count == 0 || given != NULL;
	for (uint32_t i = 0; good && i < count; i++) {
		good = base_parcel_take(parcel, &node, sizeof node);
		given[i] = node;
	}
	good = good && graph_answer_take(parcel, &answer) && graph_evidence_set(evidence, &answer, given, count);
	free(given);
	return good;
}
