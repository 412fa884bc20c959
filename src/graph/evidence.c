/* Comparing and keeping answers. Invariant: evidence->given is NULL exactly where given_count is 0. */
#include "graph/evidence.h"

#include <math.h>
#include <stdlib.h>

#include "base/memory.h"

static bool says_nothing(const graph_evidence *evidence)
{
	return evidence->rows == 0 && isnan(evidence->p) && isnan(evidence->corrected) && isnan(evidence->estimate);
}

bool graph_evidence_is_weaker(const graph_answer *answer, const graph_evidence *evidence)
{
	if (!evidence->known)
		return true;
	if (answer->verdict == GRAPH_UNJUDGED || says_nothing(evidence))
		return answer->verdict != GRAPH_UNJUDGED;
	if (!isnan(answer->p) && !isnan(evidence->p) && answer->p != evidence->p)
		return answer->p > evidence->p;
	return answer->corrected < evidence->corrected ||
	       (answer->corrected == evidence->corrected && answer->estimate < evidence->estimate);
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
	evidence->estimate = answer->estimate;
	evidence->corrected = answer->corrected;
	evidence->p = answer->p;
	evidence->hidden = answer->hidden;
	evidence->sign = evidence->sign_error = evidence->where = NAN;
	evidence->shape = MIXMI_SHAPE_NONE;
	evidence->rows = answer->rows;
	return true;
}
