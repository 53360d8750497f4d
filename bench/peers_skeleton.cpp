/// The straight skeletons of CGAL and of Clearway on the same plans in one run: time, and how far
/// their nodes are apart. A program of its own, built only where CGAL is installed.
///
///   peers_skeleton [MOST_VERTICES]
///
/// CGAL gets the walls where the lattice has them: nodes of nearly parallel walls move by metres
/// when a wall moves by a nanometre. It needs rings that do not touch. The exit code is 1 where
/// nodes differ.
extern "C" {
#include "clearway/clearway.h"
#include "scenes.h"
}

#include <CGAL/Exact_predicates_inexact_constructions_kernel.h>
#include <CGAL/Polygon_with_holes_2.h>
#include <CGAL/create_straight_skeleton_from_polygon_with_holes_2.h>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <map>
#include <vector>

namespace {

using Kernel = CGAL::Exact_predicates_inexact_constructions_kernel;
using Polygon = CGAL::Polygon_2<Kernel>;
using Shape = CGAL::Polygon_with_holes_2<Kernel>;

/// Metres by which nodes may differ: CGAL's rounding.
const double same = 1e-5;

struct Place {
    double x, y;
};

double seconds_since(std::clock_t start) {
    return static_cast<double>(std::clock() - start) / CLOCKS_PER_SEC;
}

/// The rings of the walls of a skeleton without caps; false where they touch or lie on several
/// floors.
bool rings_of(const cw_skeleton &skeleton, Shape &shape) {
    std::map<std::pair<double, double>, uint32_t> start;
    for (uint32_t i = 0; i < skeleton.wall_count; i++) {
        const cw_skeleton_wall &wall = skeleton.walls[i];
        if (wall.cap || !start.emplace(std::make_pair(wall.from.x, wall.from.y), i).second) {
            return false;
        }
    }
    std::vector<bool> used(skeleton.wall_count);
    std::vector<Polygon> outer, holes;
    for (uint32_t i = 0; i < skeleton.wall_count; i++) {
        Polygon ring;
        for (uint32_t at = i; !used[at];) {
            const cw_skeleton_wall &wall = skeleton.walls[at];
            used[at] = true;
            ring.push_back(Kernel::Point_2(wall.from.x, wall.from.y));
            at = start.at(std::make_pair(wall.to.x, wall.to.y));
        }
        if (ring.size() > 0) {
            (ring.is_counterclockwise_oriented() ? outer : holes).push_back(ring);
        }
    }
    if (outer.size() != 1) {
        return false;
    }
    shape = Shape(outer[0], holes.begin(), holes.end());
    return true;
}

/// The largest distance of a place of one list from the nearest of the other.
double apart(const std::vector<Place> &one, const std::vector<Place> &other) {
    double most = 0;
    for (const Place &p : one) {
        double least = INFINITY;
        for (const Place &q : other) {
            least = std::min(least, std::hypot(p.x - q.x, p.y - q.y));
        }
        most = std::max(most, least);
    }
    return most;
}

/// One plan; false where nodes differ.
bool compare(cw_context *context, const cw_scene_config &config) {
    cw_plan plan = {};
    cw_surface surface = {};
    cw_skeleton skeleton = {};
    Shape shape;
    bool fine = true;
    std::clock_t start = std::clock();
    if (cw_scene_make(context, &config, &plan) == CW_OK &&
        cw_surface_from_plan(context, &plan, nullptr, &surface) == CW_OK &&
        (start = std::clock(), cw_skeleton_build(context, &surface, nullptr, &skeleton)) == CW_OK) {
        double ours = seconds_since(start);
        if (rings_of(skeleton, shape)) {
            start = std::clock();
            auto theirs = CGAL::create_interior_straight_skeleton_2(shape);
            double seconds = seconds_since(start);
            std::vector<Place> a, b;
            for (uint32_t i = 0; i < skeleton.node_count; i++) {
                a.push_back({skeleton.nodes[i].position.x, skeleton.nodes[i].position.y});
            }
            for (auto v = theirs->vertices_begin(); v != theirs->vertices_end(); ++v) {
                b.push_back({CGAL::to_double(v->point().x()), CGAL::to_double(v->point().y())});
            }
            double gap = std::max(apart(a, b), apart(b, a));
            fine = gap <= same;
            std::printf("%-8s %8u %6zu %10.4f %10.4f %9.0f %10.2g\n",
                        cw_scene_family_name(config.family), skeleton.wall_count,
                        shape.number_of_holes(), ours, seconds, seconds / ours, gap);
            std::fflush(stdout);
        }
    }
    cw_skeleton_free(context, &skeleton);
    cw_surface_free(context, &surface);
    cw_plan_free(context, &plan);
    return fine;
}

} // namespace

int main(int argc, char **argv) {
    const cw_scene_family families[] = {CW_SCENE_RECT,   CW_SCENE_MIX,   CW_SCENE_STAR,
                                        CW_SCENE_CIRCLE, CW_SCENE_ROOMS, CW_SCENE_COMB,
                                        CW_SCENE_SPIRAL, CW_SCENE_SIMPLE};
    const uint32_t sizes[] = {100, 300, 1000, 3000};
    uint32_t most = argc > 1 ? static_cast<uint32_t>(std::atoi(argv[1])) : 1000;
    cw_context *context = nullptr;
    bool fine = cw_context_create(nullptr, &context) == CW_OK;
    std::printf("family      walls  holes   Clearway       CGAL     times  apart (m)\n");
    for (uint32_t size : sizes) {
        for (cw_scene_family family : families) {
            for (int turned = 0; size <= most && turned < 2; turned++) {
                cw_scene_config config = cw_scene_config_default();
                config.family = family;
                config.vertices = size;
                config.rotation = 0.1 * turned;
                fine = compare(context, config) && fine;
            }
        }
    }
    cw_context_free(context);
    return fine ? 0 : 1;
}
