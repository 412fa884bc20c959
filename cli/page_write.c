/* The page as a file: the template embedded from report/template.html by the build, with the JSON inserted at its
 * marker. In the JSON every '<', '>', '&' and the two separators that old parsers treat as line ends are written
 * as escapes, so that no name can end the surrounding element. */
#include <stdlib.h>
#include <string.h>

#include "page.h"
#include "text.h"

/* Made by cmake/embed.cmake. */
extern const unsigned char page_template[];
extern const size_t page_template_size;

static const char mark[] = "@@DATA@@";

static void add_escaped(cli_text *out, const char *text)
{
	for (const char *c = text; *c != '\0'; c++)
		if (*c == '<' || *c == '>' || *c == '&')
			cli_text_addf(out, "\\u%04x", (unsigned)*c);
		else if (strncmp(c, "\xE2\x80\xA8", 3) == 0 || strncmp(c, "\xE2\x80\xA9", 3) == 0) {
			cli_text_add(out, c[2] == '\xA8' ? "\\u2028" : "\\u2029");
			c += 2;
		} else
			cli_text_add_bytes(out, c, 1);
}

/* Position of the marker; the end of the template if it has none, which its tests exclude. */
static size_t find_mark(void)
{
	const size_t length = sizeof mark - 1;
	for (size_t i = 0; i + length <= page_template_size; i++)
		if (memcmp(page_template + i, mark, length) == 0)
			return i;
	return page_template_size;
}

mixmi_status page_write(char **text, const page *p, bool data_only)
{
	cli_text whole = { 0 };
	char *data = json_dumps(p->json.root, PAGE_DUMP);
	size_t before = data_only ? 0 : find_mark(), after = before + sizeof mark - 1;
	if (data == NULL)
		return MIXMI_ERROR_MEMORY;
	if (data_only) {
		cli_text_add(&whole, data);
		cli_text_add(&whole, "\n");
	} else {
		cli_text_add_bytes(&whole, (const char *)page_template, before);
		add_escaped(&whole, data);
		if (after < page_template_size)
			cli_text_add_bytes(&whole, (const char *)page_template + after, page_template_size - after);
	}
	free(data);
	*text = whole.bytes;
	return whole.failed ? MIXMI_ERROR_MEMORY : MIXMI_OK;
}
