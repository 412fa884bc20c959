/* Parses background knowledge line by line; names are looked up in the table immediately. The grammar is in mixmi.h.
 * Invariant: everything that mixmi_knowledge_parse() returns has passed graph_knowledge_check(). */
#include "graph/model/knowledge.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/error.h"
#include "base/memory.h"
#include "base/text.h"
#include "data/judge.h"
#include "data/table.h"

/* State of the parser. */
typedef struct parser {
	mixmi_knowledge *knowledge;
	const mixmi_table *table;
	const char *rest; /* rest of the line, terminated */
	size_t line;
	char *name;           /* buffer for a name as long as the whole text */
	bool in_order;        /* a < ends a name */
	bool *contexts;       /* [columns] */
	uint64_t rest_number; /* position of all columns that no line names, and the line that defines it; 0: none */
	size_t rest_line;
} parser;

static mixmi_status complain(const parser *p, const char *what)
{
	return base_error(MIXMI_ERROR_DATA, "%s: line %zu: %s", p->knowledge->source, p->line, what);
}

static bool at_operator(const char *s)
{
	return s[0] == '-' && (s[1] == '>' || s[1] == '-');
}

/* Skips blanks; returns true at the end of the line or at a comment. */
static bool at_end(parser *p)
{
	while (base_is_blank(*p->rest))
		p->rest++;
	return *p->rest == '\0' || *p->rest == '#';
}

/* Reads a word such as a keyword; returns false if it does not match. */
static bool take_word(parser *p, const char *word)
{
	size_t length = strlen(word);
	if (at_end(p) || strncmp(p->rest, word, length) != 0)
		return false;
	p->rest += length;
	return true;
}

/* A keyword must be a whole word: "requires" is not one. */
static bool take_keyword(parser *p, const char *word)
{
	const char *start = p->rest;
	if (take_word(p, word) && (base_is_blank(*p->rest) || *p->rest == ':' || *p->rest == '\0'))
		return true;
	p->rest = start;
	return false;
}

static mixmi_status take_quoted(parser *p)
{
	size_t length = 0;
	for (p->rest++; *p->rest != '\0'; p->rest++) {
		if (*p->rest == '"' && p->rest[1] != '"')
			break;
		p->rest += *p->rest == '"';
		p->name[length++] = *p->rest;
	}
	p->name[length] = '\0';
	if (*p->rest == '\0')
		return complain(p, "a quote is not closed");
	p->rest++;
	return MIXMI_OK;
}

static void take_bare(parser *p)
{
	size_t length = 0;
	while (*p->rest != '\0' && *p->rest != ',' && *p->rest != '#' && !(p->in_order && *p->rest == '<') &&
	       !base_is_blank(*p->rest) && !at_operator(p->rest))
		p->name[length++] = *p->rest++;
	p->name[length] = '\0';
}

/* Reads a name and looks it up. */
static mixmi_status take_column(size_t *column, parser *p)
{
	bool ended = at_end(p);
	mixmi_status status = MIXMI_OK;
	if (!ended && *p->rest == '"')
		status = take_quoted(p);
	else
		take_bare(p);
	if (status != MIXMI_OK)
		return status;
	if (*p->name == '\0')
		return complain(p, "a column name is missing");
	if (mixmi_table_find(column, p->table, p->name) == MIXMI_OK) {
		p->knowledge->idle[*column] = !data_column_suits(&p->table->columns[*column]);
		return MIXMI_OK;
	}
	char why[512];
	snprintf(why, sizeof why, "%s", mixmi_error_message());
	return complain(p, why);
}

static mixmi_status expect_end(parser *p)
{
	if (at_end(p))
		return MIXMI_OK;
	char shown[BASE_TEXT_SHOWN], what[2 * BASE_TEXT_SHOWN];
	snprintf(what, sizeof what, "unexpected '%s' (a name with blanks needs double quotes)",
	         base_text_show(shown, p->rest, strlen(p->rest)));
	return complain(p, what);
}

static mixmi_status add_statement(mixmi_knowledge *k, graph_statement statement)
{
	if (!base_grow((void **)&k->statements, &k->statement_capacity, k->statement_count + 1, sizeof *k->statements))
		return base_error_memory();
	k->statements[k->statement_count++] = statement;
	return MIXMI_OK;
}

/* After `require` or `forbid`: two columns and the symbol between them. The other keywords have a colon, so it is
 * allowed here. */
static mixmi_status parse_edge(parser *p, bool require)
{
	graph_statement statement = { .line = p->line };
	take_word(p, ":");
	mixmi_status status = take_column(&statement.a, p);
	if (status != MIXMI_OK)
		return status;
	if (at_end(p) || !at_operator(p->rest))
		return complain(p, "expected -> or -- between two columns (a name with blanks needs double quotes)");
	bool arrow = p->rest[1] == '>';
	p->rest += 2;
	status = take_column(&statement.b, p);
	if (status == MIXMI_OK)
		status = expect_end(p);
	if (status != MIXMI_OK)
		return status;
	if (statement.a == statement.b)
		return complain(p, "an edge needs two different columns");
	if (require)
		statement.kind = arrow ? GRAPH_REQUIRE_ARROW : GRAPH_REQUIRE_EDGE;
	else
		statement.kind = arrow ? GRAPH_FORBID_ARROW : GRAPH_FORBID_EDGE;
	return add_statement(p->knowledge, statement);
}

static mixmi_status parse_tier_number(uint64_t *number, parser *p)
{
	size_t digits = 0;
	*number = 0;
	if (at_end(p))
		return complain(p, "a tier needs a number");
	for (; *p->rest >= '0' && *p->rest <= '9' && digits < 16; p->rest++, digits++)
		*number = *number * 10 + (uint64_t)(*p->rest - '0');
	if (digits == 0 || digits == 16)
		return complain(p, "a tier needs a number of at most 15 digits");
	return MIXMI_OK;
}

static mixmi_status add_to_tier(parser *p, size_t column, uint64_t number)
{
	graph_tier *tier = &p->knowledge->tiers[column];
	if (tier->line == 0)
		*tier = (graph_tier){ .number = number, .line = p->line };
	if (tier->number == number)
		return MIXMI_OK;
	char shown[BASE_TEXT_SHOWN], what[2 * BASE_TEXT_SHOWN];
	const char *name = p->knowledge->names[column];
	snprintf(what, sizeof what, "column '%s' cannot be in tier %llu: line %zu puts it in tier %llu",
	         base_text_show(shown, name, strlen(name)), (unsigned long long)number, tier->line,
	         (unsigned long long)tier->number);
	return complain(p, what);
}

/* Marks every column of the tier as closed; columns added by later lines are handled at the end. */
static void close_tier(mixmi_knowledge *k, uint64_t number, size_t line)
{
	for (size_t i = 0; i < k->columns; i++)
		if (k->tiers[i].line != 0 && k->tiers[i].number == number && k->tiers[i].closed == 0)
			k->tiers[i].closed = line;
}

static void spread_closed(mixmi_knowledge *k)
{
	for (size_t i = 0; i < k->columns; i++)
		if (k->tiers[i].closed != 0)
			close_tier(k, k->tiers[i].number, k->tiers[i].closed);
}

static mixmi_status parse_tier(parser *p)
{
	uint64_t number;
	mixmi_status status = parse_tier_number(&number, p);
	if (status != MIXMI_OK)
		return status;
	bool closed = take_word(p, "closed");
	if (!take_word(p, ":"))
		return complain(p, "a tier is written 'tier 1: A, B' or 'tier 1 closed: A, B'");
	do {
		size_t column;
		status = take_column(&column, p);
		if (status == MIXMI_OK)
			status = add_to_tier(p, column, number);
		if (status != MIXMI_OK)
			return status;
	} while (take_word(p, ","));
	if (closed)
		close_tier(p->knowledge, number, p->line);
	return expect_end(p);
}

/* After `root` or `sink`: columns. */
static mixmi_status parse_ends(parser *p, size_t *said)
{
	mixmi_status status;
	if (!take_word(p, ":"))
		return complain(p, "roots and sinks are written 'root: A, B' and 'sink: C'");
	do {
		size_t column;
		status = take_column(&column, p);
		if (status == MIXMI_OK && said[column] == 0)
			said[column] = p->line;
	} while (status == MIXMI_OK && take_word(p, ","));
	return status == MIXMI_OK ? expect_end(p) : status;
}

/* After `context`: columns without causes in the table, so that none of them causes another. Their dependence is by
 * design. */
static mixmi_status parse_context(parser *p)
{
	mixmi_knowledge *k = p->knowledge;
	mixmi_status status;
	if (!take_word(p, ":"))
		return complain(p, "contexts are written 'context: A, B'");
	do {
		size_t column;
		status = take_column(&column, p);
		if (status == MIXMI_OK && k->roots[column] == 0)
			k->roots[column] = p->line;
		for (size_t other = 0; status == MIXMI_OK && other < k->columns; other++)
			if (p->contexts[other] && other != column)
				status = add_statement(k, (graph_statement){ GRAPH_FORBID_EDGE, other, column, p->line });
		if (status == MIXMI_OK)
			p->contexts[column] = true;
	} while (status == MIXMI_OK && take_word(p, ","));
	return status == MIXMI_OK ? expect_end(p) : status;
}

/* One position in an order: columns, or `rest` for all that no line names. */
static mixmi_status parse_place(parser *p, uint64_t number, bool *rest)
{
	mixmi_status status;
	const char *start = p->rest;
	if (take_word(p, "rest") && (at_end(p) || *p->rest == '<')) {
		if (*rest)
			return complain(p, "'rest' occurs twice in an order");
		*rest = true;
		p->rest_number = number;
		p->rest_line = p->line;
		return MIXMI_OK;
	}
	p->rest = start;
	do {
		size_t column;
		status = take_column(&column, p);
		if (status == MIXMI_OK)
			status = add_to_tier(p, column, number);
	} while (status == MIXMI_OK && take_word(p, ","));
	return status;
}

/* `order: A < B, C < rest` numbers its positions from 1, and is otherwise equivalent to tiers. */
static mixmi_status parse_order(parser *p)
{
	bool rest = p->rest_line != 0;
	mixmi_status status = MIXMI_OK;
	if (!take_word(p, ":"))
		return complain(p, "an order is written 'order: A < B, C < rest'");
	uint64_t number = 1;
	p->in_order = true;
	do
		status = parse_place(p, number++, &rest);
	while (status == MIXMI_OK && take_word(p, "<"));
	p->in_order = false;
	return status == MIXMI_OK ? expect_end(p) : status;
}

static void place_rest(const parser *p)
{
	mixmi_knowledge *k = p->knowledge;
	for (size_t i = 0; p->rest_line != 0 && i < k->columns; i++)
		if (k->tiers[i].line == 0 && p->table->columns[i].lag == 0)
			k->tiers[i] = (graph_tier){ .number = p->rest_number, .line = p->rest_line };
}

static mixmi_status parse_line(parser *p)
{
	if (at_end(p))
		return MIXMI_OK;
	if (take_keyword(p, "require"))
		return parse_edge(p, true);
	if (take_keyword(p, "forbid"))
		return parse_edge(p, false);
	if (take_keyword(p, "tier"))
		return parse_tier(p);
	if (take_keyword(p, "root"))
		return parse_ends(p, p->knowledge->roots);
	if (take_keyword(p, "sink"))
		return parse_ends(p, p->knowledge->sinks);
	if (take_keyword(p, "context"))
		return parse_context(p);
	if (take_keyword(p, "order"))
		return parse_order(p);
	char shown[BASE_TEXT_SHOWN], what[2 * BASE_TEXT_SHOWN];
	snprintf(what, sizeof what,
	         "a statement begins with require, forbid, tier, order, root, sink or context, not with '%s'",
	         base_text_show(shown, p->rest, strcspn(p->rest, " \t")));
	return complain(p, what);
}

/* Parses the lines of `text`, which is split in place. */
static mixmi_status parse_lines(parser *p, char *text)
{
	mixmi_status status = MIXMI_OK;
	if (strncmp(text, "\xEF\xBB\xBF", 3) == 0)
		text += 3;
	while (text != NULL && status == MIXMI_OK) {
		char *end = strchr(text, '\n'), *next = end != NULL ? end + 1 : NULL;
		if (end == NULL)
			end = text + strlen(text);
		if (end > text && end[-1] == '\r')
			end--;
		*end = '\0';
		p->line++;
		p->rest = text;
		status = parse_line(p);
		text = next;
	}
	return status;
}

static mixmi_knowledge *new_knowledge(const char *source, const mixmi_table *table)
{
	mixmi_knowledge *k = base_array_zero(1, sizeof *k);
	const char **names = base_array(table->column_count, sizeof *names);
	if (k != NULL && names != NULL) {
		for (size_t i = 0; i < table->column_count; i++)
			names[i] = table->columns[i].name;
		k->columns = table->column_count;
		k->source = base_string_copy(source);
		k->names = base_strings_copy(names, table->column_count);
		k->tiers = base_array_zero(table->column_count, sizeof *k->tiers);
		k->roots = base_array_zero(table->column_count, sizeof *k->roots);
		k->sinks = base_array_zero(table->column_count, sizeof *k->sinks);
		k->idle = base_array_zero(table->column_count, sizeof *k->idle);
	}
	free(names);
	if (k == NULL || k->source == NULL || k->names == NULL || k->tiers == NULL || k->roots == NULL ||
	    k->sinks == NULL || k->idle == NULL) {
		mixmi_knowledge_free(k);
		return NULL;
	}
	return k;
}

mixmi_status mixmi_knowledge_parse(mixmi_knowledge **out, const char *text, const char *name, const mixmi_table *table)
{
	char shown[BASE_TEXT_SHOWN];
	*out = NULL;
	parser p = { .table = table };
	p.knowledge = new_knowledge(base_text_show(shown, name, strlen(name)), table);
	p.name = base_array(strlen(text) + 1, 1);
	p.contexts = base_array_zero(table->column_count, sizeof *p.contexts);
	char *copy = base_string_copy(text);
	mixmi_status status = MIXMI_OK;
	if (p.knowledge == NULL || p.name == NULL || p.contexts == NULL || copy == NULL)
		status = base_error_memory();
	if (status == MIXMI_OK)
		status = parse_lines(&p, copy);
	if (status == MIXMI_OK) {
		place_rest(&p);
		spread_closed(p.knowledge);
		status = graph_knowledge_check(p.knowledge);
	}
	if (status == MIXMI_OK && !graph_knowledge_remark(p.knowledge))
		status = base_error_memory();
	if (status != MIXMI_OK) {
		mixmi_knowledge_free(p.knowledge);
		p.knowledge = NULL;
	}
	free(copy);
	free(p.name);
	free(p.contexts);
	*out = p.knowledge;
	return status;
}

void mixmi_knowledge_free(mixmi_knowledge *knowledge)
{
	if (knowledge == NULL)
		return;
	free(knowledge->source);
	free(knowledge->names);
	free(knowledge->tiers);
	free(knowledge->roots);
	free(knowledge->sinks);
	free(knowledge->idle);
	for (size_t i = 0; i < sizeof knowledge->remarks / sizeof *knowledge->remarks; i++)
		free(knowledge->remarks[i]);
	free(knowledge->statements);
	free(knowledge);
}
