/// Links of a mesh: from a file beside the input, and found in a scene.
#include "links.h"

#include "../command.h"
#include "../files.h"
#include "../standard.h"
#include "../summary.h"

#include <string.h>
#include <unistd.h>

enum { PATH_SIZE = 4096 };

static const char *const find_options[] = {"drop", "jump"};

bool cw_links_wanted(const cw_options *options) {
    for (uint32_t i = 0; i < CW_COUNT_OF(find_options); i++) {
        const cw_option_value *value = cw_options_find(options, find_options[i]);
        if (value != NULL && value->number > 0) {
            return true;
        }
    }
    return false;
}

bool cw_links_refuses(const cw_options *options, const char *input) {
    if (cw_links_wanted(options) && cw_files_content(input) != CW_CONTENT_SCENE) {
        cw_options_complain(options->command, "--%s has no meaning for a floor plan",
                            cw_options_given(options, "drop") ? "drop" : "jump");
        return true;
    }
    return false;
}

/// The name of the file beside an input: NAME.links.json for NAME.obj. False where there is none.
static bool find_beside(const char *input, char path[PATH_SIZE]) {
    const char *slash = strrchr(input, '/');
    const char *dot = strrchr(slash != NULL ? slash + 1 : input, '.');
    size_t stem = dot != NULL ? (size_t)(dot - input) : strlen(input);
    if (cw_standard_is(input) || stem + sizeof ".links.json" > PATH_SIZE) {
        return false;
    }
    memcpy(path, input, stem);
    memcpy(path + stem, ".links.json", sizeof ".links.json");
    return access(path, F_OK) == 0;
}

cw_status cw_links_make(cw_session *session, const cw_options *options, const cw_made_surface *made,
                        cw_navmesh *mesh) {
    char beside[PATH_SIZE];
    const char *path = cw_options_get(options, "links")->text;
    if (path == NULL && find_beside(options->arguments[0], beside)) {
        path = beside;
    }
    cw_status status = path != NULL ? cw_links_read(session->context, path, mesh) : CW_OK;
    if (status != CW_OK || !cw_links_wanted(options)) {
        return status;
    }
    cw_link_config config = cw_link_config_default();
    config.drop = cw_options_number(options, "drop");
    config.jump = cw_options_number(options, "jump");
    config.height = cw_options_number(options, "height");
    config.step = cw_options_number(options, "step");
    return cw_navmesh_find_links(session->context, mesh, &made->scene, &config, NULL);
}

void cw_links_print(FILE *stream, const cw_navmesh *mesh) {
    uint32_t counts[3] = {0};
    for (uint32_t i = 0; i < mesh->link_count; i++) {
        counts[mesh->links[i].kind]++;
    }
    if (mesh->link_count > 0) {
        cw_summary_line(stream, "links", "%u: %u steps, %u drops, %u jumps", mesh->link_count,
                        counts[0], counts[1], counts[2]);
    }
}
