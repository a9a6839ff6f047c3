#pragma once

#include <iosfwd>
#include <string>
#include <vector>

/// The commands of the program beside `serve`. Each prints what it did to `out` and errors to `err`, and returns the exit code;
/// 2 means wrong arguments, except for `healthy`.
namespace cubilete::server {

using Arguments = std::vector<std::string>;

/// `cubilete backup DEST [--data DIR | --database URL]`: copies the data of a server, which may be running, to the
/// data file DEST, or into the directory DEST under a name with the time (storage/backend.hpp describes the copy).
/// An existing DEST is replaced only when the new copy is complete and verified. Ctrl-C stops it and leaves no
/// file.
///
/// Prints the name and size of the file to `out`, errors to `err`. Returns the exit code: 0; 1 if there is no
/// backup; 2 for wrong arguments.
int run_backup(const Arguments& arguments, std::ostream& out, std::ostream& err);

/// `cubilete check [PLACE | --data PLACE | --database URL]`: checks a data directory (by default the one of `serve`), one file, such
/// as a backup, or a PostgreSQL, without changing it; a server may be running on it. It checks every page and
/// reference, that each open room has the match it names, and each match: its entries follow each other by the
/// rules, fit their hashes, and lead to the stored result and scores; the dice of each finished match with a proof
/// are verified (docs/fairness.md). A match of another version of its rules cannot be replayed: only its hashes are
/// checked. This is noted if the match is finished, and an error if it is in progress.
///
/// Prints a line per error ("FAIL m_…: …") and a summary to `out`; errors that prevent the check to `err`.
/// Returns the exit code: 0 if everything is correct, 1 if not, 2 if it could not be checked or for wrong
/// arguments.
int run_check(const Arguments& arguments, std::ostream& out, std::ostream& err);

/// `cubilete import --data DIR|FILE --database URL`: copies all data but analyses and care of a data directory, or of
/// a file such as a backup, into an empty database of PostgreSQL, in one transaction. The data are checked first,
/// and not changed. No server may use either side meanwhile. Ctrl-C stops it and leaves the database as it was.
///
/// Prints what it brought to `out`, errors to `err`. Returns the exit code: 0; 1 if nothing was imported, or
/// if that is not known because the connection was lost at the end; 2 for wrong arguments.
int run_import(const Arguments& arguments, std::ostream& out, std::ostream& err);

/// `cubilete migrate --database URL [--contract]`: brings the tables in a PostgreSQL to a newer version, or creates
/// them. Without --contract older servers can go on; with it they cannot, and it refuses while one runs. A data
/// file needs no such command: the server that opens it does it.
///
/// Prints the versions before and after to `out`, errors to `err`. Returns the exit code: 0; 1 if nothing was
/// changed; 2 for wrong arguments.
int run_migrate(const Arguments& arguments, std::ostream& out, std::ostream& err);

/// `cubilete healthy`, with the flags, variables and file of `serve`: asks the server on this machine that has these settings
/// whether it accepts players (/readyz), for at most four seconds. A port 0 is read from the --port-file.
///
/// Returns the exit code: 0; 1 after the reason on `err`.
int run_healthy(const Arguments& arguments, std::ostream& out, std::ostream& err);

/// `cubilete admin COMMAND ... [--data DIR] [--json]`: asks a running server, through the Unix socket in its data directory:
/// that of --data or CUBILETE_DATA, else `data` or `/var/lib/cubilete`, whichever answers first. With --json it prints the answer as the
/// server sent it.
///
/// Returns the exit code: 0; 1 if the server refused, with the reason on `err`; 2 for wrong words; 3 if no server answers.
int run_admin(const Arguments& arguments, std::ostream& out, std::ostream& err);

/// `cubilete verify RECORD | --data DIR | --database URL`: checks the dice of finished matches (docs/fairness.md) and
/// plays them again by the rules of their games. RECORD is a file with the JSON of the API, or the URL of the API
/// or of the page that shows the match. `--data` and `--database` check the matches of a data directory or a
/// PostgreSQL, while a server may be running on it; `--match` only one of them. `--own` compares with a player's
/// notes. `--cup URL --kept FILE` compares the seeds of a server's cup of the day with the newest one in FILE, which it
/// replaces; 1 if they are of another chain.
///
/// Prints a verdict a match to `out`; wrong arguments, and data that cannot be read, to `err`. Returns the exit
/// code of the verdict (DiceVerdict::exit_code()). Of several matches the first counts that occurs: 1 false,
/// 2 not verifiable, 3 the server's dice, 0 fair. Returns 2 if there was nothing to verify.
int run_verify(const Arguments& arguments, std::ostream& out, std::ostream& err);

/// `cubilete analyse RECORD | ID --data DIR | ID --database URL`: says what luck gave to the players of
/// a finished match and what decisions gave away (docs/analysis.md). RECORD as for `verify`. With --json it prints the JSON of the
/// API. It computes the bots' table first, which may take seconds.
///
/// Prints to `out`, errors to `err`. Returns the exit code: 0; 1 if such a match has no analysis, with the reason; 2 for wrong
/// arguments, or if it cannot be read.
int run_analyse(const Arguments& arguments, std::ostream& out, std::ostream& err);

/// `cubilete referee FILE…`: plays scenarios (protocol/scenario.hpp) and prints one line for each to `out`:
/// "pass NAME" or "FAIL NAME: step 4: …". For a folder it plays all its *.json, sorted by name. `err` gets
/// the files that are no scenarios, with the reason, and the totals if there is more than one file.
///
/// Returns the exit code: 0 if all passed, 1 if one failed, 2 if one could not be read.
int run_referee(const Arguments& files, std::ostream& out, std::ostream& err);

/// `cubilete play --stdio`: plays games for a program, which writes a line of JSON to the standard input and reads one from `out`
/// (docs/engine.md), until the input ends. It opens no socket and no file.
///
/// Returns the exit code: 0; 1 if `out` cannot be written to; 2 for wrong arguments.
int run_play(const Arguments& arguments, std::ostream& out, std::ostream& err);

/// `cubilete arena --game ID --program NAME=COMMAND ...`: lets programs play against each other and against the built-in bots, each pair of matches
/// with the same seed and exchanged seats (docs/engine.md). It prints how often who wins, with 95 % intervals, as a table or as one JSON
/// object, and names programs that lost a match by an illegal move, by being late or by ending.
///
/// Returns the exit code: 0, whoever wins; 1 if a program never answered or no process can be started, with the reason on `err`; 2
/// for wrong arguments.
int run_arena(const Arguments& arguments, std::ostream& out, std::ostream& err);

/// `cubilete simulate --game ID (--seats N | --house LEVEL,...) --games N --seed S [--options JSON]
/// [--json]`: plays games between random players, or between built-in bots in the order of seats
/// (protocol/simulation.hpp). It prints the speed, the lengths and the scores as tables or as one JSON
/// object. The same seed gives the same games; without one a new seed is chosen and printed. Wrong arguments
/// are reported on `err`.
///
/// `cubilete simulate --hash` prints a hash of the logs of matches that their seeds alone determine (protocol/simulation.hpp).
///
/// `cubilete simulate --figures [--games N] [--json]`: computes the figures of the rule book that the
/// built-in bots must reach, and compares them; with --games it also plays.
///
/// Returns the exit code: 0; 1 if a figure is wrong; 2 for wrong arguments.
int run_simulate(const Arguments& arguments, std::ostream& out, std::ostream& err);

}  // namespace cubilete::server
