/* Sizes as in the paper where it gives them. A part of a cell is computed and checkpointed at once: about
 * PART_SECONDS of work, so that little is lost when the program is killed and no thread is left with a long
 * cell at the end. */
#include "plan.h"

#include <stdlib.h>
#include <string.h>

#include "colliders.h"
#include "mechanisms.h"
#include "method.h"

static const double part_seconds = 3;

/* A growing plan; `failed` is set when memory runs out, and checked once at the end. */
typedef struct builder {
	plan plan;
	size_t room;
	const settings *settings;
	bool failed;
} builder;

typedef struct list {
	const size_t *items;
	size_t count;
} list;

#define LIST(...) ((list){ (const size_t[]){ __VA_ARGS__ }, sizeof((const size_t[]){ __VA_ARGS__ }) / sizeof(size_t) })

static void add(builder *b, const cell *c)
{
	if (b->plan.count == b->room) {
		size_t room = b->room == 0 ? 256 : 2 * b->room;
		cell *cells = realloc(b->plan.cells, room * sizeof *cells);
		if (cells == NULL) {
			b->failed = true;
			return;
		}
		b->plan.cells = cells;
		b->room = room;
	}
	cell copy = *c;
	double parts = part_seconds / (c->seconds > 0 ? c->seconds : 1e-6);
	copy.per_part = parts < 1 ? 1 : parts > (double)c->draws ? c->draws : (size_t)parts;
	b->plan.cells[b->plan.count++] = copy;
}

/* Permutation tests and the default test get fewer draws. */
static size_t thinned(const builder *b, const char *test, size_t draws)
{
	if (strcmp(test, "default") != 0 && strcmp(test, "perm") != 0)
		return draws;
	if (b->settings->quick)
		draws = (draws + 1) / 2;
	return b->settings->default_draws < draws ? b->settings->default_draws : draws;
}

/* ------------------------------------------------------------------------------------------- the experiments */

static void plan_truth(builder *b)
{
	static const char *const names[] = { "I", "II", "III", "IV", "V" };
	for (size_t i = 0; i < sizeof names / sizeof names[0]; i++) {
		add(b, &(cell){ &kind_truth, names[i], "integration", 0, 1, 1, 0.3 });
		add(b, &(cell){ &kind_truth, names[i], "monte-carlo", 50000, 20, 1, 0.01 });
	}
}

static const char *const estimators[] = { "paper", "default", "fp", "ravk", "ms", "miic", "mixed-ksg", NULL };

static bool skips_estimator(const char *name)
{
	return strcmp(name, "default") == 0 && !method_default_estimator_differs();
}

static void plan_bins(builder *b)
{
	static const char *const columns[] = { "1", "2", "3", "4", "5", "6" };
	const size_t draws = b->settings->quick ? 5 : 20;
	const list rows = b->settings->quick ? LIST(100, 1000, 10000)
	                                     : LIST(100, 200, 500, 1000, 2000, 5000, 10000, 20000, 50000, 100000);
	for (size_t e = 0; e < 2; e++) {
		if (skips_estimator(estimators[e]))
			continue;
		for (size_t i = 0; i < rows.count; i++)
			if (rows.items[i] != 2000) /* comes with the columns below */
				add(b, &(cell){ &kind_bins, columns[0], estimators[e], rows.items[i], draws, 1,
				                1e-6 * method_cost(estimators[e], false) * (double)rows.items[i] });
		for (size_t i = 0; i < 6; i++)
			add(b, &(cell){ &kind_bins, columns[i], estimators[e], 2000, draws, 1,
			                2e-3 * method_cost(estimators[e], false) * (double)(i + 1) });
	}
}

static void plan_estimates(builder *b)
{
	const bool quick = b->settings->quick;
	const list rows = quick ? LIST(100, 400, 1000) : LIST(100, 200, 300, 400, 500, 600, 700, 800, 900, 1000);
	const list many = quick ? LIST(2000) : LIST(2000, 10000);
	for (size_t i = 0; mechanism_at(i) != NULL; i++) {
		const char *name = mechanism_at(i)->name;
		const bool sixth = strncmp(name, "VI-", 3) == 0;
		const list sizes = sixth ? many : rows;
		for (size_t e = 0; strcmp(estimators[e], "mixed-ksg") != 0; e++)
			for (size_t r = 0; !skips_estimator(estimators[e]) && r < sizes.count; r++)
				add(b, &(cell){ &kind_estimates, name, estimators[e], sizes.items[r], quick ? 20 : 100, 1,
				                1e-6 * (sixth ? 3 : 1) * method_cost(estimators[e], false) * (double)sizes.items[r] });
	}
}

static void plan_weak(builder *b)
{
	static const struct {
		const char *name;
		size_t rows;
	} spots[] = {
		{ "checkerboard", 300 }, { "checkerboard", 1000 }, { "gaussian", 1000 },
		{ "outlier", 1000 },     { "log-normal", 1000 },   { "log-normal-2", 1000 },
	};
	for (size_t i = 0; i < sizeof spots / sizeof spots[0]; i++)
		for (size_t e = 0; estimators[e] != NULL; e++)
			if (!skips_estimator(estimators[e]))
				add(b, &(cell){ &kind_weak, spots[i].name, estimators[e], spots[i].rows, b->settings->quick ? 20 : 100,
				                1, 1e-6 * method_cost(estimators[e], false) * (double)spots[i].rows });
}

static const char *const tests[] = { "chi2", "sc", "rcit", "rcot", "suzuki", "miic", "default", NULL };

static bool skips_test(const char *name)
{
	return strcmp(name, "default") == 0 && !method_default_test_differs();
}

static void plan_structures(builder *b)
{
	const bool quick = b->settings->quick;
	const list rows = quick ? LIST(100, 400, 1000) : LIST(100, 200, 300, 400, 500, 600, 700, 800, 900, 1000);
	for (size_t i = 0; collider_at(i) != NULL; i++)
		for (size_t t = 0; tests[t] != NULL; t++)
			for (size_t r = 0; !skips_test(tests[t]) && r < rows.count; r++)
				add(b, &(cell){ &kind_structures, collider_at(i)->name, tests[t], rows.items[r],
				                thinned(b, tests[t], quick ? 20 : 100), 1,
				                1e-6 * method_cost(tests[t], true) * (double)rows.items[r] });
}

static void plan_levels(builder *b)
{
	static const char *const nulls[] = { "two-gaussians", "gaussian-fork", "counts-chain", "two-discrete",
		                                 "two-mixtures" };
	const bool quick = b->settings->quick;
	const list rows = quick ? LIST(300) : LIST(100, 300, 1000, 3000);
	for (size_t i = 0; i < sizeof nulls / sizeof nulls[0]; i++)
		for (size_t r = 0; r < rows.count; r++) {
			if (i > 0 && rows.items[r] > 1000) /* the growth of chi2's rate shows on the Gaussians */
				continue;
			const size_t draws = quick ? 50 : 500, slow = quick ? 20 : 200;
			for (size_t t = 0; mixmi_test_at(t) != NULL; t++) {
				const char *name = mixmi_test_at(t)->name;
				bool perm = strcmp(name, "perm") == 0;
				add(b, &(cell){ &kind_levels, nulls[i], name, rows.items[r], perm ? slow : draws, 1,
				                1e-6 * method_cost(name, true) * (double)rows.items[r] });
			}
			if (!skips_test("default"))
				add(b, &(cell){ &kind_levels, nulls[i], "default", rows.items[r], slow, 1,
				                1e-6 * method_cost("default", true) * (double)rows.items[r] });
		}
}

static void plan_network(builder *b)
{
	static const char *const network_tests[] = { "chi2",           "sc",   "rcit",    "rcot", "suzuki",
		                                         "suzuki-numbers", "miic", "default", NULL };
	const bool quick = b->settings->quick;
	const list rows = quick ? LIST(100, 1000, 5000) : LIST(100, 500, 1000, 2000, 5000, 10000);
	for (size_t r = 0; r < rows.count; r++)
		for (size_t t = 0; network_tests[t] != NULL; t++) {
			size_t draws = thinned(b, network_tests[t], quick ? 4 : 20);
			if (rows.items[r] >= 5000 && strcmp(network_tests[t], "default") == 0)
				draws = (draws + 1) / 2; /* a graph takes half a minute there */
			if (!skips_test(network_tests[t]))
				add(b, &(cell){ &kind_network, "network", network_tests[t], rows.items[r], draws, 1,
				                20e-6 * method_cost(network_tests[t], true) * (double)rows.items[r] });
		}
}

/* ksg and mixed-ksg take no Z. Slow tests are not timed at many rows. */
static void plan_times(builder *b)
{
	const list rows = b->settings->quick ? LIST(100, 1000, 10000) : LIST(100, 300, 1000, 3000, 10000, 30000, 100000);
	static const char *const subjects[] = { "estimator-I", "estimator-V", "test-V" };
	const size_t draws = b->settings->quick ? 3 : 5;
	for (size_t e = 0; e < 2; e++) {
		for (size_t r = 0; !skips_estimator("default") && r < rows.count; r++)
			add(b,
			    &(cell){ &kind_times, subjects[e], "default", rows.items[r], draws, 1, 1e-5 * (double)rows.items[r] });
		for (size_t i = 0; mixmi_estimator_at(i) != NULL; i++)
			for (size_t r = 0; (e == 0 || mixmi_estimator_at(i)->conditional) && r < rows.count; r++) {
				const char *name = mixmi_estimator_at(i)->name;
				add(b, &(cell){ &kind_times, subjects[e], strcmp(name, "histogram") == 0 ? "paper" : name,
				                rows.items[r], draws, 1, 1e-6 * method_cost(name, false) * (double)rows.items[r] });
			}
	}
	for (size_t i = 0; mixmi_test_at(i) != NULL; i++)
		for (size_t r = 0; r < rows.count && rows.items[r] <= 10000; r++)
			add(b, &(cell){ &kind_times, subjects[2], mixmi_test_at(i)->name, rows.items[r], draws, 1,
			                1e-6 * method_cost(mixmi_test_at(i)->name, true) * (double)rows.items[r] });
	for (size_t r = 0; !skips_test("default") && r < rows.count && rows.items[r] <= 10000; r++)
		add(b, &(cell){ &kind_times, subjects[2], "default", rows.items[r], draws, 1, 1.5e-4 * (double)rows.items[r] });
}

/* ------------------------------------------------------------------------------------------------- the plan */

bool plan_wants(const char *only, const char *name)
{
	if (only == NULL)
		return true;
	for (const char *item = only;; item++) {
		size_t length = strcspn(item, ",");
		if (length == strlen(name) && strncmp(item, name, length) == 0)
			return true;
		item += length;
		if (*item == '\0')
			return false;
	}
}

bool plan_make(plan *out, const settings *s, const char *only)
{
	static const struct {
		const kind *kind;
		void (*plan)(builder *b);
	} planners[] = {
		{ &kind_truth, plan_truth },     { &kind_bins, plan_bins },     { &kind_estimates, plan_estimates },
		{ &kind_weak, plan_weak },       { &kind_levels, plan_levels }, { &kind_structures, plan_structures },
		{ &kind_network, plan_network }, { &kind_times, plan_times },
	};
	builder b = { .settings = s };
	for (size_t i = 0; i < sizeof planners / sizeof planners[0]; i++)
		if (plan_wants(only, planners[i].kind->name))
			planners[i].plan(&b);
	*out = b.plan;
	if (b.failed)
		plan_free(out);
	return !b.failed;
}

void plan_free(plan *p)
{
	free(p->cells);
	*p = (plan){ 0 };
}
