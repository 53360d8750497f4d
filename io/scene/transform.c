/// See transform.h. All in doubles: formats round enough.
#include "transform.h"

cw_transform cw_transform_multiply(const cw_transform *a, const cw_transform *b) {
    cw_transform product;
    for (int i = 0; i < 3; i++) {
        for (int k = 0; k < 4; k++) {
            product.rows[i][k] = k == 3 ? a->rows[i][3] : 0;
            for (int j = 0; j < 3; j++) {
                product.rows[i][k] += a->rows[i][j] * b->rows[j][k];
            }
        }
    }
    return product;
}

cw_vec3 cw_transform_place(const cw_transform *t, cw_vec3 place) {
    double out[3];
    for (int i = 0; i < 3; i++) {
        const double *row = t->rows[i];
        out[i] = row[0] * place.x + row[1] * place.y + row[2] * place.z + row[3];
    }
    return (cw_vec3){out[0], out[1], out[2]};
}

bool cw_transform_mirrors(const cw_transform *t) {
    const double(*r)[4] = t->rows;
    double cross_x = r[1][1] * r[2][2] - r[1][2] * r[2][1];
    double cross_y = r[1][2] * r[2][0] - r[1][0] * r[2][2];
    double cross_z = r[1][0] * r[2][1] - r[1][1] * r[2][0];
    return r[0][0] * cross_x + r[0][1] * cross_y + r[0][2] * cross_z < 0;
}
