/* Draws axes. Labels of categories are horizontal if they fit, otherwise slanted, otherwise vertical; if there are too
 * many even for a small font, only every k-th is shown, so that none overlap. Cost: linear in the labels. */
#include "plot/axis_draw.h"

#include <math.h>
#include <string.h>

#include "io/look.h"
#include "paper/histogram/model.h"
#include "plot/shown_text.h"

static const double FONT = 12, SMALLEST_FONT = 7, LONGEST_LABEL = 130, SLANT = 40, DEGREE = 0.017453292519943295;

double plot_frame_x(const plot_frame *frame, const plot_axis *axis, double place)
{
	return frame->left + (place - axis->lower) / (axis->upper - axis->lower) * frame->width;
}

double plot_frame_y(const plot_frame *frame, const plot_axis *axis, double place)
{
	return frame->top + frame->height - (place - axis->lower) / (axis->upper - axis->lower) * frame->height;
}

/* ------------------------------------------------------------------------------------------------ ticks */

size_t plot_ticks(plot_tick ticks[PLOT_TICKS], double lower, double upper, double wanted, double least)
{
	double rough = fmax(least, (upper - lower) / fmax(1, wanted)), power = pow(10, floor(log10(rough)));
	double part = rough / power, step = power * (part <= 1 ? 1 : part <= 2 ? 2 : part <= 5 ? 5 : 10);
	size_t count = 0;
	for (double i = ceil(lower / step - 1e-9); i * step <= upper + 1e-9 * step && count < PLOT_TICKS; i++) {
		char number[IO_NUMBER];
		ticks[count].place = i * step;
		strcpy(ticks[count++].text, io_number(number, i * step == 0 ? 0 : i * step, 10));
	}
	return count;
}

/* Powers of ten, with 2 and 5 times these if there are few, and 0 if the axis has it. */
static size_t ticks_of_decades(plot_tick ticks[PLOT_TICKS], const plot_axis *axis, double wanted)
{
	static const int parts[] = { 1, 2, 5 };
	double lower = isfinite(axis->zero) ? axis->zero + 0.5 * (axis->zero - axis->lower) : axis->lower;
	int first = (int)floor(lower), last = (int)floor(axis->upper), skip = (int)((last - first) / fmax(1, wanted)) + 1;
	int each = 3 * (last - first) <= wanted ? 3 : 1;
	size_t count = 0;
	if (isfinite(axis->zero))
		ticks[count++] = (plot_tick){ axis->zero, "0" };
	for (int decade = first; decade <= last; decade += skip)
		for (int j = 0; j < each && count < PLOT_TICKS; j++) {
			char number[IO_NUMBER];
			double place = decade + log10(parts[j]);
			if (place < lower || place > axis->upper)
				continue;
			ticks[count].place = place;
			strcpy(ticks[count++].text, io_number(number, parts[j] * pow(10, decade), 6));
		}
	return count;
}

/* Dates at a few positions, for any offset and power of ten of the axis. */
static size_t ticks_of_dates(plot_tick ticks[PLOT_TICKS], const plot_axis *axis, size_t count)
{
	enum { DAY = 10, MINUTE = 16 };
	double width = axis->upper - axis->lower, unit = pow(10, axis->exponent);
	double days = width * unit / (axis->column.unit == MIXMI_DAYS ? 1 : 86400);
	for (size_t i = 0; i < count; i++) {
		ticks[i].place = axis->lower + width * ((double)i + 0.5) / (double)count;
		mixmi_show_value(ticks[i].text, axis->offset + ticks[i].place * unit, axis->column.unit);
		ticks[i].text[days > 4 ? DAY : MINUTE] = '\0';
	}
	return count;
}

static size_t ticks_of(plot_tick ticks[PLOT_TICKS], const plot_axis *axis, char letter, double length)
{
	if (axis->logarithmic)
		return ticks_of_decades(ticks, axis, fmin(12, length / (letter == 'x' ? 50 : 28)));
	if (axis->column.unit != MIXMI_PLAIN)
		return ticks_of_dates(ticks, axis, (size_t)fmax(2, fmin(5, length / (letter == 'x' ? 110 : 60))));
	return plot_ticks(ticks, axis->lower, axis->upper, fmin(12, length / (letter == 'x' ? 70 : 45)),
	                  axis->step > 0 ? axis->step / pow(10, axis->exponent) : 0);
}

/* ------------------------------------------------------------------------------------------------ bands */

/* How the labels of bands are written. */
typedef struct band_style {
	double size;    /* of the font */
	double turn;    /* degrees: 0, SLANT or 90 */
	double longest; /* width in pixels of the widest label, truncated to its space */
	double room;    /* available pixels for a label */
	size_t step;    /* every `step`-th band has a label */
} band_style;

static const char *band_text(char number[MIXMI_SHOWN], const plot_axis *axis, size_t i)
{
	mixmi_atom atom = plot_axis_atom(axis, axis->atoms[i]);
	if (atom.label != NULL)
		return atom.label;
	mixmi_show_value(number, atom.value, axis->column.unit);
	return number;
}

static double widest(const plot_axis *axis, double size)
{
	double most = 0;
	for (size_t i = 0; i < axis->shown_atoms; i++) {
		char number[MIXMI_SHOWN], shown[PLOT_TEXT];
		plot_text_fit(shown, band_text(number, axis, i), size, LONGEST_LABEL);
		most = fmax(most, plot_text_width(shown, size));
	}
	return most;
}

static band_style style_of(const plot_axis *axis, char letter, double length)
{
	double band = length / fmax(1, (double)axis->shown_atoms);
	band_style style = { .size = FONT, .room = LONGEST_LABEL, .step = 1 };
	style.longest = widest(axis, style.size);
	if (letter == 'x' && style.longest <= band - 6)
		return style;
	style.size = fmax(SMALLEST_FONT, fmin(FONT, 0.8 * band));
	style.step = (size_t)fmax(1, ceil(1.1 * style.size / band));
	style.longest = widest(axis, style.size);
	if (letter == 'x')
		style.turn = band * (double)style.step >= 1.6 * style.size ? SLANT : 90;
	return style;
}

static double room_of_bands(const band_style *style, char letter)
{
	if (letter == 'y' || style->turn == 90)
		return style->longest + 8;
	return sin(style->turn * DEGREE) * style->longest + cos(style->turn * DEGREE) * style->size + 8;
}

static void draw_bands(io_buffer *svg, const plot_frame *frame, const plot_axis *axis, char letter)
{
	band_style style = style_of(axis, letter, letter == 'x' ? frame->width : frame->height);
	plot_style text = { .size = style.size, .room = style.room, .colour = IO_GREY, .turn = -style.turn };
	text.anchor = letter == 'y' || style.turn > 0 ? 'e' : 'm';
	double bottom = frame->top + frame->height;
	for (size_t i = 0; i < axis->shown_atoms; i += style.step) {
		char number[MIXMI_SHOWN];
		double x = frame->left - 6, y = 0;
		if (letter == 'y') {
			y = plot_frame_y(frame, axis, (double)i) + 0.35 * style.size;
		} else {
			x = plot_frame_x(frame, axis, (double)i) + (style.turn > 0 ? 0.35 * style.size : 0);
			y = bottom + (style.turn == 90 ? 6 : style.turn > 0 ? 0.8 * style.size : style.size + 4);
		}
		plot_svg_text(svg, x, y, &text, band_text(number, axis, i));
	}
}

/* ------------------------------------------------------------------------------------------------- axis */

static void draw_ticks(io_buffer *svg, const plot_frame *frame, const plot_axis *axis, char letter)
{
	plot_tick ticks[PLOT_TICKS];
	static const char line[] = "stroke=\"" IO_GREY "\"";
	bool x = letter == 'x';
	size_t count = ticks_of(ticks, axis, letter, x ? frame->width : frame->height);
	plot_style text = { .size = FONT, .anchor = x ? 'm' : 'e', .colour = IO_GREY };
	double bottom = frame->top + frame->height;
	for (size_t i = 0; i < count; i++) {
		double at = x ? plot_frame_x(frame, axis, ticks[i].place) : plot_frame_y(frame, axis, ticks[i].place);
		if (x) {
			plot_svg_line(svg, at, bottom, at, bottom + 5, line);
			plot_svg_text(svg, at, bottom + 5 + FONT, &text, ticks[i].text);
		} else {
			plot_svg_line(svg, frame->left - 5, at, frame->left, at, line);
			plot_svg_text(svg, frame->left - 8, at + 0.35 * FONT, &text, ticks[i].text);
		}
	}
}

double plot_axis_room(const plot_axis *axis, char letter, double length)
{
	if (axis->bands) {
		band_style style = style_of(axis, letter, length);
		return room_of_bands(&style, letter);
	}
	if (letter == 'x')
		return FONT + 9;
	plot_tick ticks[PLOT_TICKS];
	size_t count = ticks_of(ticks, axis, letter, length);
	double most = 0;
	for (size_t i = 0; i < count; i++)
		most = fmax(most, plot_text_width(ticks[i].text, FONT));
	return most + 10;
}

void plot_axis_labels(io_buffer *svg, const plot_frame *frame, const plot_axis *axis, char letter)
{
	if (axis->bands)
		draw_bands(svg, frame, axis, letter);
	else
		draw_ticks(svg, frame, axis, letter);
}

/* Appends the unit of the axis to its name. */
static void add_unit(io_buffer *text, const plot_axis *axis)
{
	char number[IO_NUMBER];
	if (axis->bands || axis->column.unit != MIXMI_PLAIN)
		return;
	if (axis->offset != 0)
		io_addf(text, " %s %s", axis->offset > 0 ? "\u2212" : "+", io_number(number, fabs(axis->offset), 15));
	if (axis->exponent != 0)
		io_addf(text, ", in units of 1e%d", axis->exponent);
}

void plot_axis_name(io_buffer *svg, const plot_frame *frame, const plot_axis *axis, char letter, double distance)
{
	bool x = letter == 'x';
	io_buffer text = { 0 };
	char shown[PLOT_TEXT];
	double length = x ? frame->width : frame->height;
	plot_text_fit(shown, axis->column.name, 13,
	              fmax(60, length - (axis->column.residual || axis->exponent != 0 || axis->offset != 0 ? 150 : 0)));
	io_add(&text, shown);
	if (axis->column.residual)
		io_addf(&text, " for its %s, rank in %%", axis->histogram->columns[axis->index].given);
	else
		add_unit(&text, axis);
	io_add_char(&text, '\0');
	plot_style style = { .size = 13, .anchor = 'm', .turn = x ? 0 : -90 };
	if (!text.failed && x)
		plot_svg_text(svg, frame->left + frame->width / 2, frame->top + frame->height + distance + 12, &style,
		              text.text);
	else if (!text.failed)
		plot_svg_text(svg, frame->left - distance - 6, frame->top + frame->height / 2, &style, text.text);
	svg->failed = svg->failed || text.failed;
	io_buffer_clear(&text);
}
