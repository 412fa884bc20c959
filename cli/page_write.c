/* The page as a file: the template that the build took in from report/template.html, with the JSON where its mark stands. In
 * the JSON every '<', '>', '&' and the two separators that old parsers take for line ends are written as \uXXXX, so that no
 * name can end the element that it stands in. */
#include <stdlib.h>
#include <string.h>

#include "page.h"
#include "report.h"

/* Made by cmake/embed.cmake. */
extern const unsigned char page_template[];
extern const size_t page_template_size;

static const char mark[] = "@@DATA@@";

static void write_escaped(const char *text, FILE *stream)
{
	for (const char *c = text; *c != '\0'; c++)
		if (*c == '<' || *c == '>' || *c == '&')
			fprintf(stream, "\\u%04x", (unsigned)*c);
		else if (strncmp(c, "\xE2\x80\xA8", 3) == 0 || strncmp(c, "\xE2\x80\xA9", 3) == 0) {
			fputs(c[2] == '\xA8' ? "\\u2028" : "\\u2029", stream);
			c += 2;
		} else
			fputc(*c, stream);
}

static const unsigned char *find_mark(void)
{
	const size_t length = sizeof mark - 1;
	for (size_t i = 0; i + length <= page_template_size; i++)
		if (memcmp(page_template + i, mark, length) == 0)
			return page_template + i;
	return NULL;
}

/* The data alone, for other programs. */
static int write_data(const page *p, FILE *stream)
{
	char *data = json_dumps(p->json.root, PAGE_DUMP);
	if (data == NULL)
		return cli_fail_memory();
	fprintf(stream, "%s\n", data);
	free(data);
	return CLI_OK;
}

int page_write(const page *p, FILE *stream)
{
	if (cli_args_value(p->args, "json") != NULL)
		return write_data(p, stream);
	const unsigned char *at = find_mark();
	char *data = json_dumps(p->json.root, PAGE_DUMP);
	if (data == NULL || at == NULL) {
		free(data);
		return at == NULL ? cli_fail(CLI_LIMIT, "the page's template has no place for data") : cli_fail_memory();
	}
	size_t before = (size_t)(at - page_template), after = before + sizeof mark - 1;
	fwrite(page_template, 1, before, stream);
	write_escaped(data, stream);
	fwrite(page_template + after, 1, page_template_size - after, stream);
	free(data);
	return CLI_OK;
}
