/* Background knowledge as it was written: statements with their lines. The search uses rules.h instead. */
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

/* The tier of a column; line 0: none. */
typedef struct graph_tier {
	uint64_t number;
	size_t line;
	size_t closed; /* line that declares the tier closed; 0: none */
} graph_tier;

struct mixmi_knowledge {
	char *source; /* file name, for messages */
	size_t columns;
	char **names;      /* [columns] */
	graph_tier *tiers; /* [columns] */
	size_t *roots;     /* [columns] line that declares it a root; 0: none */
	size_t *sinks;     /* [columns] line that declares it a sink; 0: none */
	bool *idle;        /* [columns] mentioned, but omitted by searches unless requested */
	char *remarks[2];  /* human-readable: columns without a tier although others have one, and idle columns; NULL:
	                    * none */
	graph_statement *statements;
	size_t statement_count;
	size_t statement_capacity;
};

/* MIXMI_ERROR_DATA with the lines in the message if statements contradict each other: a required edge without a
 * possible direction, a cycle of required arrows, or a path of required arrows from a later tier to an earlier one. */
mixmi_status graph_knowledge_check(const mixmi_knowledge *knowledge);

/* Sets the remarks, replacing earlier ones. Returns false if memory runs out. */
bool graph_knowledge_remark(mixmi_knowledge *knowledge);

#endif
