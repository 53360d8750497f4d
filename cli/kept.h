/// Tables that are kept beside a mesh in its .cwm, so that questions need not make them again.
#ifndef CW_CLI_KEPT_H
#define CW_CLI_KEPT_H

#include "clearway/sights.h"
#include "options.h"
#include "session.h"

/// What a mesh was read of, for as long as its tables may be asked for.
typedef struct cw_kept {
    const uint8_t *bytes; ///< of a .cwm, or NULL
    size_t size;
    uint8_t *owned; ///< the same where they are to be given back
} cw_kept;

// clang-format off
#define CW_KEEP_OPTION                                                                             \
    {.name = "keep", .type = CW_OPTION_PATH, .placeholder = "WHAT",                                \
     .help = "tables that go into the .cwm, so that 'path' need not make them: clearance, or "     \
             "clearance,sights"}
// clang-format on

/// Whether --keep asks for what there is, of an output that can hold it; says what is wrong.
bool cw_kept_refuses(const cw_options *options, const char *output);

/// Reads a mesh, whose extension has been looked at; "-" is stdin.
cw_status cw_kept_load(cw_session *session, const char *path, cw_navmesh *mesh, cw_kept *kept);
/// Reads a mesh (.cwm, .json, .mesh).
cw_exit cw_kept_read(cw_session *session, const char *path, cw_navmesh *mesh, cw_kept *kept);
void cw_kept_free(cw_session *session, cw_kept *kept);

/// The clearance tables of a mesh: those that were kept, or new ones. Damaged ones are a failure.
cw_status cw_kept_clearance(cw_session *session, const cw_kept *kept, const cw_navmesh *mesh,
                            cw_clearance *clearance);
/// The sights of a mesh for any radius: those that were kept, or new ones.
cw_status cw_kept_sights(cw_session *session, const cw_kept *kept, const cw_clearance *clearance,
                         cw_sights **sights);

/// Checks the tables that were kept against new ones, to the last bit; `count` tells how many there
/// are. CW_ERROR_INVALID where they differ.
cw_status cw_kept_check(cw_session *session, const cw_kept *kept, const cw_navmesh *mesh,
                        uint32_t *count);

/// Writes a mesh with what --keep asks for; as cw_files_write_mesh() where that is nothing.
cw_exit cw_kept_write(cw_session *session, const cw_options *options, const cw_navmesh *mesh,
                      const char *path);

#endif
