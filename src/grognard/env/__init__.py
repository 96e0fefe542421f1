"""The games as environments for learning agents: PettingZoo (extra `rl`) and OpenSpiel (extra `spiel`)."""
