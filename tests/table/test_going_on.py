"""Going on from a record: a file that came in, a battle that is over, any step of a replay. The new battle is one's own, its dice are sealed anew, and what fell before stands."""

import json
from pathlib import Path
from typing import Any

from grognard.kernel.record import decode_record
from grognard.kernel.run import verify
from grognard.table.catalogue import Catalogue
from grognard.table.doctor import doctor
from tests.table.live import Live
from tests.table.test_http import finished
from tests.table.test_play import bearer, key_of
from tests.table.toy import GAME


def record_of(table: Live, made: dict[str, Any]) -> dict[str, Any]:
    reply = table.http.get(f"/api/battles/{made['battle']}/record", headers=bearer(key_of(made)))
    assert reply.status_code == 200, reply.text
    record: dict[str, Any] = json.loads(reply.content)
    return record


def bring(table: Live, record: dict[str, Any]) -> dict[str, Any]:
    reply = table.http.post("/api/battles/import", content=json.dumps(record))
    assert reply.status_code == 201, reply.text
    made: dict[str, Any] = reply.json()
    return made


def go_on(table: Live, made: dict[str, Any], status: int = 201, **wanted: Any) -> dict[str, Any]:
    reply = table.http.post(f"/api/battles/{made['battle']}/go-on", json=wanted, headers=bearer(key_of(made)))
    assert reply.status_code == status, reply.text
    answer: dict[str, Any] = reply.json()
    return answer


def half_a_battle(table: Live) -> dict[str, Any]:
    """A record that breaks off in the middle, as somebody saved it."""
    made = table.new(players={"red": "me", "blue": "me"}, options={"short": "yes"})
    with table.sit(made["battle"], key_of(made)) as both:
        for key in ("red0", "move 3.00,3.00", "yes", "shove blue0"):
            both.until_asked()
            both.answer(key)
    return record_of(table, made)


def test_whoever_brings_a_file_owns_it(table: Live) -> None:
    made = bring(table, half_a_battle(table))
    assert [seat["kind"] for seat in made["seats"]] == ["host", "watch"]
    listed = table.http.post("/api/battles/mine", json={"seats": [{"battle": made["battle"], "key": key_of(made)}]})
    (summary,) = listed.json()["battles"]
    assert (summary["imported"], summary["kind"], summary["turn"]) == (True, "host", 1)
    address = f"/api/battles/{made['battle']}"
    assert table.http.delete(address, headers=bearer(key_of(made, "watch"))).status_code == 400
    assert table.http.delete(address, headers=bearer(key_of(made))).status_code == 204


def test_a_file_stays_as_it_was_whoever_sits_down_at_it(table: Live) -> None:
    """Neither its computers nor its owner play on in it."""
    record = half_a_battle(table)
    for players in ({"red": "person", "blue": "recruit"}, {"red": "recruit", "blue": "recruit"}):
        made = bring(table, {**record, "players": players})
        with table.sit(made["battle"], key_of(made)) as owner:
            assert owner.until_type("state")["question"] is None
            assert owner.answer("low", side="red")["type"] == "refused"
            owner.say(type="take_back", position=owner.state["position"], ref=3)
            assert owner.until_type("refused")["words"]
            owner.say(type="ping")
            assert not any(side.get("thinking") for side in owner.until_type("presence")["sides"])
        assert table.store.load(made["battle"]).place == owner.state["position"] == 1


def test_an_unfinished_file_is_gone_on_with_to_its_end_and_verifies_honestly(table: Live) -> None:
    record = half_a_battle(table)
    made = go_on(table, bring(table, record), players={"red": "me", "blue": "recruit"}, names={"red": "Ann"})
    with table.sit(made["battle"], key_of(made)) as red:
        state = red.until_asked()
        assert state["question"]["kind"] == "secret", "it goes on where the file broke off"
        assert [(side["name"], side["player"]) for side in state["sides"]] == [("Ann", "person"), ("Blues", "recruit")]
        assert state["commitment"] != record["dice"]["commitment"]
        red.play_out()
    found = table.http.post(f"/api/battles/{made['battle']}/verify", headers=bearer(key_of(made))).json()
    fell_before = sum(isinstance(given, list) for given in record["answers"])
    assert found["wrong"] == []
    assert found["unchecked"] == fell_before == 2, "the two cards were drawn under a seed that is not in the file"
    assert found["throws"] > 0
    out = record_of(table, made)
    assert out["answers"][: len(record["answers"])] == record["answers"]
    verdict = verify(GAME, decode_record(json.dumps(out).encode()))
    assert (verdict.wrong, verdict.unchecked) == ([], fell_before)


def test_from_any_step_of_a_finished_battle(table: Live) -> None:
    made = finished(table)
    info = table.http.get(f"/api/battles/{made['battle']}/replay", headers=bearer(key_of(made))).json()
    record = record_of(table, made)
    for step in (0, info["steps"] // 2, info["steps"] - 2):
        frame = table.http.get(f"/api/battles/{made['battle']}/replay/{step}", headers=bearer(key_of(made))).json()
        again = go_on(table, made, step=step, players={"red": "me", "blue": "recruit"})
        with table.sit(again["battle"], key_of(again)) as red:
            state = red.until_asked()
            assert state["scene"]["turn"] in (frame["scene"]["turn"], frame["scene"]["turn"] + 1)
            red.play_out()
        out = record_of(table, again)
        since = out["dice"].get("since", 0)
        assert out["answers"][:since] == record["answers"][:since]
        verdict = verify(GAME, decode_record(json.dumps(out).encode()))
        assert (verdict.wrong, verdict.unchecked) == ([], 0), (
            "the seed of a finished battle is known, so all is checked"
        )
    assert record_of(table, made) == record, "the battle that it went on from is as it was"


def test_with_a_friend_by_link_and_taken_back_beyond_the_join(table: Live) -> None:
    made = go_on(table, bring(table, half_a_battle(table)), players={"red": "me", "blue": "link"}, undo="free")
    assert [seat["kind"] for seat in made["seats"]] == ["host", "side", "watch"]
    battle = made["battle"]
    with table.sit(battle, key_of(made)) as red, table.sit(battle, key_of(made, "side")) as blue:
        assert blue.until_asked()["question"]["kind"] == "secret"
        red.until_asked()
        red.say(type="take_back", position=red.state["position"], ref=1)
        red.until_text("Whom?")
        since = table.store.load(battle).record.dice.since
        assert since == 5, "the answer before the join was taken back"
        while not red.state["over"]:
            for person in (red, blue):
                person.until_position(max(red.state["position"], blue.state["position"]))
                if person.state["question"]:
                    assert person.answer(person.state["question"]["options"][0]["key"])["type"] == "taken"
    found = table.http.post(f"/api/battles/{battle}/verify", headers=bearer(key_of(made))).json()
    assert (found["wrong"], found["unchecked"]) == ([], 2)


def test_the_doctor_finds_such_battles_well(table: Live) -> None:
    go_on(table, bring(table, half_a_battle(table)), players={"red": "me", "blue": "link"})
    health = doctor(Path(table.store.path), Catalogue([GAME]))
    assert health.wrong == []


def test_what_cannot_be_gone_on_from_is_said_in_words(table: Live) -> None:
    over = finished(table)
    assert "over there" in go_on(table, over, 400)["words"]
    assert "there is no step" in go_on(table, over, 404, step=999)["words"]
    assert "there is no player" in go_on(table, over, 404, step=0, players={"red": "napoleon"})["words"]
    assert "there is no side" in go_on(table, over, 404, step=0, players={"green": "me"})["words"]
    assert "there is no undo policy" in go_on(table, over, 404, step=0, undo="never")["words"]
    running = table.new(players={"red": "me", "blue": "link"})
    assert "may not know yet" in go_on(table, running, 400)["words"], (
        "nobody looks at the other side's secrets that way"
    )
