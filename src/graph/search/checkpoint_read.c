/* Reads header and lines of a checkpoint file strictly: a line that differs from what the writer writes is corruption,
 * and an error, except at the very end, where a killed process may have left it incomplete. */
#include "graph/search/checkpoint_read.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/error.h"
#include "base/hash.h"
#include "base/memory.h"
#include "base/options.h"
#include "base/text.h"
#include "graph/search/checkpoint.h"

static const char magic[] = GRAPH_CHECKPOINT_MAGIC;

/* ------------------------------------------------------------------------------------------------- header */

/* Reads the next field of a header: its start and length. */
static bool next_field(const char **field, size_t *length, const char **cursor)
{
	*cursor += strspn(*cursor, " ");
	*field = *cursor;
	*length = strcspn(*cursor, " ");
	*cursor += *length;
	return *length > 0;
}

/* Appends to a list of keys in a message. */
static void add_key(char *list, size_t size, const char *field, size_t length)
{
	size_t used = strlen(list), key = 0;
	while (key < length && field[key] != '=')
		key++;
	snprintf(list + used, size - used, "%s%.*s", used > 0 ? ", " : "", (int)key, field);
}

static bool has_key(const char *field, size_t length, const char *key)
{
	size_t size = strlen(key);
	return length > size && field[size] == '=' && memcmp(field, key, size) == 0;
}

typedef enum relation { SAME, OTHER, MISSING } relation;

/* Compares a field with the one of the same key in another header. */
static relation relate(const char *mine, size_t length, const char *header)
{
	size_t key = 0, their_length;
	const char *theirs;
	while (key < length && mine[key] != '=')
		key++;
	while (next_field(&theirs, &their_length, &header)) {
		if (their_length < key || memcmp(mine, theirs, key) != 0 || (their_length > key && theirs[key] != '='))
			continue;
		return their_length == length && memcmp(mine, theirs, length) == 0 ? SAME : OTHER;
	}
	return MISSING;
}

/* Lists the fields of the file's header that differ from those of this search. Another test uses other options, so
 * options that are missing for this reason are not listed. */
static mixmi_status other_search(const char *shown, const char *there, const char *here)
{
	char list[256] = "";
	const char *mine;
	size_t length;
	bool other_test = false;
	while (next_field(&mine, &length, &here)) {
		relation how = relate(mine, length, there);
		if (how == OTHER || (how == MISSING && !other_test))
			add_key(list, sizeof list, mine, length);
		other_test |= how != SAME && (has_key(mine, length, "test") || has_key(mine, length, "own-test"));
	}
	return base_error(MIXMI_ERROR_DATA,
	                  "checkpoint \"%s\" belongs to another search; what differs: %s. The file was not changed", shown,
	                  list);
}

mixmi_status graph_checkpoint_check(const char *line, const char *shown, const char *header)
{
	if (strcmp(line, header) == 0)
		return MIXMI_OK;
	if (strncmp(line, magic, sizeof magic - 1) == 0 && line[sizeof magic - 1] == ' ')
		return other_search(shown, line, header);
	return base_error(MIXMI_ERROR_DATA, "\"%s\" is not a checkpoint of mixmi; it was not changed", shown);
}

/* -------------------------------------------------------------------------------------------------- lines */

static bool take_number(uint64_t *value, const char **cursor, int base)
{
	char *end;
	if (**cursor == ' ')
		++*cursor;
	if (strspn(*cursor, "0123456789abcdef") == 0)
		return false;
	errno = 0;
	*value = strtoull(*cursor, &end, base);
	bool taken = end != *cursor && errno == 0 && (*end == ' ' || *end == '\0');
	*cursor = end;
	return taken;
}

static bool take_size(size_t *value, const char **cursor, size_t below)
{
	uint64_t number;
	if (!take_number(&number, cursor, 10) || number >= below)
		return false;
	*value = (size_t)number;
	return true;
}

static bool take_double(double *value, const char **cursor)
{
	uint64_t bits;
	if (!take_number(&bits, cursor, 16))
		return false;
	memcpy(value, &bits, sizeof *value);
	return true;
}

static bool take_verdict(graph_verdict *verdict, const char **cursor)
{
	if ((*cursor)[0] != ' ' || (*cursor)[1] == '\0' || (*cursor)[2] != ' ')
		return false;
	char letter = (*cursor)[1];
	*cursor += 2;
	*verdict = letter == 'd'   ? GRAPH_DEPENDENT
	           : letter == 'i' ? GRAPH_INDEPENDENT
	           : letter == 'u' ? GRAPH_UNJUDGED
	                           : GRAPH_UNASKED;
	return *verdict != GRAPH_UNASKED;
}

/* Removes the checksum from the end of a line; returns false if it does not match. */
static bool take_checksum(char *line)
{
	char *end = strrchr(line, ' '), expected[GRAPH_CHECKSUM_ROOM];
	if (end == NULL)
		return false;
	size_t length = (size_t)(end - line);
	graph_checkpoint_checksum(expected, line, length);
	*end = '\0';
	return strcmp(end + 1, expected) == 0;
}

/* One answer. `given` has space for all nodes, which no valid set exceeds. */
static bool parse_line(graph_question *q, graph_answer *answer, size_t *given, const char *line, size_t nodes)
{
	if (!take_size(&q->sample, &line, UINT32_MAX) || !take_size(&q->a, &line, nodes) ||
	    !take_size(&q->b, &line, nodes) || q->a >= q->b || !take_verdict(&answer->verdict, &line) ||
	    !take_double(&answer->estimate, &line) || !take_double(&answer->corrected, &line) ||
	    !take_double(&answer->p, &line) || !take_double(&answer->lower, &line) || !take_double(&answer->upper, &line) ||
	    !take_size(&answer->rows, &line, UINT32_MAX))
		return false;
	for (q->given_count = 0; *line != '\0'; q->given_count++) {
		size_t node;
		if (q->given_count == nodes || !take_size(&node, &line, nodes))
			return false;
		if (q->given_count > 0 && node <= given[q->given_count - 1])
			return false;
		given[q->given_count] = node;
	}
	q->given = given;
	return true;
}

/* Reads the next line, if it is complete. */
static char *next_line(char **cursor, const char *end)
{
	char *line = *cursor, *newline = memchr(line, '\n', (size_t)(end - line));
	if (newline == NULL)
		return NULL;
	*newline = '\0';
	*cursor = newline + 1;
	return line;
}

static mixmi_status load_lines(char *cursor, const char *end, const char *shown, size_t nodes, size_t *given,
                               graph_answers *answers)
{
	char *line;
	for (size_t number = 2; (line = next_line(&cursor, end)) != NULL; number++) {
		graph_question question;
		graph_answer answer;
		if (!take_checksum(line) || !parse_line(&question, &answer, given, line, nodes))
			return base_error(MIXMI_ERROR_DATA, "checkpoint \"%s\" is damaged at line %zu; it was not changed", shown,
			                  number);
		if (!graph_answers_add(answers, &question, &answer, true))
			return base_error_memory();
	}
	return MIXMI_OK;
}

/* Number of bytes up to the end of the last complete line. */
static size_t whole_lines(const char *text, size_t length)
{
	while (length > 0 && text[length - 1] != '\n')
		length--;
	return length;
}

mixmi_status graph_checkpoint_load(size_t *whole, char *text, size_t length, const char *shown, const char *header,
                                   size_t nodes, graph_answers *answers)
{
	*whole = whole_lines(text, length);
	if (*whole == 0) {
		/* empty, or a process was killed while writing the header; anything else is not a checkpoint */
		bool begun = length < strlen(header) + 1 && memcmp(text, header, length) == 0;
		return begun ? MIXMI_OK : graph_checkpoint_check("", shown, header);
	}
	char *cursor = text, *end = text + *whole;
	mixmi_status status = graph_checkpoint_check(next_line(&cursor, end), shown, header);
	if (status != MIXMI_OK)
		return status;
	size_t *given = base_array(nodes, sizeof *given);
	if (given == NULL)
		return base_error_memory();
	status = load_lines(cursor, end, shown, nodes, given, answers);
	free(given);
	return status;
}
