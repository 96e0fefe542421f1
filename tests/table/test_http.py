"""Everything that is not a seat: games, rules, odds, lists, replays and files."""

import json
from pathlib import Path
from typing import Any

from tests.table.live import Live
from tests.table.test_play import bearer, key_of


def finished(table: Live) -> dict[str, Any]:
    made = table.new(players={"red": "me", "blue": "recruit"}, options={"short": "yes"})
    with table.sit(made["battle"], key_of(made)) as red:
        red.play_out()
    return made


def test_home_lists_the_games_and_what_can_be_chosen(table: Live) -> None:
    home = table.http.get("/api/home").json()
    (toy,) = home["games"]
    assert toy["quick"] == "nursery"
    assert [scenario["title"] for scenario in toy["scenarios"]] == ["The Nursery Floor", "A Crowd"]
    assert toy["rulings"] == [
        {"name": "short", "values": ["no", "yes"], "rule": "TY-TURN-02", "text": toy["rulings"][0]["text"]}
    ]
    assert [field["kind"] for field in toy["questions"][0]["fields"]] == ["number", "choice", "flag"]
    assert "recruit" in [level["name"] for level in home["levels"]]


def test_a_marshal_is_offered_with_more_or_less_time(table: Live) -> None:
    levels = {level["name"]: level["words"] for level in table.http.get("/api/home").json()["levels"]}
    assert levels["sergeant"] == "sergeant"
    assert levels["marshal"] == "marshal, 2 s a decision"
    assert levels["marshal:seconds=5.0"] == "marshal, 5 s a decision"
    made = table.new(players={"red": "me", "blue": "marshal:seconds=0.5"}, options={"short": "yes"})
    with table.sit(made["battle"], key_of(made)) as red:
        red.play_out()
    refused = table.http.post(
        "/api/battles", json={"game": "toy", "scenario": "nursery", "players": {"blue": "marshal:seconds=900"}}
    )
    assert refused.status_code == 404
    assert "there is no player called 'marshal:seconds=900'" in refused.json()["words"]


def test_rules_by_id(table: Live) -> None:
    assert len(table.http.get("/api/rules/toy").json()["rules"]) == 6
    assert table.http.get("/api/rules/toy/TY-MOVE-02").json()["text"] == "It may not end on another figure."
    missing = table.http.get("/api/rules/toy/TY-MOVE-99")
    assert missing.status_code == 404
    assert "there is no rule called 'TY-MOVE-99'" in missing.json()["words"]


def test_odds_of_a_form(table: Live) -> None:
    reply = table.http.post(
        "/api/odds/toy/shoving", json={"situation": {"bonus": "0", "picks": "different", "heavy": "no"}}
    ).json()
    assert {outcome["words"]: outcome["exact"] for outcome in reply["outcomes"]} == {"off": "5/6", "stands": "1/6"}
    assert "no_roll" not in reply
    wrong = table.http.post("/api/odds/toy/shoving", json={"situation": {"picks": "odd"}})
    assert wrong.status_code == 400
    assert "there is no value for picks called 'odd'" in wrong.json()["words"]


def test_a_question_is_rolled_out_with_the_programs_dice(table: Live) -> None:
    rolled = table.http.post("/api/odds/toy/shoving/roll", json={"situation": {}}).json()
    assert rolled["outcome"] in ("off", "stands")
    (line,) = rolled["log"]
    assert (sum(line["faces"]) >= 7) == (rolled["outcome"] == "off")
    again = table.http.post("/api/odds/toy/shoving/roll", json={"situation": {}, "seed": rolled["seed"]}).json()
    assert again == rolled


def test_a_question_is_rolled_out_with_dice_that_are_typed_in(table: Live) -> None:
    def roll(*thrown: list[int]) -> Any:
        return table.http.post("/api/odds/toy/shoving/roll", json={"own": True, "thrown": thrown, "seed": "x"})

    asks = roll().json()
    assert asks["asks"] == {"words": "shove: roll 2D6", "count": 2, "sides": 6, "can_roll": True}
    assert asks["outcome"] == ""
    came = roll([6, 1]).json()
    assert came["outcome"] == "off"
    assert came["log"][0]["typed"] is True
    assert roll([5, 1]).json()["outcome"] == "stands"
    assert "typed" not in roll([]).json()["log"][0], "an empty throw is left to the program"
    wrong = roll([7, 1])
    assert wrong.status_code == 400
    assert "2D6 takes 2 numbers from 1 to 6" in wrong.json()["words"]


def test_a_battle_is_set_up_or_refused_in_words(table: Live) -> None:
    def refused(**wanted: Any) -> str:
        reply = table.http.post("/api/battles", json={"game": "toy", "scenario": "nursery", **wanted})
        assert reply.status_code in (400, 404)
        return str(reply.json()["words"])

    assert "there is no game called 'chess'" in refused(game="chess")
    assert "there is no scenario called" in refused(scenario="../../secrets")
    assert "there is no player called 'marshall'" in refused(players={"red": "marshall"})
    assert "there is no side called 'green'" in refused(players={"green": "me"})
    assert "there is no option called" in refused(options={"long": "yes"})
    assert "there is no value for short" in refused(options={"short": "perhaps"})
    assert "there is no undo policy" in refused(undo="always")
    assert "is not TOML" in refused(file="figures = = 3")
    assert "figures must be a number" in refused(file='figures = "many"')
    assert "this request is not understood" in refused(surprise=1)


def test_my_battles(table: Live) -> None:
    made = finished(table)
    other = table.new(players={"red": "me", "blue": "recruit"})
    seats = [{"battle": battle["battle"], "key": key_of(battle)} for battle in (made, other)] + [
        {"battle": made["battle"], "key": "wrong"}
    ]
    listed = table.http.post("/api/battles/mine", json={"seats": seats}).json()["battles"]
    assert [battle["battle"] for battle in listed] == [other["battle"], made["battle"]]
    assert listed[1]["finished"].endswith("are left")


def test_replay_forwards_and_backwards(table: Live) -> None:
    made = finished(table)
    head = bearer(key_of(made))
    info = table.http.get(f"/api/battles/{made['battle']}/replay", headers=head).json()
    frames = [
        table.http.get(f"/api/battles/{made['battle']}/replay/{step}", headers=head).json()
        for step in range(info["steps"])
    ]
    assert frames[0]["scene"]["turn"] == 0
    assert frames[-1]["log"]
    again = table.http.get(f"/api/battles/{made['battle']}/replay/1", headers=head).json()
    assert again == frames[1]
    assert table.http.get(f"/api/battles/{made['battle']}/replay/999", headers=head).status_code == 404


def test_a_record_goes_out_and_comes_back(table: Live) -> None:
    made = finished(table)
    reply = table.http.get(f"/api/battles/{made['battle']}/record", headers=bearer(key_of(made)))
    assert reply.headers["content-disposition"].startswith('attachment; filename="toy-the-nursery-floor-')
    taken = table.http.post("/api/battles/import", content=reply.content).json()
    info = table.http.get(f"/api/battles/{taken['battle']}/replay", headers=bearer(taken["seats"][0]["key"])).json()
    assert info["over"]["reason"].endswith("are left")
    assert (
        table.http.post(f"/api/battles/{taken['battle']}/verify", headers=bearer(taken["seats"][0]["key"])).json()[
            "wrong"
        ]
        == []
    )


def test_files_that_are_no_records_are_refused_in_words(table: Live) -> None:
    made = finished(table)
    good = json.loads(table.http.get(f"/api/battles/{made['battle']}/record", headers=bearer(key_of(made))).content)
    for change, words in (
        ({"game": "chess"}, "there is no game called 'chess'"),
        ({"rules": 99}, "version 99 of the rules"),
        ({"format": 7}, "record format 7"),
        ({"answers": [*good["answers"], "more"]}, "1 answers are left over"),
        ({"answers": ["nonsense"]}, ""),
        ({"scenario": {}}, "figures must be a number"),
    ):
        reply = table.http.post("/api/battles/import", content=json.dumps({**good, **change}))
        assert reply.status_code in (201, 400, 404), reply.text
        assert words in reply.text
    assert "is not a record" in table.http.post("/api/battles/import", content=b"\xff\x00").json()["words"]


def test_a_running_record_with_secrets_in_it_stays_here(table: Live) -> None:
    made = table.new(players={"red": "me", "blue": "link"})
    for kind in ("host", "side", "watch"):
        reply = table.http.get(f"/api/battles/{made['battle']}/record", headers=bearer(key_of(made, kind)))
        assert reply.status_code == 400
        assert "may not know yet" in reply.json()["words"]


def test_only_the_host_deletes(table: Live) -> None:
    made = table.new(players={"red": "me", "blue": "link"})
    address = f"/api/battles/{made['battle']}"
    assert table.http.delete(address, headers=bearer(key_of(made, "side"))).status_code == 400
    with table.sit(made["battle"], key_of(made, "side")) as blue:
        blue.until_type("state")
        assert table.http.delete(address, headers=bearer(key_of(made))).status_code == 204
        assert "was deleted" in blue.until_type("gone")["words"]
    assert table.http.get(f"{address}/replay", headers=bearer(key_of(made))).status_code == 404


def test_it_is_well(table: Live) -> None:
    assert table.http.get("/healthz").json()["well"] is True


def test_forces_are_offered_read_and_checked(tmp_path: Path) -> None:
    """Every force that comes with a game can be had as a file, and is as good when it is sent back."""
    live = Live(tmp_path / "forces.sqlite", None)
    try:
        cards = [card for card in live.http.get("/api/home").json()["games"] if card.get("forces")]
        assert cards
        for card in cards:
            text = ""
            for force in card["forces"]:
                text = live.http.get(f"/api/forces/{card['name']}/{force['name']}").text
                checked = live.http.post(f"/api/forces/{card['name']}", json={"text": text})
                assert checked.json()["holds"] == force["holds"], force["name"]
            side = next(one for one in card["scenarios"] if one["name"] == card["quick"])["sides"][0][0]
            wanted = {"game": card["name"], "scenario": card["quick"], "forces": {side: text}}
            assert live.http.post("/api/battles", json=wanted).status_code == 201, card["name"]
            missing = live.http.get(f"/api/forces/{card['name']}/nobody")
            assert missing.status_code == 404
            assert "there is no force called 'nobody'" in missing.json()["words"]
            wrong = live.http.post(f"/api/forces/{card['name']}", json={"text": "name = "})
            assert wrong.status_code == 400
            assert "your force file: is not TOML" in wrong.json()["words"]
    finally:
        live.stop()
