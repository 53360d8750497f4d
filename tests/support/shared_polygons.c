#include "shared_polygons.h"
#include "check.h"

uint32_t shared_polygon_read(const char *name, cw_vec2 *points, uint32_t limit) {
    char path[1024];
    snprintf(path, sizeof path, "%s/polygons/%s.dat", CW_SHARED_DATA, name);
    FILE *file = fopen(path, "r");
    if (file == NULL) {
        print_message("skipped: %s is not there\n", path);
        skip();
    }
    uint32_t count = 0;
    while (count < limit && fscanf(file, "%lf %lf", &points[count].x, &points[count].y) == 2) {
        count++;
    }
    fclose(file);
    return count;
}
