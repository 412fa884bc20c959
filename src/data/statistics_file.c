/* Files of SPSS, Stata and SAS through ReadStat (https://github.com/WizardMac/ReadStat), which is loaded on demand. A
 * first parse reads names, labels and formats, and a second one the values. Value labels become labels, missing values
 * of any kind are missing, and dates are dates. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/error.h"
#include "base/memory.h"
#include "data/feed.h"

#ifdef MIXMI_READSTAT
#include <readstat.h>

#include "base/library.h"
#include "base/option_values.h"
#include "base/sort.h"
#include "data/dates.h"
#include "data/fields.h"
#include "data/recognise.h"

/* The functions of ReadStat used here. */
enum {
	PARSER_INIT,
	PARSER_FREE,
	ON_METADATA,
	ON_VARIABLE,
	ON_VALUE,
	ON_LABEL,
	PARSE_SAV,
	PARSE_POR,
	PARSE_DTA,
	PARSE_SAS,
	PARSE_XPORT,
	IS_MISSING,
	INDEX,
	NAME,
	LABEL,
	FORMAT,
	MEASURE,
	DOUBLE_VALUE,
	STRING_VALUE,
	TYPE_CLASS,
	MESSAGE,
	FUNCTIONS
};

static const base_symbol functions[FUNCTIONS] = {
	[PARSER_INIT] = { "readstat_parser_init", NULL },
	[PARSER_FREE] = { "readstat_parser_free", NULL },
	[ON_METADATA] = { "readstat_set_metadata_handler", NULL },
	[ON_VARIABLE] = { "readstat_set_variable_handler", NULL },
	[ON_VALUE] = { "readstat_set_value_handler", NULL },
	[ON_LABEL] = { "readstat_set_value_label_handler", NULL },
	[PARSE_SAV] = { "readstat_parse_sav", NULL },
	[PARSE_POR] = { "readstat_parse_por", NULL },
	[PARSE_DTA] = { "readstat_parse_dta", NULL },
	[PARSE_SAS] = { "readstat_parse_sas7bdat", NULL },
	[PARSE_XPORT] = { "readstat_parse_xport", NULL },
	[IS_MISSING] = { "readstat_value_is_missing", NULL },
	[INDEX] = { "readstat_variable_get_index", NULL },
	[NAME] = { "readstat_variable_get_name", NULL },
	[LABEL] = { "readstat_variable_get_label", NULL },
	[FORMAT] = { "readstat_variable_get_format", NULL },
	[MEASURE] = { "readstat_variable_get_measure", NULL },
	[DOUBLE_VALUE] = { "readstat_double_value", NULL },
	[STRING_VALUE] = { "readstat_string_value", NULL },
	[TYPE_CLASS] = { "readstat_value_type_class", NULL },
	[MESSAGE] = { "readstat_error_message", NULL },
};

/* Calls function `which` of the state, whose type is that of the ReadStat function `name`. */
#define CALL(state, which, name) ((__typeof__(&name))(state)->symbols[which].address)

/* Conversion of numbers to dates: value * scale + shift, in a unit. */
typedef struct calendar {
	data_unit unit;
	double scale;
	double shift;
} calendar;

typedef struct value_label {
	char *set;
	double value;
	char *text; /* a value that is a text; NULL: use `value` */
	char *label;
	bool unclear; /* the file's label is blank or another value of the set has it: `label` begins with the value */
} value_label;

typedef struct variable {
	char *set; /* name of its set of value labels; NULL: none */
	bool text;
	bool ordinal;
	calendar calendar;
} variable;

typedef struct statistics {
	base_symbol symbols[FUNCTIONS];
	data_feed *feed;
	int parse;
	variable *variables;
	size_t variable_count, variable_capacity;
	char **names;
	size_t name_count, name_capacity;
	value_label *labels;
	size_t label_count, label_capacity;
	size_t rows;
	bool done;
	bool packed; /* the file is compressed as a whole */
	bool no_memory;
	mixmi_status stopped; /* error that made a handler stop the parse, other than lack of memory */
} statistics;

/* ------------------------------------------------------------------------------------------------------- calendars */

static bool begins(const char *format, const char *const *names)
{
	for (; *names != NULL; names++)
		if (strncmp(format, *names, strlen(*names)) == 0)
			return true;
	return false;
}

/* Detects dates by their display format. SPSS counts seconds from 1582-10-14, Stata days or milliseconds from 1960, and
 * SAS days or seconds from 1960. */
static calendar calendar_of(const char *format, int parse)
{
	static const char *const times[] = { "DATETIME", "YMDHMS", "E8601DT", "B8601DT", NULL };
	static const char *const dates[] = { "DATE",     "ADATE",  "EDATE",   "SDATE",   "JDATE", "MMDDYY",
		                                 "DDMMYY",   "YYMMDD", "E8601DA", "B8601DA", "MONYY", "WEEKDATE",
		                                 "WORDDATE", "YYMON",  "MMYY",    NULL };
	static const char *const stata_days[] = { "%td", "%d", "%-td", "%-d", NULL };
	static const char *const stata_times[] = { "%tc", "%tC", "%-tc", NULL };
	double to_1960 = data_days_of(1960, 1, 1), to_1582 = data_days_of(1582, 10, 14);
	const calendar none = { DATA_PLAIN, 1, 0 };
	if (parse == PARSE_DTA)
		return begins(format, stata_days)    ? (calendar){ DATA_DAYS, 1, to_1960 }
		       : begins(format, stata_times) ? (calendar){ DATA_SECONDS, 1e-3, to_1960 * 86400 }
		                                     : none;
	bool spss = parse == PARSE_SAV || parse == PARSE_POR;
	if (begins(format, times))
		return (calendar){ DATA_SECONDS, 1, (spss ? to_1582 : to_1960) * 86400 };
	if (begins(format, dates))
		return spss ? (calendar){ DATA_DAYS, 1.0 / 86400, to_1582 } : (calendar){ DATA_DAYS, 1, to_1960 };
	return none;
}

/* -------------------------------------------------------------------------------------------------------- handlers */

static int give_up(statistics *s)
{
	s->no_memory = true;
	return READSTAT_HANDLER_ABORT;
}

static char *copy_text(const char *text)
{
	return base_string_copy(base_foreign_text(text));
}

static int on_variable(int index, readstat_variable_t *from, const char *set, void *context)
{
	statistics *s = context;
	void *variables = s->variables, *names = s->names;
	bool room = base_grow(&variables, &s->variable_capacity, s->variable_count + 1, sizeof *s->variables);
	s->variables = variables;
	room = base_grow(&names, &s->name_capacity, s->name_count + 2, sizeof *s->names) && room;
	s->names = names;
	(void)index;
	if (!room)
		return give_up(s);
	const char *format = base_foreign_text(CALL(s, FORMAT, readstat_variable_get_format)(from));
	variable *v = &s->variables[s->variable_count++];
	*v = (variable){ .set = set != NULL ? base_string_copy(set) : NULL,
		             .ordinal = CALL(s, MEASURE, readstat_variable_get_measure)(from) == READSTAT_MEASURE_ORDINAL,
		             .calendar = calendar_of(format, s->parse) };
	v->text = from->type == READSTAT_TYPE_STRING || from->type == READSTAT_TYPE_STRING_REF;
	s->names[s->name_count++] = copy_text(CALL(s, NAME, readstat_variable_get_name)(from));
	s->names[s->name_count++] = copy_text(CALL(s, LABEL, readstat_variable_get_label)(from));
	bool copied = s->names[s->name_count - 1] != NULL && s->names[s->name_count - 2] != NULL;
	return copied && (set == NULL || v->set != NULL) ? READSTAT_HANDLER_OK : give_up(s);
}

static int on_label(const char *set, readstat_value_t value, const char *label, void *context)
{
	statistics *s = context;
	void *labels = s->labels;
	bool room = base_grow(&labels, &s->label_capacity, s->label_count + 1, sizeof *s->labels);
	s->labels = labels;
	if (!room)
		return give_up(s);
	bool text = value.type == READSTAT_TYPE_STRING;
	if (!text && (value.is_system_missing || value.is_tagged_missing))
		return READSTAT_HANDLER_OK;
	value_label *l = &s->labels[s->label_count++];
	const char *key = text ? CALL(s, STRING_VALUE, readstat_string_value)(value) : NULL;
	*l = (value_label){ .set = copy_text(set),
		                .value = text ? NAN : CALL(s, DOUBLE_VALUE, readstat_double_value)(value),
		                .text = key != NULL ? base_string_copy(key) : NULL,
		                .label = copy_text(label) };
	bool copied = l->set != NULL && l->label != NULL && (key == NULL || l->text != NULL);
	return copied ? READSTAT_HANDLER_OK : give_up(s);
}

/* The label of a text, or the text itself if it has none. */
static const char *label_of_text(const statistics *s, const variable *v, const char *text)
{
	for (size_t i = 0; v->set != NULL && i < s->label_count; i++)
		if (s->labels[i].text != NULL && strcmp(s->labels[i].set, v->set) == 0 && strcmp(s->labels[i].text, text) == 0)
			return s->labels[i].label;
	return text;
}

static bool take_text(statistics *s, data_incoming *column, const variable *v, size_t row, readstat_value_t value,
                      bool missing)
{
	const char *text = missing ? NULL : CALL(s, STRING_VALUE, readstat_string_value)(value);
	uint32_t *code = data_incoming_codes(column, row, 1);
	if (code == NULL)
		return false;
	*code = DATA_MISSING;
	if (text == NULL)
		return true;
	text = label_of_text(s, v, text);
	return data_incoming_text(code, column, &s->feed->markers, text, strlen(text));
}

static int on_value(int row, readstat_variable_t *from, readstat_value_t value, void *context)
{
	statistics *s = context;
	size_t index = (size_t)CALL(s, INDEX, readstat_variable_get_index)(from);
	if (row < 0 || index >= s->feed->column_count)
		return READSTAT_HANDLER_ABORT;
	if ((size_t)row >= s->rows) {
		s->rows = (size_t)row + 1;
		s->stopped = s->packed ? data_feed_check_unpacked(s->feed, s->rows) : MIXMI_OK;
		if (s->stopped != MIXMI_OK)
			return READSTAT_HANDLER_ABORT;
	}
	data_incoming *column = &s->feed->columns[index];
	const variable *v = &s->variables[index];
	if (!column->needed)
		return READSTAT_HANDLER_OK;
	bool missing = CALL(s, IS_MISSING, readstat_value_is_missing)(value, from) != 0;
	if (v->text)
		return take_text(s, column, v, (size_t)row, value, missing) ? READSTAT_HANDLER_OK : give_up(s);
	double *cell = data_incoming_values(column, (size_t)row, 1);
	if (cell == NULL)
		return give_up(s);
	*cell = missing ? NAN : CALL(s, DOUBLE_VALUE, readstat_double_value)(value) * v->calendar.scale + v->calendar.shift;
	return data_incoming_number(column, cell, true, (size_t)row) ? READSTAT_HANDLER_OK : give_up(s);
}

/* --------------------------------------------------------------------------------------------------------- parsing */

/* Selects the parser by the first bytes, as data_format_find() does. */
static int parser_of(bool *packed, const char *path)
{
	unsigned char head[16] = { 0 };
	data_source *source = NULL;
	size_t length = 0;
	if (data_source_open(&source, path) == MIXMI_OK)
		(void)data_source_read(source, (char *)head, sizeof head, &length);
	data_source_close(source);
	*packed = memcmp(head, "$FL3", 4) == 0;
	if (memcmp(head, "$FL2", 4) == 0 || memcmp(head, "$FL3", 4) == 0)
		return PARSE_SAV;
	if (memcmp(head, "HEADER RECORD", 13) == 0)
		return PARSE_XPORT;
	if (memcmp(head, "<stata_dta>", 11) == 0 || (head[0] >= 104 && head[0] <= 115 && head[2] == 1))
		return PARSE_DTA;
	return memcmp(head + 12, "\xc2\xea\x81\x60", 4) == 0 ? PARSE_SAS : PARSE_POR;
}

static int by_set_and_label(const void *a, const void *b)
{
	const value_label *x = *(value_label *const *)a, *y = *(value_label *const *)b;
	int order = strcmp(x->set, y->set);
	return order != 0 ? order : strcmp(x->label, y->label);
}

static bool are_one_value(const value_label *a, const value_label *b)
{
	return a->text != NULL && b->text != NULL ? strcmp(a->text, b->text) == 0 : a->value == b->value;
}

/* Writes the value before a label that does not identify it, so that two values never become one category. */
static bool make_clear(value_label *l)
{
	char number[BASE_OPTION_NUMBER];
	const char *value = l->text != NULL ? l->text : base_option_number(number, l->value);
	bool blank = data_is_blank(l->label, strlen(l->label));
	char *clear = blank ? base_string_copy(value) : base_join(value, " ", l->label);
	if (clear == NULL)
		return false;
	free(l->label);
	l->label = clear;
	return true;
}

static bool clear_labels(statistics *s)
{
	value_label **sorted = base_array(s->label_count, sizeof *sorted);
	bool done = sorted != NULL;
	for (size_t i = 0; done && i < s->label_count; i++) {
		sorted[i] = &s->labels[i];
		sorted[i]->unclear = data_is_blank(sorted[i]->label, strlen(sorted[i]->label));
	}
	if (done)
		qsort(sorted, s->label_count, sizeof(value_label *), by_set_and_label);
	for (size_t i = 1; done && i < s->label_count; i++)
		if (by_set_and_label(&sorted[i - 1], &sorted[i]) == 0 && !are_one_value(sorted[i - 1], sorted[i]))
			sorted[i - 1]->unclear = sorted[i]->unclear = true;
	for (size_t i = 0; done && i < s->label_count; i++)
		done = !s->labels[i].unclear || make_clear(&s->labels[i]);
	free(sorted);
	return done;
}

/* In the second parse variables are known; ReadStat 1.1.8 wants a handler all the same. */
static int know_variable(int index, readstat_variable_t *from, const char *set, void *context)
{
	(void)index, (void)from, (void)set, (void)context;
	return READSTAT_HANDLER_OK;
}

static mixmi_status parse(statistics *s, bool values)
{
	readstat_parser_t *parser = CALL(s, PARSER_INIT, readstat_parser_init)();
	if (parser == NULL)
		return base_error_memory();
	if (values) {
		CALL(s, ON_VARIABLE, readstat_set_variable_handler)(parser, know_variable);
		CALL(s, ON_VALUE, readstat_set_value_handler)(parser, on_value);
	} else {
		CALL(s, ON_VARIABLE, readstat_set_variable_handler)(parser, on_variable);
		CALL(s, ON_LABEL, readstat_set_value_label_handler)(parser, on_label);
	}
	readstat_error_t error = CALL(s, s->parse, readstat_parse_sav)(parser, s->feed->path, s);
	CALL(s, PARSER_FREE, readstat_parser_free)(parser);
	if (s->no_memory)
		return base_error_memory();
	if (s->stopped != MIXMI_OK)
		return s->stopped;
	if (error == READSTAT_OK)
		return MIXMI_OK;
	if (error == READSTAT_ERROR_MALLOC) /* usually a damaged file that claims to contain billions of items */
		return base_error(MIXMI_ERROR_DATA,
		                  "%s: ReadStat cannot get the memory that the file asks for: it is damaged, or too large",
		                  s->feed->name);
	char shown[BASE_TEXT_SHOWN];
	return base_error(MIXMI_ERROR_DATA, "%s: ReadStat says: %s", s->feed->name,
	                  base_foreign_reason(shown, CALL(s, MESSAGE, readstat_error_message)(error)));
}

static const char *const library_names[] = { "libreadstat.so.1", "libreadstat.so", NULL };

bool data_has_readstat(void)
{
	return data_library_is_there(functions, FUNCTIONS, library_names);
}

static mixmi_status open_file(data_feed *feed)
{
	statistics *s = base_array_zero(1, sizeof *s);
	if (s == NULL)
		return base_error_memory();
	feed->state = s;
	s->feed = feed;
	if (!data_library_load(s->symbols, functions, FUNCTIONS, library_names))
		return base_error(MIXMI_ERROR_DATA,
		                  "%s: is a file of SPSS, Stata or SAS, and ReadStat, which reads them, is not "
		                  "installed (Debian: libreadstat1)",
		                  feed->name);
	s->parse = parser_of(&s->packed, feed->path);
	mixmi_status status = parse(s, false);
	if (status == MIXMI_OK && !clear_labels(s))
		status = base_error_memory();
	if (status == MIXMI_OK)
		status = data_feed_columns(feed, s->variable_count);
	for (size_t i = 0; status == MIXMI_OK && i < feed->column_count; i++) {
		status = data_feed_name(feed, i, s->names[2 * i]);
		if (status == MIXMI_OK)
			status = data_feed_label(feed, i, s->names[2 * i + 1]);
		feed->columns[i].unit = s->variables[i].calendar.unit;
	}
	return status;
}

/* ------------------------------------------------------------------------------------------------------ value labels */

static int by_value(const void *a, const void *b)
{
	const value_label *x = *(const value_label *const *)a, *y = *(const value_label *const *)b;
	return (x->value > y->value) - (x->value < y->value);
}

/* The labels of a set in the order of their values; *count is their number. NULL if memory runs out. */
static const value_label **labels_of(size_t *count, const statistics *s, const char *set)
{
	const value_label **found = base_array(s->label_count, sizeof *found);
	*count = 0;
	for (size_t i = 0; found != NULL && i < s->label_count; i++)
		if (s->labels[i].text == NULL && strcmp(s->labels[i].set, set) == 0)
			found[(*count)++] = &s->labels[i];
	if (found != NULL)
		qsort(found, *count, sizeof *found, by_value);
	return found;
}

static const value_label *find_label(const value_label *const *labels, size_t count, double value)
{
	for (size_t i = 0; i < count; i++)
		if (labels[i]->value == value)
			return labels[i];
	return NULL;
}

/* Converts values that all have labels to codes, in the order of the values. */
static mixmi_status label_values(statistics *s, data_incoming *column, const value_label *const *labels, size_t count)
{
	uint32_t *codes = data_incoming_codes(column, 0, s->rows), code;
	bool done = codes != NULL, unclear = false;
	for (size_t i = 0; i < count && done; i++) {
		done = data_labels_code(&code, &column->labels, labels[i]->label, strlen(labels[i]->label));
		unclear |= labels[i]->unclear;
	}
	if (unclear && done)
		done = data_incoming_remark(column, "labels that are blank or belong to several values begin with the value");
	for (size_t row = 0; row < s->rows && done; row++) {
		codes[row] = DATA_MISSING;
		if (isnan(column->values[row]))
			continue;
		const char *label = find_label(labels, count, column->values[row])->label;
		done = data_labels_code(&codes[row], &column->labels, label, strlen(label));
	}
	free(column->values);
	column->values = NULL;
	column->settled = true;
	strcpy(column->why, "values with labels");
	return done ? MIXMI_OK : base_error_memory();
}

/* A column of numbers with value labels is categorical if every number has a label. */
static mixmi_status apply_labels(statistics *s, size_t index)
{
	data_incoming *column = &s->feed->columns[index];
	const variable *v = &s->variables[index];
	size_t count, labelled = 0, values = 0;
	if (v->set == NULL || v->text || column->values == NULL)
		return MIXMI_OK;
	const value_label **labels = labels_of(&count, s, v->set);
	if (labels == NULL)
		return base_error_memory();
	for (size_t row = 0; row < s->rows; row++)
		if (!isnan(column->values[row])) {
			values++;
			labelled += find_label(labels, count, column->values[row]) != NULL;
		}
	char shown[BASE_TEXT_SHOWN];
	mixmi_status status = MIXMI_OK;
	if (values > 0 && labelled == values) {
		column->ordered = v->ordinal;
		status = label_values(s, column, labels, count);
	} else if (labelled > 0 &&
	           !data_incoming_remark(column, "%zu of %zu values have a label in the file, such as '%s'", labelled,
	                                 values, base_text_show(shown, labels[0]->label, strlen(labels[0]->label)))) {
		status = base_error_memory();
	}
	free(labels);
	return status;
}

/* A column without a value in any row has not been filled yet. */
static mixmi_status fill_up(statistics *s, size_t index)
{
	data_incoming *column = &s->feed->columns[index];
	if (!column->needed || column->values != NULL || column->codes != NULL)
		return MIXMI_OK;
	double *values = data_incoming_values(column, 0, s->rows);
	for (size_t row = 0; values != NULL && row < s->rows; row++)
		values[row] = NAN;
	return values != NULL ? MIXMI_OK : base_error_memory();
}

static mixmi_status next_rows(data_feed *feed, size_t *rows)
{
	statistics *s = feed->state;
	*rows = 0;
	if (s->done)
		return MIXMI_OK;
	s->done = true;
	mixmi_status status = parse(s, true);
	for (size_t i = 0; status == MIXMI_OK && s->rows > 0 && i < feed->column_count; i++) {
		status = fill_up(s, i);
		if (status == MIXMI_OK && feed->columns[i].needed)
			status = apply_labels(s, i);
	}
	*rows = s->rows;
	return status;
}

static void close_file(data_feed *feed)
{
	statistics *s = feed->state;
	if (s == NULL)
		return;
	for (size_t i = 0; i < s->variable_count; i++)
		free(s->variables[i].set);
	for (size_t i = 0; i < s->name_count; i++)
		free(s->names[i]);
	for (size_t i = 0; i < s->label_count; i++) {
		free(s->labels[i].set);
		free(s->labels[i].text);
		free(s->labels[i].label);
	}
	free(s->variables);
	free(s->names);
	free(s->labels);
	free(s);
}

const data_format data_format_statistics = {
	.name = "SPSS, Stata or SAS", .open = open_file, .next = next_rows, .close = close_file, .from_path = true
};

#else

bool data_has_readstat(void)
{
	return false;
}

static mixmi_status open_file(data_feed *feed)
{
	return base_error(MIXMI_ERROR_DATA,
	                  "%s: is a file of SPSS, Stata or SAS, and this mixmi was built without ReadStat, which "
	                  "reads them",
	                  feed->name);
}

const data_format data_format_statistics = { .name = "SPSS, Stata or SAS", .open = open_file, .from_path = true };

#endif
