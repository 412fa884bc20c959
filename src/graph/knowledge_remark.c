/* What a user should know about background knowledge: columns without a tier may cause anything and be caused by anything,
 * which is seldom meant. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "base/text.h"
#include "graph/knowledge.h"

/* A column that some line puts somewhere. */
static bool is_placed(const mixmi_knowledge *k, size_t column)
{
	return k->tiers[column].line != 0 || k->roots[column] != 0 || k->sinks[column] != 0;
}

/* Appends a name, or once there is no room a sign that there are more. */
static void add_name(char *list, size_t size, const char *name)
{
	char shown[BASE_TEXT_SHOWN];
	size_t used = strlen(list);
	base_text_show(shown, name, strlen(name));
	if (used + strlen(shown) + 8 < size)
		snprintf(list + used, size - used, "%s%s", used > 0 ? ", " : "", shown);
	else if (used < 3 || strcmp(list + used - 3, "...") != 0)
		snprintf(list + used, size - used, ", ...");
}

bool graph_knowledge_remark(mixmi_knowledge *knowledge)
{
	char list[512] = "", text[768];
	bool tiers = false, left = false;
	free(knowledge->remark);
	knowledge->remark = NULL;
	for (size_t i = 0; i < knowledge->columns; i++) {
		tiers = tiers || knowledge->tiers[i].line != 0;
		if (!is_placed(knowledge, i)) {
			add_name(list, sizeof list, knowledge->names[i]);
			left = true;
		}
	}
	if (!tiers || !left)
		return true;
	snprintf(text, sizeof text,
	         "%s: columns in no tier may cause others and be caused by any: %s; 'order: A < B < rest' places them all",
	         knowledge->source, list);
	knowledge->remark = base_string_copy(text);
	return knowledge->remark != NULL;
}

const char *mixmi_knowledge_note(const mixmi_knowledge *knowledge, size_t index)
{
	return index == 0 ? knowledge->remark : NULL;
}
