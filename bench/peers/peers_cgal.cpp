/// What CGAL makes of simple polygons: the optimum without Steiner points (Greene 1983, dynamic
/// programming in O(n^4)) and the approximation of Hertel and Mehlhorn (1983), to stand beside
/// `clearway bench cells`. A program of its own, built only where CGAL is installed.
///
///   peers_cgal ../shared/data/polygons/bird.dat ../shared/data/polygons/funny.dat
///
/// One line per file: vertices, then for each method the cells and the seconds of CPU time.
#include <CGAL/Exact_predicates_inexact_constructions_kernel.h>
#include <CGAL/Partition_traits_2.h>
#include <CGAL/Polygon_2.h>
#include <CGAL/partition_2.h>

#include <ctime>
#include <fstream>
#include <iomanip>
#include <iostream>
#include <list>
#include <string>

namespace {

using Kernel = CGAL::Exact_predicates_inexact_constructions_kernel;
using Traits = CGAL::Partition_traits_2<Kernel>;
using Polygon = CGAL::Polygon_2<Kernel>;
using Cell = Traits::Polygon_2;

struct Outcome {
    std::size_t cells;
    double seconds;
};

/// One "x y" per line; counter-clockwise, without a closing point.
bool read_polygon(const std::string &path, Polygon &polygon) {
    std::ifstream file(path);
    double x = 0, y = 0;
    while (file >> x >> y) {
        polygon.push_back(Kernel::Point_2(x, y));
    }
    if (!file.eof() || polygon.size() < 3) {
        return false;
    }
    if (polygon[0] == polygon[polygon.size() - 1]) {
        polygon.erase(polygon.vertices_end() - 1);
    }
    if (!polygon.is_simple()) {
        return false;
    }
    if (polygon.is_clockwise_oriented()) {
        polygon.reverse_orientation();
    }
    return true;
}

template <typename Method> Outcome measure(const Polygon &polygon, Method method) {
    std::list<Cell> cells;
    std::clock_t start = std::clock();
    method(polygon, cells);
    double seconds = static_cast<double>(std::clock() - start) / CLOCKS_PER_SEC;
    return {cells.size(), seconds};
}

Outcome optimal(const Polygon &polygon) {
    return measure(polygon, [](const Polygon &shape, std::list<Cell> &cells) {
        CGAL::optimal_convex_partition_2(shape.vertices_begin(), shape.vertices_end(),
                                         std::back_inserter(cells), Traits());
    });
}

Outcome hertel_mehlhorn(const Polygon &polygon) {
    return measure(polygon, [](const Polygon &shape, std::list<Cell> &cells) {
        CGAL::approx_convex_partition_2(shape.vertices_begin(), shape.vertices_end(),
                                        std::back_inserter(cells), Traits());
    });
}

void print(const Outcome &outcome) {
    std::cout << std::setw(10) << outcome.cells << std::setw(10) << std::setprecision(3)
              << outcome.seconds;
}

} // namespace

int main(int argc, char **argv) {
    if (argc < 2) {
        std::cerr << "Usage: peers_cgal POLYGON.dat...\n";
        return 2;
    }
    std::cout << "vertices   optimal   seconds  Hertel-M.   seconds  file\n";
    for (int i = 1; i < argc; i++) {
        Polygon polygon;
        if (!read_polygon(argv[i], polygon)) {
            std::cerr << argv[i] << ": error: not a simple polygon of \"x y\" lines\n";
            return 1;
        }
        std::cout << std::setw(8) << polygon.size();
        print(optimal(polygon));
        print(hertel_mehlhorn(polygon));
        std::cout << "  " << argv[i] << std::endl;
    }
    return 0;
}
