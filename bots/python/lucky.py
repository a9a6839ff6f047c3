"""A bot for every game that plays a random legal move.   python3 lucky.py http://localhost:8080 K7QX2M [NAME]"""

import asyncio, random, sys

from cubilete import Lost, NoAddress, Refused, TokenFile, play, table_at

server, code, name = [*sys.argv[1:], "", "", ""][:3]
room = code or table_at(server) or sys.exit(__doc__)
name = name or "Lucky"


def on_turn(view, moves):
    return random.choice(moves)


def on_end(result, you):
    print("the match is over, place", result["places"][you["seat"]] if result["places"] else "none", flush=True)


try:
    asyncio.run(play(server, on_turn, room=room, name=name, on_end=on_end, token=TokenFile(server, name)))
except (Lost, NoAddress, Refused, KeyboardInterrupt) as why:
    sys.exit(str(why) or None)
