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
	FIELD(REAL, p),
	FIELD(REAL, alpha),
	FIELD(REAL, statistic),
	FIELD(REAL, df),
	FIELD(REAL, estimate),
	FIELD(REAL, lower),
	FIELD(REAL, upper),
	FIELD(REAL, confidence),
	FIELD(REAL, standard_error),
	FIELD(REAL, strength),
	FIELD(REAL, strength_max),
	FIELD(COUNT, rows),
	FIELD(COUNT, rows_dropped),
	FIELD(COUNT, comparable),
	FIELD(COUNT, clusters),
	FIELD(REAL, effective_rows),
	FIELD(COUNT, permutations),
	FIELD(REAL, bins_x),
	FIELD(REAL, bins_y),
	FIELD(REAL, bins_z),
	FIELD(REAL, fitted),
	FIELD(REAL, plug_in),
	FIELD(REAL, bias),
	FIELD(REAL, corrected),
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
};

static const char *const words[] = { "none",      "increasing", "decreasing", "peak", "valley",
	                                 "threshold", "point mass", "groups",     "other" };
enum { SHAPES = sizeof words / sizeof *words };

const char *base_shape_word(int32_t shape)
{
	return shape >= 0 && shape < SHAPES ? words[shape] : words[0];
}

int32_t base_shape_of_word(const char *word)
{
	int32_t found = SHAPES - 1;
	while (found > 0 && (word == NULL || strcmp(word, words[found]) != 0))
		found--;
	return found;
}

mixmi_profile base_no_profile(mixmi_shape shape)
{
	const double none = (double)NAN;
	mixmi_profile profile = { .shape = (int32_t)shape,
		                      .word = words[shape],
		                      .sign = none,
		                      .sign_error = none,
		                      .where = none,
		                      .jump = none,
		                      .size = none,
		                      .size_lower = none,
		                      .size_upper = none,
		                      .size_per = none,
		                      .size_first = none,
		                      .size_second = none };
	for (size_t i = 0; i < MIXMI_SIZE_LEVELS; i++)
		profile.level_means[i] = none;
	return profile;
}

enum { FIELDS = sizeof fields / sizeof fields[0] };

/* Every field takes 8 bytes, except the two codes, which share 8 bytes. The pointer to the method's name makes up for
 * one of them. */
enum { RESERVED = 5 };
_Static_assert(sizeof(mixmi_answer) == 8 * (FIELDS + RESERVED) + sizeof(mixmi_profile),
               "every field of an answer has its row");

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
	answer.profile = base_no_profile(MIXMI_SHAPE_NONE);
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
