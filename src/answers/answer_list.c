/* Public access to lists of answers: one by one, or one field of all. */
#include "answers/answer_list.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/answer.h"
#include "base/error.h"
#include "base/memory.h"
#include "base/sized.h"
#include "base/text.h"

mixmi_answers *answers_list_new(size_t count, size_t column_count, bool pairs, double alpha)
{
	mixmi_answers *list = base_array_zero(1, sizeof *list);
	if (list == NULL)
		return NULL;
	if (pairs)
		list->pairs = base_array_zero(count, 2 * sizeof *list->pairs);
	else
		list->questions = base_array_zero(count, sizeof *list->questions);
	list->columns = base_array_zero(column_count, sizeof *list->columns);
	list->answers = base_array(count, sizeof *list->answers);
	list->messages = base_array_zero(count, sizeof *list->messages);
	if ((list->questions == NULL && list->pairs == NULL) || list->columns == NULL || list->answers == NULL ||
	    list->messages == NULL) {
		mixmi_answers_free(list);
		return NULL;
	}
	list->count = count;
	list->column_count = column_count;
	const mixmi_answer none = base_no_answer(MIXMI_ERROR_CANCELLED, NULL, alpha);
	for (size_t i = 0; i < count; i++)
		list->answers[i] = none;
	return list;
}

void mixmi_answers_free(mixmi_answers *answers)
{
	if (answers == NULL)
		return;
	for (size_t i = 0; i < answers->count; i++)
		free(answers->messages[i]);
	free(answers->messages);
	free(answers->answers);
	free(answers->questions);
	free(answers->pairs);
	free(answers->columns);
	free(answers->own_method);
	free(answers);
}

mixmi_question answers_list_question(const mixmi_answers *list, size_t index)
{
	if (list->questions != NULL)
		return list->questions[index];
	const size_t *z = list->z_count > 0 ? list->columns + (list->column_count - list->z_count) : NULL;
	return (mixmi_question){
		&list->columns[list->pairs[2 * index]], 1, &list->columns[list->pairs[2 * index + 1]], 1, z, list->z_count
	};
}

size_t mixmi_answers_count(const mixmi_answers *answers)
{
	return answers->count;
}

static mixmi_status check_index(const mixmi_answers *answers, size_t index)
{
	if (index < answers->count)
		return MIXMI_OK;
	return base_error(MIXMI_ERROR_USAGE, "no answer with index %zu: there are %zu", index, answers->count);
}

mixmi_status mixmi_answers_get(mixmi_answer *out, size_t size, const mixmi_answers *answers, size_t index)
{
	mixmi_status status = check_index(answers, index);
	const mixmi_answer none = base_no_answer(status, NULL, (double)NAN);
	base_give(out, size, status == MIXMI_OK ? &answers->answers[index] : &none, sizeof none);
	return status;
}

const char *mixmi_answers_message(const mixmi_answers *answers, size_t index)
{
	if (index >= answers->count || answers->answers[index].status == MIXMI_OK)
		return NULL;
	return answers->messages[index] != NULL ? answers->messages[index] : "not asked before the work was cancelled";
}

mixmi_status mixmi_answers_question(mixmi_question *out, const mixmi_answers *answers, size_t index)
{
	*out = (mixmi_question){ 0 };
	mixmi_status status = check_index(answers, index);
	if (status == MIXMI_OK)
		*out = answers_list_question(answers, index);
	return status;
}

mixmi_status mixmi_answers_numbers(double *out, const mixmi_answers *answers, const char *field)
{
	const mixmi_answer none = base_no_answer(MIXMI_OK, NULL, 0);
	double unused;
	if (!base_answer_number(&unused, &none, field)) {
		char shown[BASE_TEXT_SHOWN];
		return base_error(MIXMI_ERROR_USAGE, "answers have no number '%s'",
		                  base_text_show(shown, field, strlen(field)));
	}
	for (size_t i = 0; i < answers->count; i++)
		(void)base_answer_number(&out[i], &answers->answers[i], field);
	return MIXMI_OK;
}
