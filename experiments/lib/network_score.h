/* Learns graphs by several configurations and compares them with the truth; tables of such figures as CSV files. Truths are
 * directed graphs, compared as the class of graphs up to Markov equivalence (CPDAG). */
#ifndef EXPERIMENTS_NETWORK_SCORE_H
#define EXPERIMENTS_NETWORK_SCORE_H

#include <stdio.h>

#include "ask.h"
#include "lines.h"

enum { SCORE_NAME = 128 };

/* Options for a search, such as "test=sc,alpha=.01"; "" are the defaults. */
typedef struct score_configuration {
	char name[SCORE_NAME];
	mixmi_options *options;
} score_configuration;

/* A comma in the name would split the CSV field: it is written as a blank there. */
mixmi_status score_configure(score_configuration *out, const char *text);
void score_configuration_clear(score_configuration *configuration);

typedef struct score {
	char network[SCORE_NAME]; /* such as "mixed-3" or the name of a file */
	size_t nodes, rows;
	char configuration[SCORE_NAME];
	double precision, recall, f1, arrow_precision, arrow_recall;
	double hamming, tests, seconds; /* seconds are CPU time of one thread */
} score;

typedef struct score_table {
	score *lines;
	size_t count;
} score_table;

/* A graph from lines "a -> b" or "a -- b". */
mixmi_status score_graph(mixmi_graph **out, const char *lines);

/* Compares a learnt graph with the directed graph `truth`; sets everything but names and sizes. */
mixmi_status score_compare(score *out, const mixmi_graph *learnt, const mixmi_graph *truth);
/* Learns the graph of some columns (NULL: all) and compares it with the class of the true graph, a CPDAG or a PAG. */
mixmi_status score_learn_class(score *out, const mixmi_table *table, const size_t *columns, size_t count,
                               const mixmi_graph *class, const score_configuration *configuration);
/* Learns the graph of a table and compares it with the class of `truth`. */
mixmi_status score_learn(score *out, const mixmi_table *table, const mixmi_graph *truth,
                         const score_configuration *configuration);

const score *score_find(const score_table *table, const char *network, size_t rows, const char *configuration);
bool score_put(score_table *table, const score *line); /* false: out of memory */
void score_free(score_table *table);
bool score_read(score_table *out, const char *path, bool may_lack);
bool score_write(const score_table *table, const char *path);

/* Writes the table and its page, each if a path is given. */
bool score_save(const score_table *table, const char *csv, const char *page, line_printer *print_page);

/* Means by number of rows and configuration, and within that by nodes, or by family (the part before the last '-' of a
 * network's name) with each family counted once in the means over all, as Markdown tables. */
void score_print(FILE *file, const score_table *table);
void score_print_page(FILE *file, const score_table *table);
void score_print_families(FILE *file, const score_table *table);

/* For lines about blankets, which have no arrows: means by configuration, and by family of mechanisms. */
void score_print_blankets(FILE *file, const score_table *table);

#endif
