"""Reads a server's storage directly: in its data file or, on PostgreSQL, in its database."""
import contextlib
import json
import sqlite3

import postgres

# The entries of a match. The data file keeps those of a finished one apart.
_ENTRIES_OF = {
    "sqlite": "FROM log WHERE id IN (SELECT value FROM log_rows, json_each(rows) WHERE match_id = '{}') ORDER BY id",
    "postgres": "FROM log JOIN matches ON no = match_no WHERE id = '{}' ORDER BY seq",
}


def rows(server, sql):
    if server.database:
        found = postgres.shared().ask(f"SELECT row_to_json(r) FROM ({sql}) AS r", server.database)
        return [tuple(json.loads(text).values()) for (text,) in found]
    with contextlib.closing(sqlite3.connect(f"file:{server.data}/cubilete.db?mode=ro", uri=True)) as database:
        return database.execute(sql).fetchall()


def entries(server, match, columns):
    """The rows of the log of a finished match."""
    return rows(server, f"SELECT {columns} " + _ENTRIES_OF["postgres" if server.database else "sqlite"].format(match))


def running_entries(server, match, columns):
    """The rows of the log of a match that runs."""
    where = f"match_no = (SELECT no FROM matches WHERE id = '{match}')" if server.database else f"match_id = '{match}'"
    return rows(server, f"SELECT {columns} FROM log WHERE {where} ORDER BY seq")


def forge_entry(server, match, seq, column, value):
    """Changes an entry of a match that runs, although no server does that."""
    where = f"match_no = (SELECT no FROM matches WHERE id = '{match}')" if server.database else f"match_id = '{match}'"
    change = f"UPDATE log SET {column} = '{value}' WHERE {where} AND seq = {seq}"
    if server.database:
        changed = len(postgres.shared().ask(f"{change} RETURNING seq", server.database))
    else:
        with contextlib.closing(sqlite3.connect(server.data / "cubilete.db")) as database:
            changed = database.execute(change).rowcount
            database.commit()
    assert changed == 1, f"{changed} entries changed"


def everything(server):
    """All stored bytes."""
    if server.database:
        return postgres.shared().dump(server.database)
    return b"".join(file.read_bytes() for file in server.data.rglob("*") if file.is_file())
