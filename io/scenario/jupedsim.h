/// Scenarios of the JuPedSim web app.
#ifndef CW_IO_SCENARIO_JUPEDSIM_H
#define CW_IO_SCENARIO_JUPEDSIM_H

#include "reader.h"

/// Translates their configuration; `wkt` is the plan beside it, or NULL where the text carries it.
cw_status cw_scenario_translate_jupedsim(cw_context *context, const char *name, const char *text,
                                         size_t size, const char *wkt, cw_scenario *scenario,
                                         cw_scenario_place *place);
/// Reads their ZIP.
cw_status cw_scenario_read_zip(cw_context *context, const char *path, cw_scenario *scenario,
                               cw_scenario_place *place);

#endif
