/* Pictures and saved histograms. */
#include "keep.h"

#include <string.h>

#include "output.h"
#include "report.h"

static bool same(const char *a, const char *b)
{
	return a != NULL && b != NULL && strcmp(a, b) == 0;
}

int cli_keep_check(const cli_args *args, const char *command, size_t columns)
{
	const char *output = cli_args_value(args, "output"), *plot = cli_args_value(args, "plot");
	const char *save = cli_args_value(args, "save");
	int code = plot != NULL ? cli_output_check_picture(command, plot) : CLI_OK;
	if (code != CLI_OK)
		return code;
	if (plot != NULL && columns > 2)
		return cli_fail_usage(command, "--plot draws one or two columns, not %zu", columns);
	if (same(save, "-"))
		return cli_fail_usage(command, "--save needs a file name, not '-'");
	if (same(output, plot) || same(output, save) || same(plot, save))
		return cli_fail_usage(command, "--output, --plot and --save must name different files");
	code = cli_output_check(output);
	if (code == CLI_OK && plot != NULL)
		code = cli_output_check(plot);
	return code == CLI_OK && save != NULL ? cli_output_check(save) : code;
}

/* What is saved is a histogram of the columns: that of the method, or one that is fitted to them where the method has a
 * grid of its answer. */
static mixmi_status histogram_text(char **text, const cli_fit *fit)
{
	mixmi_histogram *own = NULL;
	bool density = strcmp(fit->info.kind, "density") == 0;
	mixmi_status status = MIXMI_OK;
	if (!density)
		status = mixmi_histogram_fit(&own, fit->table, fit->columns, fit->info.columns, fit->args->options);
	if (status == MIXMI_OK)
		status = mixmi_histogram_to_json(text, density ? fit->histogram : own);
	mixmi_histogram_free(own);
	return status;
}

static int save_histogram(const cli_fit *fit, const char *command, const char *path)
{
	char *text = NULL;
	cli_output output;
	mixmi_status status = histogram_text(&text, fit);
	if (status != MIXMI_OK)
		return cli_fail_library(command, NULL, status);
	int code = cli_output_open(&output, path);
	if (code == CLI_OK) {
		fputs(text, output.stream);
		if (*text == '\0' || text[strlen(text) - 1] != '\n')
			fputc('\n', output.stream);
		code = cli_output_close(&output);
	}
	mixmi_free(text);
	return code;
}

int cli_keep_write(const cli_fit *fit, const mixmi_question *question, const char *command)
{
	const char *plot = cli_args_value(fit->args, "plot"), *save = cli_args_value(fit->args, "save");
	int code = save != NULL ? save_histogram(fit, command, save) : CLI_OK;
	if (code != CLI_OK || plot == NULL)
		return code;
	const mixmi_options *options = fit->args->options;
	mixmi_status status = question != NULL ? mixmi_question_plot(fit->histogram, fit->table, question, options, plot)
	                                       : mixmi_histogram_plot(fit->histogram, fit->table, options, plot);
	return status == MIXMI_OK ? CLI_OK : cli_fail_library(command, NULL, status);
}
