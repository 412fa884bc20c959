/* Parses one number. It reads up to 19 significant digits w and a power of ten. If both are exact doubles, one
 * operation gives the correctly rounded result. Otherwise w 10^k is computed in 64-bit integer arithmetic with a known
 * error bound and accepted if every value within the bound rounds to the same double. The remaining cases (about 1 in
 * 200 long numbers, subnormals, overflow) use strtod. All results are therefore correctly rounded. strtod is not used
 * for all numbers, because it depends on the locale, needs a terminated string and is several times slower. */
#include "base/number.h"

#include <math.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* A decimal number: digits x 10^exponent, or slightly more if `inexact` (non-zero digits after the 19th were
 * dropped). */
typedef struct decimal {
	uint64_t digits;
	int significant; /* digits read, without leading zeros */
	int64_t exponent;
	bool inexact;
	bool negative;
} decimal;

enum { KEPT_DIGITS = 19 }; /* 10^19 - 1 < 2^64 */

static bool is_digit(char c)
{
	return (unsigned char)(c - '0') <= 9;
}

#if defined(__BYTE_ORDER__) && __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__
/* Reads eight bytes at once if all are digits: combines neighbours to pairs, pairs to fours, and fours to eight. */
static bool eight_digits(uint64_t *value, const char *text)
{
	uint64_t x;
	memcpy(&x, text, sizeof x);
	uint64_t low = x - UINT64_C(0x3030303030303030);
	if (((x + UINT64_C(0x4646464646464646)) | low) & UINT64_C(0x8080808080808080))
		return false;
	uint64_t pairs = (low * 10 + (low >> 8)) & UINT64_C(0x00FF00FF00FF00FF);
	uint64_t fours = (pairs * 100 + (pairs >> 16)) & UINT64_C(0x0000FFFF0000FFFF);
	*value = (fours * 10000 + (fours >> 32)) & UINT64_C(0xFFFFFFFF);
	return true;
}
#else
static bool eight_digits(uint64_t *value, const char *text)
{
	(void)value;
	(void)text;
	return false;
}
#endif

/* Reads a run of digits and returns its end; *dropped counts those that did not fit. */
static const char *take_digits(decimal *d, int64_t *dropped, const char *p, const char *end)
{
	uint64_t eight;
	*dropped = 0;
	if (d->significant == 0)
		while (p < end && *p == '0')
			p++;
	while (end - p >= 8 && d->significant <= KEPT_DIGITS - 8 && eight_digits(&eight, p)) {
		d->digits = d->digits * 100000000 + eight;
		d->significant += 8;
		p += 8;
	}
	for (; p < end && is_digit(*p); p++) {
		if (d->significant < KEPT_DIGITS) {
			d->digits = d->digits * 10 + (uint64_t)(*p - '0');
			d->significant++;
		} else {
			++*dropped;
			d->inexact |= *p != '0';
		}
	}
	return p;
}

/* Reads the exponent after its letter; NULL if there is no digit. */
static const char *take_exponent(decimal *d, const char *p, const char *end)
{
	const int64_t huge = INT64_C(100000000000000000); /* larger than any run of digits could compensate */
	bool negative = p < end && *p == '-';
	if (p < end && (*p == '-' || *p == '+'))
		p++;
	if (p == end || !is_digit(*p))
		return NULL;
	int64_t value = 0;
	for (; p < end && is_digit(*p); p++)
		if (value < huge)
			value = value * 10 + (*p - '0');
	d->exponent += negative ? -value : value;
	return p;
}

/* Splits a text into its decimal parts; returns false if it is not a number. */
static bool take_decimal(decimal *d, const char *p, const char *end, char mark)
{
	int64_t dropped;
	*d = (decimal){ .negative = *p == '-' };
	if (*p == '-' || *p == '+')
		p++;
	const char *start = p;
	p = take_digits(d, &dropped, p, end);
	d->exponent = dropped;
	bool any = p > start;
	if (p < end && *p == mark) {
		start = ++p;
		p = take_digits(d, &dropped, p, end);
		d->exponent -= p - start - dropped;
		any |= p > start;
	}
	if (any && p < end && (*p == 'e' || *p == 'E'))
		p = take_exponent(d, p + 1, end);
	return any && p == end;
}

static bool is_word(const char *text, size_t length, const char *word)
{
	for (size_t i = 0; i < length; i++)
		if ((text[i] | 0x20) != word[i] || word[i] == '\0')
			return false;
	return word[length] == '\0';
}

static bool is_infinity(const char *text, size_t length)
{
	if (length > 0 && (*text == '-' || *text == '+')) {
		text++;
		length--;
	}
	return is_word(text, length, "inf") || is_word(text, length, "infinity");
}

#ifdef __SIZEOF_INT128__
__extension__ typedef unsigned __int128 wide;

/* 10^(STEP j + i) = coarse[j + COARSE_ZERO] fine[i] 2^e, with mantissas whose top bit is set. The fine ones (5^i) are
 * exact; the coarse ones are rounded to nearest. */
enum { STEP = 28, COARSE_ZERO = 13, COARSE = 25 };

static const uint64_t coarse[COARSE] = {
	0xe1afa13afbd14d6e, 0xe3e27a444d8d98b8, 0xe61acf033d1a45df, 0xe858ad248f5c22ca, 0xea9c227723ee8bcb,
	0xece53cec4a314ebe, 0xef340a98172aace5, 0xf18899b1bc3f8ca2, 0xf3e2f893dec3f126, 0xf64335bcf065d37d,
	0xf8a95fcf88747d94, 0xfb158592be068d2f, 0xfd87b5f28300ca0e, 0x8000000000000000, 0x813f3978f8940984,
	0x82818f1281ed44a0, 0x83c7088e1aab65db, 0x850fadc09923329e, 0x865b86925b9bc5c2, 0x87aa9aff79042287,
	0x88fcf317f22241e2, 0x8a5296ffe33cc930, 0x8bab8eefb6409c1a, 0x8d07e33455637eb3, 0x8e679c2f5e44ff8f,
};

static const uint64_t fine[STEP] = {
	0x8000000000000000, 0xa000000000000000, 0xc800000000000000, 0xfa00000000000000, 0x9c40000000000000,
	0xc350000000000000, 0xf424000000000000, 0x9896800000000000, 0xbebc200000000000, 0xee6b280000000000,
	0x9502f90000000000, 0xba43b74000000000, 0xe8d4a51000000000, 0x9184e72a00000000, 0xb5e620f480000000,
	0xe35fa931a0000000, 0x8e1bc9bf04000000, 0xb1a2bc2ec5000000, 0xde0b6b3a76400000, 0x8ac7230489e80000,
	0xad78ebc5ac620000, 0xd8d726b7177a8000, 0x878678326eac9000, 0xa968163f0a57b400, 0xd3c21bcecceda100,
	0x84595161401484a0, 0xa56fa5b99019a5c8, 0xcecb8f27f4200f3a,
};

/* Binary exponent of the mantissa of 10^k: floor(k log2 10) - 63. */
static int power_exponent(int k)
{
	return (k * 217706 + (1 << 28)) / 65536 - (1 << 12) - 63;
}

/* m 2^e times 10^k, whose mantissa is `power`, truncated to 64 bits. */
static uint64_t scale(uint64_t m, int *e, uint64_t power, int k)
{
	wide product = (wide)m * power;
	int normal = (int)(product >> 127); /* 1 if the top bit is set */
	*e += power_exponent(k) + 63 + normal;
	return (uint64_t)(product >> (63 + normal));
}

/* The double nearest to the decimal, if 64-bit arithmetic can determine it. The computed mantissa is at most 4 units
 * too small (one for each truncation and one and a half carried through the second product, doubled by its
 * normalisation) and at most 1 too large. Dropped digits add less than one unit of w, that is 16 units of its mantissa,
 * doubled twice. */
static bool round_wide(double *out, const decimal *d)
{
	if (d->exponent < -STEP * COARSE_ZERO || d->exponent >= STEP * (COARSE - COARSE_ZERO))
		return false;
	int k = (int)d->exponent + STEP * COARSE_ZERO;
	int j = k / STEP - COARSE_ZERO, i = k % STEP;
	int shift = __builtin_clzll(d->digits);
	int e = -shift;
	uint64_t m = scale(d->digits << shift, &e, fine[i], i);
	if (j != 0)
		m = scale(m, &e, coarse[j + COARSE_ZERO], STEP * j);
	const uint64_t half = 1 << 10, most = UINT64_MAX - 2 * half;
	uint64_t least = m - 2, greatest = m + (d->inexact ? 80 : 5);
	if (m > most || (least + half) >> 11 != (greatest + half) >> 11)
		return false;
	int biased = e + 63 + 1023;
	if (biased < 1 || biased > 2045)
		return false;
	/* A mantissa that rounds up to 2^53 correctly carries into the exponent. */
	uint64_t bits = ((uint64_t)(biased - 1) << 52) + ((m + half) >> 11);
	memcpy(out, &bits, sizeof bits);
	return true;
}
#else
static bool round_wide(double *out, const decimal *d)
{
	(void)out;
	(void)d;
	return false;
}
#endif

/* Uses only exact doubles, so there is one rounding. */
static bool round_small(double *out, const decimal *d)
{
	static const double power[] = { 1e0,  1e1,  1e2,  1e3,  1e4,  1e5,  1e6,  1e7,  1e8,  1e9,  1e10, 1e11,
		                            1e12, 1e13, 1e14, 1e15, 1e16, 1e17, 1e18, 1e19, 1e20, 1e21, 1e22 };
	if (d->inexact || d->exponent < -22 || d->exponent > 22 || d->digits > (UINT64_C(1) << 53))
		return false;
	double digits = (double)d->digits;
	*out = d->exponent < 0 ? digits / power[-d->exponent] : digits * power[d->exponent];
	return true;
}

/* Handles any number: rewrites its text for strtod with at most 800 digits (no midpoint between doubles has more than
 * 767; one more digit represents a non-zero remainder), a clamped exponent, and no decimal mark, so that the locale
 * does not matter. */
static double round_slowly(const decimal *d, const char *text, const char *end)
{
	enum { DIGITS = 800 };
	const int64_t far = 99999;
	char plain[DIGITS + 32];
	int used = 0;
	bool rest = false;
	for (const char *p = text; p < end && *p != 'e' && *p != 'E'; p++) {
		if (!is_digit(*p) || (used == 0 && *p == '0'))
			continue;
		if (used < DIGITS)
			plain[used++] = *p;
		else
			rest |= *p != '0';
	}
	if (rest)
		plain[used++] = '1';
	int64_t exponent = d->exponent - (used - d->significant);
	exponent = exponent > far ? far : exponent < -far ? -far : exponent;
	snprintf(plain + used, sizeof plain - (size_t)used, "e%d", (int)exponent);
	return strtod(plain, NULL);
}

/* Fast path for a short integer, the most common case; returns false for anything else. */
static bool parse_short(double *out, const char *text, size_t length)
{
	bool negative = *text == '-';
	int32_t value = 0;
	if (length > 9 || length == (size_t)negative)
		return false;
	for (size_t i = negative; i < length; i++) {
		if (!is_digit(text[i]))
			return false;
		value = value * 10 + (text[i] - '0');
	}
	*out = negative ? -(double)value : value;
	return true;
}

base_number base_number_parse(double *out, const char *text, size_t length, char mark)
{
	decimal d;
	if (length == 0)
		return BASE_NUMBER_NONE;
	if (parse_short(out, text, length))
		return BASE_NUMBER_FINITE;
	if (!take_decimal(&d, text, text + length, mark))
		return is_infinity(text, length) ? BASE_NUMBER_INFINITE : BASE_NUMBER_NONE;
	double value = 0;
	if (d.digits != 0 && !round_small(&value, &d) && !round_wide(&value, &d))
		value = round_slowly(&d, text, text + length);
	if (isinf(value))
		return BASE_NUMBER_INFINITE;
	*out = d.negative ? -value : value;
	return BASE_NUMBER_FINITE;
}
