/* A list of questions in a file: CSV with columns x, y and (optional) z, each field one or more columns of the table. */
#ifndef CLI_QUERIES_H
#define CLI_QUERIES_H

#include "many.h"

/* The questions of a file, before and after their names were looked up. Start with { 0 }. */
typedef struct cli_queries {
	const char *path;
	cli_text text;      /* the file, into which the fields point */
	char *(*fields)[3]; /* x, y and z of each question; z is NULL where the file has no such column */
	size_t *lines;      /* where each question starts in the file */
	size_t count;
	size_t *columns; /* all sets of all questions, one after the other */
	size_t *ends;    /* [3 * count] where each set ends */
} cli_queries;

/* Reads the file. Returns an exit code and has printed the message, with its line, if it is not 0. */
int cli_queries_read(cli_queries *queries, const char *path);

/* Looks up the names in many->table and fills in columns and ends. */
int cli_queries_find(const cli_many *many, cli_queries *queries);

void cli_queries_clear(cli_queries *queries);

#endif
