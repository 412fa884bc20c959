/* Loads Graphviz with dlopen(). The library names contain the version of the binary interface: graphviz.h declares that
 * of version 6 of libgvc and libcgraph, which Graphviz 2.38 and later have. */
#include "plot/graphviz.h"

#include "base/error.h"

#ifdef MIXMI_NO_GRAPHVIZ

bool plot_graphviz_present(void)
{
	return false;
}

mixmi_status plot_graphviz_load(plot_graphviz *out)
{
	*out = (plot_graphviz){ 0 };
	return base_error(MIXMI_ERROR_LIMIT,
	                  "this library was built without Graphviz, which draws graphs: write the graph as "
	                  "DOT and draw that");
}

#else

#include "base/library.h"

enum { CONTEXT, LAY_OUT, FREE_LAYOUT, RENDER, FREE_RENDER, RENDERERS };
enum { READ, CLOSE, SET, CATCH_ERRORS, GRAPHS };

static bool load(plot_graphviz *out)
{
	static const char *const gvc_names[] = { "libgvc.so.6", "libgvc.6.dylib", NULL };
	static const char *const graph_names[] = { "libcgraph.so.6", "libcgraph.6.dylib", NULL };
	base_symbol gvc[RENDERERS] = { { "gvContext", NULL },
		                           { "gvLayout", NULL },
		                           { "gvFreeLayout", NULL },
		                           { "gvRenderData", NULL },
		                           { "gvFreeRenderData", NULL } };
	base_symbol graph[GRAPHS] = {
		{ "agmemread", NULL }, { "agclose", NULL }, { "agattr", NULL }, { "agseterrf", NULL }
	};
	*out = (plot_graphviz){ 0 };
	if (!base_library_load(gvc, RENDERERS, gvc_names) || !base_library_load(graph, GRAPHS, graph_names))
		return false;
	*out = (plot_graphviz){
		.context = (void *(*)(void))gvc[CONTEXT].address,
		.lay_out = (int (*)(void *, void *, const char *))gvc[LAY_OUT].address,
		.free_layout = (int (*)(void *, void *))gvc[FREE_LAYOUT].address,
		.render = (int (*)(void *, void *, const char *, char **, unsigned *))gvc[RENDER].address,
		.free_render = (void (*)(char *))gvc[FREE_RENDER].address,
		.read = (void *(*)(const char *))graph[READ].address,
		.close = (int (*)(void *))graph[CLOSE].address,
		.set = (void *(*)(void *, int, char *, const char *))graph[SET].address,
		.catch_errors = (int (*(*)(int (*)(char *)))(char *))graph[CATCH_ERRORS].address,
	};
	return true;
}

bool plot_graphviz_present(void)
{
	plot_graphviz graphviz;
	return load(&graphviz);
}

mixmi_status plot_graphviz_load(plot_graphviz *out)
{
	if (load(out))
		return MIXMI_OK;
	return base_error(MIXMI_ERROR_LIMIT, "graph layout needs Graphviz, whose libraries libgvc.so.6 and libcgraph.so.6 "
	                                     "could not be loaded: install them (Debian's package libgvc6), or write the "
	                                     "graph as DOT");
}

#endif
