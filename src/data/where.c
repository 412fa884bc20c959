/* A condition is parsed by recursive descent into a list of nodes, each after its operands. It is then evaluated for
 * all rows, node by node, with one byte per row and node. */
#include "data/where.h"

#include <ctype.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/error.h"
#include "base/memory.h"
#include "base/number.h"
#include "base/text.h"
#include "data/dates.h"

enum { DEEPEST = 64, MOST_NODES = 1000 };

typedef enum node_kind { NODE_OR, NODE_AND, NODE_NOT, NODE_COMPARE, NODE_MISSING } node_kind;
typedef enum where_sign { SIGN_EQUAL, SIGN_OTHER, SIGN_LESS, SIGN_AT_MOST, SIGN_MORE, SIGN_AT_LEAST } where_sign;

/* A column, or a value as written. */
typedef struct operand {
	bool is_column;
	size_t column;
	char *text;
	bool quoted;
} operand;

typedef struct node {
	node_kind kind;
	size_t a, b; /* operands */
	where_sign sign;
	operand left, right; /* of a comparison: left is a column */
} node;

struct data_where {
	node *nodes;
	size_t count;
	size_t capacity;
};

typedef struct parser {
	data_where *where;
	const mixmi_table *names;
	const char *text; /* the whole condition */
	const char *next;
	int depth;
} parser;

static mixmi_status parse_or(parser *p, size_t *out);

static mixmi_status fail(const parser *p, const char *what)
{
	char shown[BASE_TEXT_SHOWN];
	return base_error(MIXMI_ERROR_USAGE, "option where: %s at character %zu of '%s'", what,
	                  (size_t)(p->next - p->text) + 1, base_text_show(shown, p->text, strlen(p->text)));
}

static void skip(parser *p)
{
	while (base_is_space(*p->next))
		p->next++;
}

static bool is_name_byte(char c)
{
	return isalnum((unsigned char)c) || c == '_' || c == '.' || (unsigned char)c >= 0x80;
}

/* Reads an operator, or a word that is not followed by a letter. */
static bool take(parser *p, const char *what)
{
	skip(p);
	size_t length = strlen(what);
	if (strncmp(p->next, what, length) != 0 || (isalpha((unsigned char)*what) && is_name_byte(p->next[length])))
		return false;
	p->next += length;
	return true;
}

static mixmi_status add_node(parser *p, size_t *out, node n)
{
	void *nodes = p->where->nodes;
	if (p->where->count == MOST_NODES) {
		free(n.left.text);
		free(n.right.text);
		return base_error(MIXMI_ERROR_LIMIT, "option where: more than %d comparisons", MOST_NODES / 2);
	}
	bool room = base_grow(&nodes, &p->where->capacity, p->where->count + 1, sizeof n);
	p->where->nodes = nodes;
	if (!room) {
		free(n.left.text);
		free(n.right.text);
		return base_error_memory();
	}
	p->where->nodes[p->where->count] = n;
	*out = p->where->count++;
	return MIXMI_OK;
}

/* ------------------------------------------------------------------------------------------------- operands */

static mixmi_status take_quoted(parser *p, operand *out, char quote)
{
	const char *end = strchr(p->next + 1, quote);
	if (end == NULL)
		return fail(p, "a quote that is not closed");
	out->text = base_string_copy_n(p->next + 1, (size_t)(end - p->next) - 1);
	out->quoted = true;
	p->next = end + 1;
	return out->text != NULL ? MIXMI_OK : base_error_memory();
}

static mixmi_status name_column(parser *p, operand *out)
{
	char shown[BASE_TEXT_SHOWN];
	uint32_t code = 0;
	mixmi_status status = MIXMI_OK;
	if (!data_labels_find(&code, &p->names->names, out->text, strlen(out->text)))
		status = base_error(MIXMI_ERROR_USAGE, "option where: no column '%s'; texts need quotes",
		                    base_text_show(shown, out->text, strlen(out->text)));
	out->column = code;
	out->is_column = true;
	free(out->text);
	out->text = NULL;
	return status;
}

static mixmi_status take_operand(parser *p, operand *out)
{
	*out = (operand){ 0 };
	skip(p);
	if (*p->next == '"' || *p->next == '\'')
		return take_quoted(p, out, *p->next);
	if (*p->next == '`') {
		mixmi_status status = take_quoted(p, out, '`');
		return status == MIXMI_OK ? name_column(p, out) : status;
	}
	const char *start = p->next;
	bool number = isdigit((unsigned char)*start) || *start == '-' || *start == '+' || *start == '.';
	p->next += *start == '-' || *start == '+';
	while (is_name_byte(*p->next) || (number && (*p->next == '-' || *p->next == '+') && (p->next[-1] | 0x20) == 'e'))
		p->next++;
	if (p->next == start)
		return fail(p, "a column or a value is missing");
	out->text = base_string_copy_n(start, (size_t)(p->next - start));
	if (out->text == NULL)
		return base_error_memory();
	return number ? MIXMI_OK : name_column(p, out);
}

static bool take_sign(parser *p, where_sign *out)
{
	static const struct {
		const char *text;
		where_sign sign;
	} signs[] = { { "==", SIGN_EQUAL }, { "!=", SIGN_OTHER }, { "<=", SIGN_AT_MOST }, { ">=", SIGN_AT_LEAST },
		          { "=", SIGN_EQUAL },  { "<>", SIGN_OTHER }, { "<", SIGN_LESS },     { ">", SIGN_MORE } };
	for (size_t i = 0; i < sizeof signs / sizeof *signs; i++)
		if (take(p, signs[i].text)) {
			*out = signs[i].sign;
			return true;
		}
	return false;
}

/* -------------------------------------------------------------------------------------------------- parsing */

/* COLUMN in (a, b, c) is equivalent to COLUMN == a || COLUMN == b || COLUMN == c. */
static mixmi_status take_list(parser *p, size_t *out, size_t column)
{
	mixmi_status status = take(p, "(") ? MIXMI_OK : fail(p, "'(' is missing");
	bool first = true;
	while (status == MIXMI_OK) {
		node n = { .kind = NODE_COMPARE, .left = { .is_column = true, .column = column } };
		size_t one = 0;
		status = take_operand(p, &n.right);
		if (status == MIXMI_OK)
			status = add_node(p, &one, n);
		else
			free(n.right.text);
		if (status == MIXMI_OK && !first)
			status = add_node(p, &one, (node){ .kind = NODE_OR, .a = *out, .b = one });
		*out = one;
		first = false;
		if (status == MIXMI_OK && take(p, ")"))
			return MIXMI_OK;
		if (status == MIXMI_OK && !take(p, ","))
			status = fail(p, "',' or ')' is missing");
	}
	return status;
}

/* Swaps a comparison so that the column is on the left. */
static void turn(node *n)
{
	static const where_sign turned[] = { SIGN_EQUAL, SIGN_OTHER, SIGN_MORE, SIGN_AT_LEAST, SIGN_LESS, SIGN_AT_MOST };
	if (n->left.is_column)
		return;
	operand left = n->left;
	n->left = n->right;
	n->right = left;
	n->sign = turned[n->sign];
}

static mixmi_status take_comparison(parser *p, size_t *out)
{
	node n = { .kind = NODE_COMPARE };
	mixmi_status status = take_operand(p, &n.left);
	if (status == MIXMI_OK && n.left.is_column && take(p, "in"))
		return take_list(p, out, n.left.column);
	if (status == MIXMI_OK && !take_sign(p, &n.sign))
		status = fail(p, "one of == != < <= > >= is missing");
	if (status == MIXMI_OK)
		status = take_operand(p, &n.right);
	if (status == MIXMI_OK && !n.left.is_column && !n.right.is_column)
		status = fail(p, "neither side of a comparison is a column, before");
	if (status != MIXMI_OK) {
		free(n.left.text);
		free(n.right.text);
		return status;
	}
	turn(&n);
	return add_node(p, out, n);
}

static mixmi_status take_missing(parser *p, size_t *out)
{
	operand of;
	mixmi_status status = take_operand(p, &of);
	if (status == MIXMI_OK && !of.is_column)
		status = fail(p, "missing() needs a column, before");
	free(of.text);
	if (status == MIXMI_OK && !take(p, ")"))
		status = fail(p, "')' is missing");
	if (status != MIXMI_OK)
		return status;
	return add_node(p, out, (node){ .kind = NODE_MISSING, .left = { .is_column = true, .column = of.column } });
}

static mixmi_status parse_part(parser *p, size_t *out)
{
	mixmi_status status;
	const char *before = p->next;
	if (++p->depth > DEEPEST)
		return base_error(MIXMI_ERROR_LIMIT, "option where: more than %d levels", DEEPEST);
	if (take(p, "!") || take(p, "not")) {
		status = parse_part(p, out);
		if (status == MIXMI_OK)
			status = add_node(p, out, (node){ .kind = NODE_NOT, .a = *out });
	} else if (take(p, "(")) {
		status = parse_or(p, out);
		if (status == MIXMI_OK && !take(p, ")"))
			status = fail(p, "')' is missing");
	} else if (take(p, "missing") && take(p, "(")) {
		status = take_missing(p, out);
	} else {
		p->next = before;
		status = take_comparison(p, out);
	}
	p->depth--;
	return status;
}

/* Operands joined by the same operator. */
static mixmi_status parse_chain(parser *p, size_t *out, node_kind kind)
{
	const char *sign = kind == NODE_OR ? "||" : "&&", *word = kind == NODE_OR ? "or" : "and";
	size_t next;
	mixmi_status status = kind == NODE_OR ? parse_chain(p, out, NODE_AND) : parse_part(p, out);
	while (status == MIXMI_OK && (take(p, sign) || take(p, word))) {
		status = kind == NODE_OR ? parse_chain(p, &next, NODE_AND) : parse_part(p, &next);
		if (status == MIXMI_OK)
			status = add_node(p, out, (node){ .kind = kind, .a = *out, .b = next });
	}
	return status;
}

static mixmi_status parse_or(parser *p, size_t *out)
{
	return parse_chain(p, out, NODE_OR);
}

mixmi_status data_where_parse(data_where **out, const char *text, const mixmi_table *names)
{
	size_t root;
	*out = base_array_zero(1, sizeof **out);
	if (*out == NULL)
		return base_error_memory();
	parser p = { .where = *out, .names = names, .text = text, .next = text };
	mixmi_status status = parse_or(&p, &root);
	skip(&p);
	if (status == MIXMI_OK && *p.next != '\0')
		status = fail(&p, "'&&' or '||' is missing");
	if (status != MIXMI_OK) {
		data_where_free(*out);
		*out = NULL;
	}
	return status;
}

void data_where_free(data_where *where)
{
	if (where == NULL)
		return;
	for (size_t i = 0; i < where->count; i++) {
		free(where->nodes[i].left.text);
		free(where->nodes[i].right.text);
	}
	free(where->nodes);
	free(where);
}

bool data_where_uses(const data_where *where, size_t column)
{
	for (size_t i = 0; where != NULL && i < where->count; i++) {
		const node *n = &where->nodes[i];
		if ((n->left.is_column && n->left.column == column) || (n->right.is_column && n->right.column == column))
			return true;
	}
	return false;
}

/* ---------------------------------------------------------------------------------------------------- rows */

static bool holds(where_sign sign, double x, double y)
{
	switch (sign) {
	case SIGN_EQUAL:
		return x == y;
	case SIGN_OTHER:
		return x != y;
	case SIGN_LESS:
		return x < y;
	case SIGN_AT_MOST:
		return x <= y;
	case SIGN_MORE:
		return x > y;
	case SIGN_AT_LEAST:
		return x >= y;
	}
	return false;
}

/* The value in a row: its number, or the code of its label; NaN: missing. */
static double at(const data_incoming *column, size_t row)
{
	if (column->values != NULL)
		return column->values[row];
	return column->codes[row] == DATA_MISSING ? NAN : (double)column->codes[row];
}

/* The number or code of a value for comparison with a column; a label that does not occur has no code. */
static mixmi_status value_for(double *out, const data_incoming *column, const operand *value, where_sign sign)
{
	char shown[BASE_TEXT_SHOWN], name[BASE_TEXT_SHOWN];
	base_text_show(shown, value->text, strlen(value->text));
	base_text_show(name, column->name, strlen(column->name));
	uint32_t code;
	if (column->values == NULL) {
		if (sign > SIGN_OTHER && !column->ordered)
			return base_error(MIXMI_ERROR_USAGE, "option where: column '%s' has texts without an order: use == or !=%s",
			                  name, column->coded ? ", or name it in option numeric" : "");
		bool found = data_labels_find(&code, &column->labels, value->text, strlen(value->text));
		*out = found ? (double)code : -1;
		if (!found && column->coded && !value->quoted)
			return base_error(MIXMI_ERROR_USAGE,
			                  "option where: column '%s' has codes with leading zeros, and none is written '%s': write "
			                  "it as the file does, or name the column in option numeric",
			                  name, shown);
		return found || sign <= SIGN_OTHER
		           ? MIXMI_OK
		           : base_error(MIXMI_ERROR_USAGE, "option where: '%s' is not a value of column '%s'", shown, name);
	}
	if (column->unit != DATA_PLAIN) {
		data_date_style style = { .order = DATA_ORDER_YMD, .given = true, .unit = column->unit };
		data_meaning meaning = data_dates_read(&style, value->text);
		*out = meaning.value;
		if (meaning.sense == DATA_SENSE_NUMBER)
			return MIXMI_OK;
		return base_error(MIXMI_ERROR_USAGE,
		                  "option where: '%s' is not a date such as \"2024-01-31\", as column '%s' has", shown, name);
	}
	if (base_number_parse(out, value->text, strlen(value->text), '.') == BASE_NUMBER_FINITE)
		return MIXMI_OK;
	return base_error(MIXMI_ERROR_USAGE, "option where: '%s' is not a number, and column '%s' is numeric", shown, name);
}

static mixmi_status compare_columns(bool *keep, const node *n, const data_feed *feed)
{
	const data_incoming *a = &feed->columns[n->left.column], *b = &feed->columns[n->right.column];
	if (a->values == NULL || b->values == NULL)
		return base_error(MIXMI_ERROR_USAGE, "option where: two columns can be compared only if both are numeric");
	for (size_t row = 0; row < feed->rows; row++)
		keep[row] = !isnan(a->values[row]) && !isnan(b->values[row]) && holds(n->sign, a->values[row], b->values[row]);
	return MIXMI_OK;
}

static mixmi_status compare(bool *keep, const node *n, const data_feed *feed)
{
	if (n->right.is_column)
		return compare_columns(keep, n, feed);
	const data_incoming *column = &feed->columns[n->left.column];
	double value;
	mixmi_status status = value_for(&value, column, &n->right, n->sign);
	for (size_t row = 0; status == MIXMI_OK && row < feed->rows; row++) {
		double x = at(column, row);
		keep[row] = !isnan(x) && holds(n->sign, x, value);
	}
	return status;
}

static mixmi_status fill(bool *const *keeps, size_t index, const data_where *where, const data_feed *feed)
{
	const node *n = &where->nodes[index];
	bool *keep = keeps[index];
	if (n->kind == NODE_COMPARE)
		return compare(keep, n, feed);
	for (size_t row = 0; row < feed->rows; row++)
		keep[row] = n->kind == NODE_MISSING ? isnan(at(&feed->columns[n->left.column], row))
		            : n->kind == NODE_NOT   ? !keeps[n->a][row]
		            : n->kind == NODE_AND   ? keeps[n->a][row] && keeps[n->b][row]
		                                    : keeps[n->a][row] || keeps[n->b][row];
	return MIXMI_OK;
}

mixmi_status data_where_keep(bool *keep, data_where *where, const data_feed *feed)
{
	mixmi_status status = MIXMI_OK;
	bool **keeps = base_array_zero(where->count, sizeof *keeps);
	if (keeps == NULL)
		return base_error_memory();
	for (size_t i = 0; i < where->count && status == MIXMI_OK; i++) {
		keeps[i] = base_array(feed->rows, sizeof **keeps);
		status = keeps[i] != NULL ? fill(keeps, i, where, feed) : base_error_memory();
	}
	if (status == MIXMI_OK) /* the last node is the whole condition */
		memcpy(keep, keeps[where->count - 1], feed->rows * sizeof *keep);
	for (size_t i = 0; i < where->count; i++)
		free(keeps[i]);
	free(keeps);
	return status;
}
