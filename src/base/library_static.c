/* Replaces library.c in a statically linked program, which cannot load libraries. Functions that were linked in are
 * found by name. This includes ReadStat if a static library of it exists, but not Graphviz, librsvg and DuckDB. */
#include <string.h>

#include "base/library.h"
#ifdef MIXMI_LZMA
#include <lzma.h>
#endif
#ifdef MIXMI_READSTAT
#include <readstat.h>
#endif
#ifdef MIXMI_SQLITE
#include <sqlite3.h>
#endif
#ifdef MIXMI_ZSTD
#include <zstd.h>
#endif

#define LINKED(name)                                                                                                   \
	{                                                                                                                  \
#name, (base_function *)name                                                                                   \
	}

static const base_symbol linked[] = {
#ifdef MIXMI_LZMA
	LINKED(lzma_stream_decoder),
	LINKED(lzma_code),
	LINKED(lzma_end),
#endif
#ifdef MIXMI_READSTAT
	LINKED(readstat_parser_init),
	LINKED(readstat_parser_free),
	LINKED(readstat_set_metadata_handler),
	LINKED(readstat_set_variable_handler),
	LINKED(readstat_set_value_handler),
	LINKED(readstat_set_value_label_handler),
	LINKED(readstat_parse_sav),
	LINKED(readstat_parse_por),
	LINKED(readstat_parse_dta),
	LINKED(readstat_parse_sas7bdat),
	LINKED(readstat_parse_xport),
	LINKED(readstat_value_is_missing),
	LINKED(readstat_variable_get_index),
	LINKED(readstat_variable_get_name),
	LINKED(readstat_variable_get_label),
	LINKED(readstat_variable_get_format),
	LINKED(readstat_variable_get_measure),
	LINKED(readstat_double_value),
	LINKED(readstat_string_value),
	LINKED(readstat_value_type_class),
	LINKED(readstat_error_message),
#endif
#ifdef MIXMI_SQLITE
	LINKED(sqlite3_open_v2),
	LINKED(sqlite3_close),
	LINKED(sqlite3_prepare_v2),
	LINKED(sqlite3_step),
	LINKED(sqlite3_reset),
	LINKED(sqlite3_finalize),
	LINKED(sqlite3_column_count),
	LINKED(sqlite3_column_name),
	LINKED(sqlite3_column_type),
	LINKED(sqlite3_column_double),
	LINKED(sqlite3_column_text),
	LINKED(sqlite3_column_bytes),
	LINKED(sqlite3_errmsg),
#endif
#ifdef MIXMI_ZSTD
	LINKED(ZSTD_createDStream),
	LINKED(ZSTD_initDStream),
	LINKED(ZSTD_decompressStream),
	LINKED(ZSTD_isError),
	LINKED(ZSTD_freeDStream),
#endif
	{ NULL, NULL },
};

static base_function *find(const char *name)
{
	for (const base_symbol *symbol = linked; symbol->name != NULL; symbol++)
		if (strcmp(symbol->name, name) == 0)
			return symbol->address;
	return NULL;
}

bool base_library_load(base_symbol *symbols, int count, const char *const *names)
{
	bool all = true;
	(void)names;
	for (int i = 0; i < count; i++) {
		symbols[i].address = find(symbols[i].name);
		all = all && symbols[i].address != NULL;
	}
	for (int i = 0; i < count && !all; i++)
		symbols[i].address = NULL;
	return all;
}
