/// The figures of a run.
#include "run_report.h"

#include "json.h"
#include "summary.h"
#include "text.h"

static void print_measures(const cw_run_facts *facts, const cw_metrics_summary *sum) {
    for (uint32_t i = 0; i < sum->measure_count; i++) {
        const cw_measure_result *one = &sum->measures[i];
        printf("  ");
        cw_cli_text_print(stdout, cw_names_get(&facts->scenario->measure_names, i));
        if (one->is_line) {
            printf(": %u one way, %u the other, %.2f per second, %.2f per second and metre\n",
                   one->forward, one->backward, one->flow, one->specific_flow);
        } else {
            printf(": %.2f people/m2 (at most %.2f), %.2f m/s\n", one->density, one->density_most,
                   one->speed);
        }
    }
}

void cw_run_report_words(const cw_run_facts *facts, const cw_metrics_summary *sum) {
    cw_cli_text_arrow(stdout, facts->input, facts->output);
    printf(": %.1f s of %u agent%s in %.1f s\n", sum->duration, sum->started,
           cw_cli_text_plural(sum->started), facts->seconds);
    cw_summary_line(stdout, "arrived", "%u of %u", sum->arrived, sum->agents);
    if (sum->present + sum->stuck + sum->removed > 0) {
        cw_summary_line(stdout, "not arrived", "%u present, %u stuck, %u removed", sum->present,
                        sum->stuck, sum->removed);
    }
    if (sum->agents > sum->started) {
        cw_summary_line(stdout, "never came", "%u", sum->agents - sum->started);
    }
    if (sum->arrived > 0) {
        cw_summary_line(stdout, "times", "mean %.1f s, median %.1f s, last arrival %.1f s",
                        sum->time_mean, sum->time_median, sum->time_last);
        cw_summary_line(stdout, "ways", "mean %.1f m, %.3f times the shortest, %.1f s of delay",
                        sum->walked_mean, sum->path_ratio, sum->delay_mean);
    }
    cw_summary_line(stdout, "collisions",
                    "%llu (deepest overlap %.2g m), contacts %.2f per "
                    "agent and second",
                    (unsigned long long)sum->collisions, sum->deepest_overlap, sum->contact_rate);
    cw_summary_line(stdout, "walls", "%llu contacts, %llu entered",
                    (unsigned long long)sum->wall_contacts,
                    (unsigned long long)sum->wall_collisions);
    cw_summary_line(stdout, "space used", "%.1f m2, %.0f %% of the floor", sum->space,
                    sum->space_share * 100);
    if (facts->scenario->route == CW_ROUTE_ROADMAP) {
        const cw_crowd_routing *routing = &facts->routing;
        cw_summary_line(stdout, "routes",
                        "%llu searches, %llu changed on the way, %llu on the shortest path, %.2f s",
                        (unsigned long long)routing->searches,
                        (unsigned long long)routing->switches,
                        (unsigned long long)routing->fallbacks, routing->seconds);
    }
    print_measures(facts, sum);
    if (facts->interrupted) {
        printf("The run was interrupted; what it came to is in the file.\n");
    }
}

static void write_series(cw_cli_json *json, const char *key, const uint32_t *counts,
                         uint32_t count) {
    cw_cli_json_open_array(json, key);
    for (uint32_t i = 0; i < count; i++) {
        cw_cli_json_count(json, NULL, counts[i]);
    }
    cw_cli_json_close_array(json);
}

static void write_measures(cw_cli_json *json, const cw_run_facts *facts,
                           const cw_metrics_summary *sum) {
    cw_cli_json_open_array(json, "measure");
    for (uint32_t i = 0; i < sum->measure_count; i++) {
        const cw_measure_result *one = &sum->measures[i];
        cw_cli_json_open_object(json, NULL);
        cw_cli_json_text(json, "name", cw_names_get(&facts->scenario->measure_names, i));
        if (one->is_line) {
            cw_cli_json_count(json, "forward", one->forward);
            cw_cli_json_count(json, "backward", one->backward);
            cw_cli_json_number(json, "width", one->width);
            cw_cli_json_number(json, "first", one->first);
            cw_cli_json_number(json, "last", one->last);
            cw_cli_json_number(json, "flow", one->flow);
            cw_cli_json_number(json, "specific_flow", one->specific_flow);
        } else {
            cw_cli_json_number(json, "area", one->area);
            cw_cli_json_number(json, "density", one->density);
            cw_cli_json_number(json, "density_most", one->density_most);
            cw_cli_json_number(json, "speed", one->speed);
        }
        cw_cli_json_close_object(json);
    }
    cw_cli_json_close_array(json);
}

static void write_counts(cw_cli_json *json, const cw_metrics_summary *sum) {
    cw_cli_json_count(json, "agents", sum->agents);
    cw_cli_json_count(json, "started", sum->started);
    cw_cli_json_count(json, "arrived", sum->arrived);
    cw_cli_json_count(json, "present", sum->present);
    cw_cli_json_count(json, "stuck", sum->stuck);
    cw_cli_json_count(json, "removed", sum->removed);
    cw_cli_json_count(json, "frames", sum->frames);
    cw_cli_json_number(json, "duration", sum->duration);
    cw_cli_json_count(json, "collisions", sum->collisions);
    cw_cli_json_number(json, "collision_rate", sum->collision_rate);
    cw_cli_json_count(json, "contacts", sum->contacts);
    cw_cli_json_number(json, "contact_rate", sum->contact_rate);
    cw_cli_json_number(json, "deepest_overlap", sum->deepest_overlap);
    cw_cli_json_count(json, "wall_contacts", sum->wall_contacts);
    cw_cli_json_count(json, "wall_collisions", sum->wall_collisions);
    cw_cli_json_number(json, "deepest_wall", sum->deepest_wall);
    cw_cli_json_number(json, "speed_excess", sum->fastest_excess);
    cw_cli_json_number(json, "speed", sum->speed_mean);
    cw_cli_json_number(json, "space", sum->space);
    cw_cli_json_number(json, "space_share", sum->space_share);
}

static void write_routing(cw_cli_json *json, const cw_crowd_routing *routing) {
    cw_cli_json_open_object(json, "routing");
    cw_cli_json_count(json, "searches", routing->searches);
    cw_cli_json_count(json, "switches", routing->switches);
    cw_cli_json_count(json, "fallbacks", routing->fallbacks);
    cw_cli_json_number(json, "seconds", routing->seconds);
    cw_cli_json_close_object(json);
}

void cw_run_report_json(const cw_run_facts *facts, const cw_metrics_summary *sum) {
    cw_cli_json json = {.stream = stdout};
    cw_cli_json_open_object(&json, NULL);
    cw_cli_json_text(&json, "scenario", facts->input);
    cw_cli_json_text(&json, "trajectory", facts->output);
    cw_cli_json_count(&json, "seed", facts->scenario->seed);
    cw_cli_json_flag(&json, "interrupted", facts->interrupted);
    cw_cli_json_number(&json, "seconds", facts->seconds);
    write_counts(&json, sum);
    cw_cli_json_open_object(&json, "times");
    cw_cli_json_number(&json, "mean", sum->time_mean);
    cw_cli_json_number(&json, "median", sum->time_median);
    cw_cli_json_number(&json, "last", sum->time_last);
    cw_cli_json_close_object(&json);
    cw_cli_json_number(&json, "walked", sum->walked_mean);
    cw_cli_json_number(&json, "path_ratio", sum->path_ratio);
    cw_cli_json_number(&json, "delay", sum->delay_mean);
    if (facts->scenario->route == CW_ROUTE_ROADMAP) {
        write_routing(&json, &facts->routing);
    }
    write_measures(&json, facts, sum);
    write_series(&json, "arrivals_per_second", sum->arrivals_per_second, sum->second_count);
    write_series(&json, "collisions_per_second", sum->collisions_per_second, sum->second_count);
    write_series(&json, "present_per_second", sum->present_per_second, sum->second_count);
    cw_cli_json_close_object(&json);
    cw_cli_json_finish(&json);
}
