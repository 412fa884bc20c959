/* Comparison of two graphs as a table and as JSON. */
#include "comparison.h"

#include "layout.h"
#include "report.h"

/* One line of the table. */
typedef struct line {
	const char *name;
	size_t counts[3]; /* true, learnt, common */
	double precision, recall;
} line;

enum { LINES = 3 };

static void take_lines(line lines[LINES], const mixmi_comparison *c)
{
	lines[0] = (line){ "skeleton", { c->true_edges, c->learnt_edges, c->common_edges }, c->precision, c->recall };
	lines[1] = (line){
		"directions", { c->true_arrows, c->learnt_arrows, c->common_arrows }, c->arrow_precision, c->arrow_recall
	};
	lines[2] =
		(line){ "arrowheads", { c->true_heads, c->learnt_heads, c->common_heads }, c->head_precision, c->head_recall };
}

static double harmonic(double a, double b)
{
	return a + b > 0 ? 2 * a * b / (a + b) : 0;
}

int cli_comparison_print(const mixmi_comparison *comparison, FILE *stream)
{
	line lines[LINES];
	cli_layout layout = { .align = "lrrrrrr" };
	take_lines(lines, comparison);
	cli_layout_heads(&layout, "compared,true,learnt,common,precision,recall,F1");
	for (int i = 0; i < LINES; i++) {
		cli_layout_add(&layout, lines[i].name);
		for (int k = 0; k < 3; k++)
			cli_layout_addf(&layout, "%zu", lines[i].counts[k]);
		cli_layout_number(&layout, lines[i].precision);
		cli_layout_number(&layout, lines[i].recall);
		cli_layout_number(&layout, harmonic(lines[i].precision, lines[i].recall));
	}
	return cli_layout_print(&layout, stream, 0) ? CLI_OK : cli_fail_memory();
}

void cli_comparison_put(cli_json *json, json_t *object, const mixmi_comparison *comparison)
{
	static const char *const keys[] = { "true", "learnt", "common" };
	line lines[LINES];
	take_lines(lines, comparison);
	for (int i = 0; i < LINES; i++) {
		json_t *scores = json_object();
		for (int k = 0; k < 3; k++)
			cli_json_put(json, scores, keys[k], cli_json_count(lines[i].counts[k]));
		cli_json_put(json, scores, "precision", cli_json_number(lines[i].precision));
		cli_json_put(json, scores, "recall", cli_json_number(lines[i].recall));
		cli_json_put(json, scores, "f1", cli_json_number(harmonic(lines[i].precision, lines[i].recall)));
		cli_json_put(json, object, lines[i].name, scores);
	}
	cli_json_put(json, object, "hamming", cli_json_count(comparison->hamming));
	cli_json_put(json, object, "marks", cli_json_count(comparison->marks));
	cli_json_put(json, object, "common_marks", cli_json_count(comparison->common_marks));
}
