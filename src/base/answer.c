/* Table of the fields of an answer: the only list of them besides the struct itself. */
#include "base/answer.h"

#include <math.h>
#include <stddef.h>
#include <string.h>

typedef enum field_kind { REAL, COUNT, CODE } field_kind;

/* A field with the same name in the list and in the struct, and a field of a nested struct. */
#define FIELD(kind, name) NESTED(kind, name, name)
#define NESTED(kind, name, place)                                                                                      \
	{                                                                                                                  \
#name, offsetof(mixmi_answer, place), kind                                                                     \
	}

static const struct {
	const char *name;
	size_t offset;
	field_kind kind;
} fields[] = {
	FIELD(CODE, status),
	FIELD(CODE, verdict),
	NESTED(REAL, estimate, estimate.value),
	NESTED(REAL, plug_in, estimate.plug_in),
	NESTED(REAL, bias, estimate.bias),
	NESTED(REAL, standard_error, estimate.standard_error),
	NESTED(REAL, lower, estimate.lower),
	NESTED(REAL, upper, estimate.upper),
	NESTED(REAL, strength, estimate.strength),
	NESTED(REAL, detectable, test.detectable),
	NESTED(REAL, corrected, estimate.corrected),
	NESTED(REAL, statistic, test.statistic),
	NESTED(REAL, df, test.df),
	NESTED(REAL, p, test.p),
	NESTED(REAL, alpha, test.alpha),
	FIELD(COUNT, rows),
	FIELD(COUNT, rows_dropped),
	FIELD(COUNT, comparable),
	NESTED(COUNT, permutations, test.permutations),
	NESTED(REAL, bins_x, grid.bins_x),
	NESTED(REAL, bins_y, grid.bins_y),
	NESTED(REAL, bins_z, grid.bins_z),
	NESTED(REAL, fitted, grid.fitted),
	NESTED(REAL, chi2, paper.chi2),
	NESTED(REAL, chi2_correction, paper.chi2_correction),
	NESTED(REAL, chi2_df, paper.chi2_df),
	NESTED(REAL, chi2_p, paper.chi2_p),
	NESTED(REAL, sc, paper.sc),
	NESTED(REAL, sc_correction, paper.sc_correction),
	NESTED(REAL, fnml, paper.fnml),
	NESTED(REAL, fnml_correction, paper.fnml_correction),
	NESTED(REAL, jic, paper.jic),
	NESTED(REAL, jic_correction, paper.jic_correction),
	NESTED(REAL, strength_max, estimate.strength_max),
	FIELD(COUNT, clusters),
	FIELD(REAL, effective_rows),
};

enum { FIELDS = sizeof fields / sizeof fields[0] };

/* Every field takes 8 bytes, except the two codes, which share 8 bytes. The pointer to the method's name makes up for
 * one of them. */
enum { RESERVED = 5 };
_Static_assert(sizeof(mixmi_answer) == 8 * (FIELDS + RESERVED), "every field of an answer has its row");

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
	answer.test.alpha = alpha;
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
