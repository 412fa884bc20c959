/* Failures end the program with a message that names the file. */
#include "public_network.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "arguments.h"
#include "lines.h"
#include "network_score.h"

enum { PATH = 4096 };

bool public_network_find(bif_network *out, const char *folder, const char *name)
{
	char path[PATH];
	if (folder == NULL)
		return false;
	snprintf(path, sizeof path, "%s/%s.bif", folder, name);
	if (access(path, R_OK) != 0)
		snprintf(path, sizeof path, "%s/%s.bif.gz", folder, name);
	if (access(path, R_OK) != 0)
		return false;
	if (!bif_read(out, path))
		exit(1);
	return true;
}

/* Lines "from,to" as "from -> to", with all columns as nodes. */
static char *read_truth(const char *path, const mixmi_table *data)
{
	char line[2 * SCORE_NAME], from[SCORE_NAME], to[SCORE_NAME], *text = NULL;
	size_t size = 0;
	FILE *file = fopen(path, "r"), *out = open_memstream(&text, &size);
	if (file == NULL || out == NULL || fgets(line, sizeof line, file) == NULL)
		argument_fail("cannot be read", path);
	for (size_t i = 0; i < mixmi_table_columns(data); i++)
		fprintf(out, "%s\n", mixmi_table_name(data, i));
	while (fgets(line, sizeof line, file) != NULL)
		if (sscanf(line, "%127[^,],%127[^,\r\n]", from, to) == 2)
			fprintf(out, "%s -> %s\n", from, to);
	fclose(file);
	fclose(out);
	return text;
}

bool public_network_rows(mixmi_table **data, char **truth, const char *folder, const char *name, size_t rows)
{
	char path[PATH];
	if (folder == NULL)
		return false;
	snprintf(path, sizeof path, "%s/%s_%zu.csv.gz", folder, name, rows);
	if (access(path, R_OK) != 0)
		return false;
	if (mixmi_table_read(data, path, NULL) != MIXMI_OK)
		argument_fail(path, mixmi_error_message());
	snprintf(path, sizeof path, "%s/%s.truth.csv", folder, name);
	*truth = read_truth(path, *data);
	return true;
}

typedef struct chosen {
	const char *half;
	void (*take)(void *context, const char *name);
	void *context;
} chosen;

static bool take_line(void *context, const char *line, size_t number)
{
	const chosen *c = context;
	char half[32], name[SCORE_NAME];
	(void)number;
	if (line[0] == '#')
		return true;
	if (sscanf(line, "%31s %127s", half, name) != 2)
		return false;
	if (c->half == NULL || strcmp(c->half, half) == 0)
		c->take(c->context, name);
	return true;
}

void public_network_each(const char *list, const char *half, void (*take)(void *context, const char *name),
                         void *context)
{
	chosen c = { half, take, context };
	if (!lines_read(list, "networks", false, take_line, &c))
		exit(1);
}
