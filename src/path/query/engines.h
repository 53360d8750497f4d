/// Running a search. Three engines share one heap; each is begun, and goes on from the best node of
/// all. Where one ends with an answer, search->found is its goal node.
///
///              begin            step             found                    legs
///     points   cw_points_begin  cw_points_step   a node that is a goal    result/collect.c
///     sights   cw_bends_begin   cw_bends_step    as discs                 result/result.c
///     discs    cw_disc_begin    cw_disc_step     as points                result/collect.c
///
/// What an engine cannot tell, it leaves to the one below.
#ifndef CW_PATH_QUERY_ENGINES_H
#define CW_PATH_QUERY_ENGINES_H

#include "path/ready/search.h"

/// Starts a search from a point, that was found in a cell, in all cells around it; radius, goals
/// and corridor are set by the caller before.
cw_status cw_path_search_begin(cw_path_search *search, cw_vec2 start, uint32_t cell);

/// Goes on for at most `budget` expansions. When done, search->found is the goal node or CW_NONE.
cw_status cw_path_search_step(cw_path_search *search, uint32_t budget, bool *done);

#endif
