"""Actions: what an activated model may do, by the facts and on the table."""

import pytest

from grognard.games.en_garde.actions import (
    Facts,
    action_options,
    can_hide,
    facts_of,
    legal_actions,
    may_be_ordered,
    order_is_legal,
)
from grognard.games.en_garde.battle import Battle, Deed, Figure, Morale
from grognard.games.en_garde.options import Options
from tests.games.en_garde.build import a_battle, a_figure, a_foe, a_piece

PLAIN = Options()


def legal(**facts: bool) -> list[str]:
    return sorted(legal_actions(PLAIN, Facts(**facts)))


def test_a_plain_model_moves_runs_rests_or_does_nothing() -> None:
    """EG-MOVE-01, EG-MOVE-02, EG-MOVE-07."""
    assert legal() == ["move", "nothing", "rest", "run"]


@pytest.mark.parametrize(
    ("fact", "action"),
    [
        ("ready", "shoot"),  # EG-MOVE-03
        ("reloads", "reload"),  # EG-MOVE-04
        ("mounted", "dismount"),  # EG-MOVE-05
        ("horse_touching", "mount"),
        ("can_hide", "hide"),  # EG-MOVE-06
        ("ready", "aim"),  # EG-MOVE-08
        ("commander", "order"),  # EG-MOVE-09
        ("special", "special"),  # EG-MOVE-10
    ],
)
def test_what_else_one_may_do_if_one_can(fact: str, action: str) -> None:
    """EG-MOVE-03, EG-MOVE-04, EG-MOVE-05, EG-MOVE-06, EG-MOVE-08, EG-MOVE-09, EG-MOVE-10."""
    assert action in legal(**{fact: True})
    assert action not in legal()


EVERYTHING = {"ready": True, "reloads": True, "mounted": True, "can_hide": True, "commander": True, "special": True}


def test_after_a_short_move_neither_reload_nor_rest_nor_aim() -> None:
    """EG-RULE-04."""
    assert legal(**EVERYTHING, after_short_move=True) == ["dismount", "hide", "nothing", "order", "shoot", "special"]


def test_reloading_on_the_move_where_that_is_played() -> None:
    """EG-RULE-04: reload_on_the_move = short."""
    moving = Options(reload_on_the_move="short")
    assert "reload" in legal_actions(moving, Facts(reloads=True, after_short_move=True))


def test_the_engaged_may_do_little() -> None:
    """EG-RULE-06: nothing, shuffle, withdraw, or a special action allowed while Engaged; EG-RULE-12: no rest."""
    assert legal(**EVERYTHING, engaged=True) == ["nothing", "shuffle", "withdraw"]
    assert legal(engaged=True, special_engaged=True) == ["nothing", "shuffle", "special", "withdraw"]


def test_the_routing_must_withdraw_or_run() -> None:
    """EG-RULE-57."""
    assert legal(**EVERYTHING, routing=True) == ["run"]
    assert legal(routing=True, engaged=True) == ["withdraw"]


# On the table


def verbs(battle: Battle, figure: Figure, **more: bool) -> list[str]:
    return sorted(dict.fromkeys(option.verb for option in action_options(battle, figure, **more)))


def test_shots_and_aims_name_weapon_and_target() -> None:
    """EG-MOVE-03, EG-MOVE-08, EG-RULE-13, EG-RULE-16: each loaded weapon at each enemy in range and sight."""
    anne, odo, far = (
        a_figure(missiles=["musket", "pistol"], reloads={"musket": 1}),
        a_foe(at=(20, 10)),
        a_foe("far", (40, 10)),
    )
    keys = [option.key for option in action_options(a_battle(anne, odo, far), anne)]
    assert [key for key in keys if key.startswith(("shoot", "aim", "reload"))] == [
        "shoot odo with pistol", "reload musket", "aim at odo with pistol",
    ]  # fmt: skip


def test_there_is_no_way_out_for_whoever_is_boxed_in() -> None:
    """EG-RULE-07: a withdrawal needs a place out of contact."""
    walls = [a_piece("high_wall", box) for box in ((9.3, 9, 9.5, 11), (9.3, 10.5, 12, 10.7), (9.3, 9.3, 12, 9.5))]
    anne, odo = a_figure(at=(10, 10)), a_foe(at=(11, 10))
    assert verbs(a_battle(anne, odo, terrain=walls), anne) == ["nothing", "shuffle"]
    assert verbs(a_battle(anne, odo), anne) == ["nothing", "shuffle", "withdraw"]


def test_a_horse_in_contact_can_be_mounted() -> None:
    """EG-RULE-10: the own horse, touching."""
    rider = a_figure(rate="cavalry")
    battle = a_battle(rider)
    rider.horse = (1150, 1000)
    assert facts_of(battle, rider).horse_touching
    rider.horse = (1152, 1000)
    assert not facts_of(battle, rider).horse_touching


def test_hiding_needs_cover_and_nobody_near_who_looks() -> None:
    """EG-RULE-11: on foot, in or touching cover, no enemy within 6 inches that sees it."""
    hedge = a_piece("hedge", (9, 10.5, 12, 11))
    anne, odo = a_figure(at=(10, 10)), a_foe(at=(17, 10))
    battle = a_battle(anne, odo, terrain=[hedge])
    assert not can_hide(battle, anne)  # exactly 6 inches
    odo.x = 1701
    assert can_hide(battle, anne)
    assert not can_hide(a_battle(anne, odo), anne)
    anne.mounted = True
    assert not can_hide(battle, anne)


def test_an_enemy_behind_a_house_does_not_keep_one_from_hiding() -> None:
    """EG-RULE-11: that sees it."""
    terrain = [a_piece("hedge", (9, 10.5, 12, 11)), a_piece("building", (12, 8, 14, 12))]
    anne, odo = a_figure(at=(10, 10)), a_foe(at=(15, 10))
    assert can_hide(a_battle(anne, odo, terrain=terrain), anne)


def test_a_lit_match_cannot_hide_at_night() -> None:
    """EG-RULE-26, EG-SPEC-03."""
    hedge = a_piece("hedge", (9, 10.5, 12, 11))
    for missile, hides in (("matchlock", False), ("musket", True)):
        anne = a_figure(at=(10, 10), missiles=[missile])
        assert can_hide(a_battle(anne, terrain=[hedge], field={"night": True}), anne) is hides


def test_orders_go_to_friends_within_six_inches_who_have_not_acted() -> None:
    """EG-RULE-14, EG-CHAR-08."""
    ulla, near, far = (
        a_figure("ulla", attributes=["Commander"]),
        a_figure("near", at=(17, 10)),
        a_figure("far", at=(10, 17.01)),
    )
    done = a_figure("done", at=(12, 10))
    done.activated = True
    battle = a_battle(ulla, near, far, done, a_foe())
    assert may_be_ordered(battle, ulla) == [near]
    assert "order" in verbs(battle, ulla)
    assert "order" not in verbs(battle, near)
    assert "order" not in verbs(battle, ulla, ordered=True)


@pytest.mark.parametrize(
    ("commander", "engaged", "named", "expected"),
    [
        (True, False, [(600, False)], True),
        (True, False, [(600, False)] * 3, True),
        (True, False, [(100, False)] * 4, False),
        (True, False, [(601, False)], False),
        (True, False, [(100, True)], False),
        (True, True, [(100, False)], False),
        (False, False, [(100, False)], False),
    ],
)
def test_what_makes_an_order_lawful(
    commander: bool, engaged: bool, named: list[tuple[int, bool]], expected: bool
) -> None:
    """EG-RULE-14: a Commander, not Engaged, up to three models within 6 inches, none activated."""
    assert order_is_legal(commander, engaged, named) is expected


def test_a_carrier_walks() -> None:
    """EG-RULE-15 with scenario B: whoever carries the satchel cannot Run."""
    anne = a_figure()
    battle = a_battle(anne, a_foe())
    assert "run" in verbs(battle, anne)
    anne.carries = "satchel"
    assert "run" not in verbs(battle, anne)


def test_special_actions_of_the_scenario_are_offered_where_one_stands() -> None:
    """EG-MOVE-10, EG-RULE-15; EG-RULE-06: while Engaged only if the scenario says so."""
    bell, lever = Deed("deed", "ring the bell", 1000, 1100), Deed("deed", "pull the lever", 1000, 1100, engaged=True)
    anne, odo = a_figure(), a_foe()
    battle = a_battle(anne, odo, deeds=(bell, lever))
    assert [option.key for option in action_options(battle, anne) if option.verb == "special"] == [
        "special ring the bell",
        "special pull the lever",
    ]
    odo.x, odo.y = 1100, 1000
    assert [option.key for option in action_options(battle, anne) if option.verb == "special"] == [
        "special pull the lever"
    ]


def test_the_routing_side_reads_as_such() -> None:
    """EG-RULE-57."""
    anne = a_figure()
    battle = a_battle(anne)
    battle.side("red").morale = Morale.ROUTING
    assert facts_of(battle, anne).routing


def test_options_have_unique_keys_and_words() -> None:
    """EG-MOVE-01: every option can be told from every other."""
    anne = a_figure(missiles=["grenade", "grenade 2", "pistol"], attributes=["Commander"])
    options = action_options(
        a_battle(anne, a_figure("tam", at=(12, 12)), a_foe(at=(15, 10)), a_foe("jan", (16, 10))), anne
    )
    keys = [option.key for option in options]
    assert len(dict.fromkeys(keys)) == len(keys)
    assert all(option.words for option in options)
    assert "throw grenade at a spot" in keys
