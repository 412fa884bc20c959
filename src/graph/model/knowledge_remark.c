/* Remarks about background knowledge: a column without a tier may cause and be caused by any other, which is seldom
 * intended; and statements about columns that a search omits have no effect. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "base/text.h"
#include "graph/model/knowledge.h"

enum { LIST = 512 }; /* bytes of names */

/* Whether some line places the column. */
static bool is_placed(const mixmi_knowledge *k, size_t column)
{
	return k->tiers[column].line != 0 || k->roots[column] != 0 || k->sinks[column] != 0;
}

/* Appends a name or, if there is no more space, a sign that there are more. */
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

/* Columns without a tier, if others have one. */
static void add_unplaced(char *text, size_t size, const mixmi_knowledge *k)
{
	char list[LIST] = "";
	bool tiers = false;
	for (size_t i = 0; i < k->columns; i++) {
		tiers = tiers || k->tiers[i].line != 0;
		if (!is_placed(k, i))
			add_name(list, sizeof list, k->names[i]);
	}
	if (tiers && *list != '\0')
		snprintf(
			text, size,
			"%s: columns in no tier may cause others and be caused by any: %s; 'order: A < B < rest' places them all",
			k->source, list);
}

/* Columns whose statements have no effect. */
static void add_idle(char *text, size_t size, const mixmi_knowledge *k)
{
	char list[LIST] = "";
	for (size_t i = 0; i < k->columns; i++)
		if (k->idle[i])
			add_name(list, sizeof list, k->names[i]);
	if (*list != '\0')
		snprintf(text, size,
		         "%s: statements about columns without information about others are used only if these columns are "
		         "named: %s",
		         k->source, list);
}

bool graph_knowledge_remark(mixmi_knowledge *knowledge)
{
	char texts[2][LIST + 256] = { "", "" };
	bool done = true;
	add_unplaced(texts[0], sizeof texts[0], knowledge);
	add_idle(texts[1], sizeof texts[1], knowledge);
	for (size_t i = 0, place = 0; i < 2; i++) {
		free(knowledge->remarks[i]);
		knowledge->remarks[i] = NULL;
		if (*texts[i] == '\0')
			continue;
		knowledge->remarks[place] = base_string_copy(texts[i]);
		done = done && knowledge->remarks[place++] != NULL;
	}
	return done;
}

const char *mixmi_knowledge_note(const mixmi_knowledge *knowledge, size_t index)
{
	return index < 2 ? knowledge->remarks[index] : NULL;
}
