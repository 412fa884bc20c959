/* The functions of Graphviz' libraries (libgvc, libcgraph) used for pictures of graphs. They are loaded when the first
 * graph is drawn; if compiled with MIXMI_NO_GRAPHVIZ, never. Graphviz is not thread-safe: one caller at a time. */
#ifndef PLOT_GRAPHVIZ_H
#define PLOT_GRAPHVIZ_H

#include "mixmi.h"

/* Graphviz' types are only passed on, so its headers are not needed. */
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

/* True if Graphviz is installed. */
bool plot_graphviz_present(void);

/* MIXMI_ERROR_LIMIT, with a message that names the package to install, if there is no Graphviz. */
mixmi_status plot_graphviz_load(plot_graphviz *out);

#endif
