/* Capabilities of this installation: a row for each feature that depends on the build or on installed libraries, with
 * the function that checks it. */
#include <stdlib.h>
#include <string.h>

#include "base/platform.h"
#include "data/feed.h"
#include "mixmi.h"
#include "plot/graphviz.h"
#include "plot/raster.h"

static bool always(void)
{
	return true;
}

static bool has_threads(void)
{
#ifdef __EMSCRIPTEN__
	return false;
#else
	return true;
#endif
}

/* Whether a program can be run by its name; `folder`, of `length` bytes, is one of those in PATH. */
static bool holds_program(const char *folder, size_t length, const char *program)
{
	char path[4096];
	if (length + strlen(program) + 3 > sizeof path)
		return false;
	memcpy(path, length > 0 ? folder : ".", length > 0 ? length : 1);
	size_t used = length > 0 ? length : 1;
	path[used] = '/';
	strcpy(path + used + 1, program);
	return base_path_is_program(path);
}

static bool finds_program(const char *program)
{
	const char *folder = getenv("PATH");
	while (folder != NULL) {
		const char *end = strchr(folder, base_path_separator);
		size_t length = end != NULL ? (size_t)(end - folder) : strlen(folder);
		if (holds_program(folder, length, program))
			return true;
		folder = end != NULL ? end + 1 : NULL;
	}
	return false;
}

/* MPI is supported only by a separate command. */
static bool has_mpi(void)
{
	return finds_program("mixmi-mpi");
}

static const struct {
	mixmi_capability shown;
	bool (*present)(void);
} capabilities[] = {
	{ { "csv", "reading delimited text" }, always },
	{ { "gzip", "reading text that gzip has compressed" }, always },
	{ { "xz", "reading text that xz has compressed; needs liblzma" }, data_has_xz },
	{ { "zstd", "reading text that zstd has compressed; needs libzstd" }, data_has_zstd },
	{ { "xlsx", "reading Excel workbooks (.xlsx)" }, always },
	{ { "readstat", "reading files of SPSS, Stata and SAS; needs ReadStat" }, data_has_readstat },
	{ { "sqlite", "reading SQLite files; needs SQLite's library" }, data_has_sqlite },
	{ { "parquet", "reading Parquet files and queries; needs DuckDB's library" }, data_has_duckdb },
	{ { "graphviz", "drawing graphs; needs Graphviz' libraries" }, plot_graphviz_present },
	{ { "png", "pictures as PNG and PDF; needs librsvg (SVG needs nothing)" }, plot_raster_present },
	{ { "threads", "using several processors" }, has_threads },
	{ { "mpi", "using several machines; needs the command mixmi-mpi" }, has_mpi },
};

enum { CAPABILITIES = sizeof capabilities / sizeof capabilities[0] };

const mixmi_capability *mixmi_capability_at(size_t index)
{
	return index < CAPABILITIES ? &capabilities[index].shown : NULL;
}

bool mixmi_capable(const char *name)
{
	for (size_t i = 0; i < CAPABILITIES; i++)
		if (strcmp(capabilities[i].shown.name, name) == 0)
			return capabilities[i].present();
	return false;
}
