/* Background knowledge as it was written: statements with their lines. The search asks rules.h instead. */
#ifndef GRAPH_KNOWLEDGE_H
#define GRAPH_KNOWLEDGE_H

#include "mixmi.h"

typedef enum graph_statement_kind {
	GRAPH_REQUIRE_ARROW,
	GRAPH_REQUIRE_EDGE,
	GRAPH_FORBID_ARROW,
	GRAPH_FORBID_EDGE
} graph_statement_kind;

typedef struct graph_statement {
	graph_statement_kind kind;
	size_t a, b; /* columns; arrows are a -> b */
	size_t line; /* 1-based */
} graph_statement;

/* Where a column stands; line 0: in no tier. */
typedef struct graph_tier {
	uint64_t number;
	size_t line;
	size_t closed; /* line that says that the tier is closed; 0: it is not */
} graph_tier;

struct mixmi_knowledge {
	char *source; /* file, for messages */
	size_t columns;
	char **names;      /* [columns] */
	graph_tier *tiers; /* [columns] */
	size_t *roots;     /* [columns] line that says that nothing causes it; 0: none does */
	size_t *sinks;     /* [columns] line that says that it causes nothing; 0: none does */
	bool *idle;        /* [columns] a line names it, and searches leave it out unless it is asked for */
	char *remarks[2];  /* human-readable: columns without a tier where others have one, idle columns; NULL: none */
	graph_statement *statements;
	size_t statement_count;
	size_t statement_capacity;
};

/* MIXMI_ERROR_DATA with the lines in the message where statements contradict each other: a required edge that no direction
 * is left for, required arrows in a circle, or a way along required arrows from a later tier to an earlier one. */
mixmi_status graph_knowledge_check(const mixmi_knowledge *knowledge);

/* Fills in the remarks, anew. False: out of memory. */
bool graph_knowledge_remark(mixmi_knowledge *knowledge);

#endif
