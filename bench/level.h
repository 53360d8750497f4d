/// Levels of games as benchmarks take them: triangles of an `.obj` file.
#ifndef CW_BENCH_LEVEL_H
#define CW_BENCH_LEVEL_H

#include "peers/recast.h"

/// Reads vertices and faces, which become fans. False where the file has none or is not there; to
/// be freed also then.
bool cw_bench_level_read(const char *path, cw_recast_level *level);
void cw_bench_level_free(cw_recast_level *level);

#endif
