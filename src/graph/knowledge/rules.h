/* Background knowledge as the search asks for it: what is forbidden and required between nodes. */
#ifndef GRAPH_RULES_H
#define GRAPH_RULES_H

#include "mixmi.h"

/* Flags of the ordered pair (a, b). */
enum {
	GRAPH_RULE_FORBIDDEN = 1, /* no a -> b: said so, against the tiers, or the other direction is required */
	GRAPH_RULE_REQUIRED = 2,  /* there is an edge; set both ways */
	GRAPH_RULE_APART = 4      /* there is none, not even for a common cause; set both ways */
};

typedef struct graph_rules {
	size_t nodes;
	uint8_t *flags;  /* [nodes * nodes]; NULL: nothing is known */
	uint64_t *tiers; /* [nodes] 1 + tier; 0: none */
	bool latent;     /* there may be latent variables: two columns of which none causes the other may be joined */
} graph_rules;

/* Rules between `nodes` nodes of these names; knowledge about other columns is left aside. NULL for `knowledge`: none.
 * False: out of memory. */
bool graph_rules_init(graph_rules *rules, const mixmi_knowledge *knowledge, const char *const *names, size_t nodes);
void graph_rules_clear(graph_rules *rules);

/* Nodes with ends[node] cause no other; nothing is said about two of them. False: out of memory. */
bool graph_rules_add_ends(graph_rules *rules, const bool *ends);

bool graph_rules_forbid(const graph_rules *rules, size_t from, size_t to);
bool graph_rules_forbid_edge(const graph_rules *rules, size_t a, size_t b);
bool graph_rules_require(const graph_rules *rules, size_t a, size_t b);

/* Is `a` in an earlier tier than `b`? */
bool graph_rules_earlier(const graph_rules *rules, size_t a, size_t b);

/* The same number for the same rules. */
uint64_t graph_rules_hash(const graph_rules *rules);

#endif
