"""Servers of a cluster that start together on a database without data."""
import concurrent.futures
import unittest

from nodes import House


class FirstStart(unittest.TestCase):
    def test_servers_that_start_at_once_on_an_empty_database_all_serve(self):
        for _ in range(3):
            with House(0, "--log-level", "info") as house, concurrent.futures.ThreadPoolExecutor(4) as threads:
                house.nodes = [one.result() for one in [threads.submit(house.open) for _ in range(4)]]
                house.wait_for_links()
                self.assertEqual(len(house.alive()), 4)
                bots = house.postgres.ask("SELECT count(*) FROM players WHERE agent = 'house'", house.database)
                self.assertGreater(int(bots[0][0]), 0)


if __name__ == "__main__":
    unittest.main()
