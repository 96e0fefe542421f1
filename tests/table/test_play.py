"""Playing a battle over the wire, as the page does."""

from tests.table.live import Live


def test_a_whole_battle_against_the_computer(table: Live):
    made = table.new(players={"red": "me", "blue": "recruit"})
    with table.sit(made["battle"], made["seats"][0]["key"]) as red:
        last = red.play_out()
    assert last["over"]["reason"].endswith("are left")
    assert last["seed"], "the seed is revealed at the end"
    assert last["question"] is None
    key = {"authorization": "Bearer " + made["seats"][0]["key"]}
    checked = table.http.post(f"/api/battles/{made['battle']}/verify", headers=key).json()
    assert checked["wrong"] == []
    assert checked["throws"] > 0
