"""When a long computation must stop: node limits, a deadline, a request from outside, Ctrl-C."""

from libc.stdint cimport uint64_t

from core.bits cimport observe

cdef extern from "Python.h":
    int PyErr_CheckSignals() noexcept
    void PyErr_Clear() noexcept

cdef extern from *:
    """
    #include <time.h>
    #define CATBOX_SIGNAL_SECONDS 0.03
    #define CATBOX_POLL_SECONDS 0.001
    static double catbox_clock(void) {
        struct timespec now;
        clock_gettime(CLOCK_MONOTONIC, &now);
        return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
    }
    static void catbox_doze(void) {
        struct timespec pause = {0, 100000};
        nanosleep(&pause, NULL);
    }
    """
    void doze "catbox_doze"() noexcept nogil                 # a tenth of a millisecond
    double clock "catbox_clock"() noexcept nogil             # seconds from some fixed moment
    const double SIGNAL_SECONDS "CATBOX_SIGNAL_SECONDS"      # between looks for a signal, which need the GIL
    const double POLL_SECONDS "CATBOX_POLL_SECONDS"          # between looks at the clock, or less

cdef enum:
    POLL_NODES = 8192                        # nodes between looks at the clock, at most
    COLD_POLL_NODES = 64                     # the same where a node may wait for a page of memory
    BRIEF_NODES = 2000                       # to hand the GIL to and fro would take longer than to search so many

cdef enum StopReason:
    RUNNING = 0
    NODE_LIMIT = 1
    TIME_LIMIT = 2
    ASKED = 3                                # another thread asked for it
    SIGNAL = 4                               # a Python signal handler raised (Ctrl-C)
    OVERTAKEN = 5                            # another thread may have found what this one searches
    NOT_BRIEF = 6                            # longer than is worth doing without letting go of the GIL

cdef struct Control:
    uint64_t nodes
    uint64_t next_poll
    uint64_t poll_nodes                      # nodes from one poll to the next
    uint64_t most_poll_nodes                 # POLL_NODES or COLD_POLL_NODES
    uint64_t polled_nodes                    # nodes at the last poll
    double polled                            # when that was
    uint64_t max_nodes                       # 0: no limit
    uint64_t brief                           # nodes after which to stop with NOT_BRIEF; 0: never
    double deadline                          # 0: none
    double next_signal
    const int *asked                         # set to non-zero by another thread to stop; may be NULL
    const uint64_t *current                  # another thread changes this number to stop this one; may be NULL
    uint64_t expected
    bint deaf                                # not the thread that Python tells of signals: it must not look for them
    int stopped                              # a StopReason


cdef inline void control_start(Control *control, uint64_t max_nodes, double deadline, const int *asked,
                               bint deaf) noexcept nogil:
    """Begins to count; the first poll comes at once, so that a limit already passed stops the work.

    `deaf`: only the main thread is told of signals, and only it may ask for the interpreter on the way: that of a
    thread which outlives the main one may be gone.
    """
    control.nodes = 0
    control.next_poll = 0
    control.poll_nodes = 1
    control.most_poll_nodes = POLL_NODES
    control.polled_nodes = 0
    control.polled = clock()
    control.max_nodes = max_nodes
    control.brief = 0
    control.deadline = deadline
    control.next_signal = control.polled + SIGNAL_SECONDS
    control.asked = asked
    control.current = NULL
    control.deaf = deaf
    control.stopped = RUNNING


cdef inline void control_resume(Control *control) noexcept nogil:
    """Goes on after NOT_BRIEF."""
    control.brief = 0
    control.stopped = RUNNING
    control.next_poll = control.nodes


cdef inline bint check_signals() noexcept with gil:
    """Whether a Python signal handler raised. The search ends in order; its caller then raises KeyboardInterrupt."""
    if PyErr_CheckSignals() == 0:
        return False
    PyErr_Clear()
    return True


cdef inline void poll(Control *control) noexcept nogil:
    """Looks at every limit and sets the time of the next look."""
    cdef double now
    cdef uint64_t calls
    if control.stopped:
        return
    if control.max_nodes and control.nodes > control.max_nodes:
        control.nodes = control.max_nodes    # the position that would be one too many is not searched
        control.stopped = NODE_LIMIT
        return
    if control.brief and control.nodes >= control.brief:
        control.stopped = NOT_BRIEF
        return
    # Most nodes take less than a ten-millionth of a second; but while a large table is new, each may wait some
    # milliseconds for the system to find it a page. So few at first, and more as long as they pass fast.
    now = clock()
    if now - control.polled > POLL_SECONDS:
        control.poll_nodes = (control.poll_nodes + 3) // 4
    elif control.nodes - control.polled_nodes >= control.poll_nodes and control.poll_nodes < control.most_poll_nodes:
        control.poll_nodes *= 2
    control.polled = now
    control.polled_nodes = control.nodes
    control.next_poll = control.nodes + control.poll_nodes
    if control.brief and control.next_poll > control.brief:
        control.next_poll = control.brief
    if control.max_nodes and control.next_poll > control.max_nodes:
        control.next_poll = control.max_nodes
    if control.asked != NULL and control.asked[0]:
        control.stopped = ASKED
        return
    if control.current != NULL:
        calls = observe(control.current)
        if calls != control.expected:
            control.expected = calls
            control.stopped = OVERTAKEN
            return
    if control.deadline and now >= control.deadline:
        control.stopped = TIME_LIMIT
        return
    if now >= control.next_signal and not control.deaf:
        control.next_signal = now + SIGNAL_SECONDS
        if check_signals():
            control.stopped = SIGNAL


cdef inline void wait(Control *control) noexcept nogil:
    """Sleeps until there is a reason to stop."""
    while not control.stopped:
        doze()
        poll(control)


cdef inline bint stop(Control *control) noexcept nogil:
    """Counts a node; says whether to give up."""
    control.nodes += 1
    if control.nodes > control.next_poll:
        poll(control)
    return control.stopped != RUNNING
