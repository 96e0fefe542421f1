"""The web table: where people play. It knows no rule; it keeps records, shows each seat its view and takes answers."""
