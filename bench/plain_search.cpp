// A plain exact search: the measure that the ratios of `make yardstick` are taken against.
//
//   c++ -O3 -march=native -o plain_search plain_search.cpp
//   plain_search paranoid|maxn margin|score [TABLE_BITS] < POSITIONS
//
// Paranoid: alpha-beta in null windows, one transposition table of 2^TABLE_BITS entries, one history table.
// Maxn: every play of every node, one table of exact score vectors. Nothing else in either; one thread.
// Reads well-formed positions of the play phase, one a line, in the default layout, and prints for each
// "VALUE NODES SECONDS" from the view of the seat to play (maxn: its own score). Nodes are calls of the search.
// The table is emptied before each position, which is not counted as time.

#include <algorithm>
#include <array>
#include <chrono>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <iostream>
#include <sstream>
#include <string>
#include <vector>

namespace {

using Cells = uint64_t;                          // a set of cells; cell = (rank - 1) * 4 + colour, colours R B Y G
using Vector = std::array<int8_t, 5>;            // a score for every seat

constexpr int MAX_SEATS = 5, MAX_CELLS = 36, MAX_PLAYS = 36, INFINITE = 100, NO_CELL = 63;
constexpr Cells ROW = 0x111111111ull;            // the red row; the others are this shifted by the colour
const std::string COLOURS = "RBYG";

int seats, ranks;

struct State {
    Cells tokens[MAX_SEATS] = {}, occupied = 0;
    uint64_t hand[MAX_SEATS] = {};               // four bits a rank: the number of copies
    uint8_t markers[MAX_SEATS] = {};             // a bit a colour
    int8_t tricks[MAX_SEATS] = {}, bids[MAX_SEATS] = {};
    int8_t seat = 0, played = 0, led = 0, best_seat = 0, best_cell = 0, left = 0;
    bool red_open = false;                       // R5.3
};

Cells bit(int cell) { return Cells(1) << cell; }

Cells legal(const State &s) {
    Cells held = 0;                              // all four cells of every rank in hand
    uint64_t nonzero = s.hand[s.seat];
    nonzero |= nonzero >> 1;
    nonzero = (nonzero | nonzero >> 2) & ROW;
    held = nonzero * 15;
    Cells plays = held & (s.markers[s.seat] * ROW) & ~s.occupied;
    if (s.played == 0 && !s.red_open && (plays & ~ROW)) plays &= ~ROW;
    return plays;
}

// Puts a play into the trick in progress: what it does to the led colour and to who wins so far (R6.2).
void follow(State &s, int cell) {
    const int colour = cell & 3, best_colour = s.best_cell & 3;
    if (s.played == 0) s.led = colour;
    if (s.played == 0 || (colour == best_colour ? cell > s.best_cell : colour == 0)) {
        s.best_seat = s.seat;
        s.best_cell = cell;
    }
    s.played++;
}

void play(State &s, int cell) {
    const int colour = cell & 3, seat = s.seat;
    s.hand[seat] -= uint64_t(1) << (cell & ~3);
    s.tokens[seat] |= bit(cell);
    s.occupied |= bit(cell);
    s.red_open |= colour == 0;
    if (s.played > 0 && colour != s.led) s.markers[seat] &= ~(1 << s.led);   // R5.5
    follow(s, cell);
    if (s.played < seats) {
        s.seat = seat + 1 == seats ? 0 : seat + 1;
        return;
    }
    s.tricks[s.best_seat]++;
    s.seat = s.best_seat;
    s.played = s.led = s.best_seat = s.best_cell = 0;
    s.left--;
}

int largest_group(Cells tokens) {
    int largest = 0;
    while (tokens) {
        Cells group = tokens & -tokens, grown = 0;
        for (;;) {
            grown = group | group << 4 | group >> 4 | (group & ~(ROW << 3)) << 1 | (group & ~ROW) >> 1;
            grown &= tokens;
            if (grown == group) break;
            group = grown;
        }
        largest = std::max(largest, __builtin_popcountll(group));
        tokens &= ~group;
    }
    return largest;
}

Vector scores(const State &s, int paradox) {     // R8
    Vector out = {};
    for (int seat = 0; seat < seats; seat++) {
        const bool bonus = seats == 2 ? s.tricks[seat] <= 4 : s.tricks[seat] == s.bids[seat];
        if (seat == paradox) out[seat] = -s.tricks[seat];
        else out[seat] = s.tricks[seat] + (bonus ? largest_group(s.tokens[seat]) : 0);
    }
    return out;
}

int utility(const Vector &points, int seat, bool margin) {
    if (!margin) return points[seat];
    int other = -INFINITE;
    for (int i = 0; i < seats; i++)
        if (i != seat) other = std::max(other, int(points[i]));
    return points[seat] - other;
}

// Everything that a value can depend on. The owner of a token counts only while its seat can still earn the bonus.
uint64_t key(const State &s) {
    uint64_t h = 0;
    auto mix = [&h](uint64_t word) {
        h = (h ^ word) * 0x9E3779B97F4A7C15ull;
        h ^= h >> 29;
    };
    mix(s.occupied);
    uint64_t small = 0;
    for (int seat = 0; seat < seats; seat++) {
        const bool alive = seats == 2 ? s.tricks[seat] <= 4
                                      : s.tricks[seat] <= s.bids[seat] && s.tricks[seat] + s.left >= s.bids[seat];
        mix(s.hand[seat]);
        mix(alive ? s.tokens[seat] : ~Cells(0));
        small = small << 8 | s.markers[seat] << 4 | s.tricks[seat];
    }
    mix(small);
    mix(uint64_t(s.seat) | s.played << 4 | s.led << 8 | s.best_seat << 12 | s.best_cell << 16 | s.left << 24);
    h ^= h >> 32;
    h *= 0xD6E8FEB86659FD93ull;
    return h ^ h >> 32;
}

uint64_t nodes;

class Paranoid {
  public:
    Paranoid(int bits, bool margin) : table(size_t(1) << bits), mask(table.size() - 1), margin(margin) {}

    int solve(const State &s) {
        seat = s.seat;
        int lower = -INFINITE, upper = INFINITE, value = 0;
        while (lower < upper) {                  // null windows, each beside the bound found last
            const int beta = std::max(value, lower + 1);
            value = search(s, beta);
            (value < beta ? upper : lower) = value;
        }
        return value;
    }

    void clear() {
        std::fill(table.begin(), table.end(), Entry());
        std::memset(history, 0, sizeof history);
    }

  private:
    struct Entry {
        uint64_t key = 0;
        int8_t lower = -INFINITE, upper = INFINITE;
        uint8_t best = NO_CELL;
    };

    // The value if it is below `beta` or not: an upper bound below it, a lower bound otherwise.
    int search(const State &s, int beta) {
        nodes++;
        if (s.left == 0) return utility(scores(s, -1), seat, margin);
        Cells plays = legal(s);
        if (!plays) return utility(scores(s, s.seat), seat, margin);

        const uint64_t k = key(s);
        Entry &entry = table[k & mask];
        int first = NO_CELL;
        if (entry.key == k) {
            if (entry.lower >= beta) return entry.lower;
            if (entry.upper < beta) return entry.upper;
            first = entry.best;
        }

        int order[MAX_PLAYS], count = 0;
        auto *worth = history[s.seat];
        auto comes_before = [=](int a, int b) { return b != first && (a == first || worth[a] > worth[b]); };
        for (; plays; plays &= plays - 1) {
            const int cell = __builtin_ctzll(plays);
            int at = count++;
            for (; at > 0 && comes_before(cell, order[at - 1]); at--) order[at] = order[at - 1];
            order[at] = cell;
        }

        const bool maximising = s.seat == seat;
        int value = maximising ? -INFINITE : INFINITE, best = order[0];
        for (int i = 0; i < count; i++) {
            State child = s;
            play(child, order[i]);
            const int v = search(child, beta);
            if (maximising ? v > value : v < value) {
                value = v;
                best = order[i];
            }
            if (maximising == (value >= beta)) {
                worth[best] += s.left * s.left;
                break;
            }
        }

        Entry &store = table[k & mask];
        if (store.key != k) store = Entry{k, -INFINITE, INFINITE, NO_CELL};
        (value < beta ? store.upper : store.lower) = value;
        store.best = best;
        return value;
    }

    std::vector<Entry> table;
    uint64_t mask;
    bool margin;
    int seat = 0;
    uint64_t history[MAX_SEATS][64] = {};
};

class Maxn {
  public:
    Maxn(int bits, bool margin) : table(size_t(1) << bits), mask(table.size() - 1), margin(margin) {}

    int solve(const State &s) { return search(s)[s.seat]; }

    void clear() { std::fill(table.begin(), table.end(), Entry()); }

  private:
    struct Entry {
        uint64_t key = 0;
        Vector points = {};
    };

    Vector search(const State &s) {
        nodes++;
        if (s.left == 0) return scores(s, -1);
        Cells plays = legal(s);
        if (!plays) return scores(s, s.seat);
        const uint64_t k = key(s);
        const Entry &entry = table[k & mask];
        if (entry.key == k) return entry.points;
        Vector best = {};
        int value = -INFINITE;
        for (; plays; plays &= plays - 1) {      // in canonical order, so that the first of equals is kept (N3)
            State child = s;
            play(child, __builtin_ctzll(plays));
            const Vector points = search(child);
            const int v = utility(points, s.seat, margin);
            if (v > value) {
                value = v;
                best = points;
            }
        }
        table[k & mask] = Entry{k, best};
        return best;
    }

    std::vector<Entry> table;
    uint64_t mask;
    bool margin;
};

std::vector<std::string> split(const std::string &text, char separator) {
    std::vector<std::string> parts;
    std::istringstream in(text);
    for (std::string part; std::getline(in, part, separator);) parts.push_back(part);
    return parts;
}

State parse(const std::string &line) {
    std::istringstream in(line);
    std::string board, hands, markers, tricks, bids, turn;
    in >> board >> hands >> markers >> tricks >> bids >> turn;
    State s;
    const auto rows = split(board, '/'), held = split(hands, '/'), marked = split(markers, '/');
    seats = int(held.size());
    ranks = int(rows[0].size());
    for (int colour = 0; colour < 4; colour++)
        for (int rank = 0; rank < ranks; rank++) {
            const char owner = rows[colour][rank];
            if (owner == '.') continue;
            const int cell = rank * 4 + colour;
            s.occupied |= bit(cell);
            if (owner == '#') continue;
            s.tokens[owner - 'A'] |= bit(cell);
            s.red_open |= colour == 0;
        }
    for (int seat = 0; seat < seats; seat++) {
        for (char rank : held[seat]) s.hand[seat] += uint64_t(1) << (rank - '1') * 4;
        for (int colour = 0; colour < 4; colour++)
            if (marked[seat].find(COLOURS[colour]) != std::string::npos) s.markers[seat] |= 1 << colour;
        s.tricks[seat] = tricks[2 * seat] - '0';
        s.bids[seat] = seats == 2 ? 0 : bids[2 * seat] - '0';
    }
    const int leader = turn[0] - 'A';
    s.left = int(held[leader].size()) - (turn.size() == 1);
    s.seat = leader;
    if (turn.size() > 1)
        for (const auto &text : split(turn.substr(2), ',')) {
            // The play's consequences are on the board already, but for who wins the trick so far.
            follow(s, (text[0] - '1') * 4 + int(COLOURS.find(text[1])));
            s.seat = (s.seat + 1) % seats;
        }
    return s;
}

template <typename Search> void answer_all(Search &search) {
    for (std::string line; std::getline(std::cin, line);) {
        if (line.empty() || line[0] == '#') continue;
        const State state = parse(line);
        search.clear();
        nodes = 0;
        const auto start = std::chrono::steady_clock::now();
        const int value = search.solve(state);
        const std::chrono::duration<double> spent = std::chrono::steady_clock::now() - start;
        std::printf("%d %llu %.6f\n", value, static_cast<unsigned long long>(nodes), spent.count());
        std::fflush(stdout);
    }
}

}  // namespace

int main(int argc, char **argv) {
    const std::string model = argc > 1 ? argv[1] : "", objective = argc > 2 ? argv[2] : "";
    const int bits = argc > 3 ? std::atoi(argv[3]) : 22;
    if ((model != "paranoid" && model != "maxn") || (objective != "margin" && objective != "score") ||
        bits < 1 || bits > 32) {
        std::fprintf(stderr, "usage: plain_search paranoid|maxn margin|score [TABLE_BITS] < POSITIONS\n");
        return 2;
    }
    if (model == "paranoid") {
        Paranoid search(bits, objective == "margin");
        answer_all(search);
    } else {
        Maxn search(bits, objective == "margin");
        answer_all(search);
    }
}
