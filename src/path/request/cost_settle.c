/// Which of two paths is told where areas have costs.
#include "path/request/request.h"

void cw_query_exchange_kept(cw_query *query) {
    cw_kept_path other = query->kept;
    query->kept = (cw_kept_path){query->cells, query->portals, query->legs, query->path};
    query->cells = other.cells;
    query->portals = other.portals;
    query->legs = other.legs;
}

void cw_query_settle(cw_query *query) {
    query->phase = CW_QUERY_SETTLED;
    if (query->priced) {
        cw_path path = query->kept.path;
        cw_query_exchange_kept(query);
        query->path = path;
    }
}

cw_status cw_query_end_followed(cw_query *query) {
    CW_TRY(cw_query_report_stretches(query, &query->far_goal));
    if (query->priced && query->kept.path.cost <= query->path.cost) {
        cw_query_settle(query);
    }
    query->priced = true;
    query->phase = CW_QUERY_SETTLED;
    return CW_OK;
}
