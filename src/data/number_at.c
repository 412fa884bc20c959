/* One reader for all integer and float formats. Times are first divided as integers, so that nanoseconds since 1970,
 * which a double cannot represent, keep the precision of a double in seconds. */
#include "data/number_at.h"

#include <math.h>
#include <string.h>

#include "mixmi.h"

#define LOAD(type)                                                                                                     \
	do {                                                                                                               \
		type loaded;                                                                                                   \
		memcpy(&loaded, place, sizeof loaded);                                                                         \
		value = (int64_t)loaded;                                                                                       \
	} while (0)

uint64_t data_integer_at(bool *negative, const void *place, int format)
{
	int64_t value = 0;
	uint64_t large;
	*negative = false;
	switch ((mixmi_format)format) {
	case MIXMI_INT8:
		LOAD(int8_t);
		break;
	case MIXMI_INT16:
		LOAD(int16_t);
		break;
	case MIXMI_INT32:
		LOAD(int32_t);
		break;
	case MIXMI_INT64:
		LOAD(int64_t);
		break;
	case MIXMI_UINT8:
		LOAD(uint8_t);
		break;
	case MIXMI_UINT16:
		LOAD(uint16_t);
		break;
	case MIXMI_UINT32:
		LOAD(uint32_t);
		break;
	case MIXMI_UINT64:
		memcpy(&large, place, sizeof large);
		return large;
	case MIXMI_BOOL8:
		return *(const uint8_t *)place != 0;
	case MIXMI_FLOAT64:
	case MIXMI_FLOAT32:
		break;
	}
	*negative = value < 0;
	return value < 0 ? -(uint64_t)value : (uint64_t)value;
}

/* Units per second. */
static uint64_t units_a_second(int unit)
{
	switch ((mixmi_unit)unit) {
	case MIXMI_MILLISECONDS:
		return 1000;
	case MIXMI_MICROSECONDS:
		return 1000000;
	case MIXMI_NANOSECONDS:
		return 1000000000;
	case MIXMI_PLAIN:
	case MIXMI_DAYS:
	case MIXMI_SECONDS:
		break;
	}
	return 1;
}

double data_number_at(bool *exact, const void *place, int format, int unit)
{
	uint64_t scale = units_a_second(unit);
	if (format == MIXMI_FLOAT64) {
		double value;
		memcpy(&value, place, sizeof value);
		return value / (double)scale;
	}
	if (format == MIXMI_FLOAT32) {
		float value;
		memcpy(&value, place, sizeof value);
		return (double)value / (double)scale;
	}
	bool negative;
	uint64_t size = data_integer_at(&negative, place, format);
	*exact = unit != MIXMI_PLAIN || size <= UINT64_C(1) << 53;
	double value = (double)(size / scale) + (double)(size % scale) / (double)scale;
	return negative ? -value : value;
}

double data_half_at(const void *place)
{
	uint16_t bits;
	memcpy(&bits, place, sizeof bits);
	int exponent = bits >> 10 & 31;
	double mantissa = bits & 1023;
	double value = exponent == 0 ? ldexp(mantissa, -24) : ldexp(1024 + mantissa, exponent - 25);
	if (exponent == 31)
		value = mantissa == 0 ? INFINITY : NAN;
	return bits >> 15 ? -value : value;
}
