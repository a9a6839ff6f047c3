"""A bot for every game: any legal move will do.   python3 lucky.py http://localhost:8080 K7QX2M [NAME]"""

import asyncio
import random
import sys

from cubilete import TokenFile, play, table_at

server, room, name, *_ = [*sys.argv[1:], *[None] * 3]


def on_turn(view, moves):
    return random.choice(moves)


def on_end(result, you):
    place = result["places"][you["seat"]] if result["places"] else "none"
    print(f"the match is over, place {place}", flush=True)


name = name or "Lucky"
asyncio.run(play(server, on_turn, room=room or table_at(server), name=name, on_end=on_end, token=TokenFile(server, name)))
