# A file as a C array: cmake -DINPUT=FILE -DOUTPUT=FILE.c -DNAME=symbol -P embed.cmake defines `NAME` and `NAME_size`.
get_filename_component(input_name ${INPUT} NAME) # not its place: what is built elsewhere has the same bytes
file(READ ${INPUT} bytes HEX)
string(REGEX REPLACE "([0-9a-f][0-9a-f])" "0x\\1," bytes "${bytes}")
string(REGEX REPLACE "((0x..,){32})" "\\1\n" bytes "${bytes}")
file(WRITE ${OUTPUT} "/* Made from ${input_name} by cmake/embed.cmake. */
#include <stddef.h>
extern const unsigned char ${NAME}[];
extern const size_t ${NAME}_size;
const unsigned char ${NAME}[] = {
${bytes}
};
const size_t ${NAME}_size = sizeof ${NAME};
")
