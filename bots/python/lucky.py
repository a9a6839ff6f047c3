"""A bot for every game: any legal move will do.   python3 lucky.py http://localhost:8080 K7QX2M [NAME]"""

import asyncio
import random
import sys

from cubilete import Lost, Refused, TokenFile, play, table_at

if len(sys.argv) < 2:
    sys.exit(__doc__)
server, room, name, *_ = [*sys.argv[1:], None, None]
name = name or "Lucky"


def on_turn(view, moves):
    return random.choice(moves)


def on_end(result, you):
    place = result["places"][you["seat"]] if result["places"] else "none"
    print(f"the match is over, place {place}", flush=True)


try:
    asyncio.run(play(server, on_turn, room=room or table_at(server), name=name, on_end=on_end, token=TokenFile(server, name)))
except (Lost, Refused) as why:
    sys.exit(str(why))
except KeyboardInterrupt:
    pass
