/// Paths beside Detour (Recast's run time, Debian's librecast-dev), both in one run, on the same
/// floors and between the same points. A program of its own, built only where Detour is installed.
///
///   peers_detour [--json] [--quick] [LEVEL.obj...]
///
/// Three floors made in code are baked by Recast for one radius; Clearway's mesh of the same floor
/// knows no radius and is asked for that one, without sights and with sights. Detour's answer is
/// findPath + findStraightPath: the shortest chain of polygons by the midpoints of their edges,
/// then the shortest path inside it. Clearway is also asked on Detour's own polygons, taken over
/// exactly, where both walk the same floor at radius 0 and lengths can be compared to the last
/// digit. Levels in `.obj` files (y up) are baked with the settings of Recast's sample and compared
/// on Detour's polygons only.
///
/// Points are random, at least the radius away from every wall, and on both meshes; pairs that
/// either cannot join are counted and left out.
#include "contest.h"
#include "recast_mesh.hpp"

extern "C" {
#include "bench.h"
}

#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <ctime>
#include <fstream>
#include <sstream>
#include <string>

namespace {

constexpr int longest_path = 2048; // polygons, and corners
constexpr float near_box[3] = {0.5f, 2.0f, 0.5f};
constexpr double sample_step = 0.05; // metres between the points where clearance is looked at

struct Options {
    bool json = false;
    uint32_t pairs = 2000, rounds = 7;
    std::vector<std::string> levels;
};

/// A floor made in code. About 150 and about 4,600 of Recast's polygons, and an office.
struct Floor {
    const char *name;
    bool office;
    cw_scene_family family;
    uint32_t vertices;
    RecastSettings settings;
};

const Floor floors[] = {
    {"rooms", false, CW_SCENE_ROOMS, 220, {0.15, 0.3}},
    {"office", true, CW_SCENE_ROOMS, 0, {0.1, 0.3}},
    {"boxes", false, CW_SCENE_RECT, 4270, {0.15, 0.3}},
};

/// Recast's sample.
const RecastSettings level_settings = {0.3, 0.6};

/// A mesh of ours, ready for questions, in its own frame: metres = origin + scale * position.
class Clearway {
  public:
    explicit Clearway(cw_context *context) : context_(context) {
    }
    Clearway(const Clearway &) = delete;
    Clearway &operator=(const Clearway &) = delete;
    ~Clearway() {
        for (cw_query *each : {query, sighted, any, turns, fresh}) {
            cw_query_free(each);
        }
        cw_sights_free(any_sights);
        for (cw_sights *made : sights) {
            cw_sights_free(made);
        }
        cw_clearance_free(context_, &clearance);
        cw_navmesh_free(context_, &mesh);
    }
    bool open() {
        return cw_clearance_build(context_, &mesh, &clearance) == CW_OK &&
               cw_query_create(context_, &clearance, &query) == CW_OK;
    }
    bool open_polygons(const RecastPolygons &polygons, double voxel) {
        cw_polygons source = {};
        source.vertex_count = static_cast<uint32_t>(polygons.positions.size());
        source.positions = polygons.positions.data();
        source.cell_count = static_cast<uint32_t>(polygons.first.size()) - 1;
        source.cell_first = polygons.first.data();
        source.edge_vertex = polygons.corners.data();
        source.edge_neighbor = polygons.neighbors.data();
        origin = polygons.origin;
        scale = voxel;
        return cw_navmesh_from_polygons(context_, &source, &mesh) == CW_OK && open();
    }
    /// Makes the query that uses sights of the radii.
    bool open_sights(const std::vector<double> &radii) {
        for (double radius : radii) {
            cw_sights *made = nullptr;
            if (cw_sights_build(context_, &clearance, radius, &made) != CW_OK) {
                return false;
            }
            sights.push_back(made);
        }
        return cw_query_create(context_, &clearance, &sighted) == CW_OK &&
               cw_query_use_sights(sighted, sights.data(), static_cast<uint32_t>(sights.size())) ==
                   CW_OK;
    }
    /// Makes the queries that use sights for any radius.
    bool open_any() {
        return cw_sights_build_any(context_, &clearance, &any_sights) == CW_OK &&
               cw_query_create(context_, &clearance, &any) == CW_OK &&
               cw_query_create(context_, &clearance, &fresh) == CW_OK &&
               cw_query_create(context_, &clearance, &turns) == CW_OK &&
               cw_query_use_sights(any, &any_sights, 1) == CW_OK &&
               cw_query_use_sights(turns, &any_sights, 1) == CW_OK &&
               cw_query_use_sights(fresh, &any_sights, 1) == CW_OK;
    }
    size_t sight_bytes() const {
        size_t bytes = 0;
        for (const cw_sights *made : sights) {
            bytes += cw_sights_bytes(made);
        }
        return bytes;
    }
    cw_vec3 to_frame(cw_vec3 point) const {
        return {(point.x - origin.x) / scale, (point.y - origin.y) / scale,
                (point.z - origin.z) / scale};
    }
    cw_vec3 from_frame(cw_vec3 point) const {
        return {origin.x + scale * point.x, origin.y + scale * point.y, origin.z + scale * point.z};
    }

    cw_navmesh mesh{};
    cw_clearance clearance{};
    cw_query *query = nullptr;
    std::vector<cw_sights *> sights;
    cw_query *sighted = nullptr;
    cw_sights *any_sights = nullptr;
    cw_query *any = nullptr;   ///< uses sights for any radius
    cw_query *turns = nullptr; ///< the same, and is asked for eight radii in turn
    cw_query *fresh = nullptr; ///< and for another radius each time
    cw_vec3 origin{0, 0, 0};
    double scale = 1;

  private:
    cw_context *context_;
};

/// Two ends on both meshes.
struct Pair {
    cw_vec3 ends[2];
    float positions[2][3];
    dtPolyRef polygons[2];
};

/// Detour with its buffers.
class Detour {
  public:
    Detour(const RecastMesh &mesh, const std::vector<Pair> &pairs) : mesh_(mesh), pairs_(pairs) {
    }

    /// Length in plan, or a negative number where there is no full path.
    double find(const Pair &pair) {
        int polygons = 0;
        corners = 0;
        dtStatus status =
            mesh_.query->findPath(pair.polygons[0], pair.polygons[1], pair.positions[0],
                                  pair.positions[1], &filter_, path_, &polygons, longest_path);
        if (dtStatusFailed(status) || polygons == 0 || path_[polygons - 1] != pair.polygons[1]) {
            return -1;
        }
        mesh_.query->findStraightPath(pair.positions[0], pair.positions[1], path_, polygons,
                                      straight, nullptr, nullptr, &corners, longest_path);
        double length = 0;
        for (int i = 1; i < corners; i++) {
            const float *a = straight + 3 * (i - 1), *b = straight + 3 * i;
            length +=
                std::hypot(static_cast<double>(b[0] - a[0]), static_cast<double>(b[2] - a[2]));
        }
        return length;
    }
    /// Whether a point stands on a polygon; gives the polygon.
    bool locate(const float *position, dtPolyRef *polygon) const {
        float nearest[3];
        bool over = false;
        *polygon = 0;
        mesh_.query->findNearestPoly(position, near_box, &filter_, polygon, nearest, &over);
        return *polygon != 0 && over;
    }

    static void answer(void *user, uint32_t question) {
        Detour *self = static_cast<Detour *>(user);
        self->find(self->pairs_[question]);
    }
    static void answer_and_locate(void *user, uint32_t question) {
        Detour *self = static_cast<Detour *>(user);
        Pair pair = self->pairs_[question];
        self->locate(pair.positions[0], &pair.polygons[0]);
        self->locate(pair.positions[1], &pair.polygons[1]);
        self->find(pair);
    }

    float straight[3 * longest_path];
    int corners = 0;

  private:
    const RecastMesh &mesh_;
    const std::vector<Pair> &pairs_;
    dtQueryFilter filter_;
    dtPolyRef path_[longest_path];
};

/// Which query is asked.
enum class Sights { none, one, any, turns, fresh };

cw_query *query_of(const Clearway &ours, Sights sights) {
    return sights == Sights::none    ? ours.query
           : sights == Sights::one   ? ours.sighted
           : sights == Sights::any   ? ours.any
           : sights == Sights::turns ? ours.turns
                                     : ours.fresh;
}

/// One way of asking Clearway.
class Asker {
  public:
    Asker(const Clearway &ours, const std::vector<Pair> &pairs, double radius,
          cw_path_method method, double slack, Sights sights)
        : query_(query_of(ours, sights)), scale_(ours.scale),
          step_(sights == Sights::turns || sights == Sights::fresh ? 1e-8 * radius : 0),
          radii_(sights == Sights::turns ? 8 : UINT32_MAX), radius_(radius) {
        request_ = cw_path_request_default();
        request_.method = method;
        request_.goal_count = 1;
        request_.slack = slack;
        for (const Pair &pair : pairs) {
            starts_.push_back(ours.to_frame(pair.ends[0]));
            goals_.push_back(ours.to_frame(pair.ends[1]));
        }
    }
    /// Length in metres, or a negative number where there is no path.
    double find(uint32_t question) {
        request_.start = starts_[question];
        request_.goals = &goals_[question];
        request_.radius = radius_ - step_ * (question % radii_);
        cw_path path;
        bool found =
            cw_query_find(query_, &request_, &path) == CW_OK && path.status == CW_PATH_FOUND;
        return found ? path.length * scale_ : -1;
    }
    static void answer(void *user, uint32_t question) {
        static_cast<Asker *>(user)->find(question);
    }

  private:
    cw_query *query_;
    double scale_;
    double step_;    ///< by which the radius of each question is less than that of the one before
    uint32_t radii_; ///< questions after which the first radius comes again
    double radius_;
    cw_path_request request_;
    std::vector<cw_vec3> starts_, goals_;
};

/// What came of the pairs that were drawn.
struct Draw {
    std::vector<Pair> pairs;
    std::vector<double> lengths; ///< of Detour
    uint32_t only_ours = 0, only_detour = 0, off_detour = 0;
};

bool place(const Detour &detour, cw_vec3 point, Pair &pair, int end) {
    pair.ends[end] = point;
    to_detour(point, pair.positions[end]);
    return detour.locate(pair.positions[end], &pair.polygons[end]);
}

/// Draws random pairs until enough can be joined by both.
Draw draw_pairs(const Clearway &ours, const RecastMesh &baked, double radius, uint32_t wanted) {
    Draw draw;
    std::vector<Pair> one(1);
    std::unique_ptr<Detour> detour(new Detour(baked, one));
    uint64_t seed = 1;
    for (uint32_t tries = 0; draw.pairs.size() < wanted && tries < 20 * wanted; tries++) {
        cw_vec3 start, goal;
        if (cw_query_random(ours.query, &seed, radius, &start) != CW_OK ||
            cw_query_random(ours.query, &seed, radius, &goal) != CW_OK) {
            break;
        }
        bool both = place(*detour, ours.from_frame(start), one[0], 0) &&
                    place(*detour, ours.from_frame(goal), one[0], 1);
        if (!both) {
            draw.off_detour++;
            continue;
        }
        double theirs = detour->find(one[0]);
        double length = Asker(ours, one, radius, CW_PATH_SHORTEST, 0, Sights::none).find(0);
        draw.only_ours += length >= 0 && theirs < 0 ? 1 : 0;
        draw.only_detour += length < 0 && theirs >= 0 ? 1 : 0;
        if (length >= 0 && theirs >= 0) {
            draw.pairs.push_back(one[0]);
            draw.lengths.push_back(theirs);
        }
    }
    return draw;
}

/// A row of the table.
struct Row {
    std::string name;
    cw_bench_contender contender;
    double length_ratio = 1, longest_ratio = 1; ///< length over Detour's: mean and largest
    uint32_t longer = 0;                        ///< pairs whose way is longer by over 1e-4
};

struct Table {
    std::string scene;
    uint32_t polygons = 0, cells = 0;
    RecastSettings settings{};
    double recast_seconds = 0, our_seconds = 0, table_seconds = 0, table_bytes = 0;
    double sight_seconds = 0, sight_bytes = 0;
    double any_seconds = 0, any_bytes = 0;
    Draw draw;
    double detour_clearance = -1; ///< least distance to a wall on Detour's paths, metres
    double detour_too_near = 0;   ///< share of its paths that come 1 cm too near to a wall
    std::vector<Row> rows;
};

void compare_lengths(Asker &asker, const Draw &draw, Row &row) {
    double sum = 0;
    for (uint32_t i = 0; i < draw.pairs.size(); i++) {
        double length = asker.find(i);
        double ratio = draw.lengths[i] > 0 ? length / draw.lengths[i] : 1;
        sum += ratio;
        row.longest_ratio = i == 0 || ratio > row.longest_ratio ? ratio : row.longest_ratio;
        row.longer += length > draw.lengths[i] + 1e-4 ? 1 : 0;
    }
    row.length_ratio = sum / static_cast<double>(draw.pairs.size());
}

/// How near Detour's paths come to the walls, by Clearway's exact distance.
void look_at_clearance(const Clearway &ours, Detour &detour, Table &table) {
    uint32_t near = 0;
    table.detour_clearance = INFINITY;
    for (const Pair &pair : table.draw.pairs) {
        double least = INFINITY;
        detour.find(pair);
        for (int i = 1; i < detour.corners; i++) {
            cw_vec3 a = from_detour(detour.straight + 3 * (i - 1));
            cw_vec3 b = from_detour(detour.straight + 3 * i);
            int steps = 1 + static_cast<int>(std::hypot(b.x - a.x, b.y - a.y) / sample_step);
            for (int k = 0; k <= steps; k++) {
                double t = static_cast<double>(k) / steps;
                double distance = 0;
                cw_vec2 nearest;
                cw_vec3 point = {a.x + t * (b.x - a.x), a.y + t * (b.y - a.y), 0};
                if (cw_query_wall(ours.query, point, &distance, &nearest) == CW_OK) {
                    least = distance < least ? distance : least;
                }
            }
        }
        near += least < table.settings.radius - 0.01 ? 1 : 0;
        table.detour_clearance = least < table.detour_clearance ? least : table.detour_clearance;
    }
    table.detour_too_near =
        static_cast<double>(near) / static_cast<double>(table.draw.pairs.size());
}

/// One way of asking, by name.
struct Entry {
    const char *name;
    const Clearway *mesh;
    double radius;
    cw_path_method method;
    double slack;
    Sights sights;
};

/// Detour, twice, and every entry, on the pairs of the table.
bool run_contest(const Options &options, const RecastMesh &baked, const std::vector<Entry> &entries,
                 Table &table) {
    const std::vector<Pair> &pairs = table.draw.pairs;
    std::unique_ptr<Detour> detour(new Detour(baked, pairs));
    std::vector<Asker> askers;
    table.rows.resize(2);
    table.rows[0].name = "Detour findPath + findStraightPath";
    table.rows[1].name = "the same and findNearestPoly twice";
    std::vector<cw_bench_contender> contenders = {{detour.get(), Detour::answer, {}},
                                                  {detour.get(), Detour::answer_and_locate, {}}};
    for (const Entry &entry : entries) {
        askers.emplace_back(*entry.mesh, pairs, entry.radius, entry.method, entry.slack,
                            entry.sights);
        table.rows.emplace_back();
        table.rows.back().name = entry.name;
        compare_lengths(askers.back(), table.draw, table.rows.back());
    }
    for (Asker &asker : askers) {
        contenders.push_back({&asker, Asker::answer, {}});
    }
    if (!cw_bench_contest(contenders.data(), static_cast<uint32_t>(contenders.size()),
                          static_cast<uint32_t>(pairs.size()), options.rounds, nullptr)) {
        return false;
    }
    for (size_t i = 0; i < contenders.size(); i++) {
        table.rows[i].contender = contenders[i];
    }
    return true;
}

/// CPU seconds of a step.
template <typename Step> double seconds_of(Step step) {
    std::clock_t start = std::clock();
    step();
    return static_cast<double>(std::clock() - start) / CLOCKS_PER_SEC;
}

bool measure_floor(cw_context *context, const Options &options, const Floor &floor, Table &table) {
    cw_plan plan = {};
    cw_scene_config config = cw_scene_config_default();
    config.family = floor.family;
    config.vertices = floor.vertices;
    cw_status status =
        floor.office ? cw_scene_office(context, &plan) : cw_scene_make(context, &config, &plan);
    cw_surface surface = {};
    Clearway ours(context), same(context);
    bool opened = false;
    if (status == CW_OK) {
        table.our_seconds = seconds_of([&] {
            status = cw_surface_from_plan(context, &plan, nullptr, &surface);
            if (status == CW_OK) {
                status = cw_navmesh_build(context, &surface, nullptr, &ours.mesh);
            }
        });
        table.table_seconds = seconds_of([&] { opened = status == CW_OK && ours.open(); });
    }
    RecastMesh baked;
    if (opened) {
        baked = bake_recast_mesh(recast_scene_of(surface), floor.settings);
    }
    cw_surface_free(context, &surface);
    cw_plan_free(context, &plan);
    double radius = floor.settings.radius;
    table.sight_seconds = seconds_of([&] {
        opened = opened && ours.open_sights({radius, 0}) && baked;
    });
    table.any_seconds = seconds_of([&] { opened = opened && ours.open_any(); });
    if (!opened || !same.open_polygons(baked.polygons, floor.settings.voxel) ||
        !same.open_sights({0})) {
        return false;
    }
    table.any_bytes = static_cast<double>(cw_sights_bytes(ours.any_sights));
    table.scene = floor.name;
    table.settings = floor.settings;
    table.polygons = baked.count();
    table.cells = ours.mesh.cell_count;
    table.recast_seconds = baked.seconds;
    table.table_bytes = static_cast<double>(cw_clearance_bytes(&ours.clearance));
    table.sight_bytes = static_cast<double>(ours.sight_bytes());
    table.draw = draw_pairs(ours, baked, radius, options.pairs);
    std::vector<Entry> entries = {
        {"Clearway, shortest, same radius", &ours, radius, CW_PATH_SHORTEST, 0, Sights::none},
        {"Clearway, with sights, same radius", &ours, radius, CW_PATH_SHORTEST, 0, Sights::one},
        {"Clearway, with sights for any, same radius", &ours, radius, CW_PATH_SHORTEST, 0,
         Sights::any},
        {"Clearway, the same, eight radii in turn", &ours, radius, CW_PATH_SHORTEST, 0,
         Sights::turns},
        {"Clearway, the same, a new radius each time", &ours, radius, CW_PATH_SHORTEST, 0,
         Sights::fresh},
        {"Clearway, slack 0.02, same radius", &ours, radius, CW_PATH_SHORTEST, 0.02, Sights::none},
        {"Clearway, corridor, same radius", &ours, radius, CW_PATH_CORRIDOR, 0, Sights::none},
        {"Clearway, shortest, radius 0", &ours, 0, CW_PATH_SHORTEST, 0, Sights::none},
        {"Clearway, with sights, radius 0", &ours, 0, CW_PATH_SHORTEST, 0, Sights::one},
        {"Clearway, corridor, radius 0", &ours, 0, CW_PATH_CORRIDOR, 0, Sights::none},
        {"Clearway, shortest, Detour's polygons", &same, 0, CW_PATH_SHORTEST, 0, Sights::none},
        {"Clearway, with sights, Detour's polygons", &same, 0, CW_PATH_SHORTEST, 0, Sights::one},
        {"Clearway, corridor, Detour's polygons", &same, 0, CW_PATH_CORRIDOR, 0, Sights::none},
    };
    if (table.draw.pairs.empty() || !run_contest(options, baked, entries, table)) {
        return false;
    }
    std::unique_ptr<Detour> detour(new Detour(baked, table.draw.pairs));
    look_at_clearance(ours, *detour, table);
    return true;
}

/// Vertices and faces of an `.obj` file; faces are fans.
bool read_level(const std::string &path, RecastScene &scene) {
    std::ifstream file(path);
    std::string line, word;
    while (std::getline(file, line)) {
        std::istringstream words(line);
        words >> word;
        if (word == "v") {
            float x = 0, y = 0, z = 0;
            words >> x >> y >> z;
            scene.floor.positions.insert(scene.floor.positions.end(), {x, y, z});
        } else if (word == "f") {
            std::vector<int> corners;
            while (words >> word) {
                int index = std::atoi(word.c_str());
                corners.push_back(index > 0 ? index - 1 : scene.floor.vertex_count() + index);
            }
            for (size_t i = 2; i < corners.size(); i++) {
                scene.floor.corners.insert(scene.floor.corners.end(),
                                           {corners[0], corners[i - 1], corners[i]});
            }
        }
        word.clear();
    }
    scene.level = false;
    return !scene.floor.corners.empty();
}

bool measure_level(cw_context *context, const Options &options, const std::string &path,
                   Table &table) {
    RecastScene scene;
    Clearway same(context);
    RecastMesh baked;
    if (read_level(path, scene)) {
        baked = bake_recast_mesh(scene, level_settings);
    }
    if (!baked || !same.open_polygons(baked.polygons, level_settings.voxel)) {
        return false;
    }
    bool opened = false;
    table.sight_seconds = seconds_of([&] { opened = same.open_sights({0}); });
    if (!opened) {
        return false;
    }
    table.sight_bytes = static_cast<double>(same.sight_bytes());
    table.scene = path.substr(path.find_last_of('/') + 1);
    table.settings = level_settings;
    table.polygons = table.cells = baked.count();
    table.recast_seconds = baked.seconds;
    table.table_bytes = static_cast<double>(cw_clearance_bytes(&same.clearance));
    table.draw = draw_pairs(same, baked, 0, options.pairs);
    std::vector<Entry> entries = {
        {"Clearway, shortest, Detour's polygons", &same, 0, CW_PATH_SHORTEST, 0, Sights::none},
        {"Clearway, with sights, Detour's polygons", &same, 0, CW_PATH_SHORTEST, 0, Sights::one},
        {"Clearway, corridor, Detour's polygons", &same, 0, CW_PATH_CORRIDOR, 0, Sights::none},
    };
    return !table.draw.pairs.empty() && run_contest(options, baked, entries, table);
}

void print_table(const Table &table) {
    std::printf("\n%s: %u polygons of Recast (voxel %.2f m, radius %.2f m), %u cells of Clearway\n",
                table.scene.c_str(), table.polygons, table.settings.voxel, table.settings.radius,
                table.cells);
    std::printf("  building, CPU ms: Recast %.1f", 1e3 * table.recast_seconds);
    if (table.our_seconds > 0) {
        std::printf("; Clearway's mesh %.1f, its clearance tables %.1f", 1e3 * table.our_seconds,
                    1e3 * table.table_seconds);
    }
    std::printf("; clearance tables %.0f kB\n", table.table_bytes / 1e3);
    std::printf("  sights of each radius asked for, together: CPU ms %.1f, %.0f kB\n",
                1e3 * table.sight_seconds, table.sight_bytes / 1e3);
    if (table.any_bytes > 0) {
        std::printf("  sights for any radius: CPU ms %.1f, %.0f kB\n", 1e3 * table.any_seconds,
                    table.any_bytes / 1e3);
    }
    std::printf("  pairs: %zu; left out: %u with an end off Detour's mesh, %u that only Clearway "
                "joins, %u that only Detour joins\n",
                table.draw.pairs.size(), table.draw.off_detour, table.draw.only_ours,
                table.draw.only_detour);
    if (table.detour_clearance >= 0) {
        std::printf(
            "  Detour's paths come as near as %.3f m to a wall; %.1f %% of them come over 1 "
            "cm nearer than the radius\n",
            table.detour_clearance, 100 * table.detour_too_near);
    }
    std::printf("  %-43s %26s   %20s   %s\n", "", "microseconds", "times Detour",
                "length over Detour's");
    std::printf("  %-43s %8s %8s %8s   %6s %6s %6s   %7s %7s %7s\n", "", "mean", "median", "p99",
                "mean", "median", "p99", "mean", "largest", "longer");
    const cw_bench_spread &base = table.rows[0].contender.spread;
    for (const Row &row : table.rows) {
        const cw_bench_spread &it = row.contender.spread;
        std::printf("  %-43s %8.2f %8.2f %8.2f   %6.2f %6.2f %6.2f   %7.4f %7.4f %7u\n",
                    row.name.c_str(), 1e6 * it.mean, 1e6 * it.median, 1e6 * it.p99,
                    it.mean / base.mean, it.median / base.median, it.p99 / base.p99,
                    row.length_ratio, row.longest_ratio, row.longer);
    }
}

void print_json(const Table &table, bool first) {
    std::printf("%s\n    {\"scene\": \"%s\", \"polygons\": %u, \"cells\": %u, \"voxel\": %g, "
                "\"radius\": %g, \"pairs\": %zu,\n     \"sight_ms\": %.3f, \"sight_bytes\": %.0f, "
                "\"off_detour\": %u, \"only_clearway\": %u, "
                "\"only_detour\": %u, \"rows\": [",
                first ? "" : ",", table.scene.c_str(), table.polygons, table.cells,
                table.settings.voxel, table.settings.radius, table.draw.pairs.size(),
                1e3 * table.sight_seconds, table.sight_bytes, table.draw.off_detour,
                table.draw.only_ours, table.draw.only_detour);
    for (const Row &row : table.rows) {
        const cw_bench_spread &it = row.contender.spread;
        std::printf("%s\n      {\"name\": \"%s\", \"mean_us\": %.3f, \"median_us\": %.3f, "
                    "\"p99_us\": %.3f, \"length_ratio\": %.6f, \"longest_ratio\": %.6f}",
                    &row == &table.rows[0] ? "" : ",", row.name.c_str(), 1e6 * it.mean,
                    1e6 * it.median, 1e6 * it.p99, row.length_ratio, row.longest_ratio);
    }
    std::printf("]}");
}

int run(cw_context *context, const Options &options) {
    char machine[512];
    cw_bench_machine(machine, sizeof machine);
    std::printf(options.json ? "{\"machine\": \"%s\", \"scenes\": [" : "machine: %s\n", machine);
    size_t floor_count = sizeof floors / sizeof floors[0];
    for (size_t i = 0; i < floor_count + options.levels.size(); i++) {
        Table table;
        bool good = i < floor_count
                        ? measure_floor(context, options, floors[i], table)
                        : measure_level(context, options, options.levels[i - floor_count], table);
        if (!good) {
            std::fprintf(stderr, "peers_detour: %s: %s\n",
                         i < floor_count ? floors[i].name : options.levels[i - floor_count].c_str(),
                         cw_context_message(context));
            return 1;
        }
        if (options.json) {
            print_json(table, i == 0);
        } else {
            print_table(table);
        }
        std::fflush(stdout);
    }
    if (options.json) {
        std::printf("]}\n");
    }
    return 0;
}

} // namespace

int main(int argc, char **argv) {
    Options options;
    for (int i = 1; i < argc; i++) {
        if (std::strcmp(argv[i], "--json") == 0) {
            options.json = true;
        } else if (std::strcmp(argv[i], "--quick") == 0) {
            options.pairs = 200;
            options.rounds = 2;
        } else if (argv[i][0] == '-') {
            std::fprintf(stderr, "Usage: peers_detour [--json] [--quick] [LEVEL.obj...]\n");
            return 2;
        } else {
            options.levels.emplace_back(argv[i]);
        }
    }
    cw_context *context = nullptr;
    if (cw_context_create(nullptr, &context) != CW_OK) {
        return 1;
    }
    int code = run(context, options);
    cw_context_free(context);
    return code;
}
