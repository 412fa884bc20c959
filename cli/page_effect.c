/* The effect view: the effect of one column on another according to the graph of the page, with the adjustment set as
 * indices, so that the graph can mark it. */
#include "effect_json.h"
#include "page.h"

/* Maximum number of sets of parents of the treatment with an estimate on the page, if the graph does not identify the
 * effect. */
enum { MOST_SETS = 6 };

static json_t *places_json(page *p, const size_t *columns, size_t count)
{
	json_t *array = json_array();
	for (size_t i = 0; i < count; i++)
		cli_json_push(&p->json, array, cli_json_count(page_place(p, columns[i])));
	return array;
}

static void add_places(page *p, json_t *object, const mixmi_effect *effect)
{
	mixmi_effect_set set;
	json_t *sets = json_object_get(object, "sets");
	cli_json_put(&p->json, object, "places", places_json(p, p->request->effect, 2));
	for (size_t i = 0; mixmi_effect_set_at(&set, sizeof set, effect, i) == MIXMI_OK; i++)
		cli_json_put(&p->json, json_array_get(sets, i), "places", places_json(p, set.columns, set.count));
}

mixmi_status page_effect(page *p)
{
	const size_t *columns = p->request->effect;
	mixmi_effect *effect = NULL;
	mixmi_status status =
		mixmi_graph_effect(&effect, p->table, p->graph, columns[0], columns[1], MOST_SETS, NULL, p->options);
	if (status != MIXMI_OK)
		return status;
	json_t *object = json_object();
	cli_effect_json(&p->json, object, effect, p->table, p->options);
	add_places(p, object, effect);
	cli_json_put(&p->json, p->json.root, "effect", object);
	mixmi_effect_free(effect);
	return p->json.failed ? MIXMI_ERROR_MEMORY : MIXMI_OK;
}
