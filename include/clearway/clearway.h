/// \file clearway.h
/// Everything of libclearway. (libclearway-io has its own header, clearway/io.h.)
#ifndef CLEARWAY_CLEARWAY_H
#define CLEARWAY_CLEARWAY_H

#include "clearway/base.h"
#include "clearway/clearance.h"
#include "clearway/draw.h"
#include "clearway/navmesh.h"
#include "clearway/path.h"
#include "clearway/plan.h"
#include "clearway/shrink.h"
#include "clearway/sights.h"
#include "clearway/surface.h"

#define CW_VERSION "0.1.0"

#endif
