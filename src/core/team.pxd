"""What the threads that search one position together tell each other.

They share the table, and each asks its own question. The leader closes in on the value from above, so each helper is
some steps ahead: when the leader comes to a helper's question, the table has most of the answer, and the helper goes
on to a later one. The leader's answers depend on proven bounds alone, so they are those of a search by one thread.
"""

from libc.stdint cimport uint64_t

from core.bits cimport load, save

cdef enum:
    EVERY_PLAY = 1000                        # instead of a question: the value of each play is wanted
    NOTHING = 2000                           # no questions for helpers (any more)

cdef struct Team:
    uint64_t question                        # the leader's beta, with QUESTION_OFFSET; or one of the above
    uint64_t number                          # how many questions the leader has asked

cdef enum:
    QUESTION_OFFSET = 500                    # so that what is stored is not negative


cdef inline void announce(Team *team, int question) noexcept nogil:
    """The leader tells the helpers what it asks now."""
    if team != NULL:
        save(&team.question, question + QUESTION_OFFSET)
        save(&team.number, team.number + 1)


cdef inline int announced(const Team *team) noexcept nogil:
    """What the leader asks now."""
    return <int>load(&team.question) - QUESTION_OFFSET
