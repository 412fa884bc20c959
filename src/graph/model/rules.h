/* Background knowledge in the form used by the search: what is forbidden and required between nodes. */
#ifndef GRAPH_RULES_H
#define GRAPH_RULES_H

#include "mixmi.h"

/* Flags of the ordered pair (a, b). */
enum {
	GRAPH_RULE_FORBIDDEN = 1, /* no a -> b: stated, against the tiers, or the other direction is required */
	GRAPH_RULE_REQUIRED = 2,  /* there is an edge; set for both directions */
	GRAPH_RULE_APART = 4      /* there is no edge, not even for a common cause; set for both directions */
};

typedef struct graph_rules {
	size_t nodes;
	uint8_t *flags;  /* [nodes * nodes]; NULL: no knowledge */
	uint64_t *tiers; /* [nodes] 1 + tier; 0: none */
	bool latent;     /* there may be latent variables: two columns may be adjacent although neither causes the other */
} graph_rules;

/* Rules between `nodes` nodes with these names; knowledge about other columns is ignored. NULL for `knowledge`: none.
 * Returns false if memory runs out. */
bool graph_rules_init(graph_rules *rules, const mixmi_knowledge *knowledge, const char *const *names, size_t nodes);
void graph_rules_clear(graph_rules *rules);

/* Nodes with ends[node] cause no other node; pairs of them are not restricted. Returns false if memory runs out. */
bool graph_rules_add_ends(graph_rules *rules, const bool *ends);

bool graph_rules_forbid(const graph_rules *rules, size_t from, size_t to);
bool graph_rules_forbid_edge(const graph_rules *rules, size_t a, size_t b);
bool graph_rules_require(const graph_rules *rules, size_t a, size_t b);

/* Whether `a` is in an earlier tier than `b`. */
bool graph_rules_earlier(const graph_rules *rules, size_t a, size_t b);

/* A hash that is equal for equal rules. */
uint64_t graph_rules_hash(const graph_rules *rules);

#endif
