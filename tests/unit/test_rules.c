/* The orientation rules of Meek (1995) and of Zhang (2008), each on the smallest graph that it speaks about: it sets what it says, and
 * nothing where one of its conditions is missing, whatever the order of nodes. Marks are written as "a->b", from the first node to the second; o is a circle, - a tail. */
#include "graph/latent/pag.h"

#include "unit.h"

enum { NODES = 5 };

typedef struct case_of_rule {
	const char *what;
	const char *before[8], *after[8]; /* edges, ended by NULL */
	const char *ambiguous;            /* "adc": nobody knows whether d is a collider between a and c; NULL: none */
	const char *separated;            /* "dc:b": the ends d and c are separated by a set with b; NULL: none */
	bool selection;
} case_of_rule;

static const case_of_rule of_zhang[] = {
	{ "rule 1", { "a->b", "bo-oc" }, { "a->b", "b->c" }, NULL, NULL, false },
	{ "rule 1, b may be a collider", { "a->b", "bo-oc" }, { "a->b", "bo-oc" }, "abc", NULL, false },
	{ "rule 1, a and c joined", { "a->b", "bo-oc", "ao-oc" }, { "a->b", "bo-oc", "ao-oc" }, NULL, NULL, false },
	{ "rule 2, a -> b", { "a->b", "bo->c", "ao-oc" }, { "a->b", "bo->c", "ao->c" }, NULL, NULL, false },
	{ "rule 2, b -> c", { "ao->b", "b->c", "ao-oc" }, { "ao->b", "b->c", "ao->c" }, NULL, NULL, false },
	{ "rule 2 without a tail", { "ao->b", "bo->c", "ao-oc" }, { "ao->b", "bo->c", "ao-oc" }, NULL, NULL, false },
	{ "rule 3",
	  { "ao->b", "co->b", "ao-od", "co-od", "do-ob" },
	  { "ao->b", "co->b", "ao-od", "co-od", "do->b" },
	  NULL,
	  NULL,
	  false },
	{ "rule 3, d may be a collider",
	  { "ao->b", "co->b", "ao-od", "co-od", "do-ob" },
	  { "ao->b", "co->b", "ao-od", "co-od", "do-ob" },
	  "adc",
	  NULL,
	  false },
	{ "rule 4, b separates",
	  { "do->a", "bo->a", "a->c", "bo-oc" },
	  { "do->a", "bo->a", "a->c", "b->c" },
	  NULL,
	  "dc:b",
	  false },
	{ "rule 4, b does not",
	  { "do->a", "bo->a", "a->c", "bo-oc" },
	  { "do->a", "b<->a", "a->c", "b<->c" },
	  NULL,
	  "dc:",
	  false },
	{ "rule 4, a is no collider",
	  { "do->a", "b-oa", "a->c", "bo-oc" },
	  { "do->a", "b-oa", "a->c", "bo-oc" },
	  "dab",
	  "dc:b",
	  false },
	{ "rule 4, a path of two colliders",
	  { "do->e", "e<->a", "e->c", "bo->a", "a->c", "bo->c" },
	  { "do->e", "e<->a", "e->c", "bo->a", "a->c", "b->c" },
	  NULL,
	  "dc:b",
	  false },
	{ "rule 4, a path whose second node is no collider",
	  { "do->e", "e->a", "e->c", "bo->a", "a->c", "bo->c" },
	  { "do->e", "e->a", "e->c", "bo->a", "a->c", "bo->c" },
	  NULL,
	  "dc:b",
	  false },
	{ "rule 6", { "a--b", "bo-oc", "ao-oc" }, { "a--b", "b-oc", "a-oc" }, NULL, NULL, true },
	{ "rule 6 without selection", { "a--b", "bo-oc", "ao-oc" }, { "a--b", "bo-oc", "ao-oc" }, NULL, NULL, false },
	{ "rule 7", { "a-ob", "bo-oc" }, { "a-ob", "b-oc" }, NULL, NULL, true },
	{ "rule 7, a and c joined", { "a-ob", "bo-oc", "ao-oc" }, { "a-ob", "bo-oc", "ao-oc" }, NULL, NULL, true },
	{ "rule 8, a -> b", { "a->b", "b->c", "ao->c" }, { "a->b", "b->c", "a->c" }, NULL, NULL, false },
	{ "rule 8, a -o b", { "a-ob", "b->c", "ao->c" }, { "a-ob", "b->c", "a->c" }, NULL, NULL, false },
	{ "rule 8, a o-> b", { "ao->b", "b->c", "ao->c" }, { "ao->b", "b->c", "ao->c" }, NULL, NULL, false },
	{ "rule 5", { "ao-ob", "ao-oc", "co-od", "do-ob" }, { "a--b", "a--c", "c--d", "d--b" }, NULL, NULL, true },
	{ "rule 5, rule 6 where the ends of a path are joined",
	  { "ao-ob", "ao-oc", "co-oe", "eo-od", "do-ob", "ao-od" },
	  { "a-ob", "a--c", "c--e", "e--d", "d-ob", "a--d" },
	  NULL,
	  NULL,
	  true },
	{ "rule 9", { "ao->c", "ao-ob", "bo-od", "do->c" }, { "a->c", "ao-ob", "bo-od", "d->c" }, NULL, NULL, false },
	{ "rule 9, b is no effect of a",
	  { "ao->c", "b-oa", "bo-od", "do->c" },
	  { "ao->c", "b-oa", "bo-od", "d->c" },
	  NULL,
	  NULL,
	  false },
	{ "rule 10",
	  { "ao-ob", "ao-od", "b->c", "d->c", "ao->c" },
	  { "ao-ob", "ao-od", "b->c", "d->c", "a->c" },
	  NULL,
	  NULL,
	  false },
	{ "rule 10, b and d joined",
	  { "ao-ob", "ao-od", "bo-od", "b->c", "d->c", "ao->c" },
	  { "ao-ob", "ao-od", "bo-od", "b->c", "d->c", "ao->c" },
	  NULL,
	  NULL,
	  false },
};

static const case_of_rule of_meek[] = {
	{ "rule 1", { "a->b", "b--c" }, { "a->b", "b->c" }, NULL, NULL, false },
	{ "rule 1, b may be a collider", { "a->b", "b--c" }, { "a->b", "b--c" }, "abc", NULL, false },
	{ "rule 1, a and c joined", { "a->b", "b--c", "a--c" }, { "a->b", "b--c", "a--c" }, NULL, NULL, false },
	{ "rule 1 from both sides",
	  { "a->b", "b--c", "d->c", "a--d" },
	  { "a->b", "b--c", "d->c", "a--d" },
	  NULL,
	  NULL,
	  false },
	{ "rule 2", { "a->b", "b->c", "a--c" }, { "a->b", "b->c", "a->c" }, NULL, NULL, false },
	{ "rule 3",
	  { "a--b", "a--c", "b->d", "c->d", "a--d" },
	  { "a--b", "a--c", "b->d", "c->d", "a->d" },
	  NULL,
	  NULL,
	  false },
	{ "rule 3, a may be a collider",
	  { "a--b", "a--c", "b->d", "c->d", "a--d" },
	  { "a--b", "a--c", "b->d", "c->d", "a--d" },
	  "bac",
	  NULL,
	  false },
	{ "rule 3, b and c joined",
	  { "a--b", "a--c", "b->d", "c->d", "a--d", "b--c" },
	  { "a--b", "a--c", "b->d", "c->d", "a--d", "b--c" },
	  NULL,
	  NULL,
	  false },
	{ "rule 4",
	  { "a--b", "a--c", "a--d", "b->c", "c->d" },
	  { "a--b", "a--c", "a->d", "b->c", "c->d" },
	  NULL,
	  NULL,
	  false },
	{ "rule 4, a may be a collider",
	  { "a--b", "a--c", "a--d", "b->c", "c->d" },
	  { "a--b", "a--c", "a--d", "b->c", "c->d" },
	  "bad",
	  NULL,
	  false },
	{ "rule 4, b and d joined",
	  { "a--b", "a--c", "a--d", "b->c", "c->d", "b->d" },
	  { "a--b", "a--c", "a--d", "b->c", "c->d", "b->d" },
	  NULL,
	  NULL,
	  false },
};

/* "a->b", "bo-oc", "a-ob": a letter, the mark at it (nothing or - for a tail), the line, the mark at the other, a letter. */
static void set_edge(mixmi_graph *graph, const char *text)
{
	size_t last = strlen(text) - 1;
	size_t a = (size_t)(text[0] - 'a'), b = (size_t)(text[last] - 'a');
	char left = text[1], right = text[last - 1];
	graph_set_marks(graph, a, b,
	                left == 'o'   ? GRAPH_CIRCLE
	                : left == '<' ? GRAPH_ARROW
	                              : GRAPH_TAIL,
	                right == 'o'   ? GRAPH_CIRCLE
	                : right == '>' ? GRAPH_ARROW
	                               : GRAPH_TAIL);
}

static mixmi_graph *graph_of(const char *const *edges)
{
	static const char *const names[] = { "a", "b", "c", "d", "e" };
	mixmi_graph *graph = graph_new(names, NULL, NODES);
	assert_non_null(graph);
	for (; *edges != NULL; edges++)
		set_edge(graph, *edges);
	return graph;
}

/* The case with its letters in another order: letter l becomes shuffled[l]. No rule depends on the numbers of nodes. */
static void rename_nodes(mixmi_graph *graph, const size_t shuffled[NODES])
{
	uint8_t marks[NODES * NODES];
	memcpy(marks, graph->mark, sizeof marks);
	for (size_t a = 0; a < NODES; a++)
		for (size_t b = 0; b < NODES; b++)
			graph->mark[shuffled[a] * NODES + shuffled[b]] = marks[a * NODES + b];
}

static void separate(mixmi_graph *graph, const char *text, const size_t shuffled[NODES])
{
	graph_evidence *evidence = &graph->evidence[graph_pair(graph, shuffled[text[0] - 'a'], shuffled[text[1] - 'a'])];
	evidence->known = true;
	if (text[3] == '\0')
		return;
	evidence->given = malloc(sizeof *evidence->given);
	evidence->given[0] = shuffled[text[3] - 'a'];
	evidence->given_count = 1;
}

/* The triple of a case of which nobody knows whether its middle is a collider. */
static graph_triple triple_of(const case_of_rule *c, const size_t shuffled[NODES])
{
	size_t a = shuffled[c->ambiguous[0] - 'a'], b = shuffled[c->ambiguous[2] - 'a'];
	return (graph_triple){ .a = (uint32_t)(a < b ? a : b),
		                   .b = (uint32_t)(a < b ? b : a),
		                   .c = (uint32_t)shuffled[c->ambiguous[1] - 'a'] };
}

static void apply_zhang(mixmi_graph *graph, const case_of_rule *c, const size_t shuffled[NODES])
{
	graph_pag pag;
	assert_true(graph_pag_init(&pag, graph));
	pag.selection = c->selection;
	if (c->ambiguous != NULL) {
		pag.ambiguous = malloc(sizeof *pag.ambiguous);
		*pag.ambiguous = triple_of(c, shuffled);
		pag.ambiguous_count = 1;
	}
	if (c->separated != NULL)
		separate(graph, c->separated, shuffled);
	assert_ok(graph_pag_close(&pag));
	graph_pag_clear(&pag);
}

static void apply_meek(mixmi_graph *graph, const case_of_rule *c, const size_t shuffled[NODES])
{
	graph_directions directions;
	const graph_rules nothing = { .nodes = NODES };
	graph_triple triple;
	assert_true(graph_directions_init(&directions, graph, &nothing));
	if (c->ambiguous != NULL) {
		triple = triple_of(c, shuffled);
		directions.ambiguous = &triple;
		directions.ambiguous_count = 1;
	}
	assert_true(graph_meek(&directions));
	graph_directions_clear(&directions);
}

typedef void apply_rules(mixmi_graph *graph, const case_of_rule *c, const size_t shuffled[NODES]);

static void check(const case_of_rule *c, apply_rules *apply, const size_t shuffled[NODES])
{
	mixmi_graph *graph = graph_of(c->before), *expected = graph_of(c->after);
	rename_nodes(graph, shuffled);
	rename_nodes(expected, shuffled);
	apply(graph, c, shuffled);
	if (memcmp(graph->mark, expected->mark, (size_t)NODES * NODES) != 0)
		fail_msg("%s: other marks than expected", c->what);
	mixmi_graph_free(graph);
	mixmi_graph_free(expected);
}

/* With the nodes in every order. */
static void check_all(const case_of_rule *cases, size_t count, apply_rules *apply)
{
	for (size_t i = 0; i < count; i++)
		for (size_t order = 0; order < 5 * 4 * 3 * 2; order++) {
			size_t shuffled[NODES] = { 0, 1, 2, 3, 4 }, rest = order;
			for (size_t left = NODES; left > 1; rest /= left--) {
				size_t other = rest % left, moved = shuffled[other];
				shuffled[other] = shuffled[left - 1];
				shuffled[left - 1] = moved;
			}
			check(&cases[i], apply, shuffled);
		}
}

static void rules_of_pags_set_what_they_say_and_no_more(void **state)
{
	(void)state;
	check_all(of_zhang, sizeof of_zhang / sizeof *of_zhang, apply_zhang);
}

static void rules_of_cpdags_set_what_they_say_and_no_more(void **state)
{
	(void)state;
	check_all(of_meek, sizeof of_meek / sizeof *of_meek, apply_meek);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(rules_of_pags_set_what_they_say_and_no_more),
		cmocka_unit_test(rules_of_cpdags_set_what_they_say_and_no_more),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
