/// Reads a floor plan, builds its navigation mesh, writes the mesh and a picture of it.
///
///   cc read_plan.c $(pkg-config --cflags --libs clearway-io)
///   ./a.out office.wkt office.json office.png
#include <clearway/clearway.h>
#include <clearway/io.h>

#include <stdio.h>

static cw_status draw(cw_context *context, const cw_navmesh *mesh, const char *path) {
    cw_picture *picture;
    cw_draw_sink sink;
    cw_status status =
        cw_picture_begin(context, path, cw_draw_navmesh_bounds(mesh), NULL, &picture, &sink);
    if (status != CW_OK) {
        return status;
    }
    status = cw_draw_navmesh(context, mesh, NULL, &sink);
    if (status != CW_OK) {
        cw_picture_abort(context, picture);
        return status;
    }
    return cw_picture_end(context, picture);
}

static cw_status run(cw_context *context, char **paths) {
    cw_plan plan = {0};
    cw_surface surface = {0};
    cw_navmesh mesh = {0};
    cw_status status = cw_plan_read(context, paths[0], &plan);
    status = status != CW_OK ? status : cw_surface_from_plan(context, &plan, NULL, &surface);
    status = status != CW_OK ? status : cw_navmesh_build(context, &surface, NULL, &mesh);
    status = status != CW_OK ? status : cw_navmesh_write(context, &mesh, paths[1]);
    status = status != CW_OK ? status : draw(context, &mesh, paths[2]);
    if (status == CW_OK) {
        printf("%u cells, %u portals, %g m2\n", mesh.cell_count, mesh.stats.portals,
               mesh.stats.area);
    }
    cw_navmesh_free(context, &mesh);
    cw_surface_free(context, &surface);
    cw_plan_free(context, &plan);
    return status;
}

int main(int argument_count, char **arguments) {
    cw_context *context;
    if (argument_count != 4 || cw_context_create(NULL, &context) != CW_OK) {
        fprintf(stderr, "usage: read_plan PLAN MESH PICTURE\n");
        return 2;
    }
    cw_status status = run(context, arguments + 1);
    if (status != CW_OK) {
        fprintf(stderr, "%s\n", cw_context_message(context));
    }
    cw_context_free(context);
    return status == CW_OK ? 0 : 1;
}
