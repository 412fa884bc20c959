/* Registers the routines, and only these: R code accesses them as objects C_name in the package's namespace. */
#include <R_ext/Rdynload.h>
#include <R_ext/Visibility.h>

#include "bridge.h"

#define ROUTINE(name, arguments)                                                                                       \
	{                                                                                                                  \
		"C_" #name, (DL_FUNC)&bridge_##name, arguments                                                                 \
	}

static const R_CallMethodDef routines[] = {
	ROUTINE(version, 0),
	ROUTINE(option_table, 0),
	ROUTINE(method_table, 0),
	ROUTINE(option_renamed, 2),
	ROUTINE(option_default, 2),
	ROUTINE(table, 6),
	ROUTINE(table_describe, 2),
	ROUTINE(ask, 7),
	ROUTINE(pairs, 6),
	ROUTINE(explain, 7),
	ROUTINE(histogram_fit, 4),
	ROUTINE(histogram_data, 1),
	ROUTINE(histogram_entropy, 3),
	ROUTINE(histogram_assign, 2),
	ROUTINE(histogram_ranks, 3),
	ROUTINE(graph_learn, 5),
	ROUTINE(graph_compare, 4),
	ROUTINE(graph_cpdag, 2),
	ROUTINE(graph_adjust, 5),
	ROUTINE(graph_check, 6),
	ROUTINE(effect, 8),
	ROUTINE(choose, 6),
	ROUTINE(live, 0),
	ROUTINE(report, 5),
	ROUTINE(is_present, 1),
	{ NULL, NULL, 0 },
};

void attribute_visible R_init_mixmi(DllInfo *library)
{
	R_registerRoutines(library, NULL, routines, NULL, NULL);
	R_useDynamicSymbols(library, FALSE);
	R_forceSymbols(library, TRUE);
}
