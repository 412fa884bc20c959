/* The functions of Graphviz' libraries (libgvc, libcgraph) that pictures of graphs use. They are loaded when the first
 * graph is drawn; compiled with MIXMI_NO_GRAPHVIZ, never. Graphviz is not safe for threads: one caller at a time. */
#ifndef PLOT_GRAPHVIZ_H
#define PLOT_GRAPHVIZ_H

#include "mixmi.h"

/* Graphviz' own types are only passed on, so none of its headers is needed. */
typedef struct plot_graphviz {
	void *(*context)(void);                                                                       /* gvContext */
	int (*lay_out)(void *context, void *graph, const char *engine);                               /* gvLayout */
	int (*free_layout)(void *context, void *graph);                                               /* gvFreeLayout */
	int (*render)(void *context, void *graph, const char *format, char **bytes, unsigned *count); /* gvRenderData */
	void (*free_render)(char *bytes);                                                             /* gvFreeRenderData */
	void *(*read)(const char *dot);                                                               /* agmemread */
	int (*close)(void *graph);                                                                    /* agclose */
	void *(*set)(void *graph, int kind, char *name, const char *value);                           /* agattr */
	int (*(*catch_errors)(int (*handler)(char *message)))(char *message);                         /* agseterrf */
} plot_graphviz;

enum { PLOT_WHOLE_GRAPH = 0 }; /* AGRAPH, a kind for `set` */

/* True if Graphviz is there. */
bool plot_graphviz_present(void);

/* MIXMI_ERROR_LIMIT, with the package to install in the message, where there is no Graphviz. */
mixmi_status plot_graphviz_load(plot_graphviz *out);

#endif
