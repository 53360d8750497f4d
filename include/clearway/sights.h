/// \file sights.h
/// What the corners of a mesh see of each other, for any radius.
///
/// A shortest path turns at corners only. Sights are the straight ways from each corner to the next
/// ones where a disc could turn. With them the search goes from corner to corner instead of from
/// cell to cell, several times as fast. The paths are as short as without sights; of several
/// equally short ones it may take another. Points need no sights: their paths are found as fast
/// without.
#ifndef CLEARWAY_SIGHTS_H
#define CLEARWAY_SIGHTS_H

#include "clearway/path.h"

#ifdef __cplusplus
extern "C" {
#endif

/// Only read once they are made: any number of threads may use them.
typedef struct cw_sights cw_sights;

/// Makes the sights for any radius of a millimetre or more. A query keeps what it made of them for
/// up to eight radii: the next question for one of those is faster. The tables must outlive them,
/// and so must the context.
CW_API cw_status cw_sights_build_any(cw_context *context, const cw_clearance *clearance,
                                     cw_sights **sights);
/// Frees sights; NULL is fine. No query may use them any more.
CW_API void cw_sights_free(cw_sights *sights);

/// Saves sights as bytes, to be kept beside the mesh as a section of a `.cwm`, CW_SECTION_SIGHTS
/// (cw_navmesh_save_with()). To be given back with cw_context_release(context, *bytes, *size).
CW_API cw_status cw_sights_save(cw_context *context, const cw_sights *sights, uint8_t **bytes,
                                size_t *size);
/// Loads sights that were saved, for the tables of the same mesh: paths are the same, to the bit,
/// as with cw_sights_build_any(). Any bytes are safe to load. CW_ERROR_FORMAT or CW_ERROR_INVALID
/// where they are no sights, or not those of these tables, or damaged; CW_ERROR_INPUT where there
/// are none, or of a version that is not known.
CW_API cw_status cw_sights_load(cw_context *context, const cw_clearance *clearance,
                                const uint8_t *bytes, size_t size, cw_sights **sights);

/// How many straight ways there are.
CW_API uint32_t cw_sights_count(const cw_sights *sights);
/// Memory held, in bytes.
CW_API size_t cw_sights_bytes(const cw_sights *sights);

/// Lets a query use sights for the shortest paths of discs, until it is given others; none when
/// `count` is 0, the last of several. They must outlive their use. CW_ERROR_ARGUMENT when some
/// belong to other tables.
CW_API cw_status cw_query_use_sights(cw_query *query, const cw_sights *const *sights,
                                     uint32_t count);

#ifdef __cplusplus
}
#endif

#endif
