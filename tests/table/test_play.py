"""Playing over the wire, as the page does."""

from tests.table.live import Live


def key_of(made, kind="host"):
    return next(seat["key"] for seat in made["seats"] if seat["kind"] == kind)


def bearer(key):
    return {"authorization": f"Bearer {key}"}


def test_a_whole_battle_against_the_computer(table: Live) -> None:
    made = table.new(players={"red": "me", "blue": "recruit"})
    with table.sit(made["battle"], key_of(made)) as red:
        last = red.play_out()
    assert last["over"]["reason"].endswith("are left")
    assert last["seed"], "the seed is revealed at the end"
    assert last["question"] is None
    checked = table.http.post(f"/api/battles/{made['battle']}/verify", headers=bearer(key_of(made))).json()
    assert checked["wrong"] == []
    assert checked["throws"] > 0


def test_the_seed_stays_sealed_while_the_battle_runs(table: Live) -> None:
    made = table.new(players={"red": "me", "blue": "me"})
    with table.sit(made["battle"], key_of(made)) as red:
        red.until_asked()
    assert red.state["seed"] == ""
    assert len(red.state["commitment"]) == 64
    assert table.http.post(f"/api/battles/{made['battle']}/verify", headers=bearer(key_of(made))).status_code == 400


def test_the_same_answer_twice_counts_once(table: Live) -> None:
    made = table.new(players={"red": "me", "blue": "recruit"})
    with table.sit(made["battle"], key_of(made)) as red:
        position = red.until_asked()["position"]
        assert red.answer("red0")["type"] == "taken"
        assert red.answer("red0", position=position, side="red")["type"] == "taken"
        assert red.answer("red1", position=position, side="red")["type"] == "refused"
    assert red.state["position"] == position + 1


def test_an_answer_that_was_not_offered_changes_nothing(table: Live) -> None:
    made = table.new(players={"red": "me", "blue": "recruit"})
    with table.sit(made["battle"], key_of(made)) as red:
        position = red.until_asked()["position"]
        refusal = red.answer("blue0")
        assert refusal["type"] == "refused"
        assert "is not one of the answers" in refusal["words"]
        assert refusal["rule"] == "TY-TURN-01"
        assert red.answer("red0")["type"] == "taken"
        assert red.state["position"] == position + 1


def test_a_dragged_way_is_priced_or_refused_by_its_rule(table: Live) -> None:
    made = table.new(players={"red": "me", "blue": "recruit"})
    with table.sit(made["battle"], key_of(made)) as red:
        red.until_asked()
        red.answer("red0")
        state = red.until_asked()
        assert state["question"]["place"]["mover"] == "red0"
        red.say(type="check", position=state["position"], key="move 3.00,6.00", ref=91)
        assert red.until_type("checked")["cost"] == 3
        red.say(type="check", position=state["position"], key="move 3.00,16.00", ref=92)
        refused = red.until_type("checked")
        assert (refused["allowed"], refused["rule"]) == (False, "TY-MOVE-01")
        red.say(type="check", position=state["position"], key="nonsense", ref=93)
        assert "is not a place" in red.until_type("checked")["words"]
        assert red.answer("move 4.25,6.00 via 3.00,5.00")["type"] == "taken"


def test_odds_come_after_the_question(table: Live) -> None:
    made = table.new(players={"red": "me", "blue": "recruit"})
    with table.sit(made["battle"], key_of(made)) as red:
        for key in ("red0", "move 3.00,3.00", "yes"):
            red.until_asked()
            red.answer(key)
        odds = red.until(lambda message: message["type"] == "forecasts" and message["odds"])["odds"]
    assert odds["shove blue0"][0] == {"words": "off", "chance": 0.583333, "exact": "7/12"}


def test_come_back_and_everything_is_there(table: Live) -> None:
    made = table.new(players={"red": "me", "blue": "recruit"})
    with table.sit(made["battle"], key_of(made)) as red:
        red.until_asked()
        red.answer("red0")
        red.until_asked()
        before = red.state
    with table.sit(made["battle"], key_of(made)) as again:
        again.until_asked()
    assert again.state["question"] == before["question"]
    assert again.state["scene"] == before["scene"]
    assert again.log == red.log


def test_two_friends_by_link_and_a_spectator(table: Live) -> None:
    made = table.new(players={"red": "me", "blue": "link"}, names={"blue": "Greta <b>"})
    battle = made["battle"]
    with (
        table.sit(battle, key_of(made)) as red,
        table.sit(battle, key_of(made, "side")) as blue,
        table.sit(battle, key_of(made, "watch")) as watcher,
    ):
        for person in (red, blue, watcher):
            person.until_type("state")
        assert blue.state["yours"] == ["blue"]
        assert watcher.state["yours"] == []
        red.answer("red1")
        watcher.until_position(red.state["position"])
        assert watcher.state["question"] is None
        assert blue.answer("blue0", side="red")["words"] == "this seat does not play that side"
        watcher.say(type="answer", position=1, side="red", key="move 3.00,3.00", ref=5)
        assert watcher.until_type("refused")["words"] == "this seat does not play that side"
        names = {side["side"]: side["name"] for side in red.state["sides"]}
        assert names == {"red": "Reds", "blue": "Greta <b>"}, "names are text, and the page shows them as text"


def test_both_pick_in_secret_and_neither_sees_the_other(table: Live) -> None:
    made = table.new(players={"red": "me", "blue": "link"})
    battle = made["battle"]
    with table.sit(battle, key_of(made)) as red, table.sit(battle, key_of(made, "side")) as blue:
        for key in ("red0", "move 3.00,3.00", "yes", "shove blue0"):
            red.until_asked()
            assert red.answer(key)["type"] == "taken"
        red.until_asked()
        blue.until_asked()
        assert red.state["question"]["kind"] == blue.state["question"]["kind"] == "secret"
        position = blue.state["position"]
        assert red.answer("high")["type"] == "taken"
        # Blue answers what it was asked before it heard that red has picked.
        assert blue.answer("low", position=position, side="blue")["type"] == "taken"
        seen = [message for message in blue.seen if message["type"] == "state" and message["position"] == position + 1]
        assert all("high" not in str({**message, "question": None}) for message in seen)
        blue.until_position(position + 2)
        assert any(line.get("kind") == "roll" for line in blue.log)


def test_undo_until_dice_fall(table: Live) -> None:
    made = table.new(players={"red": "me", "blue": "recruit"})
    with table.sit(made["battle"], key_of(made)) as red:
        red.until_asked()
        assert not red.state["undo"].get("can")
        red.answer("red2")
        red.until_asked()
        assert red.state["undo"]["can"]
        red.say(type="take_back", position=red.state["position"], ref=7)
        red.until_text("Who moves?")
        for key in ("red0", "move 3.00,3.00", "no"):
            red.until_asked()
            red.answer(key)
        red.until_asked()
        red.say(type="take_back", position=red.state["position"], ref=8)
        assert "cannot be undone" in red.until_type("refused")["words"]


def test_undo_by_consent(table: Live) -> None:
    made = table.new(players={"red": "me", "blue": "link"}, undo="consent")
    battle = made["battle"]
    with table.sit(battle, key_of(made)) as red, table.sit(battle, key_of(made, "side")) as blue:
        red.until_asked()
        red.answer("red0")
        red.until_asked()
        for agree in (False, True):
            red.say(type="take_back", position=red.state["position"], ref=1)
            blue.until(lambda message: message["type"] == "state" and message["undo"].get("asked_by") == "red")
            blue.say(type="consent", agree=agree)
            red.until_type("told" if not agree else "state")
        red.until_text("Who moves?")


def test_one_screen_for_two_is_handed_over_with_care(table: Live) -> None:
    made = table.new(players={"red": "me", "blue": "beside"})
    with table.sit(made["battle"], key_of(made)) as both:
        both.until_type("state")
        assert both.state["looking"] == "red"
        assert any("card" in line["words"] for line in both.log), "red sees its own card"
        for key in ("red0", "move 3.00,3.00", "no"):
            assert both.answer(key)["type"] == "taken"
        assert both.state["hand_over"] == "blue"
        assert both.state["question"] is None
        assert both.state["looking"] == ""
        assert not any("card" in line["words"] for line in both.log), "nobody's card is on the screen between the two"
        both.say(type="look", side="blue")
        both.until_asked()
        assert both.state["looking"] == "blue"
        assert both.until_asked()["question"]["side"] == "blue"


def test_dice_typed_in_from_a_real_table(table: Live) -> None:
    made = table.new(players={"red": "me", "blue": "recruit"}, typed=True)
    with table.sit(made["battle"], key_of(made)) as red:
        for key in ("red0", "move 3.00,3.00", "yes", "shove blue0", "high"):
            red.until_asked()
            assert red.answer(key)["type"] == "taken"
        dice = red.until_asked()["question"]
        assert dice["dice"] == {"words": "2D6", "count": 2, "sides": 6, "can_roll": True}
        assert "from 1 to 6" in red.answer("7 1")["words"]
        assert red.answer("6 5")["type"] == "taken"
        rolled = next(line for line in red.log if line.get("kind") == "roll")
        assert (rolled["faces"], rolled["total"]) == ([6, 5], 11)
        last = red.play_out(lambda question: "roll" if question.get("dice") else question["options"][0]["key"])
    assert last["over"]


def test_a_hint(table: Live) -> None:
    made = table.new(players={"red": "me", "blue": "recruit"})
    with table.sit(made["battle"], key_of(made)) as red:
        state = red.until_asked()
        red.say(type="ask_hint", position=state["position"], ref=3)
        hint = red.until_type("hint")
    offered = {option["key"]: option["words"] for option in state["question"]["options"]}
    assert 1 <= len(hint["best"]) <= 3
    assert all(offered[one["key"]] == one["words"] and one["worth"] and one["why"] for one in hint["best"])
    assert len({one["key"] for one in hint["best"]}) == len(hint["best"])


def test_when_it_is_over_everybody_reads_all_of_it(table: Live) -> None:
    made = table.new(players={"red": "me", "blue": "recruit"})
    battle, watching = made["battle"], bearer(key_of(made, "watch"))
    with table.sit(battle, key_of(made)) as red, table.sit(battle, key_of(made, "watch")) as watcher:
        red.until_asked()
        assert [line["side"] for line in red.log if line.get("kind") == "draw"] == ["red"]
        end = red.play_out()["position"]
        watcher.until_position(end)
        drawn = next(line for line in watcher.log if line.get("kind") == "draw" and line["side"] == "blue")
        watcher.say(type="why", n=drawn["n"], ref=4)
        assert watcher.until_type("because")["rules"][0]["id"] == "TY-SHOVE-02"
    for person in (red, watcher):
        assert [line["side"] for line in person.log if line.get("kind") == "draw"] == ["red", "blue"]
        assert [line["n"] for line in person.log] == list(range(len(person.log)))
    steps = table.http.get(f"/api/battles/{battle}/replay", headers=watching).json()["steps"]
    frames = [table.http.get(f"/api/battles/{battle}/replay/{n}", headers=watching).json() for n in range(steps)]
    assert [line for frame in frames for line in frame["log"]] == watcher.log


def test_why_a_line_stands_there(table: Live) -> None:
    made = table.new(players={"red": "me", "blue": "recruit"})
    with table.sit(made["battle"], key_of(made)) as red:
        for key in ("red0", "move 3.00,3.00"):
            red.until_asked()
            red.answer(key)
        line = next(line for line in red.log if line["rule"] == "TY-MOVE-01")
        red.say(type="why", n=line["n"], ref=4)
        because = red.until_type("because")
    assert because["rules"][0]["text"].startswith("A figure moves up to 6")
    assert "Where does Red 1 go?" in because["choice"]
