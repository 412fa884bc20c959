/* Writes gnuplot's language. Invariant: foreign text only ever stands in single quotes, where gnuplot interprets nothing
 * but a doubled quote, and numbers do not depend on the locale. */
#include "plot/plot_script.h"

#include <math.h>
#include <stdarg.h>
#include <string.h>

#include "base/text.h"

int output_exponent(double size)
{
	int magnitude = size > 0 ? (int)floor(log10(size)) : 0;
	return magnitude < -3 || magnitude > 5 ? 3 * (int)floor(magnitude / 3.0) : 0;
}

void output_line_add(char line[OUTPUT_LINE], const char *format, ...)
{
	size_t used = strlen(line);
	if (used > 0 && used + 2 < OUTPUT_LINE) {
		memcpy(line + used, ", ", sizeof ", ");
		used += 2;
	}
	va_list arguments;
	va_start(arguments, format);
	vsnprintf(line + used, OUTPUT_LINE - used, format, arguments);
	va_end(arguments);
}

void output_script_row(FILE *file, const double *values, size_t count)
{
	char number[OUTPUT_NUMBER];
	for (size_t i = 0; i < count; i++)
		fprintf(file, "%s%c", output_number(number, values[i], 12), i + 1 < count ? ' ' : '\n');
}

static bool starts_character(char byte)
{
	return ((unsigned char)byte & 0xC0) != 0x80;
}

/* Bytes of the first `longest` characters, and their number. */
static size_t cut_at(const char *text, size_t longest, size_t *characters)
{
	size_t i = 0;
	*characters = 0;
	for (; text[i] != '\0'; i++) {
		if (starts_character(text[i]) && *characters == longest)
			break;
		*characters += starts_character(text[i]);
	}
	return i;
}

void output_script_text(FILE *file, const char *text, size_t longest, bool tic)
{
	char shown[BASE_TEXT_SHOWN];
	base_text_show(shown, text, strlen(text));
	size_t characters;
	size_t length = cut_at(shown, longest, &characters);
	bool is_cut = shown[length] != '\0';
	if (is_cut)
		length = cut_at(shown, longest - 1, &characters);
	putc('\'', file);
	for (size_t i = 0; i < length; i++) {
		if (shown[i] == '\'' || (tic && shown[i] == '%'))
			putc(shown[i], file);
		putc(shown[i], file);
	}
	fputs(is_cut ? "\u2026'" : "'", file);
}

size_t output_script_width(const char *text, size_t longest)
{
	char shown[BASE_TEXT_SHOWN];
	size_t characters;
	cut_at(base_text_show(shown, text, strlen(text)), longest, &characters);
	return characters;
}

static void write_terminal(FILE *file, output_format format)
{
	static const char png[] = "noenhanced size 1600,1200 font 'Sans,12' fontscale 2 linewidth 2 pointscale 2";
	switch (format) {
	case OUTPUT_SVG:
		fputs("set terminal svg noenhanced size 800,600 font 'Helvetica, Arial, sans-serif,13' background '#ffffff'\n",
		      file);
		break;
	case OUTPUT_PNG: /* pngcairo is drawn better, but not in every build of gnuplot */
		fprintf(file, "if (strstrt(GPVAL_TERMINALS, ' pngcairo ') > 0) set terminal pngcairo %s; ", png);
		fputs("else set terminal png noenhanced size 800,600\n", file);
		break;
	case OUTPUT_PDF:
		fputs("set terminal pdfcairo noenhanced size 8in,6in font 'Sans,12' fontscale 0.6\n", file);
		break;
	}
}

void output_script_look(FILE *file, output_format format)
{
	fputs("set encoding utf8\n", file);
	write_terminal(file, format);
	fputs(
		"set border 3 lw 1 lc rgb '" OUTPUT_GREY "'\n"
		"set tics out nomirror scale 0.6 textcolor rgb '" OUTPUT_GREY "'\n"
		"set format x '%.10g'\nset format y '%.10g'\nset format y2 '%.10g'\nset format cb '%.10g'\n"
		"set xlabel offset 0,-0.3\nset ylabel offset -1,0\nset lmargin 12\nset rmargin 4\nunset key\nset clip two\nset "
		"zero 0\n"
		"set palette defined (0 '#edf3f9', 0.2 '#c6daec', 0.4 '#9bbfde', 0.6 '#6ba1cd', 0.8 '#3f80b5', 1 '#1f5f99')\n",
		file);
}

void output_script_size(FILE *file, output_format format, int width, int height)
{
	fputs("set encoding utf8\n", file);
	if (format == OUTPUT_SVG)
		fprintf(file,
		        "set terminal svg noenhanced size %d,%d font 'Helvetica, Arial, sans-serif,11' background '#ffffff'\n",
		        width, height);
	else if (format == OUTPUT_PDF)
		fprintf(file, "set terminal pdfcairo noenhanced size %.2fin,%.2fin font 'Sans,11' fontscale 0.6\n",
		        width / 100.0, height / 100.0);
	else
		fprintf(file,
		        "if (strstrt(GPVAL_TERMINALS, ' pngcairo ') > 0) set terminal pngcairo noenhanced size %d,%d font "
		        "'Sans,11' fontscale 2 "
		        "linewidth 2; else set terminal png noenhanced size %d,%d\n",
		        2 * width, 2 * height, width, height);
	fputs("set border 3 lw 1 lc rgb '" OUTPUT_GREY "'\nset tics out nomirror scale 0.6 textcolor rgb '" OUTPUT_GREY
	      "'\nunset key\nset zero 0\n",
	      file);
}

void output_script_head(FILE *file, const char *first, const char *second, const char *facts, const char *remarks)
{
	enum { NAME = 40 };
	fprintf(file, "set tmargin %s\n", *remarks != '\0' ? "6" : "4.8");
	fputs("set label 1 ", file);
	output_script_text(file, first, second != NULL ? NAME : 2 * NAME, false);
	if (second != NULL) {
		fputs(".' \u00d7 '.", file);
		output_script_text(file, second, NAME, false);
	}
	fprintf(file, " at graph 0,1 left offset 0,%s font ',16'\n", *remarks != '\0' ? "4.2" : "3");
	fprintf(file, "set label 2 '%s' at graph 0,1 left offset 0,%s font ',12' textcolor rgb '" OUTPUT_GREY "'\n", facts,
	        *remarks != '\0' ? "2.6" : "1.4");
	if (*remarks != '\0')
		fprintf(file, "set label 3 '%s' at graph 0,1 left offset 0,1.3 font ',11' textcolor rgb '" OUTPUT_GREY "'\n",
		        remarks);
}
