/* The rules of the games as a library with a plain C interface (docs/engine.md). No exception leaves it, it opens no file and no
 * socket, and it starts no thread.
 *
 * A function that can fail returns a null pointer or a negative number then, has changed nothing, and cubilete_error() says why.
 * Texts are UTF-8 and end with 0. A `const char*` that is returned stays valid until the next call on this thread.
 */
#ifndef CUBILETE_ENGINE_H
#define CUBILETE_ENGINE_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

#define CUBILETE_API __attribute__((visibility("default")))

/* Rises when a program that was compiled with an older header would no longer work. */
#define CUBILETE_ENGINE_VERSION 1

typedef struct cubilete_rules cubilete_rules; /* a game, its options and a number of seats; only read, by any thread */
typedef struct cubilete_match cubilete_match; /* one match; one thread at a time */
typedef struct cubilete_batch cubilete_batch; /* many matches; one thread at a time */

CUBILETE_API int cubilete_version(void);
CUBILETE_API const char* cubilete_error(void); /* of the last failure on this thread */

/* ---- rules: `options` is a JSON object as in the protocol; the others get their defaults. 0 seats: the least of the game */
CUBILETE_API cubilete_rules* cubilete_rules_new(const char* game, const char* options, int seats);
CUBILETE_API void cubilete_rules_free(cubilete_rules* rules); /* after its matches and batches */
CUBILETE_API int cubilete_seats(const cubilete_rules* rules);
/* How many actions may be listed; they are numbered from 0 (docs/engine.md). Larger numbers than this one are moves that are legal, but
 * never listed. */
CUBILETE_API int cubilete_actions(const cubilete_rules* rules);
/* Returns the move in the long form of the protocol; null for a number that is none. */
CUBILETE_API const char* cubilete_action_text(const cubilete_rules* rules, int action);
/* Returns the action of a move as JSON, in the long or the listed form, whether or not it is legal now. */
CUBILETE_API int cubilete_action_number(const cubilete_rules* rules, const char* move);
/* An observation is so many values of 32 bits; the layout is a JSON object that names them. */
CUBILETE_API int cubilete_observation_size(const cubilete_rules* rules);
CUBILETE_API const char* cubilete_layout(const cubilete_rules* rules);

/* ---- one match; it begins with the dice of seed 0 */
CUBILETE_API cubilete_match* cubilete_match_new(const cubilete_rules* rules);
CUBILETE_API void cubilete_match_free(cubilete_match* match);
/* Starts another match. `first` is the seat that starts, or -1: as the option `starter` says. */
CUBILETE_API int cubilete_reset(cubilete_match* match, uint64_t seed, int first);
/* Makes `match` a copy of another one of the same rules, its next dice included. */
CUBILETE_API int cubilete_copy(cubilete_match* match, const cubilete_match* from);
/* Bit s is set if seat s may act. */
CUBILETE_API uint32_t cubilete_to_act(const cubilete_match* match);
/* Returns which wait a server's clock would run: 0 none, the match is over; 1 a turn; 2 a window. */
CUBILETE_API int cubilete_wait(const cubilete_match* match);
/* The seat in turn, or -1. */
CUBILETE_API int cubilete_turn(const cubilete_match* match);
/* Sets one byte for each action: 1 if the seat may take it. */
CUBILETE_API int cubilete_mask(const cubilete_match* match, int seat, uint8_t* mask);
/* Writes the legal actions in the order of the protocol, the clock's first, at most `most`; returns their number. */
CUBILETE_API int cubilete_legal(const cubilete_match* match, int seat, int32_t* actions, int most);
/* Writes what a seat sees, or a spectator (-1). */
CUBILETE_API int cubilete_observe(const cubilete_match* match, int viewer, int32_t* values);
CUBILETE_API int cubilete_step(cubilete_match* match, int seat, int action);
/* Takes the action with these results of its first draws, `[{"dice":[6,6,6]}]`; only further ones come from
 * the seed. All given ones must be used. */
CUBILETE_API int cubilete_step_given(cubilete_match* match, int seat, int action, const char* draws);
/* The possible results of the first draw of an action as JSON: `[[p,[{"dice":[1,1,1]}]],…]`, dice in ascending order, p their
 * probability; `[]` if it draws nothing. Fails for a shuffle. */
CUBILETE_API const char* cubilete_outcomes(const cubilete_match* match, int seat, int action);
/* Lets the wait run out, as the clock of a server does. */
CUBILETE_API int cubilete_expire(cubilete_match* match);
/* Of a match that is over, one value for each seat; each pointer may be null. A reward is the share of the win. */
CUBILETE_API int cubilete_result(const cubilete_match* match, int32_t* places, int32_t* scores, float* rewards);
/* The state and the next dice as bytes, for this version of the library on this kind of machine. restore() takes only bytes
 * that store() made of a match of the same rules; it finds other versions, games, options and sizes, but not changed bytes. */
CUBILETE_API size_t cubilete_store_size(const cubilete_rules* rules);
CUBILETE_API int cubilete_store(const cubilete_match* match, void* bytes, size_t size);
CUBILETE_API int cubilete_restore(cubilete_match* match, const void* bytes, size_t size);
/* From the next reset on, computes the hash of the log that `cubilete play --stdio` has as well. */
CUBILETE_API void cubilete_keep_hash(cubilete_match* match, int keep);
CUBILETE_API const char* cubilete_log_hash(const cubilete_match* match);

/* ---- many matches at once. Match i begins with seed + i; when it is over it begins again, with a seed larger by the number of matches.
 * In each match one seat is asked. Where several may act, those who are not in turn are asked first, and may let the others act:
 * that is one more action, with the number cubilete_actions(). A window runs out when all have let it pass. */
CUBILETE_API cubilete_batch* cubilete_batch_new(const cubilete_rules* rules, int matches);
CUBILETE_API void cubilete_batch_free(cubilete_batch* batch);
/* Both write per match: `seats` who is asked, `values` what it sees, `mask` cubilete_actions() + 1 bytes. */
CUBILETE_API int cubilete_batch_reset(cubilete_batch* batch, uint64_t seed, int32_t* seats, int32_t* values, uint8_t* mask);
/* Takes one action in each match. For a match that ended with it, `over` is 1, and `rewards` and `scores` have its result, by
 * seat; the others get 0. If one action is illegal, nothing happens in any match. Where memory ran out, reset the batch: some
 * matches may be ahead of the others. */
CUBILETE_API int cubilete_batch_step(cubilete_batch* batch, const int32_t* actions, int32_t* seats, int32_t* values, uint8_t* mask,
                                     uint8_t* over, float* rewards, int32_t* scores);

/* Plays so many random moves by the rules alone, to compare. Returns the number of matches that ended. */
CUBILETE_API int64_t cubilete_bare_rules(const cubilete_rules* rules, int64_t moves, uint64_t seed);

#ifdef __cplusplus
}
#endif

#endif
