/// Compares the partition with CGAL::optimal_convex_partition_2 on random simple polygons. Not part
/// of the tests: it needs the CGAL headers and C++.
///
///   compare_cgal_partition [ROUNDS] [CORNERS] [SEED]
///
/// Even rounds take CGAL's random polygons; odd ones grow on a small grid, where many corners are
/// collinear (CGAL's generator does not always end on those).
///
/// Both partitions are checked here: pieces simple and convex, areas adding up. CGAL's answer
/// depends on the first corner: from some it has a piece too many (CGAL issue 4398) or, where
/// corners are collinear, is invalid (2575). So CGAL is asked once from each corner, and its best
/// valid answer counts. The program fails where ours is invalid or differs from that.
///
/// From the root of the repository, with `flags` standing for -O2 -Iinclude -Isrc -Iscenes
/// -Itests/support: compile src/navmesh/carve/partition{,_view,_survey}.c,
/// src/base/context.c, scenes/random.c, tests/support/navmesh/partition_shapes.c and
/// tests/support/navmesh/partition_oracle.c with `gcc -std=c17 -D_POSIX_C_SOURCE=200809L
/// -ffp-contract=off flags -c`, then this file and the objects with `g++ -std=c++17 flags` and
/// -lgmp -lmpfr.
#define CGAL_NO_POSTCONDITIONS // its own check of its result, which aborts
extern "C" {
#include "partition_oracle.h"
#include "partition_shapes.h"
}

#include <CGAL/Exact_predicates_inexact_constructions_kernel.h>
#include <CGAL/Partition_traits_2.h>
#include <CGAL/partition_2.h>
#include <CGAL/point_generators_2.h>
#include <CGAL/random_polygon_2.h>

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <list>
#include <set>
#include <vector>

using Kernel = CGAL::Exact_predicates_inexact_constructions_kernel;
using Traits = CGAL::Partition_traits_2<Kernel>;
using Polygon = Traits::Polygon_2;
using Point = Traits::Point_2;
using Clock = std::chrono::steady_clock;

/// A random polygon through distinct points of a fine grid.
static Polygon random_polygon(cw_random *random, uint32_t corners, CGAL::Random &generator) {
    const uint32_t grid = 10000;
    std::set<std::pair<int, int>> chosen;
    while (chosen.size() < corners) {
        int x = (int)cw_random_below(random, grid), y = (int)cw_random_below(random, grid);
        chosen.insert({x, y});
    }
    std::vector<Point> points;
    for (const auto &place : chosen) {
        points.push_back(Point(place.first, place.second));
    }
    CGAL::cpp98::random_shuffle(points.begin(), points.end(), generator);
    Polygon polygon;
    CGAL::random_polygon_2((int)points.size(), std::back_inserter(polygon), points.begin());
    if (polygon.is_simple() && polygon.orientation() == CGAL::CLOCKWISE) {
        polygon.reverse_orientation();
    }
    return polygon;
}

/// A polygon grown on a grid, the coarser the better, on which it does not touch itself.
static Polygon grown_polygon(cw_random *random, uint32_t corners, partition_shape *shape) {
    Polygon polygon;
    for (uint32_t grid = 4 + corners / 4; grid < 100 * corners; grid += 1 + grid / 8) {
        partition_shape_grow(shape, random, corners, grid, true);
        polygon.clear();
        for (uint32_t i = 0; i < shape->corner_count; i++) {
            cw_point point = shape->corners[i].point;
            polygon.push_back(Point((double)point.x, (double)point.y));
        }
        if (polygon.is_simple()) {
            break;
        }
    }
    return polygon;
}

static bool to_shape(const Polygon &polygon, partition_shape *shape) {
    std::vector<cw_point> points;
    for (auto corner = polygon.vertices_begin(); corner != polygon.vertices_end(); ++corner) {
        points.push_back({(int64_t)corner->x(), (int64_t)corner->y()});
    }
    return partition_shape_clip_ears(shape, points.data(), (uint32_t)points.size());
}

/// Cuts the pieces of our partition out of the polygon, one diagonal at a time.
static std::list<Polygon> cut(const partition_shape &shape, const cw_partition_result &result) {
    std::list<std::vector<uint32_t>> rings(1);
    for (uint32_t i = 0; i < shape.corner_count; i++) {
        rings.front().push_back(i);
    }
    for (uint32_t i = 0; i < result.diagonal_count; i++) {
        for (auto &ring : rings) {
            auto a = std::find(ring.begin(), ring.end(), result.diagonals[i].from);
            auto b = std::find(ring.begin(), ring.end(), result.diagonals[i].to);
            if (a == ring.end() || b == ring.end()) {
                continue;
            }
            if (b < a) {
                std::swap(a, b);
            }
            std::vector<uint32_t> rest(ring.begin(), a + 1);
            rest.insert(rest.end(), b, ring.end());
            ring = std::vector<uint32_t>(a, b + 1);
            rings.push_back(rest);
            break;
        }
    }
    std::list<Polygon> pieces;
    for (const auto &ring : rings) {
        pieces.emplace_back();
        for (uint32_t corner : ring) {
            cw_point point = shape.corners[corner].point;
            pieces.back().push_back(Point((double)point.x, (double)point.y));
        }
    }
    return pieces;
}

/// Areas are sums of products of small integers, so doubles hold them exactly.
static bool is_partition(const Polygon &polygon, const std::list<Polygon> &pieces) {
    double area = 0;
    for (const Polygon &piece : pieces) {
        if (!piece.is_simple() || !piece.is_convex() || piece.area() <= 0) {
            return false;
        }
        area += piece.area();
    }
    return area == polygon.area();
}

struct tally {
    int equal = 0, bad = 0, skipped = 0, calls = 0, larger = 0, invalid = 0;
    double ours = 0, theirs = 0;
};

/// Asks CGAL once from each corner; the fewest pieces of a valid answer.
static size_t ask_cgal(const Polygon &polygon, size_t expected, tally *sum) {
    std::vector<Point> ring(polygon.vertices_begin(), polygon.vertices_end());
    size_t best = SIZE_MAX;
    for (size_t first = 0; first < ring.size(); first++) {
        std::list<Polygon> pieces;
        auto start = Clock::now();
        CGAL::optimal_convex_partition_2(ring.begin(), ring.end(), std::back_inserter(pieces));
        sum->theirs += std::chrono::duration<double>(Clock::now() - start).count();
        bool valid = is_partition(polygon, pieces);
        sum->calls++;
        sum->invalid += !valid;
        sum->larger += valid && pieces.size() > expected;
        best = valid ? std::min(best, pieces.size()) : best;
        std::rotate(ring.begin(), ring.begin() + 1, ring.end());
    }
    return best;
}

static void compare(const Polygon &polygon, const partition_shape &shape, cw_context *context,
                    cw_partition_scratch *scratch, tally *sum) {
    cw_partition_window window = partition_shape_window(&shape);
    cw_partition_result result;
    auto start = Clock::now();
    cw_status status = cw_partition_solve(context, &window, scratch, &result);
    sum->ours += std::chrono::duration<double>(Clock::now() - start).count();
    size_t cells = result.diagonal_count + 1, theirs = ask_cgal(polygon, cells, sum);
    bool valid = status == CW_OK && result.outcome == CW_PARTITION_SOLVED &&
                 partition_oracle_check(&window, &result) == nullptr &&
                 is_partition(polygon, cut(shape, result));
    if (valid && cells == theirs) {
        sum->equal++;
        return;
    }
    sum->bad++;
    printf("%zu cells (%s), %zu from CGAL\n", cells, valid ? "valid" : "invalid", theirs);
}

int main(int argc, char **argv) {
    int rounds = argc > 1 ? atoi(argv[1]) : 200;
    uint32_t corners = argc > 2 ? (uint32_t)atoi(argv[2]) : 40;
    cw_random random = {argc > 3 ? (uint64_t)atoll(argv[3]) : 1};
    CGAL::Random generator(7);
    static partition_shape shape;
    cw_partition_scratch scratch = {};
    cw_context *context = nullptr;
    if (cw_context_create(nullptr, &context) != CW_OK) {
        return 1;
    }
    tally sum;
    for (int round = 0; round < rounds; round++) {
        Polygon polygon = round % 2 == 0 ? random_polygon(&random, corners, generator)
                                         : grown_polygon(&random, corners, &shape);
        if (!polygon.is_simple() || !to_shape(polygon, &shape)) {
            sum.skipped++;
            continue;
        }
        compare(polygon, shape, context, &scratch, &sum);
    }
    printf(
        "%u corners: %d equal, %d different, %d skipped; CGAL too large in %d and invalid in %d of "
        "%d calls; %.3f ms here, %.3f ms CGAL\n",
        corners, sum.equal, sum.bad, sum.skipped, sum.larger, sum.invalid, sum.calls,
        1e3 * sum.ours / (rounds - sum.skipped), 1e3 * sum.theirs / sum.calls);
    cw_partition_scratch_free(context, &scratch);
    cw_context_free(context);
    return sum.bad > 0;
}
