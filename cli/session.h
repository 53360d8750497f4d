/// One run of the command: the context, signals, the progress bar, failures and exit codes.
#ifndef CW_CLI_SESSION_H
#define CW_CLI_SESSION_H

#include "clearway/io.h"

#include <stdbool.h>

/// What the process ends with. An interrupted run ends with 128 + the number of the signal.
typedef enum cw_exit {
    CW_EXIT_DONE = 0,
    CW_EXIT_INPUT = 1,    ///< a file could not be read, used or written
    CW_EXIT_USAGE = 2,    ///< the call is wrong
    CW_EXIT_NO_PATH = 3,  ///< there is no path
    CW_EXIT_CHECK = 4,    ///< a check failed
    CW_EXIT_INTERNAL = 5, ///< out of memory, or a fault of the program
    CW_EXIT_SIGNAL = 128, ///< plus the number of the signal
} cw_exit;

/// State of the bar that long work shows on a terminal.
typedef struct cw_bar {
    bool enabled;
    bool shown;
    double started, updated; ///< seconds of the monotonic clock
} cw_bar;

/// One run of a command.
typedef struct cw_session {
    const char *command;
    bool quiet; ///< no words, no warnings, no bar
    cw_context *context;
    cw_bar bar;
} cw_session;

/// Makes sure that the three standard streams are open and installs the signal handlers.
void cw_session_prepare(void);

/// Opens the context with a number of workers (1 to 256). Says what failed.
cw_exit cw_session_open(cw_session *session, uint32_t workers);
/// Frees the context and removes the bar; safe after a failed open.
void cw_session_close(cw_session *session);

/// The signal that asked to stop, or 0.
int cw_session_interrupted(void);

/// Says what failed in one line, "FILE: error: REASON", and gives the exit code of the status.
/// `path` is the file that was being worked on; the message of the context may already begin with
/// it.
cw_exit cw_session_fail(cw_session *session, cw_status status, const char *path);

/// cw_session_fail() for a status that may be CW_OK: CW_EXIT_DONE without a word.
cw_exit cw_session_outcome(cw_session *session, cw_status status, const char *path);

/// Says "FILE: error: " and the formatted words; gives `code` back.
cw_exit cw_session_refuse(cw_session *session, cw_exit code, const char *path, const char *format,
                          ...) __attribute__((format(printf, 4, 5)));

/// Says "clearway COMMAND: warning: " and the formatted words, unless it is to be quiet.
void cw_session_warn(cw_session *session, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

/// Stops before output is written when a signal asked for it: CW_EXIT_DONE to go on.
cw_exit cw_session_checkpoint(cw_session *session);

/// Shows how far a run is, in a bar on a terminal; false when a signal asks to stop.
bool cw_session_tell(cw_session *session, const char *words, double share);
/// Removes the bar, before words are printed.
void cw_session_hide_bar(cw_session *session);

/// Sends what was printed so far, before stderr says more; a failure is kept for the end.
void cw_session_show(void);
/// Notes why stdout could not be written, for cw_session_end.
void cw_session_note_failure(int reason);

/// Flushes stdout; a failure to write turns CW_EXIT_DONE into an error.
cw_exit cw_session_flush(cw_exit code);

/// Seconds of the monotonic clock.
double cw_session_clock(void);

#endif
