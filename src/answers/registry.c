/* The registry: all descriptors listed in methods.def, and their names for the option table. */
#include "answers/registry.h"

#include <string.h>

#include "answers/default_answer.h"
#include "base/options.h"
#include "paper/method/corrected.h"
#include "paper/method/paper_estimate.h"
#include "peers/kernel/kernel.h"
#include "peers/miic/miic.h"
#include "peers/neighbour/neighbour.h"
#include "peers/perm/permutation.h"
#include "peers/suzuki/suzuki.h"

#define ESTIMATOR(method, name) &method,
#define TEST(method, name)
static const mixmi_own_method *const estimators[] = {
#include "answers/methods.def"
};
#undef ESTIMATOR
#undef TEST

#define ESTIMATOR(method, name)
#define TEST(method, name) &method,
static const mixmi_own_method *const tests[] = {
#include "answers/methods.def"
};
#undef ESTIMATOR
#undef TEST

#define ESTIMATOR(method, name) "," name
#define TEST(method, name)
const char base_estimator_names[] =
#include "answers/methods.def"
	;
#undef ESTIMATOR
#undef TEST

#define ESTIMATOR(method, name)
#define TEST(method, name) "," name
const char base_test_names[] =
#include "answers/methods.def"
	;

enum { ESTIMATORS = sizeof estimators / sizeof estimators[0], TESTS = sizeof tests / sizeof tests[0] };

const mixmi_method *mixmi_estimator_at(size_t index)
{
	return index < ESTIMATORS ? &estimators[index]->shown : NULL;
}

const mixmi_method *mixmi_test_at(size_t index)
{
	return index < TESTS ? &tests[index]->shown : NULL;
}

static const mixmi_own_method *find(const mixmi_own_method *const *methods, const char *name)
{
	while (strcmp((*methods)->shown.name, name) != 0)
		methods++;
	return *methods;
}

const mixmi_own_method *answers_estimator(const mixmi_options *options)
{
	return find(estimators, options->estimator);
}

const mixmi_own_method *answers_test(const mixmi_options *options)
{
	return find(tests, options->test);
}

bool mixmi_method_uses_option(const mixmi_method *method, const char *option)
{
	size_t length = strlen(option);
	for (const char *item = method->options; *item != '\0';) {
		size_t size = strcspn(item, ",");
		if (size == length && strncmp(item, option, length) == 0)
			return true;
		item += size + (item[size] == ',');
	}
	return false;
}
