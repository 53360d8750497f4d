# Turns a text file into a C array, closed by a NUL: cmake -DINPUT= -DOUTPUT= -DNAME= -P embed.cmake
file(READ "${INPUT}" hex HEX)
string(REGEX REPLACE "([0-9a-f][0-9a-f])" "'\\\\x\\1'," bytes "${hex}")
string(REGEX REPLACE "('[^']*','[^']*','[^']*','[^']*','[^']*','[^']*','[^']*','[^']*',)" "\\1\n"
       bytes "${bytes}")
file(WRITE "${OUTPUT}" "#include <stddef.h>
extern const char ${NAME}[];
extern const size_t ${NAME}_size;
const char ${NAME}[] = {
${bytes}'\\0'};
const size_t ${NAME}_size = sizeof ${NAME} - 1;
")
