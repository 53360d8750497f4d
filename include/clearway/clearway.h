/// \file clearway.h
/// Everything of libclearway. (libclearway-io has its own header, clearway/io.h.)
#ifndef CLEARWAY_CLEARWAY_H
#define CLEARWAY_CLEARWAY_H

#include "clearway/base.h"
#include "clearway/clearance.h"
#include "clearway/crowd.h"
#include "clearway/crowd_parts.h"
#include "clearway/draw.h"
#include "clearway/edges.h"
#include "clearway/layers.h"
#include "clearway/links.h"
#include "clearway/metrics.h"
#include "clearway/navmesh.h"
#include "clearway/path.h"
#include "clearway/plan.h"
#include "clearway/roadmap.h"
#include "clearway/routing.h"
#include "clearway/scenario.h"
#include "clearway/scene.h"
#include "clearway/sights.h"
#include "clearway/skeleton.h"
#include "clearway/surface.h"
#include "clearway/trajectory.h"

#define CW_VERSION "0.1.0"

#ifdef __cplusplus
extern "C" {
#endif

/// The version of the library that is loaded, as CW_VERSION was when it was built. Never NULL.
CW_API const char *cw_version(void);

/// The size of a public struct of the library that is loaded, by its name ("cw_path"), in bytes; 0
/// for names that are none. Up to 1.0 structs may grow with a minor version: a program that is not
/// compiled against these headers compares before it calls.
CW_API size_t cw_size_of(const char *name);

#ifdef __cplusplus
}
#endif

#endif
