/* Statements and tiers, expanded to every ordered pair of nodes. */
#include "graph/model/rules.h"

#include <stdlib.h>
#include <string.h>

#include "base/hash.h"
#include "base/memory.h"
#include "graph/model/knowledge.h"

typedef struct named {
	const char *name;
	size_t node;
} named;

static int compare_names(const void *a, const void *b)
{
	return strcmp(((const named *)a)->name, ((const named *)b)->name);
}

/* nodes_of[c] becomes the node of column c of the knowledge, or `nodes` if it is not searched. */
static bool match_names(size_t *nodes_of, const mixmi_knowledge *k, const char *const *names, size_t nodes)
{
	named *sorted = base_array(nodes, sizeof *sorted);
	if (sorted == NULL)
		return false;
	for (size_t i = 0; i < nodes; i++)
		sorted[i] = (named){ names[i], i };
	qsort(sorted, nodes, sizeof *sorted, compare_names);
	for (size_t c = 0; c < k->columns; c++) {
		named wanted = { k->names[c], 0 };
		const named *found = bsearch(&wanted, sorted, nodes, sizeof *sorted, compare_names);
		nodes_of[c] = found != NULL ? found->node : nodes;
	}
	free(sorted);
	return true;
}

static void add_flag(graph_rules *rules, size_t from, size_t to, int flag)
{
	rules->flags[from * rules->nodes + to] |= (uint8_t)flag;
}

static void add_statement(graph_rules *rules, graph_statement_kind kind, size_t a, size_t b)
{
	if (kind == GRAPH_REQUIRE_ARROW || kind == GRAPH_REQUIRE_EDGE) {
		add_flag(rules, a, b, GRAPH_RULE_REQUIRED);
		add_flag(rules, b, a, GRAPH_RULE_REQUIRED);
	}
	if (kind == GRAPH_FORBID_ARROW || kind == GRAPH_FORBID_EDGE)
		add_flag(rules, a, b, GRAPH_RULE_FORBIDDEN);
	if (kind == GRAPH_REQUIRE_ARROW || kind == GRAPH_FORBID_EDGE)
		add_flag(rules, b, a, GRAPH_RULE_FORBIDDEN);
	if (kind == GRAPH_FORBID_EDGE) {
		add_flag(rules, a, b, GRAPH_RULE_APART);
		add_flag(rules, b, a, GRAPH_RULE_APART);
	}
}

/* `closed`: by node. */
static void add_tiers(graph_rules *rules, const bool *closed)
{
	for (size_t a = 0; a < rules->nodes; a++)
		for (size_t b = 0; b < rules->nodes; b++)
			if (a != b && closed[a] && rules->tiers[a] == rules->tiers[b])
				add_flag(rules, a, b, GRAPH_RULE_FORBIDDEN | GRAPH_RULE_APART);
			else if (a != b && graph_rules_earlier(rules, b, a))
				add_flag(rules, a, b, GRAPH_RULE_FORBIDDEN);
}

static void add_ends(graph_rules *rules, size_t node, bool root, bool sink)
{
	for (size_t other = 0; other < rules->nodes; other++) {
		if (root && other != node)
			add_flag(rules, other, node, GRAPH_RULE_FORBIDDEN);
		if (sink && other != node)
			add_flag(rules, node, other, GRAPH_RULE_FORBIDDEN);
	}
}

static void fill(graph_rules *rules, const mixmi_knowledge *k, const size_t *nodes_of, bool *closed)
{
	for (size_t i = 0; i < k->statement_count; i++) {
		const graph_statement *s = &k->statements[i];
		if (nodes_of[s->a] < rules->nodes && nodes_of[s->b] < rules->nodes)
			add_statement(rules, s->kind, nodes_of[s->a], nodes_of[s->b]);
	}
	for (size_t c = 0; c < k->columns; c++) {
		size_t node = nodes_of[c];
		if (node < rules->nodes)
			add_ends(rules, node, k->roots[c] != 0, k->sinks[c] != 0);
		if (node == rules->nodes || k->tiers[c].line == 0)
			continue;
		rules->tiers[node] = k->tiers[c].number + 1;
		closed[node] = k->tiers[c].closed != 0;
	}
	add_tiers(rules, closed);
}

bool graph_rules_init(graph_rules *rules, const mixmi_knowledge *knowledge, const char *const *names, size_t nodes)
{
	*rules = (graph_rules){ .nodes = nodes };
	if (knowledge == NULL)
		return true;
	size_t *nodes_of = base_array(knowledge->columns, sizeof *nodes_of);
	bool *closed = base_array_zero(nodes, sizeof *closed);
	rules->flags =
		nodes == 0 || nodes <= SIZE_MAX / nodes ? base_array_zero(nodes * nodes, sizeof *rules->flags) : NULL;
	rules->tiers = base_array_zero(nodes, sizeof *rules->tiers);
	bool done = nodes_of != NULL && closed != NULL && rules->flags != NULL && rules->tiers != NULL &&
	            match_names(nodes_of, knowledge, names, nodes);
	if (done)
		fill(rules, knowledge, nodes_of, closed);
	else
		graph_rules_clear(rules);
	free(nodes_of);
	free(closed);
	return done;
}

bool graph_rules_add_ends(graph_rules *rules, const bool *ends)
{
	size_t nodes = rules->nodes;
	if (rules->flags == NULL)
		rules->flags = nodes == 0 || nodes <= SIZE_MAX / nodes ? base_array_zero(nodes * nodes, 1) : NULL;
	for (size_t a = 0; rules->flags != NULL && a < nodes; a++)
		for (size_t b = 0; b < nodes; b++)
			if (ends[a] && !ends[b])
				add_flag(rules, a, b, GRAPH_RULE_FORBIDDEN);
	return rules->flags != NULL;
}

void graph_rules_clear(graph_rules *rules)
{
	free(rules->flags);
	free(rules->tiers);
	*rules = (graph_rules){ 0 };
}

bool graph_rules_forbid(const graph_rules *rules, size_t from, size_t to)
{
	return rules->flags != NULL && (rules->flags[from * rules->nodes + to] & GRAPH_RULE_FORBIDDEN) != 0;
}

bool graph_rules_forbid_edge(const graph_rules *rules, size_t a, size_t b)
{
	if (rules->latent)
		return rules->flags != NULL && (rules->flags[a * rules->nodes + b] & GRAPH_RULE_APART) != 0;
	return graph_rules_forbid(rules, a, b) && graph_rules_forbid(rules, b, a);
}

bool graph_rules_require(const graph_rules *rules, size_t a, size_t b)
{
	return rules->flags != NULL && (rules->flags[a * rules->nodes + b] & GRAPH_RULE_REQUIRED) != 0;
}

bool graph_rules_earlier(const graph_rules *rules, size_t a, size_t b)
{
	return rules->tiers != NULL && rules->tiers[a] != 0 && rules->tiers[a] < rules->tiers[b];
}

static uint64_t hash_entry(uint64_t hash, size_t place, uint64_t value)
{
	return value == 0 ? hash : base_hash_word(base_hash_word(hash, place), value);
}

/* No knowledge has the same hash as empty knowledge, for any number of nodes. */
uint64_t graph_rules_hash(const graph_rules *rules)
{
	uint64_t hash = BASE_HASH_START;
	size_t pairs = rules->flags != NULL ? rules->nodes * rules->nodes : 0;
	for (size_t i = 0; i < pairs; i++)
		hash = hash_entry(hash, i, rules->flags[i]);
	for (size_t i = 0; rules->tiers != NULL && i < rules->nodes; i++)
		hash = hash_entry(hash, pairs + i, rules->tiers[i]);
	return hash;
}
