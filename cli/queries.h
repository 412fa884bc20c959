/* A list of questions in a file: CSV with columns x, y and (optional) z, each field one or more columns of the table. */
#ifndef CLI_QUERIES_H
#define CLI_QUERIES_H

#include "many.h"

/* The questions of a file, before and after their names are looked up. Initialise with { 0 }. */
typedef struct cli_queries {
	const char *path;
	cli_text text;      /* the file; the fields point into it */
	char *(*fields)[3]; /* x, y and z of each question; z is NULL if the file has no such column */
	size_t *lines;      /* first line of each question in the file */
	size_t count;
	size_t *columns; /* all sets of all questions, one after the other */
	size_t *ends;    /* [3 * count] end of each set */
} cli_queries;

/* Reads the file. Returns an exit code; if it is not 0, the message, with its line, has been printed. */
int cli_queries_read(cli_queries *queries, const char *path);

/* Looks up the names in many->table and sets columns and ends. */
int cli_queries_find(const cli_many *many, cli_queries *queries);

void cli_queries_clear(cli_queries *queries);

#endif
