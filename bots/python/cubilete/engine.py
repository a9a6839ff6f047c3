"""The games themselves, without a server: as environments for programs that learn (docs/engine.md). Needs numpy and the library
libcubilete_engine.so: CUBILETE_ENGINE names the file or its folder; without it the file lies beside this one.
"""

import ctypes
import json
import os
import pathlib
from collections.abc import Iterator, Mapping
from typing import Any

import numpy as np
import numpy.typing as npt

VERSION = 1
OVER, TURN, WINDOW = 0, 1, 2
Values = npt.NDArray[np.int32]
Mask = npt.NDArray[np.uint8]
Option = str | int | bool
Observation = dict[str, Any]

_P, _I, _U64, _TEXT = ctypes.c_void_p, ctypes.c_int, ctypes.c_uint64, ctypes.c_char_p
_FUNCTIONS: dict[str, tuple[Any, list[Any]]] = {
    "version": (_I, []), "error": (_TEXT, []),
    "rules_new": (_P, [_TEXT, _TEXT, _I]), "rules_free": (None, [_P]), "seats": (_I, [_P]), "actions": (_I, [_P]), "observation_size": (_I, [_P]),
    "layout": (_TEXT, [_P]), "action_text": (_TEXT, [_P, _I]), "action_number": (_I, [_P, _TEXT]),
    "match_new": (_P, [_P]), "match_free": (None, [_P]), "reset": (_I, [_P, _U64, _I]), "copy": (_I, [_P, _P]),
    "to_act": (ctypes.c_uint32, [_P]), "wait": (_I, [_P]), "turn": (_I, [_P]), "mask": (_I, [_P, _I, _P]), "legal": (_I, [_P, _I, _P, _I]),
    "observe": (_I, [_P, _I, _P]), "step": (_I, [_P, _I, _I]), "step_given": (_I, [_P, _I, _I, _TEXT]), "outcomes": (_TEXT, [_P, _I, _I]),
    "expire": (_I, [_P]), "result": (_I, [_P, _P, _P, _P]), "store_size": (ctypes.c_size_t, [_P]), "store": (_I, [_P, _P, ctypes.c_size_t]),
    "restore": (_I, [_P, _TEXT, ctypes.c_size_t]), "keep_hash": (None, [_P, _I]), "log_hash": (_TEXT, [_P]),
    "batch_new": (_P, [_P, _I]), "batch_free": (None, [_P]), "batch_reset": (_I, [_P, _U64, _P, _P, _P]),
    "batch_step": (_I, [_P, _P, _P, _P, _P, _P, _P, _P]), "bare_rules": (ctypes.c_int64, [_P, ctypes.c_int64, _U64]),
}


class EngineError(ValueError):
    """The request is not possible: an illegal action, unknown options. Nothing has changed."""


def _library_path() -> str:
    name = "libcubilete_engine.so"
    if not (named := os.environ.get("CUBILETE_ENGINE")):
        beside = pathlib.Path(__file__).with_name(name)
        return str(beside) if beside.exists() else name
    path = pathlib.Path(named).absolute()
    if path.is_dir():
        path /= name
    if not path.exists():
        raise ImportError(f"CUBILETE_ENGINE is {named}, but there is no {path}")
    return str(path)


def _load() -> ctypes.CDLL:
    path = _library_path()
    try:
        library = ctypes.CDLL(path)
    except OSError as error:
        raise ImportError(f"{error}\nThe library is made by `cmake --build build/release --target engine_library`; "
                          "set CUBILETE_ENGINE to build/release/libcubilete_engine.so (docs/engine.md).") from error
    for name, (result, arguments) in _FUNCTIONS.items():
        function = getattr(library, f"cubilete_{name}")
        function.restype, function.argtypes = result, arguments
    if library.cubilete_version() != VERSION:
        raise ImportError(f"{path} has version {library.cubilete_version()}, not {VERSION}")
    return library


_C = _load()


def _text(found: bytes | None) -> str:
    if found is None:
        raise EngineError(_C.cubilete_error().decode())
    return found.decode()


def _checked(number: int) -> int:
    if number < 0:
        raise EngineError(_C.cubilete_error().decode())
    return number


class _Owner:
    """Owns what the library has made, which another object or process cannot take over."""

    handle: int | None = None

    def __reduce_ex__(self, _: Any) -> Any:
        raise TypeError(f"{type(self).__name__} cannot be pickled; Match.copy() copies a match, Match.store() gives its bytes")


class Rules(_Owner):
    """A game, its options and a number of seats: without one, the least of the game."""

    def __init__(self, game: str, seats: int | None = None, options: Mapping[str, Option] | None = None) -> None:
        self.handle = _C.cubilete_rules_new(game.encode(), json.dumps(dict(options or {})).encode(), seats or 0)
        if not self.handle:
            raise EngineError(_C.cubilete_error().decode())
        self.game = game
        self.seats: int = _C.cubilete_seats(self.handle)
        self.actions: int = _C.cubilete_actions(self.handle)
        self.observation_size: int = _C.cubilete_observation_size(self.handle)
        self.layout: dict[str, Any] = json.loads(_C.cubilete_layout(self.handle))
        #: Where each field of an observation is: observation[rules.fields["dice"]].
        self.fields = {field["name"]: slice(field["at"], field["at"] + field["count"]) for field in self.layout["fields"]}

    def __del__(self) -> None:
        if self.handle:
            _C.cubilete_rules_free(self.handle)

    def move(self, action: int) -> Any:
        """The move in the long form of the protocol."""
        return json.loads(_text(_C.cubilete_action_text(self.handle, action)))

    def action(self, move: Any) -> int:
        """The action of a move in the long or the listed form of the protocol."""
        return _checked(_C.cubilete_action_number(self.handle, json.dumps(move).encode()))

    def play_bare(self, moves: int, seed: int) -> int:
        """Plays random moves by the rules alone, to compare speeds; returns how many matches ended."""
        return _checked(_C.cubilete_bare_rules(self.handle, moves, seed))


class Match(_Owner):
    """One match: every function of the library, for searches and tables of values."""

    def __init__(self, rules: Rules, seed: int = 0, first: int = -1, *, keep_hash: bool = False) -> None:
        self.rules = rules
        self.handle = _C.cubilete_match_new(rules.handle)
        _C.cubilete_keep_hash(self.handle, keep_hash)
        self.reset(seed, first)

    def __del__(self) -> None:
        if self.handle:
            _C.cubilete_match_free(self.handle)

    def reset(self, seed: int, first: int = -1) -> None:
        _checked(_C.cubilete_reset(self.handle, seed, first))

    def copy_from(self, other: "Match") -> None:
        _checked(_C.cubilete_copy(self.handle, other.handle))

    def copy(self) -> "Match":
        made = Match(self.rules)
        made.copy_from(self)
        return made

    @property
    def wait(self) -> int:
        """OVER, TURN or WINDOW."""
        return int(_C.cubilete_wait(self.handle))

    @property
    def turn(self) -> int:
        """The seat in turn, or -1."""
        return int(_C.cubilete_turn(self.handle))

    @property
    def to_act(self) -> list[int]:
        bits = _C.cubilete_to_act(self.handle)
        return [seat for seat in range(self.rules.seats) if bits >> seat & 1]

    def mask(self, seat: int) -> Mask:
        mask = np.empty(self.rules.actions, np.uint8)
        _checked(_C.cubilete_mask(self.handle, seat, mask.ctypes.data))
        return mask

    def legal(self, seat: int) -> list[int]:
        """The legal actions in the order of the protocol; the first is the clock's."""
        found = (ctypes.c_int32 * 256)()
        count = _checked(_C.cubilete_legal(self.handle, seat, found, 256))
        if count > 256:
            found = (ctypes.c_int32 * count)()
            _C.cubilete_legal(self.handle, seat, found, count)
        return found[:count]

    def observe(self, viewer: int = -1) -> Values:
        """Returns the observation of the seat, or of a spectator (-1)."""
        values = np.empty(self.rules.observation_size, np.int32)
        _checked(_C.cubilete_observe(self.handle, viewer, values.ctypes.data))
        return values

    def step(self, seat: int, action: int, draws: list[Any] | None = None) -> None:
        """Plays an action; `draws` are its first draws, as records have them, in place of those of the seed."""
        if draws is None:
            _checked(_C.cubilete_step(self.handle, seat, action))
        else:
            _checked(_C.cubilete_step_given(self.handle, seat, action, json.dumps(draws).encode()))

    def outcomes(self, seat: int, action: int) -> list[tuple[float, list[Any]]]:
        """The possible results of the first draw of an action, with their probabilities."""
        return [(p, draws) for p, draws in json.loads(_text(_C.cubilete_outcomes(self.handle, seat, action)))]

    def expire(self) -> None:
        _checked(_C.cubilete_expire(self.handle))

    def result(self) -> tuple[list[int], list[int], list[float]]:
        """Places, scores and shares of the win, by seat."""
        seats = self.rules.seats
        places, scores, rewards = (ctypes.c_int32 * seats)(), (ctypes.c_int32 * seats)(), (ctypes.c_float * seats)()
        _checked(_C.cubilete_result(self.handle, places, scores, rewards))
        return places[:], scores[:], rewards[:]

    def store(self) -> bytes:
        bytes_of = ctypes.create_string_buffer(_C.cubilete_store_size(self.rules.handle))
        _checked(_C.cubilete_store(self.handle, bytes_of, len(bytes_of)))
        return bytes_of.raw

    def restore(self, stored: bytes) -> None:
        _checked(_C.cubilete_restore(self.handle, stored, len(stored)))

    def log_hash(self) -> str:
        return _text(_C.cubilete_log_hash(self.handle))


class Env:
    """A match between agents "seat_0", "seat_1", …, with the names of PettingZoo's AEC environments. In place of an action, seats that are
    not in turn may let the others act: the last action. `match` is another object after each step: an exception, also one that interrupts
    a step, leaves everything as it was.
    """

    metadata = {"name": "cubilete", "render_modes": []}

    def __init__(self, game: str, seats: int = 2, options: Mapping[str, Option] | None = None) -> None:
        self.rules = Rules(game, seats, options)
        self.possible_agents = [f"seat_{seat}" for seat in range(seats)]
        self.match: Match
        self.agents: list[str]
        self.agent_selection: str
        self.rewards: dict[str, float]
        self.terminations: dict[str, bool]
        self.truncations = dict.fromkeys(self.possible_agents, False)
        self.infos: dict[str, dict[str, Any]]
        self._passed: frozenset[int]
        self.reset(0)

    def reset(self, seed: int | None = None, options: Mapping[str, Any] | None = None) -> None:
        self._go_on(Match(self.rules, int.from_bytes(os.urandom(6), "big") if seed is None else seed), frozenset())

    def action_mask(self, agent: str) -> Mask:
        seat = self.possible_agents.index(agent)
        mask = np.zeros(self.rules.actions + 1, np.uint8)
        if agent == self.agent_selection and self.match.wait != OVER:
            mask[:-1] = self.match.mask(seat)
            mask[-1] = self.match.turn != seat
        return mask

    def observe(self, agent: str) -> Observation:
        return {"observation": self.match.observe(self.possible_agents.index(agent)), "action_mask": self.action_mask(agent)}

    def last(self, observe: bool = True) -> tuple[Observation | None, float, bool, bool, dict[str, Any]]:
        agent = self.agent_selection
        return (self.observe(agent) if observe else None, self.rewards[agent], self.terminations[agent], self.truncations[agent],
                self.infos[agent])

    def agent_iter(self, max_iter: int = 2**63) -> Iterator[str]:
        while self.agents and max_iter > 0:
            yield self.agent_selection
            max_iter -= 1

    def step(self, action: int | None) -> None:
        if self.terminations[self.agent_selection]:
            if action is not None:
                raise EngineError("the match is over: the action is None")
            left = [agent for agent in self.agents if agent != self.agent_selection]
            vars(self).update(agents=left, agent_selection=left[0] if left else self.agent_selection)
            return
        seat = self.possible_agents.index(self.agent_selection)
        match, passed = self.match.copy(), self._passed | {seat}
        if action != self.rules.actions or match.turn == seat:
            match.step(seat, -1 if action is None else int(action))
            passed = frozenset()
        self._go_on(match, passed)

    def _go_on(self, match: Match, passed: frozenset[int]) -> None:
        """Takes the match and what follows from it, all at once."""
        asked = None
        while match.wait != OVER and asked is None:
            free = [seat for seat in match.to_act if seat not in passed and seat != match.turn]
            if free or match.turn >= 0:
                asked = free[0] if free else match.turn
            else:
                match.expire()
                passed = frozenset()
        agents = self.possible_agents
        places, scores, rewards = match.result() if asked is None else ([], [], [0.0] * len(agents))
        vars(self).update(
            match=match, _passed=passed, agents=agents[:], agent_selection=agents[asked or 0],
            rewards=dict(zip(agents, rewards, strict=True)), terminations=dict.fromkeys(agents, asked is None),
            infos={agent: {"place": places[seat], "score": scores[seat]} if places else {} for seat, agent in enumerate(agents)})


class SoloEnv:
    """A game for one, with the names of Gymnasium. The rewards add up to the score."""

    def __init__(self, game: str, options: Mapping[str, Option] | None = None) -> None:
        self.rules = Rules(game, 1, options)
        self.match = Match(self.rules)
        self._score = self.rules.fields["score"].start

    def reset(self, *, seed: int | None = None, options: Mapping[str, Any] | None = None) -> tuple[Values, dict[str, Any]]:
        self.match.reset(int.from_bytes(os.urandom(6), "big") if seed is None else seed)
        return self.match.observe(0), {"action_mask": self.match.mask(0)}

    def step(self, action: int) -> tuple[Values, float, bool, bool, dict[str, Any]]:
        before = self.match.observe(0)[self._score]
        self.match.step(0, int(action))
        values = self.match.observe(0)
        return values, float(values[self._score] - before), self.match.wait == OVER, False, {"action_mask": self.match.mask(0)}


class VecEnv(_Owner):
    """Many matches at once, each of which begins again when it is over. step() fills the same arrays each time:

    seats[i] is asked in match i, observations[i] is what it sees, masks[i] its actions, of which the last lets others act. If the
    last action ended a match, over[i] is 1, rewards[i] are the shares of the win and scores[i] the points, by seat; the other
    arrays are already of the next match.
    """

    def __init__(self, game: str, n: int, options: Mapping[str, Option] | None = None, seed: int = 0, seats: int | None = None) -> None:
        self.rules = Rules(game, seats, options)
        self.n = n
        self.handle = _C.cubilete_batch_new(self.rules.handle, n)
        if not self.handle:
            raise EngineError(_C.cubilete_error().decode())
        self.seats = np.zeros(n, np.int32)
        self.observations = np.zeros((n, self.rules.observation_size), np.int32)
        self.masks = np.zeros((n, self.rules.actions + 1), np.uint8)
        self.over = np.zeros(n, np.uint8)
        self.rewards = np.zeros((n, self.rules.seats), np.float32)
        self.scores = np.zeros((n, self.rules.seats), np.int32)
        # Kept even if an attribute gets another value: the library writes to them.
        self._arrays: list[npt.NDArray[Any]] = [self.seats, self.observations, self.masks, self.over, self.rewards, self.scores]
        places = [array.ctypes.data for array in self._arrays]
        self._asked, self._ends = places[:3], places[3:]
        self.reset(seed)

    def __del__(self) -> None:
        if self.handle:
            _C.cubilete_batch_free(self.handle)

    def reset(self, seed: int) -> None:
        """Match i begins with seed + i, and after each end with a seed larger by n."""
        _checked(_C.cubilete_batch_reset(self.handle, seed, *self._asked))

    def step(self, actions: npt.NDArray[np.integer[Any]]) -> None:
        """One action for each match. Raises EngineError if one is illegal; then nothing has happened."""
        chosen = np.ascontiguousarray(actions, np.int32)
        if chosen.shape != (self.n,):
            raise EngineError(f"there are {self.n} matches")
        _checked(_C.cubilete_batch_step(self.handle, chosen.ctypes.data, *self._asked, *self._ends))
