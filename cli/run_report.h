/// The figures of a run, in words and as JSON.
#ifndef CW_CLI_RUN_REPORT_H
#define CW_CLI_RUN_REPORT_H

#include "clearway/io.h"

typedef struct cw_run_facts {
    const cw_scenario *scenario;
    const char *input, *output;
    bool interrupted;
    double seconds;           ///< that the run took
    cw_crowd_routing routing; ///< over a roadmap, where the scenario has one
} cw_run_facts;

void cw_run_report_words(const cw_run_facts *facts, const cw_metrics_summary *summary);
void cw_run_report_json(const cw_run_facts *facts, const cw_metrics_summary *summary);

#endif
