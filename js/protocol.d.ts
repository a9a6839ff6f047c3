// The protocol's messages. Made by tools/protocol.py of protocol/protocol.json; do not edit.

/** The client's id for its request; 7 and "7" are different ids */
export type RequestId = number | string;
/** The face drawn for a player: face * 8 + colour, 12 faces and 8 colours */
export type RequestAvatar = number;
/** Identifies the player; the first message on a connection */
export type HelloRequest = {
  t: "hello";
  id: RequestId;
  v: number;
  token?: string | null;
  device?: string | null;
  name?: string | null;
  avatar?: RequestAvatar | null;
  lang?: string | null;
  bot?: boolean | null;
  agent?: string | null;
  /** 1 or more: the client takes part in provable dice */
  dice?: number | null;
};
/** Asks for a code that lets another device become this player */
export type DeviceOfferRequest = {
  t: "device.offer";
  id: RequestId;
};
/** Changes the player's name or avatar */
export type RenameRequest = {
  t: "rename";
  id: RequestId;
  name: string;
  /** Without it the present one stays */
  avatar?: RequestAvatar | null;
};
/** Asks for all data that is stored about the player */
export type MeExportRequest = {
  t: "me.export";
  id: RequestId;
  /** The `next` of the previous page */
  after?: string | null;
};
export type RequestGame = string;
export type RequestMatch = string;
/** Asks for the player's finished matches, private ones included */
export type MeMatchesRequest = {
  t: "me.matches";
  id: RequestId;
  game?: RequestGame | null;
  /** The `next` of the previous page */
  before?: RequestMatch | null;
};
/** Lists the rooms where the player has a seat, and whose turn it is */
export type MeTablesRequest = {
  t: "me.tables";
  id: RequestId;
};
/** Removes the player from the leaderboards, or adds the player again */
export type MeBoardRequest = {
  t: "me.board";
  id: RequestId;
  on?: boolean | null;
};
/** Deletes the player */
export type MeDeleteRequest = {
  t: "me.delete";
  id: RequestId;
};
/** Lists the public rooms, then pushes each change */
export type LobbyWatchRequest = {
  t: "lobby.watch";
  id: RequestId;
  game?: RequestGame | null;
  limit?: number | null;
};
/** The code of a room; small letters count as capitals */
export type RequestRoom = string;
/** Lists more of a game's public rooms, once */
export type LobbyListRequest = {
  t: "lobby.list";
  id: RequestId;
  game: RequestGame;
  after?: RequestRoom | null;
  limit?: number | null;
};
/** Ends the pushes of lobby.watch */
export type LobbyUnwatchRequest = {
  t: "lobby.unwatch";
  id: RequestId;
  game?: RequestGame | null;
};
/** Where only those who know a word may open tables: that word */
export type RequestHouseWord = string;
/** Seats the player with strangers */
export type QuickMatchRequest = {
  t: "quick.match";
  id: RequestId;
  game: RequestGame;
  /** A built-in bot may join if no other player does */
  bots?: boolean | null;
  word?: RequestHouseWord | null;
};
export type RequestPassword = string;
/** Creates a room with the player as its host */
export type RoomCreateRequest = {
  t: "room.create";
  id: RequestId;
  game: RequestGame;
  options?: object | null;
  seats?: number | null;
  public?: boolean | null;
  password?: RequestPassword | null;
  clock?: {
    /** Milliseconds for a turn; 0 for no clock */
    turn_ms: 0 | number;
  } | null;
  bots?: boolean | null;
  spectators?: boolean | null;
  hints?: boolean | null;
  /** null: if two or more people sit at the start */
  witness?: boolean | null;
  word?: RequestHouseWord | null;
};
/** Asks for the cup of the day, and for yesterday's field */
export type CupTodayRequest = {
  t: "cup.today";
  id: RequestId;
};
/** Begins the player's match in the cup of the day, or goes back to it */
export type CupPlayRequest = {
  t: "cup.play";
  id: RequestId;
};
/** Asks for a decision to practise */
export type PracticeNextRequest = {
  t: "practice.next";
  id: RequestId;
  /** This one, whether or not it is due */
  position?: string | null;
  game?: RequestGame | null;
};
/** Decides in a position, and asks what each choice is worth */
export type PracticeAnswerRequest = {
  t: "practice.answer";
  id: RequestId;
  position: string;
  /** One of its choices, or another legal move in the long form */
  move: object;
};
/** Makes a move; a message id is carried out once, however often it is sent */
export type MoveRequest = {
  t: "move";
  id: RequestId;
  room: RequestRoom;
  match: RequestMatch;
  /** The prompt that the seat answers: you.n of the latest push */
  n: number;
  /** One of you.moves, or its long form */
  move: Move | ListedMove;
};
/** A link of a chain of secrets, in hexadecimal digits */
export type RequestDiceValue = string;
/** Gives the next value of the seat's chain, for the entry of a dice.ask */
export type DiceGiveRequest = {
  t: "dice.give";
  id: RequestId;
  room: RequestRoom;
  match: RequestMatch;
  seq: number;
  value: RequestDiceValue;
};
/** Adds a line to the chat */
export type RoomChatRequest = {
  t: "room.chat";
  id: RequestId;
  room: RequestRoom;
  text: string;
};
export type RequestSeat = number;
/** Joins a room, resumes one, or asks for missed pushes */
export type RoomJoinRequest = {
  t: "room.join";
  id: RequestId;
  room: RequestRoom;
  as?: "player" | "spectator" | null;
  seat?: RequestSeat | null;
  password?: RequestPassword | null;
  seen?: {
    match: RequestMatch;
    seq: number;
  } | null;
};
/** Leaves a room */
export type RoomLeaveRequest = {
  t: "room.leave";
  id: RequestId;
  room: RequestRoom;
};
/** Takes another seat, or leaves the seat */
export type RoomSeatRequest = {
  t: "room.seat";
  id: RequestId;
  room: RequestRoom;
  /** null: stand up */
  seat: RequestSeat | null;
};
/** Sets whether the player is ready to start */
export type RoomReadyRequest = {
  t: "room.ready";
  id: RequestId;
  room: RequestRoom;
  ready: boolean;
};
/** Changes a room's game, options or settings */
export type RoomSetRequest = {
  t: "room.set";
  id: RequestId;
  room: RequestRoom;
  game?: RequestGame | null;
  options?: object | null;
  seats?: number | null;
  public?: boolean | null;
  password?: RequestPassword | null;
  clock?: {
    /** Milliseconds for a turn; 0 for no clock */
    turn_ms: 0 | number;
  } | null;
  bots?: boolean | null;
  spectators?: boolean | null;
  hints?: boolean | null;
  /** null: if two or more people sit at the start */
  witness?: boolean | null;
};
/** Adds a built-in bot to a seat, or removes it */
export type RoomBotRequest = {
  t: "room.bot";
  id: RequestId;
  room: RequestRoom;
  seat: RequestSeat;
  /** null: remove the bot */
  level: "easy" | "medium" | "hard" | null;
};
/** Starts the match */
export type RoomStartRequest = {
  t: "room.start";
  id: RequestId;
  room: RequestRoom;
};
/** Agrees to the next match */
export type RoomRematchRequest = {
  t: "room.rematch";
  id: RequestId;
  room: RequestRoom;
};
export type RequestPlayer = string;
/** Removes a player from the room */
export type RoomKickRequest = {
  t: "room.kick";
  id: RequestId;
  room: RequestRoom;
  player: RequestPlayer;
};
/** Removes a player from the room for good */
export type RoomBanRequest = {
  t: "room.ban";
  id: RequestId;
  room: RequestRoom;
  player: RequestPlayer;
};
/** Votes to free an absent player's seat */
export type RoomVoteOutRequest = {
  t: "room.vote_out";
  id: RequestId;
  room: RequestRoom;
  player: RequestPlayer;
};
/** Asks for a built-in bot to play for a player who has been away for a minute */
export type RoomStandInRequest = {
  t: "room.stand_in";
  id: RequestId;
  room: RequestRoom;
  player: RequestPlayer;
};
/** Makes another player the host */
export type RoomHostRequest = {
  t: "room.host";
  id: RequestId;
  room: RequestRoom;
  player: RequestPlayer;
};
/** Tells the operator of the server of a player, who does not learn of it */
export type RoomReportRequest = {
  t: "room.report";
  id: RequestId;
  room: RequestRoom;
  player: RequestPlayer;
  about: "chat" | "name" | "play";
  text?: string | null;
};
/** Asks for the expected value of each legal move */
export type HintRequest = {
  t: "hint";
  id: RequestId;
  room: RequestRoom;
};
/** Commits the seat to a chain of secrets, before a match begins */
export type DiceTipRequest = {
  t: "dice.tip";
  id: RequestId;
  room: RequestRoom;
  match: RequestMatch;
  tip: RequestDiceValue;
};
/** Gives the first value of the seat's chain, for all dice of the match */
export type DiceRevealRequest = {
  t: "dice.reveal";
  id: RequestId;
  room: RequestRoom;
  match: RequestMatch;
  value: RequestDiceValue;
};
/** Shows the others that the player shakes the cup */
export type DiceShakeRequest = {
  t: "dice.shake";
  id: RequestId;
  room: RequestRoom;
};
/** The client's id for its request; 7 and "7" are different ids */
export type Id = number | string;
/** To a request without a reply of its own */
export type PlainReply = {
  t: "ok";
  re: Id;
};
export type Player = {
  id: PlayerId;
  name: string;
  bot: boolean;
  /** Only if the player has ever chosen one */
  avatar?: Avatar;
};
export type PlayerId = string;
/** The face drawn for a player: face * 8 + colour, 12 faces and 8 colours */
export type Avatar = number;
/** A catalogue entry */
export type Game = {
  id: string;
  title: string;
  seats: {
    min: number;
    max: number;
  };
  version: number;
  turn_ms: number;
  minutes: number;
  options: Option[];
};
/** An option that a room may set, by kind */
export type Option = {
  name: string;
  kind: "choice" | "integer" | "flag";
  choices?: string[];
  min?: number;
  max?: number;
  values?: number[];
  default: string | number | boolean;
  /** By earlier option and its choice: the default in this case */
  default_where?: {[name: string]: Options};
};
export type RoomCode = string;
/** The reply to hello */
export type HelloReply = {
  t: "ok";
  re: Id;
  v: number;
  player: Player;
  /** Of a new guest or of another device of a player */
  token?: string;
  server: {
    name: string;
    version: string;
    id: string;
  };
  /** On the server's own machine: where others reach it */
  reach?: string[];
  games: Game[];
  /** Where the player has a seat */
  rooms: RoomCode[];
};
export type Count = number;
/** The reply to device.offer */
export type DeviceOfferReply = {
  t: "ok";
  re: Id;
  code: string;
  expires_ms: Count;
};
/** The reply to rename */
export type RenameReply = {
  t: "ok";
  re: Id;
  player: Player;
};
/** The data stored about a player, for the player */
export type OwnPlayer = {
  id: string;
  name: string;
  bot: boolean;
  since_ms: Count;
  lang: string;
  agent: string;
  /** The player may appear on the leaderboards */
  board: boolean;
  avatar?: Avatar;
};
export type OwnDecree = {
  kind: string;
  text: string;
  at_ms: Count;
  /** null: forever */
  until_ms: Count | null;
};
export type OwnReport = {
  room: RoomCode;
  player: PlayerId;
  about: string;
  text: string;
  at_ms: Count;
};
export type OwnCup = {
  day: number;
  match: MatchId;
  /** null unless it is finished */
  points: number | null;
};
export type MatchId = string;
export type OwnPosition = {
  position: string;
  times_right: number;
  /** When it comes back; in the past once it was right twice */
  due_ms: Count;
};
export type OwnLine = {
  room: RoomCode;
  text: string;
  at_ms: Count;
};
export type OwnMatch = {
  id: MatchId;
  game: string;
  started_ms: Count;
  /** null during the match */
  ended_ms: Count | null;
  seat: Seat;
  name: string;
  /** null during the match and if it was abandoned */
  place: number | null;
  /** null during the match and if it was abandoned */
  score: number | null;
  won: boolean;
  /** The player's own decisions, if they were valued exactly */
  decisions?: Count;
  /** By these decisions, in millionths of the analysis' unit */
  given_away?: Count;
};
export type Seat = number;
/** The reply to me.export */
export type MeExportReply = {
  t: "ok";
  re: Id;
  player?: OwnPlayer;
  /** What the operator of the server has decreed about the player */
  decrees?: OwnDecree[];
  /** What the player has reported of others */
  reports?: OwnReport[];
  /** What the player has played in the cup of the day */
  cup?: OwnCup[];
  /** The decisions that the player practises */
  practice?: OwnPosition[];
  /** Where the player has a seat */
  rooms?: RoomCode[];
  chat?: OwnLine[];
  matches: OwnMatch[];
  /** The `after` of the next page */
  next: MatchId | null;
};
/** A finished match as lists show it */
export type PlayedMatch = {
  id: MatchId;
  game: string;
  started_ms: Count;
  ended_ms: Count;
  seats: ({
    id: PlayerId | null;
    name: string;
    bot: boolean;
    avatar?: Avatar;
  })[];
  result: object;
  public: boolean;
};
/** The reply to me.matches */
export type MeMatchesReply = {
  t: "ok";
  re: Id;
  matches: PlayedMatch[];
  /** The `before` of the next page */
  next: MatchId | null;
};
export type SeatedRoomSummary = {
  room: RoomCode;
  game: string;
  phase: Phase;
  /** Names, in the order of the seats */
  players: string[];
  your_turn: boolean;
  /** The name of the player whose turn it is */
  turn?: string;
  /** Only at a table of the day's cup */
  cup?: number;
};
export type Phase = "waiting" | "playing" | "finished";
/** The reply to me.tables */
export type MeTablesReply = {
  t: "ok";
  re: Id;
  tables: SeatedRoomSummary[];
};
/** The reply to me.board */
export type MeBoardReply = {
  t: "ok";
  re: Id;
  /** The player may appear on the leaderboards */
  on: boolean;
};
/** A public room as the lobby shows it */
export type RoomLine = {
  room: RoomCode;
  game: string;
  options: Options;
  phase: Phase;
  /** The host's name */
  host: string;
  taken: Count;
  seats: Count;
  spectators: Count;
  clock: {
    turn_ms: Count;
  };
  /** The room has a password */
  locked: boolean;
  /** A room of quick.match: without a host, it starts by itself */
  quick?: true;
};
export type Options = {[name: string]: boolean | number | string};
/** The reply to lobby.watch */
export type LobbyWatchReply = {
  t: "ok";
  re: Id;
  rooms: RoomLine[];
  /** The number of public rooms */
  total: Count;
};
/** The reply to lobby.list */
export type LobbyListReply = {
  t: "ok";
  re: Id;
  rooms: RoomLine[];
  /** The number of public rooms */
  total: Count;
};
/** The reply to quick.match */
export type QuickMatchReply = {
  t: "ok";
  re: Id;
  room: RoomCode;
  /** Only if it found a room */
  as?: "player" | "spectator";
};
/** The reply to room.create */
export type RoomCreateReply = {
  t: "ok";
  re: Id;
  room: RoomCode;
};
/** Of a day in UTC */
export type Date = string;
export type Hash = string;
/** The reply to cup.today */
export type CupTodayReply = {
  t: "ok";
  re: Id;
  day: number;
  date: Date;
  game: string;
  /** Milliseconds until midnight, when the day ends */
  ends_ms: Count;
  /** The end of the chain of seeds */
  end: Hash;
  /** The newest seed that is not secret any more */
  opened: {
    day: number;
    date: Date;
    seed: Hash;
  } | null;
  /** What the player has made of the day: null before they have begun */
  you: {
    state: "playing" | "finished" | "lost";
    room?: string;
    match?: string;
    points?: number;
    seconds?: number;
    squares?: string;
    place?: number;
    players?: number;
  } | null;
  /** The field of the day before, in points given away */
  yesterday: {
    day: number;
    date: string;
    players: number;
    median: number;
    best: number;
    missed?: object | null;
    you?: object | null;
  } | null;
};
/** The reply to cup.play */
export type CupPlayReply = {
  t: "ok";
  re: Id;
  room: RoomCode;
};
/** The reply to practice.next */
export type PracticeNextReply = {
  t: "ok";
  re: Id;
  position: string;
  game: string;
  options: Options;
  /** null: from a game of the computer */
  match: MatchId | null;
  /** Of the decision */
  entry: number;
  seats: ({
    id: PlayerId | null;
    name: string;
    bot: boolean;
    avatar?: Avatar;
  })[];
  /** Who decides */
  seat: Seat;
  /** Whole, as the seat saw it */
  view: object;
  /** In the order of the rules */
  choices: object[];
};
/** The reply to practice.answer */
export type PracticeAnswerReply = {
  t: "ok";
  re: Id;
  unit: "win" | "ahead" | "pot" | "points";
  exact: boolean;
  /** The choices, the best first */
  worth: {
    move: object;
    worth: number;
  }[];
  /** What was played in the match */
  played: object;
  /** What the answer gave away */
  cost: number;
  right: boolean;
  /** null: it is not kept for this player */
  times_right: number | null;
  /** Until it comes back; null: it does not */
  days: Count | null;
};
/** The reply to move */
export type MoveReply = {
  t: "ok";
  re: Id;
  seq: number;
};
/** The reply to room.join */
export type RoomJoinReply = {
  t: "ok";
  re: Id;
  room: RoomCode;
  as: "player" | "spectator";
};
/** The reply to room.start */
export type RoomStartReply = {
  t: "ok";
  re: Id;
  match: MatchId;
};
/** The reply to hint */
export type HintReply = {
  t: "ok";
  re: Id;
  /** `points` is the final score, for a single player of La Ambiciosa the total after this turn */
  unit: "win" | "ahead" | "pot" | "points";
  worth: {
    move: Move;
    worth: number;
  }[];
  n: Count;
};
export type Refusal = {
  t: "refused";
  /** null if the message could not be read */
  re: Id | null;
  code: "bad_message" | "unknown_type" | "too_big" | "too_deep" | "hello_first" | "bad_version" | "bad_token" | "bad_name" | "bad_text" | "rate_limited" | "no_room" | "room_full" | "seat_taken" | "wrong_password" | "banned" | "not_host" | "not_seated" | "not_in_room" | "bad_options" | "not_started" | "already_started" | "not_your_turn" | "illegal_move" | "stale" | "match_over" | "id_reused" | "taken" | "bad_value" | "busy" | "storage" | "shutting_down" | "muted";
  text: string;
  /** A JSON pointer into the request */
  at?: string;
  retry_ms?: Count;
  /** The name of the reason */
  why?: string;
  /** The names and numbers in the sentence, in its order */
  args?: string[];
  /** When a ban or a mute by the server's operator ends; left out: never */
  until_ms?: Count;
};
/** Empty for lines of the server itself, and for a room without a host */
export type Sender = PlayerId | "";
export type RoomSeat = {
  player: Player | null;
  ready: boolean;
  online: boolean;
  /** A bot plays until the player moves again */
  house: boolean;
  /** Only for a built-in bot */
  level?: Level;
  /** During a vote about an absent player's seat: the players in favour, and the number of votes needed */
  out?: Votes;
  /** During a match, for a player who has been away for a minute: the players who want a bot to play, and the number of votes needed */
  stand_in?: Votes;
};
export type Level = "easy" | "medium" | "hard";
export type Votes = {
  by: PlayerId[];
  needed: number;
};
export type Quick = {
  here: Count;
  needed: number;
  starts_ms: Count | null;
  offer: boolean;
};
export type ChatLine = {
  from: Sender;
  name: string;
  text: string;
  /** Milliseconds since 1970 */
  at_ms: Count;
};
/** The whole state of a room, after each change */
export type RoomPush = {
  t: "room";
  room: RoomCode;
  game: string;
  options: Options;
  phase: Phase;
  host: Sender;
  public: boolean;
  /** The room has a password */
  locked: boolean;
  /** Programs may take seats */
  bots: boolean;
  /** Spectators are allowed */
  watch: boolean;
  /** Players may ask the built-in bot for hints */
  hints: boolean;
  /** Each throw needs fresh values of the players' programs; null: if two or more people sit at the start */
  witness: boolean | null;
  /** Only at a table of the day's cup: the number of the day */
  cup?: number;
  clock: {
    turn_ms: Count;
  };
  seats: RoomSeat[];
  spectators: Count;
  /** The first fifty spectators */
  watchers: Player[];
  /** The players who get the next free seats, in this order */
  next: Player[];
  match: MatchId | null;
  /** A room of quick.match: the players present and needed, when it starts, whether a built-in bot may be added */
  quick?: Quick;
  chat: ChatLine[];
};
/** A new line of a room's chat */
export type ChatPush = {
  t: "chat";
  room: RoomCode;
  from: Sender;
  name: string;
  text: string;
  /** Milliseconds since 1970 */
  at_ms: Count;
};
/** Public rooms that are new, changed or removed */
export type LobbyPush = {
  t: "lobby";
  game?: string;
  put: RoomLine[];
  gone: RoomCode[];
  total: Count;
};
/** The player is no longer in this room */
export type GonePush = {
  t: "gone";
  room: RoomCode;
  reason: "kicked" | "banned" | "closed" | "stopped" | "no_spectators" | "left";
  /** Why the operator of the server has closed the table */
  text?: string;
};
/** Another device has become this player */
export type DevicePush = {
  t: "device";
};
/** The author of an entry of a match's log */
export type By = {
  seat?: Seat;
  house?: true;
  hint?: true;
  clock?: true;
  start?: true;
};
export type Clock = {
  kind: "turn" | "window";
  left_ms: Count;
  of_ms: Count;
};
export type Result = {
  places: (number | null)[];
  scores: number[];
  winners: Seat[];
  /** Seats that do not count: the clock or a bot made most of their decisions */
  left: Seat[];
  reason: "finished" | "abandoned" | "void";
};
export type Seats = Seat[];
/** By seat; null: it came too late */
export type Values = {[name: string]: Hash | null};
/** The server's secret and all that was fixed before the match; seq and k count the entries and the draws */
export type Proof = {
  commit: Hash;
  seed: Hash;
  settings: string;
  players: Marks;
  tips: Hashes;
  reveals: Values;
  roster: Hash;
  seq: Count;
  k: Count;
};
/** A JSON list without spaces: a hash for the player of each seat */
export type Marks = string;
/** By seat */
export type Hashes = {[name: string]: Hash};
/** An entry of a match's log, as the player may see it. All of it is of one game; `about` names it. */
export type MatchPush = AmbiciosaMatchPush | EscaleraMatchPush | ThreesAwayMatchPush | TresMatchPush | YahtzeeMatchPush;
/** The state of the provable dice of a match that starts or runs */
export type DicePush = {
  t: "dice";
  room: RoomCode;
  match: MatchId;
  step: "tips" | "reveals" | "play";
  witness: boolean;
  commit: Hash;
  /** The text of the move of entry 1 */
  settings: string;
  players: Marks;
  tips: Hashes;
  roster: Hash | null;
  reveals: Values | null;
  /** Seats that are not asked any more */
  out: Seats;
  you?: {
    seat: Seat;
    nonce: string;
  };
};
/** Asks seats for the next values of their chains: this move stands and will draw */
export type DiceAskPush = {
  t: "dice.ask";
  room: RoomCode;
  match: MatchId;
  seq: number;
  /** Of the entry before */
  hash: Hash;
  by: By;
  n: Count;
  /** null for the clock */
  move: Move | null;
  k: Count;
  seats: Seats;
};
/** A player shakes the cup */
export type DiceShakePush = {
  t: "dice.shake";
  room: RoomCode;
  seat: Seat;
};
/** A line of the server's operator to everybody */
export type NoticePush = {
  t: "notice";
  no: number;
  /** Plain text; a later line with the same number replaces it */
  text: string;
  /** Milliseconds since 1970; then it need not be shown any more */
  until_ms?: Count;
};
/** Of the next throw */
export type AmbiciosaOdds = {
  /** The number of all throws, equally likely */
  throws: number;
  /** The throws that end the turn */
  lost: AmbiciosaPoints;
  /** By points, in ascending order */
  each: {
    points: number;
    throws: number;
  }[];
};
export type AmbiciosaPoints = number;
export type AmbiciosaSeat = number;
export type AmbiciosaDice = AmbiciosaFace[];
export type AmbiciosaFace = "A" | "K" | "Q" | "J" | "10" | "9";
export type AmbiciosaSeats = AmbiciosaSeat[];
export type AmbiciosaMove = {
  do: "roll";
} | {
  do: "bank";
};
/** A move as `moves` lists it */
export type AmbiciosaListed = AmbiciosaMove;
export type AmbiciosaAbout = {
  game: "ambiciosa";
  target: number;
  odds: AmbiciosaOdds;
};
export type AmbiciosaView = {
  phase: "play" | "over";
  round: number;
  /** A player has the target: this round may be the last */
  final_round?: true;
  /** The number of this extra round */
  extra_round?: number;
  seats: {
    score: number;
    /** The player has no turn in this round */
    sits_out?: true;
  }[];
  turn?: {
    seat: AmbiciosaSeat;
    /** Not yet written down */
    points: AmbiciosaPoints;
    /** Made in this turn; after the first one, `last` is the latest of them */
    throws: AmbiciosaPoints;
  };
  /** The latest throw of any player */
  last?: {
    seat: AmbiciosaSeat;
    dice: AmbiciosaDice;
    points: number;
  };
};
export type AmbiciosaEvent = {
  e: "rolloff";
  seat: AmbiciosaSeat;
  dice: AmbiciosaFace[];
} | {
  e: "starts";
  seat: AmbiciosaSeat;
} | {
  e: "rolled";
  seat: AmbiciosaSeat;
  dice: AmbiciosaDice;
  /** Of this throw */
  points: number;
  /** Of the turn so far */
  turn_points: AmbiciosaPoints;
} | {
  e: "bust";
  seat: AmbiciosaSeat;
  /** Points of the turn */
  lost: AmbiciosaPoints;
} | {
  e: "penalty";
  seat: AmbiciosaSeat;
  /** Points of the turn */
  lost: AmbiciosaPoints;
  /** The points written down */
  points: number;
  score: number;
} | {
  e: "banked";
  seat: AmbiciosaSeat;
  points: AmbiciosaPoints;
  score: number;
} | {
  e: "final_round";
  seat: AmbiciosaSeat;
} | {
  e: "extra_round";
  seats: AmbiciosaSeats;
} | {
  e: "resumed";
} | {
  e: "over";
  winners: AmbiciosaSeats;
};
export type EscaleraPoints = number;
export type EscaleraSeat = number;
export type EscaleraDice = number[];
export type EscaleraSeats = EscaleraSeat[];
export type EscaleraMove = {
  do: "roll";
};
/** A move as `moves` lists it */
export type EscaleraListed = EscaleraMove;
export type EscaleraAbout = {
  game: "escalera";
  target: number;
  /** The antes of all players, also after it was won */
  pot: EscaleraPoints;
};
export type EscaleraView = {
  phase: "play" | "over";
  round: number;
  /** A player has the target: this round may be the last */
  final_round?: true;
  /** The number of this extra round */
  extra_round?: number;
  seats: {
    score: number;
    /** The player has no turn in this round */
    sits_out?: true;
  }[];
  turn?: {
    seat: EscaleraSeat;
  };
  /** Chips of the pot by seat, when the match is over; not without a pot */
  won?: EscaleraPoints[];
  /** The latest throw of any player */
  last?: {
    seat: EscaleraSeat;
    dice: EscaleraDice;
    points: EscaleraPoints;
    /** Lengths, the longest first */
    straights: number[];
    /** True if the previous total is lost */
    reset: boolean;
    /** Groups of dice: first the aces that reset, then the groups that count, the longest straight first */
    marks: ({
      of: "straight" | "sixes" | "aces";
      /** Positions, from 0 */
      dice: number[];
      points: EscaleraPoints;
    })[];
  };
};
export type EscaleraEvent = {
  e: "rolloff";
  seat: EscaleraSeat;
  dice: EscaleraDice;
  points: number;
} | {
  e: "ante";
  /** Of each player */
  ante: number;
  pot: EscaleraPoints;
} | {
  e: "starts";
  seat: EscaleraSeat;
} | {
  e: "rolled";
  seat: EscaleraSeat;
  dice: EscaleraDice;
  points: EscaleraPoints;
  /** Lengths, the longest first */
  straights: number[];
  /** True if the previous total is lost */
  reset: boolean;
  /** Groups of dice: first the aces that reset, then the groups that count, the longest straight first */
  marks: ({
    of: "straight" | "sixes" | "aces";
    /** Positions, from 0 */
    dice: number[];
    points: EscaleraPoints;
  })[];
  score: EscaleraPoints;
} | {
  e: "reset";
  seat: EscaleraSeat;
  aces: number;
  lost: EscaleraPoints;
} | {
  e: "pot";
  seat: EscaleraSeat;
  /** The chips that this winner takes from the pot */
  chips: number;
} | {
  e: "final_round";
  seat: EscaleraSeat;
} | {
  e: "extra_round";
  seats: EscaleraSeats;
} | {
  e: "resumed";
} | {
  e: "over";
  winners: EscaleraSeats;
};
/** Of dice in this throw, from 0 */
export type ThreesAwayPositions = number[];
export type ThreesAwayCount = number;
export type ThreesAwayChips = number;
export type ThreesAwayPoints = number;
export type ThreesAwayTurn = {
  seat: ThreesAwaySeat;
  /** Thrown, not yet kept */
  dice: ThreesAwayDice;
  kept: ThreesAwayDice;
  /** Of the dice kept */
  sum: ThreesAwayPoints;
  throws: number;
  /** Dice to be thrown now */
  in_hand: number;
  /** Bottoms were called: `dice` shows them */
  turned?: true;
  /** By position */
  worth: ThreesAwayPoints[];
  /** Only if dice may be turned over: by position; null where the die may not */
  worth_turned?: (ThreesAwayPoints | null)[];
  /** With a higher sum the player is out */
  limit?: number;
  /** The score that is needed to win, or still to tie, and the best probability of it */
  goal?: {
    at_most: ThreesAwayPoints;
    ties: boolean;
    permille: number;
  };
};
export type ThreesAwaySeat = number;
export type ThreesAwayDice = number[];
export type ThreesAwayPlayer = {
  chips: ThreesAwayChips;
  /** Of this round, once the player has one */
  score?: ThreesAwayPoints;
  /** Out of this round */
  out?: true;
  /** The player does not play this round */
  sits_out?: true;
  /** The player had no chips when the pot was opened */
  out_of_pot?: true;
};
export type ThreesAwaySeats = ThreesAwaySeat[];
export type ThreesAwayMove = {
  do: "roll";
} | {
  do: "keep";
  dice: number[];
  /** Those of them that are turned over */
  turned?: ThreesAwayPositions;
} | {
  do: "bottoms";
};
/** A move as `moves` lists it */
export type ThreesAwayListed = ThreesAwayMove;
export type ThreesAwayAbout = {
  game: "threes_away";
  /** The number of all pots */
  pots: ThreesAwayCount;
};
export type ThreesAwayView = {
  phase: "play" | "over";
  /** Of this pot */
  round: ThreesAwayCount;
  pot_number: ThreesAwayCount;
  pot: ThreesAwayChips;
  /** Of the scores made in this round */
  lowest?: ThreesAwayPoints;
  /** In a progressive pot: the highest score that wins the round */
  cap?: number;
  turn?: ThreesAwayTurn;
  seats: ThreesAwayPlayer[];
};
export type ThreesAwayEvent = {
  e: "rolloff";
  seat: ThreesAwaySeat;
  dice: number[];
  points: number;
} | {
  e: "starts";
  seat: ThreesAwaySeat;
} | {
  e: "pot";
  number: ThreesAwayCount;
} | {
  e: "ante";
  why: "pot" | "zero" | "tie" | "unwon";
  /** By seat */
  paid: ThreesAwayChips[];
  pot: ThreesAwayChips;
} | {
  e: "round";
  /** The seat that begins */
  seat: ThreesAwaySeat;
  round: ThreesAwayCount;
  /** The highest score that can win the round; null if every score can */
  cap: number | null;
  seats: ThreesAwaySeats;
} | {
  e: "rolled";
  seat: ThreesAwaySeat;
  dice: ThreesAwayDice;
} | {
  e: "bottoms";
  seat: ThreesAwaySeat;
  dice: ThreesAwayDice;
} | {
  e: "kept";
  seat: ThreesAwaySeat;
  positions: ThreesAwayPositions;
  turned: ThreesAwayPositions;
  /** Those just kept, with the faces that count */
  dice: ThreesAwayDice;
  /** Of all dice kept */
  sum: ThreesAwayPoints;
} | {
  e: "out";
  seat: ThreesAwaySeat;
  sum: ThreesAwayPoints;
  limit: ThreesAwayPoints;
} | {
  e: "scored";
  seat: ThreesAwaySeat;
  points: ThreesAwayPoints;
} | {
  e: "moon";
  seat: ThreesAwaySeat;
} | {
  e: "tied";
  seats: ThreesAwaySeats;
  points: ThreesAwayPoints;
} | {
  e: "unwon";
  cap: number;
} | {
  e: "took_pot";
  seat: ThreesAwaySeat;
  chips: ThreesAwayChips;
} | {
  e: "sits_out";
  seat: ThreesAwaySeat;
} | {
  e: "over";
  winners: ThreesAwaySeats;
};
/** Of the table, from the left */
export type TresPlace = number;
export type TresLaid = TresCard[];
export type TresCard = "r1" | "r2" | "r3" | "r4" | "r5" | "r6" | "r7" | "r8" | "r9" | "g1" | "g2" | "g3" | "g4" | "g5" | "g6" | "g7" | "g8" | "g9" | "b1" | "b2" | "b3" | "b4" | "b5" | "b6" | "b7" | "b8" | "b9" | "y1" | "y2" | "y3" | "y4" | "y5" | "y6" | "y7" | "y8" | "y9" | "W" | "Wr" | "Wg" | "Wb" | "Wy" | "R3" | "S3" | "P3";
export type TresSeat = number;
export type TresPlayer = {
  score: TresCount;
  cards: TresCount;
  /** Only the viewer's own */
  hand?: TresCards;
  said_tres?: true;
};
export type TresCount = number;
export type TresCards = TresCard[];
export type TresDirection = 1 | -1;
export type TresMove = {
  do: "play";
  on: TresPlace;
  cards: TresLaid;
  tres?: boolean;
} | {
  do: "draw";
} | {
  do: "pass";
  tres?: boolean;
} | {
  do: "tres";
} | {
  do: "catch";
  seat: TresSeat;
};
/** A move as `moves` lists it: "0 r8 r9" lays these cards on place 0; "draw", "pass", "tres"; "catch 2" catches seat 2. A client may end a play or a pass with " tres" */
export type TresListed = string;
export type TresAbout = {
  game: "tres";
  /** The score that ends the match */
  target: number;
};
export type TresView = {
  phase: "play" | "over";
  /** The game of the series */
  round: number;
  turn?: {
    seat: TresSeat;
    drawn?: true;
    /** The drawn card; only for its owner */
    card?: TresCard;
  };
  seats: TresPlayer[];
  /** null while the pile is empty, and at the place of the winning play */
  table: (TresCard | null)[];
  pile: TresCount;
  discards: TresCount;
  top?: TresCard;
  direction: TresDirection;
  call?: {
    seat: TresSeat;
    stage: "grace" | "open" | "late" | "said";
  };
};
export type TresEvent = {
  e: "rolloff";
  seat: TresSeat;
  card: TresCard;
  points: number;
} | {
  e: "deals";
  seat: TresSeat;
} | {
  e: "starts";
  seat: TresSeat;
  game: number;
} | {
  e: "dealt";
  seat: TresSeat;
  count: number;
  cards?: TresCards;
} | {
  e: "turned_up";
  on: TresPlace;
  card: TresCard;
} | {
  e: "reversed";
  direction: TresDirection;
} | {
  e: "lost_turn";
  seat: TresSeat;
  why: "reversa" | "salta" | "draw_three";
} | {
  e: "drew";
  seat: TresSeat;
  count: number;
  why: "turn" | "plus_three" | "toma_tres" | "caught" | "false_catch";
  cards?: TresCards;
} | {
  e: "reshuffled";
  cards: number;
} | {
  e: "played";
  seat: TresSeat;
  on: TresPlace;
  below: TresCard;
  cards: TresLaid;
  toma_tres: boolean;
} | {
  e: "passed";
  seat: TresSeat;
} | {
  e: "tres";
  seat: TresSeat;
} | {
  e: "catch_open";
  seat: TresSeat;
} | {
  e: "caught";
  seat: TresSeat;
  by: TresSeat;
} | {
  e: "false_catch";
  seat: TresSeat;
  by: TresSeat;
} | {
  e: "game_over";
  winners: TresSeat[];
  blocked: boolean;
  points: TresCount;
} | {
  e: "over";
  winners: TresSeat[];
};
/** Of dice, from 0 */
export type YahtzeePositions = number[];
export type YahtzeeBox = "aces" | "twos" | "threes" | "fours" | "fives" | "sixes" | "one_pair" | "two_pairs" | "three_of_a_kind" | "four_of_a_kind" | "full_house" | "small_straight" | "large_straight" | "yahtzee" | "chance" | "straight" | "poker" | "generala" | "double_generala";
export type YahtzeeColumn = number;
export type YahtzeeSeat = number;
/** The points of the boxes that may be filled now */
export type YahtzeeWorth = {[name: string]: YahtzeePoints};
export type YahtzeePoints = number;
export type YahtzeePlayer = {
  score: YahtzeePoints;
  boxes: YahtzeeBoxes;
  /** The sum of the upper section */
  upper: YahtzeePoints;
  /** The sum of the filled upper boxes with three dice of each number */
  upper_par: YahtzeePoints;
  upper_bonus?: YahtzeeBonus;
  yahtzee_bonus?: YahtzeeBonus;
} | {
  score: YahtzeePoints;
  columns: YahtzeeCard[];
  yahtzee_bonus?: YahtzeeBonus;
};
/** The points of the filled boxes; the others of the card are open */
export type YahtzeeBoxes = {[name: string]: YahtzeePoints};
/** Left out if it is 0 */
export type YahtzeeBonus = number;
/** One of three columns */
export type YahtzeeCard = {
  boxes: YahtzeeBoxes;
  /** The sum of the upper section */
  upper: YahtzeePoints;
  /** The sum of the filled upper boxes with three dice of each number */
  upper_par: YahtzeePoints;
  upper_bonus?: YahtzeeBonus;
};
export type YahtzeeDice = number[];
export type YahtzeeMove = {
  do: "roll";
  dice: YahtzeePositions;
} | {
  do: "score";
  box: YahtzeeBox;
  /** Only with three columns; a card of one column ignores it */
  column?: YahtzeeColumn;
  /** With the option `zero` `free`: true writes a zero whatever the dice are worth */
  zero?: boolean;
};
/** A move as `moves` lists it: "roll 03" throws the dice at positions 0 and 3, "score chance" fills a box, "score chance 2" that of the third column, "score chance zero" writes a zero */
export type YahtzeeListed = string;
export type YahtzeeAbout = {
  game: "yahtzee";
  /** Without a playoff */
  rounds: number;
  preset: "yahtzee" | "yatzy" | "kniffel" | "generala";
  /** Those of the card, from top to bottom */
  boxes: YahtzeeBox[];
  /** Only if there is an upper bonus */
  upper_goal?: number;
};
export type YahtzeeView = {
  phase: "play" | "over";
  round: number;
  turn?: {
    seat: YahtzeeSeat;
    /** None before the first throw */
    dice: number[];
    throws: number;
    throws_left: number;
    worth: YahtzeeWorth | YahtzeeWorth[];
  };
  seats: YahtzeePlayer[];
  /** Only in a playoff: its players and their sums; null before their turn */
  playoff?: ({
    seat: YahtzeeSeat;
    points: number | null;
  })[];
};
export type YahtzeeEvent = {
  e: "rolloff";
  seat: YahtzeeSeat;
  dice: YahtzeeDice;
  points: number;
} | {
  e: "starts";
  seat: YahtzeeSeat;
} | {
  e: "rolled";
  seat: YahtzeeSeat;
  thrown: YahtzeePositions;
  /** All five after the throw */
  dice: YahtzeeDice;
} | {
  e: "served_generala";
  seat: YahtzeeSeat;
} | {
  e: "yahtzee_bonus";
  seat: YahtzeeSeat;
  points: YahtzeePoints;
} | {
  e: "scored";
  seat: YahtzeeSeat;
  box: YahtzeeBox;
  points: YahtzeePoints;
  column?: YahtzeeColumn;
} | {
  e: "upper_bonus";
  seat: YahtzeeSeat;
  points: YahtzeePoints;
  column?: YahtzeeColumn;
} | {
  e: "playoff";
  seats: YahtzeeSeat[];
} | {
  e: "playoff_scored";
  seat: YahtzeeSeat;
  points: YahtzeePoints;
} | {
  e: "over";
  winners: YahtzeeSeat[];
};
/** Of any game, in its long form */
export type Move = AmbiciosaMove | EscaleraMove | ThreesAwayMove | TresMove | YahtzeeMove;
/** Of any game, as `moves` lists it */
export type ListedMove = AmbiciosaListed | EscaleraListed | ThreesAwayListed | TresListed | YahtzeeListed;
export type AmbiciosaYou = {
  seat: Seat;
  n: Count;
  /** Only if the seat may act */
  moves?: AmbiciosaListed[];
};
/** An entry of a match's log, as the player may see it */
export type AmbiciosaMatchPush = {
  t: "match";
  room: RoomCode;
  match: MatchId;
  seq: number;
  by: By;
  events: AmbiciosaEvent[];
  /** The members of every view that never change in the match: in the first push of the match that a socket gets. */
  about?: AmbiciosaAbout;
  /** Without the members of `about`. A member that would be null or false is left out. */
  view: AmbiciosaView;
  to_act: Seat[];
  /** After a resume: assigns the events to entries */
  entries?: {
    seq: number;
    by: By;
    events: Count;
  }[];
  /** After a resume that missed too much: the number of entries without events */
  left_out?: number;
  you?: AmbiciosaYou;
  /** Only if a time limit runs */
  clock?: Clock;
  /** Only in the last push of a match */
  result?: Result;
  hash: Hash;
  /** Provable dice: the number of the first draw of this entry, and the values that it used */
  dice?: {
    k: Count;
    seats: Seats;
    fresh: Values;
  };
  /** Provable dice: with the result */
  proof?: Proof;
};
export type EscaleraYou = {
  seat: Seat;
  n: Count;
  /** Only if the seat may act */
  moves?: EscaleraListed[];
};
/** An entry of a match's log, as the player may see it */
export type EscaleraMatchPush = {
  t: "match";
  room: RoomCode;
  match: MatchId;
  seq: number;
  by: By;
  events: EscaleraEvent[];
  /** The members of every view that never change in the match: in the first push of the match that a socket gets. */
  about?: EscaleraAbout;
  /** Without the members of `about`. A member that would be null or false is left out. */
  view: EscaleraView;
  to_act: Seat[];
  /** After a resume: assigns the events to entries */
  entries?: {
    seq: number;
    by: By;
    events: Count;
  }[];
  /** After a resume that missed too much: the number of entries without events */
  left_out?: number;
  you?: EscaleraYou;
  /** Only if a time limit runs */
  clock?: Clock;
  /** Only in the last push of a match */
  result?: Result;
  hash: Hash;
  /** Provable dice: the number of the first draw of this entry, and the values that it used */
  dice?: {
    k: Count;
    seats: Seats;
    fresh: Values;
  };
  /** Provable dice: with the result */
  proof?: Proof;
};
export type ThreesAwayYou = {
  seat: Seat;
  n: Count;
  /** Only if the seat may act */
  moves?: ThreesAwayListed[];
};
/** An entry of a match's log, as the player may see it */
export type ThreesAwayMatchPush = {
  t: "match";
  room: RoomCode;
  match: MatchId;
  seq: number;
  by: By;
  events: ThreesAwayEvent[];
  /** The members of every view that never change in the match: in the first push of the match that a socket gets. */
  about?: ThreesAwayAbout;
  /** Without the members of `about`. A member that would be null or false is left out. */
  view: ThreesAwayView;
  to_act: Seat[];
  /** After a resume: assigns the events to entries */
  entries?: {
    seq: number;
    by: By;
    events: Count;
  }[];
  /** After a resume that missed too much: the number of entries without events */
  left_out?: number;
  you?: ThreesAwayYou;
  /** Only if a time limit runs */
  clock?: Clock;
  /** Only in the last push of a match */
  result?: Result;
  hash: Hash;
  /** Provable dice: the number of the first draw of this entry, and the values that it used */
  dice?: {
    k: Count;
    seats: Seats;
    fresh: Values;
  };
  /** Provable dice: with the result */
  proof?: Proof;
};
export type TresYou = {
  seat: Seat;
  n: Count;
  /** Only if the seat may act */
  moves?: TresListed[];
};
/** An entry of a match's log, as the player may see it */
export type TresMatchPush = {
  t: "match";
  room: RoomCode;
  match: MatchId;
  seq: number;
  by: By;
  events: TresEvent[];
  /** The members of every view that never change in the match: in the first push of the match that a socket gets. */
  about?: TresAbout;
  /** Without the members of `about`. A member that would be null or false is left out. */
  view: TresView;
  to_act: Seat[];
  /** After a resume: assigns the events to entries */
  entries?: {
    seq: number;
    by: By;
    events: Count;
  }[];
  /** After a resume that missed too much: the number of entries without events */
  left_out?: number;
  you?: TresYou;
  /** Only if a time limit runs */
  clock?: Clock;
  /** Only in the last push of a match */
  result?: Result;
  hash: Hash;
  /** Provable dice: the number of the first draw of this entry, and the values that it used */
  dice?: {
    k: Count;
    seats: Seats;
    fresh: Values;
  };
  /** Provable dice: with the result */
  proof?: Proof;
};
export type YahtzeeYou = {
  seat: Seat;
  n: Count;
  /** Only if the seat may act */
  moves?: YahtzeeListed[];
};
/** An entry of a match's log, as the player may see it */
export type YahtzeeMatchPush = {
  t: "match";
  room: RoomCode;
  match: MatchId;
  seq: number;
  by: By;
  events: YahtzeeEvent[];
  /** The members of every view that never change in the match: in the first push of the match that a socket gets. */
  about?: YahtzeeAbout;
  /** Without the members of `about`. A member that would be null or false is left out. */
  view: YahtzeeView;
  to_act: Seat[];
  /** After a resume: assigns the events to entries */
  entries?: {
    seq: number;
    by: By;
    events: Count;
  }[];
  /** After a resume that missed too much: the number of entries without events */
  left_out?: number;
  you?: YahtzeeYou;
  /** Only if a time limit runs */
  clock?: Clock;
  /** Only in the last push of a match */
  result?: Result;
  hash: Hash;
  /** Provable dice: the number of the first draw of this entry, and the values that it used */
  dice?: {
    k: Count;
    seats: Seats;
    fresh: Values;
  };
  /** Provable dice: with the result */
  proof?: Proof;
};
/** What belongs to La Ambiciosa */
export type Ambiciosa = AmbiciosaMove | AmbiciosaListed | AmbiciosaAbout | AmbiciosaView | AmbiciosaEvent;
/** What belongs to Escalera */
export type Escalera = EscaleraMove | EscaleraListed | EscaleraAbout | EscaleraView | EscaleraEvent;
/** What belongs to Threes Away */
export type ThreesAway = ThreesAwayMove | ThreesAwayListed | ThreesAwayAbout | ThreesAwayView | ThreesAwayEvent;
/** What belongs to TRES */
export type Tres = TresMove | TresListed | TresAbout | TresView | TresEvent;
/** What belongs to Yahtzee */
export type Yahtzee = YahtzeeMove | YahtzeeListed | YahtzeeAbout | YahtzeeView | YahtzeeEvent;
/** What a client sends */
export type Request = HelloRequest | DeviceOfferRequest | RenameRequest | MeExportRequest | MeMatchesRequest | MeTablesRequest | MeBoardRequest | MeDeleteRequest | LobbyWatchRequest | LobbyListRequest | LobbyUnwatchRequest | QuickMatchRequest | RoomCreateRequest | CupTodayRequest | CupPlayRequest | PracticeNextRequest | PracticeAnswerRequest | MoveRequest | DiceGiveRequest | RoomChatRequest | RoomJoinRequest | RoomLeaveRequest | RoomSeatRequest | RoomReadyRequest | RoomSetRequest | RoomBotRequest | RoomStartRequest | RoomRematchRequest | RoomKickRequest | RoomBanRequest | RoomVoteOutRequest | RoomStandInRequest | RoomHostRequest | RoomReportRequest | HintRequest | DiceTipRequest | DiceRevealRequest | DiceShakeRequest;
/** What the server sends; ignore unknown members and types */
export type Message = Refusal | PlainReply | HelloReply | DeviceOfferReply | RenameReply | MeExportReply | MeMatchesReply | MeTablesReply | MeBoardReply | LobbyWatchReply | LobbyListReply | QuickMatchReply | RoomCreateReply | CupTodayReply | CupPlayReply | PracticeNextReply | PracticeAnswerReply | MoveReply | RoomJoinReply | RoomStartReply | HintReply | RoomPush | ChatPush | LobbyPush | GonePush | DevicePush | MatchPush | DicePush | DiceAskPush | DiceShakePush | NoticePush;
/** A view with what never changes in its match. */
export type AmbiciosaWholeView = AmbiciosaAbout & AmbiciosaView;
/** The same while it is somebody's turn. */
export type AmbiciosaRunningView = AmbiciosaWholeView & Required<Pick<AmbiciosaView, "turn">>;
/** A view with what never changes in its match. */
export type EscaleraWholeView = EscaleraAbout & EscaleraView;
/** The same while it is somebody's turn. */
export type EscaleraRunningView = EscaleraWholeView & Required<Pick<EscaleraView, "turn">>;
/** A view with what never changes in its match. */
export type ThreesAwayWholeView = ThreesAwayAbout & ThreesAwayView;
/** The same while it is somebody's turn. */
export type ThreesAwayRunningView = ThreesAwayWholeView & Required<Pick<ThreesAwayView, "turn">>;
/** A view with what never changes in its match. */
export type TresWholeView = TresAbout & TresView;
/** The same while it is somebody's turn. */
export type TresRunningView = TresWholeView & Required<Pick<TresView, "turn">>;
/** A view with what never changes in its match. */
export type YahtzeeWholeView = YahtzeeAbout & YahtzeeView;
/** The same while it is somebody's turn. */
export type YahtzeeRunningView = YahtzeeWholeView & Required<Pick<YahtzeeView, "turn">>;
