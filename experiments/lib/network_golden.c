/* Both graphs become lines "a -> b" with all columns as nodes, so that they have the same nodes as the data. */
#include "network_golden.h"

#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "network_score.h"

enum { PATH = 4096, TEXT = 65536 };

/* All columns as isolated nodes; the edges are appended. */
static size_t node_lines(char *text, const mixmi_table *table)
{
	size_t used = 0;
	for (size_t i = 0; i < mixmi_table_columns(table); i++)
		used += (size_t)snprintf(text + used, TEXT - used, "%s\n", mixmi_table_name(table, i));
	return used;
}

static bool add_line(char *text, size_t *used, const char *from, const char *mark, const char *to)
{
	int length = snprintf(text + *used, TEXT - *used, "%s %s %s\n", from, mark, to);
	if (length < 0 || (size_t)length >= TEXT - *used)
		return false;
	*used += (size_t)length;
	return true;
}

static bool read_truth(mixmi_graph **out, char *text, size_t used, const char *path)
{
	json_error_t error;
	json_t *root = json_load_file(path, 0, &error), *edges = json_object_get(root, "edges"), *edge;
	size_t i;
	bool good = json_is_array(edges);
	json_array_foreach(edges, i, edge)
	{
		const char *from = json_string_value(json_array_get(edge, 0)), *to = json_string_value(json_array_get(edge, 1));
		good = good && from != NULL && to != NULL && add_line(text, &used, from, "->", to);
	}
	good = good && score_graph(out, text) == MIXMI_OK;
	json_decref(root);
	return good;
}

/* Lines "from,to,mark,mark": 2 is directed, -2 the reverse, anything else undirected. */
static bool read_miic(mixmi_graph **out, char *text, size_t used, const char *path)
{
	char line[256], from[64], to[64];
	int mark;
	FILE *file = fopen(path, "r");
	bool good = file != NULL && fgets(line, sizeof line, file) != NULL;
	while (good && fgets(line, sizeof line, file) != NULL) {
		good = sscanf(line, "%63[^,],%63[^,],%d", from, to, &mark) == 3;
		bool back = mark == -2;
		good = good && add_line(text, &used, back ? to : from, mark == 2 || back ? "->" : "--", back ? from : to);
	}
	if (file != NULL)
		fclose(file);
	return good && score_graph(out, text) == MIXMI_OK;
}

bool golden_read(golden_network *out, const char *folder, const char *name)
{
	char path[PATH], *text = malloc(TEXT);
	*out = (golden_network){ NULL, NULL, NULL };
	snprintf(path, sizeof path, "%s/%s.csv.gz", folder, name);
	bool good = text != NULL && mixmi_table_read(&out->table, path, NULL) == MIXMI_OK;
	size_t used = good ? node_lines(text, out->table) : 0;
	if (good) {
		snprintf(path, sizeof path, "%s/%s.truth.json", folder, name);
		good = read_truth(&out->truth, text, used, path);
	}
	if (good) {
		text[used] = '\0';
		snprintf(path, sizeof path, "%s/%s.miic.csv", folder, name);
		good = read_miic(&out->miic, text, used, path);
	}
	free(text);
	if (!good) {
		fprintf(stderr, "%s cannot be read: %s\n", path, mixmi_error_message());
		golden_free(out);
	}
	return good;
}

void golden_free(golden_network *network)
{
	mixmi_table_free(network->table);
	mixmi_graph_free(network->truth);
	mixmi_graph_free(network->miic);
	*network = (golden_network){ NULL, NULL, NULL };
}
