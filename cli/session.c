/// One run of the command.
///
/// Signals only set a flag; the library asks for it through the progress callback and gives up with
/// CW_ERROR_CANCELLED, so that a run is interrupted between steps and leaves nothing half done. The
/// handler works once: a second Ctrl-C ends the process at once. SIGPIPE and SIGXFSZ are ignored,
/// so that a closed pipe and a file beyond the limit show up as failed writes.
#define _POSIX_C_SOURCE 200809L
#include "session.h"

#include "json.h"
#include "text.h"

#include <errno.h>
#include <fcntl.h>
#ifdef __GLIBC__
#include <malloc.h>
#endif
#include <poll.h>
#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

/// The bar appears after a second of work and is redrawn ten times a second.
static const double bar_delay = 1.0;
static const double bar_period = 0.1;

/// Bytes of a block, and at the end of the heap, that are kept when they are freed.
enum { MOST_KEPT = 1 << 30 };

enum { BAR_CELLS = 30, BAR_WIDTH = 78, MESSAGE_SIZE = 1024 };

static volatile sig_atomic_t caught_signal;

static void catch_signal(int number) {
    caught_signal = number;
}

static void install_handler(int number, bool keep_ignored) {
    struct sigaction old, action = {0};
    action.sa_handler = catch_signal;
    action.sa_flags = (int)SA_RESETHAND;
    sigemptyset(&action.sa_mask);
    if (keep_ignored && sigaction(number, NULL, &old) == 0 && old.sa_handler == SIG_IGN) {
        return;
    }
    sigaction(number, &action, NULL);
}

void cw_session_prepare(void) {
    // A file opened later must not take the number of a standard stream that came closed.
    for (int stream = 0; stream < 3; stream++) {
        if (fcntl(stream, F_GETFD) == -1 && errno == EBADF) {
            (void)open("/dev/null", stream == 0 ? O_WRONLY : O_RDONLY);
        }
    }
    install_handler(SIGINT, false);
    install_handler(SIGTERM, false);
    install_handler(SIGHUP, true);
    signal(SIGPIPE, SIG_IGN);
    signal(SIGXFSZ, SIG_IGN);
}

int cw_session_interrupted(void) {
    return caught_signal;
}

double cw_session_clock(void) {
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec + (double)now.tv_nsec / 1e9;
}

static void bar_clear(cw_bar *bar) {
    if (bar->shown) {
        fprintf(stderr, "\r%*s\r", BAR_WIDTH, "");
        fflush(stderr);
        bar->shown = false;
    }
}

static void bar_update(cw_bar *bar, const char *stage, double fraction) {
    double now = cw_session_clock();
    if (now - bar->started < bar_delay || now - bar->updated < bar_period) {
        return;
    }
    double share = fraction < 0 ? 0 : fraction > 1 ? 1 : fraction;
    char cells[BAR_CELLS + 1];
    memset(cells, ' ', BAR_CELLS);
    memset(cells, '#', (size_t)(share * BAR_CELLS));
    cells[BAR_CELLS] = '\0';
    char line[BAR_WIDTH + 1];
    snprintf(line, sizeof line, "[%s] %3.0f %% %5.1f s  %.25s", cells, share * 100,
             now - bar->started, stage);
    fprintf(stderr, "\r%-*s", BAR_WIDTH, line);
    fflush(stderr);
    bar->shown = true;
    bar->updated = now;
}

static bool on_progress(void *user, const char *stage, double fraction) {
    cw_session *session = user;
    if (session->bar.enabled) {
        bar_update(&session->bar, stage, fraction);
    }
    return caught_signal == 0;
}

bool cw_session_tell(cw_session *session, const char *words, double share) {
    return on_progress(session, words, share);
}

void cw_session_hide_bar(cw_session *session) {
    bar_clear(&session->bar);
}

static void on_log(void *user, const char *message) {
    cw_session *session = user;
    if (!session->quiet) {
        bar_clear(&session->bar);
        fprintf(stderr, "clearway %s: warning: ", session->command);
        cw_cli_text_print(stderr, message);
        putc('\n', stderr);
    }
}

void cw_session_warn(cw_session *session, const char *format, ...) {
    char message[512];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(message, sizeof message, format, arguments);
    va_end(arguments);
    on_log(session, message);
}

/// Keeps freed memory for what comes next: a large scene allocates and frees arrays of hundreds of
/// megabytes in all, and getting each from the system, page by page, takes a fifth of its time.
static void keep_memory(void) {
#ifdef __GLIBC__
    mallopt(M_MMAP_THRESHOLD, MOST_KEPT);
    mallopt(M_TRIM_THRESHOLD, MOST_KEPT);
#endif
}

cw_exit cw_session_open(cw_session *session, uint32_t workers) {
    keep_memory();
    session->bar = (cw_bar){.enabled = !session->quiet && isatty(STDERR_FILENO) == 1};
    session->bar.started = cw_session_clock();
    cw_context_config config = cw_context_config_default();
    config.log = on_log;
    config.progress = on_progress;
    config.user = session;
    config.workers = workers;
    cw_status status = cw_context_create(&config, &session->context);
    if (status != CW_OK) {
        fprintf(stderr, "clearway %s: error: %s\n", session->command, cw_status_string(status));
        return CW_EXIT_INTERNAL;
    }
    return CW_EXIT_DONE;
}

void cw_session_close(cw_session *session) {
    bar_clear(&session->bar);
    cw_context_free(session->context);
    session->context = NULL;
}

static cw_exit interrupted(cw_session *session) {
    bar_clear(&session->bar);
    cw_cli_json_note(NULL, "interrupted");
    fprintf(stderr, "clearway %s: interrupted\n", session->command);
    int number = caught_signal != 0 ? caught_signal : SIGINT;
    return (cw_exit)(CW_EXIT_SIGNAL + number);
}

static cw_exit exit_of_status(cw_status status) {
    switch (status) {
    case CW_OK: return CW_EXIT_DONE;
    case CW_ERROR_ARGUMENT: return CW_EXIT_USAGE;
    case CW_ERROR_MEMORY:
    case CW_ERROR_INTERNAL: return CW_EXIT_INTERNAL;
    case CW_ERROR_INPUT:
    case CW_ERROR_LIMIT:
    case CW_ERROR_FORMAT:
    case CW_ERROR_INVALID:
    case CW_ERROR_CANCELLED:
    case CW_ERROR_IO: return CW_EXIT_INPUT;
    }
    return CW_EXIT_INTERNAL;
}

cw_exit cw_session_refuse(cw_session *session, cw_exit code, const char *path, const char *format,
                          ...) {
    char message[MESSAGE_SIZE];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(message, sizeof message, format, arguments);
    va_end(arguments);
    bar_clear(&session->bar);
    cw_cli_json_note(path, message);
    cw_cli_text_print(stderr, path);
    fputs(": error: ", stderr);
    cw_cli_text_print(stderr, message);
    putc('\n', stderr);
    return code;
}

cw_exit cw_session_fail(cw_session *session, cw_status status, const char *path) {
    if (status == CW_ERROR_CANCELLED) {
        return interrupted(session);
    }
    const char *message = cw_context_message(session->context);
    if (strstr(message, ": error: ") == NULL) {
        // Messages of libclearway-io name their file; those of libclearway know of none.
        return cw_session_refuse(session, exit_of_status(status), path, "%s",
                                 message[0] != '\0' ? message : cw_status_string(status));
    }
    bar_clear(&session->bar);
    cw_cli_json_note(path, message);
    cw_cli_text_print(stderr, message);
    putc('\n', stderr);
    return exit_of_status(status);
}

cw_exit cw_session_outcome(cw_session *session, cw_status status, const char *path) {
    return status == CW_OK ? CW_EXIT_DONE : cw_session_fail(session, status, path);
}

cw_exit cw_session_checkpoint(cw_session *session) {
    return caught_signal != 0 ? interrupted(session) : CW_EXIT_DONE;
}

/// Why stdout could not be written; 0 while it could, or for no known reason.
static int write_error;

void cw_session_note_failure(int reason) {
    write_error = write_error == 0 ? reason : write_error;
}

void cw_session_show(void) {
    errno = 0;
    if (fflush(stdout) != 0) {
        cw_session_note_failure(errno);
    }
}

/// Whether stdout is a pipe that nobody reads any more.
static bool reader_left(void) {
    struct pollfd out = {.fd = STDOUT_FILENO, .events = POLLOUT};
    return poll(&out, 1, 0) == 1 && (out.revents & POLLERR) != 0;
}

cw_exit cw_session_flush(cw_exit code) {
    cw_session_show();
    bool failed = ferror(stdout) != 0 || write_error != 0;
    if (!failed || code != CW_EXIT_DONE) {
        return code;
    }
    /* Words that were written before the last ones left no reason when they failed. */
    if (write_error == EPIPE || (write_error == 0 && reader_left())) {
        // The reader has seen enough: end like any filter, without a word.
        return (cw_exit)(CW_EXIT_SIGNAL + SIGPIPE);
    }
    fprintf(stderr, "stdout: error: %s\n",
            write_error != 0 ? strerror(write_error) : cw_status_string(CW_ERROR_IO));
    return CW_EXIT_INPUT;
}
