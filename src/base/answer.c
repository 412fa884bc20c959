/* The table of an answer's fields: the one place that knows all of them besides the struct itself. */
#include "base/answer.h"

#include <math.h>
#include <stddef.h>
#include <string.h>

typedef enum field_kind { REAL, COUNT, CODE } field_kind;

#define FIELD(kind, name)                                                                                              \
	{                                                                                                                  \
#name, offsetof(mixmi_answer, name), kind                                                                      \
	}

static const struct {
	const char *name;
	size_t offset;
	field_kind kind;
} fields[] = {
	FIELD(CODE, status),
	FIELD(CODE, verdict),
	FIELD(REAL, estimate),
	FIELD(REAL, plug_in),
	FIELD(REAL, bias),
	FIELD(REAL, standard_error),
	FIELD(REAL, lower),
	FIELD(REAL, upper),
	FIELD(REAL, strength),
	FIELD(REAL, detectable),
	FIELD(REAL, corrected),
	FIELD(REAL, statistic),
	FIELD(REAL, df),
	FIELD(REAL, p),
	FIELD(REAL, alpha),
	FIELD(COUNT, rows),
	FIELD(COUNT, rows_dropped),
	FIELD(COUNT, comparable),
	FIELD(COUNT, permutations),
	FIELD(REAL, bins_x),
	FIELD(REAL, bins_y),
	FIELD(REAL, bins_z),
	FIELD(REAL, fitted),
	FIELD(REAL, chi2),
	FIELD(REAL, chi2_correction),
	FIELD(REAL, chi2_df),
	FIELD(REAL, chi2_p),
	FIELD(REAL, sc),
	FIELD(REAL, sc_correction),
	FIELD(REAL, fnml),
	FIELD(REAL, fnml_correction),
	FIELD(REAL, jic),
	FIELD(REAL, jic_correction),
	FIELD(REAL, strength_max),
	FIELD(COUNT, clusters),
	FIELD(REAL, effective_rows),
};

enum { FIELDS = sizeof fields / sizeof fields[0] };

/* Every field takes 8 bytes but the two codes, which share 8; the name of the method, with padding, is the only other one. */
_Static_assert(sizeof(mixmi_answer) == 8 * FIELDS, "every field of an answer has its row");

const char *mixmi_answer_field(size_t index)
{
	return index < FIELDS ? fields[index].name : NULL;
}

mixmi_answer base_no_answer(mixmi_status status, const char *method, double alpha)
{
	mixmi_answer answer = { .status = (int32_t)status, .method = method };
	for (size_t i = 0; i < FIELDS; i++)
		if (fields[i].kind == REAL)
			*(double *)(void *)((char *)&answer + fields[i].offset) = (double)NAN;
	answer.alpha = alpha;
	return answer;
}

bool base_answer_number(double *out, const mixmi_answer *answer, const char *field)
{
	for (size_t i = 0; i < FIELDS; i++) {
		const void *place = (const char *)answer + fields[i].offset;
		if (strcmp(fields[i].name, field) != 0)
			continue;
		*out = fields[i].kind == REAL    ? *(const double *)place
		       : fields[i].kind == COUNT ? (double)*(const uint64_t *)place
		                                 : *(const int32_t *)place;
		return true;
	}
	return false;
}
