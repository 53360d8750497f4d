/// Tables kept in a .cwm: reading, making, checking, writing.
#include "kept.h"

#include "files.h"
#include "standard.h"

#include <errno.h>
#include <string.h>

/// The words of --keep. Sights are of no use without the clearance tables that they are for.
typedef struct wish {
    bool clearance, sights;
} wish;

/// Reads the words; false for one that is not known.
static bool read_wish(const char *text, wish *asked) {
    *asked = (wish){0};
    while (*text != '\0') {
        size_t length = strcspn(text, ",");
        bool sights = length == 6 && memcmp(text, "sights", length) == 0;
        if (!sights && !(length == 9 && memcmp(text, "clearance", length) == 0)) {
            return false;
        }
        asked->clearance = true;
        asked->sights = asked->sights || sights;
        text += length + (text[length] == ',' ? 1 : 0);
    }
    return asked->clearance;
}

bool cw_kept_refuses(const cw_options *options, const char *output) {
    wish asked;
    const char *text = cw_options_get(options, "keep")->text;
    if (text == NULL) {
        return false;
    }
    if (!read_wish(text, &asked)) {
        cw_options_complain(options->command,
                            "--keep: \"%.200s\" is neither clearance nor clearance,sights", text);
        return true;
    }
    if (!cw_standard_is(output) && cw_file_kind_of(output) != CW_FILE_CWM) {
        cw_options_complain(options->command, "--keep counts for a .cwm");
        return true;
    }
    return false;
}

cw_status cw_kept_load(cw_session *session, const char *path, cw_navmesh *mesh, cw_kept *kept) {
    *kept = (cw_kept){0};
    bool standard = cw_standard_is(path);
    cw_file_kind kind = standard ? cw_standard_kind() : cw_file_kind_of(path);
    if (kind != CW_FILE_CWM) {
        return cw_files_load_mesh(session, path, mesh);
    }
    cw_status status = standard ? cw_standard_read(session->context, &kept->bytes, &kept->size)
                                : cw_file_read(session->context, path, &kept->owned, &kept->size);
    if (status == CW_OK) {
        kept->bytes = standard ? kept->bytes : kept->owned;
        status = cw_navmesh_parse(session->context, kind, standard ? "stdin" : path, kept->bytes,
                                  kept->size, mesh);
    }
    return status;
}

cw_exit cw_kept_read(cw_session *session, const char *path, cw_navmesh *mesh, cw_kept *kept) {
    if (cw_files_content(path) != CW_CONTENT_MESH) {
        return cw_files_refuse_no_mesh(session, path);
    }
    return cw_session_outcome(session, cw_kept_load(session, path, mesh, kept), path);
}

void cw_kept_free(cw_session *session, cw_kept *kept) {
    cw_context_release(session->context, kept->owned, kept->size);
    *kept = (cw_kept){0};
}

static cw_section section_of(const cw_kept *kept, uint32_t id) {
    return kept->bytes != NULL ? cw_navmesh_section(kept->bytes, kept->size, id)
                               : (cw_section){.id = id};
}

cw_status cw_kept_clearance(cw_session *session, const cw_kept *kept, const cw_navmesh *mesh,
                            cw_clearance *clearance) {
    cw_section section = section_of(kept, CW_SECTION_CLEARANCE);
    cw_status status =
        cw_clearance_load(session->context, mesh, section.bytes, section.size, clearance);
    return status == CW_ERROR_INPUT ? cw_clearance_build(session->context, mesh, clearance)
                                    : status;
}

cw_status cw_kept_sights(cw_session *session, const cw_kept *kept, const cw_clearance *clearance,
                         cw_sights **sights) {
    cw_section section = section_of(kept, CW_SECTION_SIGHTS);
    cw_status status =
        cw_sights_load(session->context, clearance, section.bytes, section.size, sights);
    return status == CW_ERROR_INPUT ? cw_sights_build_any(session->context, clearance, sights)
                                    : status;
}

/// Tables that were made, as bytes.
typedef struct made_tables {
    cw_clearance clearance;
    cw_sights *sights;
    uint8_t *bytes[2];
    cw_section sections[2];
    uint32_t count;
} made_tables;

static void made_free(cw_context *context, made_tables *made) {
    for (uint32_t i = 0; i < 2; i++) {
        cw_context_release(context, made->bytes[i], made->sections[i].size);
    }
    cw_sights_free(made->sights);
    cw_clearance_free(context, &made->clearance);
}

static cw_status make(cw_context *context, const cw_navmesh *mesh, wish asked, made_tables *made) {
    cw_section *sections = made->sections;
    cw_status status = cw_clearance_build(context, mesh, &made->clearance);
    if (status == CW_OK) {
        status = cw_clearance_save(context, &made->clearance, &made->bytes[0], &sections[0].size);
    }
    if (status == CW_OK && asked.sights) {
        status = cw_sights_build_any(context, &made->clearance, &made->sights);
    }
    if (status == CW_OK && asked.sights) {
        status = cw_sights_save(context, made->sights, &made->bytes[1], &sections[1].size);
    }
    sections[0].id = CW_SECTION_CLEARANCE;
    sections[0].bytes = made->bytes[0];
    sections[1].id = CW_SECTION_SIGHTS;
    sections[1].bytes = made->bytes[1];
    made->count = asked.sights ? 2 : 1;
    return status;
}

static bool same(const cw_section *one, const cw_section *other) {
    return one->size == other->size && memcmp(one->bytes, other->bytes, one->size) == 0;
}

cw_status cw_kept_check(cw_session *session, const cw_kept *kept, const cw_navmesh *mesh,
                        uint32_t *count) {
    static const char *const names[] = {"clearance tables", "sights"};
    cw_section found[] = {section_of(kept, CW_SECTION_CLEARANCE),
                          section_of(kept, CW_SECTION_SIGHTS)};
    made_tables made = {0};
    wish asked = {found[0].size > 0, found[1].size > 0};
    *count = (asked.clearance ? 1u : 0) + (asked.sights ? 1u : 0);
    if (*count == 0) {
        return CW_OK;
    }
    cw_status status = make(session->context, mesh, asked, &made);
    for (uint32_t i = 0; i < 2 && status == CW_OK; i++) {
        if (found[i].size > 0 && !same(&found[i], &made.sections[i])) {
            status = cw_context_fail(session->context, CW_ERROR_INVALID,
                                     "the %s that are kept beside the mesh are not those of the "
                                     "mesh; 'clearway convert --keep' makes them anew",
                                     names[i]);
        }
    }
    made_free(session->context, &made);
    return status;
}

/// Writes bytes to a file or to stdout.
static cw_exit write_bytes(cw_session *session, const char *path, const uint8_t *bytes,
                           size_t size) {
    if (!cw_standard_is(path)) {
        cw_status status = cw_file_write(session->context, path, bytes, size);
        return cw_session_outcome(session, status, path);
    }
    if (fwrite(bytes, 1, size, stdout) < size) {
        cw_session_note_failure(errno);
    }
    return CW_EXIT_DONE;
}

cw_exit cw_kept_write(cw_session *session, const cw_options *options, const cw_navmesh *mesh,
                      const char *path) {
    const char *text = cw_options_get(options, "keep")->text;
    wish asked;
    if (text == NULL || !read_wish(text, &asked)) {
        return cw_files_write_mesh(session, mesh, path);
    }
    made_tables made = {0};
    uint8_t *bytes = NULL;
    size_t size = 0;
    cw_status status = make(session->context, mesh, asked, &made);
    if (status == CW_OK) {
        status =
            cw_navmesh_save_with(session->context, mesh, made.sections, made.count, &bytes, &size);
    }
    if (status == CW_OK && size > CW_IO_FILE_LIMIT) {
        status = cw_context_fail(session->context, CW_ERROR_LIMIT,
                                 "with these tables the file would have %zu bytes, more than the "
                                 "%zu that are read",
                                 size, CW_IO_FILE_LIMIT);
    }
    cw_exit code = cw_session_outcome(session, status, path);
    code = code == CW_EXIT_DONE ? cw_session_checkpoint(session) : code;
    code = code == CW_EXIT_DONE ? write_bytes(session, path, bytes, size) : code;
    cw_context_release(session->context, bytes, size);
    made_free(session->context, &made);
    return code;
}
