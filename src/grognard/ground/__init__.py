"""Where things stand: geometry without rules, on open tables and on hexes."""
