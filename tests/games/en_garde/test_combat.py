"""Combat: who fights whom, secret pools, cycles of attacks, shoves, deaths and the end."""

from collections.abc import Callable
from fractions import Fraction
from typing import Any

from grognard.games.en_garde.battle import Battle, Figure, Pool, Wound
from grognard.games.en_garde.combat import (
    begin_combat,
    clockwise,
    combats,
    discard,
    fight_on,
    parting_blow,
    pick_combat,
    stands_behind,
)
from grognard.games.en_garde.initiative import initiative_score
from grognard.kernel.chains import chain
from grognard.kernel.choice import Question
from grognard.kernel.odds import fixed
from grognard.kernel.referee import Referee, Scripted
from tests.games.en_garde.build import Dicing, a_battle, a_figure, a_foe, a_piece, rules_told
from tests.script import scripted


def a_duel(
    red: dict[str, Any] | None = None, blue: dict[str, Any] | None = None, **options: Any
) -> tuple[Battle, Figure, Figure]:
    """Anne and Odo in contact in the Combat Phase."""
    anne, odo = a_figure(**(red or {})), a_foe(at=(11, 10), **(blue or {}))
    return a_battle(anne, odo, phase="Combat", **options), anne, odo


def fight_out(referee: Referee, battle: Battle) -> None:
    while battle.fight is not None:
        fight_on(referee, battle)


def strikers(referee: Scripted) -> list[str]:
    """Who was asked to attack, in order."""
    return [question.side for question in referee.asked if question.rule == "EG-COMBAT-05"]


def pools(battle: Battle) -> dict[str, tuple[int, int]]:
    assert battle.fight is not None
    return {id: (pool.attack, pool.defence) for id, pool in battle.fight.pools.items()}


# Which combats there are


def test_a_combat_is_everybody_linked_by_contact_between_enemies() -> None:
    """EG-RULE-32, EG-TURN-04: anne-odo-tam are one, nock-jan another; friends side by side are not linked."""
    anne, odo, tam = a_figure(), a_foe(at=(11, 10)), a_figure("tam", at=(12, 10))
    nock, jan = a_figure("nock", at=(12, 11)), a_foe("jan", (12, 12))
    battle = a_battle(anne, odo, tam, nock, jan)
    assert combats(battle) == [["anne", "odo", "tam"], ["nock", "jan"]]


def test_a_combat_that_was_fought_is_not_fought_again_nor_joins_others() -> None:
    """EG-RULE-32: once per phase, as they stood at its start."""
    anne, odo, tam = a_figure(), a_foe(at=(11, 10)), a_figure("tam", at=(12, 10))
    battle = a_battle(anne, odo, tam)
    battle.fought = ["odo"]
    assert combats(battle) == []


def two_combats(**options: Any) -> Battle:
    figures = [a_figure(), a_foe(at=(11, 10)), a_figure("tam", at=(20, 10)), a_foe("jan", (21, 10))]
    return a_battle(*figures, phase="Combat", **options)


def test_the_player_with_priority_picks_every_combat() -> None:
    """EG-COMBAT-01, EG-RULE-33: combat_pick = priority."""
    battle = two_combats()
    battle.picks = 1
    with scripted(answers=["tam"]) as referee:
        assert pick_combat(referee, battle, combats(battle)) == ["tam", "jan"]
    assert referee.asked[0].side == "red"


def test_or_the_players_take_turns() -> None:
    """EG-RULE-33: combat_pick = alternate: the second pick is the other player's; EG-RULE-74: clockwise."""
    battle = two_combats(combat_pick="alternate")
    battle.picks = 1
    with scripted(answers=["anne"]) as referee:
        pick_combat(referee, battle, combats(battle))
    assert referee.asked[0].side == "blue"
    assert clockwise(battle, "blue") == ["blue", "red"]


def test_the_only_combat_is_not_asked_for() -> None:
    """EG-COMBAT-01."""
    battle, *_ = a_duel()
    with scripted() as referee:
        assert pick_combat(referee, battle, combats(battle)) == ["anne", "odo"]


# Secret pools


def test_both_sides_note_in_secret_and_reveal_together() -> None:
    """EG-COMBAT-02, EG-COMBAT-03, EG-RULE-73: one secret question to both; only then anything is told, and Initiative rolled (EG-COMBAT-04)."""
    battle, *_ = a_duel()
    asked: list[list[str]] = []

    class Watching(Scripted):
        def choose_secretly(self, text: str, options: Any, *, rule: str, about: tuple[str, ...] = ()) -> Any:
            asked.append(list(options))
            assert not [event for event in self.events if event.rule == "EG-COMBAT-03"]
            return super().choose_secretly(text, options, rule=rule, about=about)

    with Watching([4, 2], ["3 attack 0 defence: anne sword", "1 attack 2 defence: odo sword"]) as referee:
        begin_combat(referee, battle, ["anne", "odo"])

    assert asked == [["red", "blue"]]
    assert pools(battle) == {"red": (3, 0), "blue": (1, 2)}
    assert rules_told(referee.events) == ["EG-COMBAT-01", "EG-COMBAT-03", "EG-COMBAT-03", "EG-RULE-35", "EG-RULE-35"]


def begun(battle: Battle, *notes: str, dice: list[int]) -> None:
    """The combat of everybody in contact, taken up with these notes and dice for Initiative."""
    with scripted(dice=dice, answers=notes) as referee:
        begin_combat(referee, battle, combats(battle)[0])


# Cycles


def test_the_quicker_strikes_first_and_then_the_slower_and_so_on() -> None:
    """EG-COMBAT-05, EG-COMBAT-06, EG-COMBAT-07, EG-ATK-01, EG-ATK-02: two attacks of anne, one of odo, turn about; then it is over."""
    battle, *_ = a_duel()
    begun(battle, "2 attack 1 defence: anne sword", "1 attack 2 defence: odo sword", dice=[6, 1])
    order = ["attack odo", "none", "none", "attack anne", "none", "attack odo", "none"]
    with scripted(dice=[1, 1, 6] * 3, answers=order) as referee:
        fight_out(referee, battle)
    assert strikers(referee) == ["red", "blue", "red"]
    assert battle.fight is None


def test_one_may_decline_and_attack_in_a_later_cycle() -> None:
    """EG-RULE-36: declining passes the turn on; a cycle without any attack ends the combat, whatever is left (left-over counters are lost)."""
    battle, *_ = a_duel()
    begun(battle, "3 attack 0 defence: anne sword", "3 attack 0 defence: odo sword", dice=[6, 1])
    with scripted(dice=[1, 1, 6], answers=["decline", "attack anne", "none", "decline", "decline"]) as referee:
        fight_out(referee, battle)
    assert battle.fight is None
    assert strikers(referee) == ["red", "blue", "red", "blue"]


def test_left_over_defence_counters_do_not_prolong_a_combat() -> None:
    """EG-RULE-36: nobody has an Attack counter, so nobody is asked."""
    battle, *_ = a_duel()
    begun(battle, "0 attack 3 defence: anne sword", "0 attack 3 defence: odo sword", dice=[6, 1])
    with scripted() as referee:
        fight_out(referee, battle)
    assert referee.asked == []


def test_a_model_attacks_any_enemy_in_contact() -> None:
    """EG-RULE-38: each attack may go at another enemy, but only at those touched."""
    anne, odo, jan, tam = a_figure(), a_foe(at=(11, 10)), a_foe("jan", (9, 10)), a_figure("tam", at=(12, 10))
    ulla = a_foe("ulla", (13, 10))
    battle = a_battle(anne, odo, jan, tam, ulla)
    begun(
        battle,
        "2 attack 4 defence: anne sword, tam sword",
        "0 attack 9 defence: odo sword, jan sword, ulla sword",
        dice=[6, 3, 2, 5, 1],
    )
    with scripted(dice=[6, 6, 1, 6, 6, 1], answers=["attack jan", "none", "none", "attack ulla", "none"]) as referee:
        fight_on(referee, battle)
        fight_on(referee, battle)
    offered = [
        [option.key for option in question.options] for question in referee.asked if question.rule == "EG-COMBAT-05"
    ]
    assert offered == [["attack odo", "attack jan", "decline"], ["attack odo", "attack ulla", "decline"]]
    assert [figure.id for figure in battle.standing("blue")] == ["odo"]


def test_a_stun_changes_the_order_from_the_next_cycle_with_the_same_die() -> None:
    """EG-RULE-37: anne is ahead by one until a stun costs her Initiative; the dice are kept."""
    battle, anne, odo = a_duel({"initiative": 1}, {"initiative": 2})
    begun(battle, "3 attack 0 defence: anne sword", "3 attack 0 defence: odo sword", dice=[4, 2])
    first = [("attack odo", [1, 1, 6]), ("attack anne", [3, 3, 5])]
    with scripted(
        dice=[die for _, dice in first for die in dice], answers=["attack odo", "none", "attack anne", "none"]
    ) as referee:
        fight_on(referee, battle)
        fight_on(referee, battle)
    assert anne.stuns == 1
    with scripted(dice=[1, 1, 6], answers=["attack anne", "none"]) as referee:
        fight_on(referee, battle)  # now level at 4, and Odo has the higher characteristic
    assert odo.stuns == 0


def test_a_killed_model_leaves_at_once() -> None:
    """EG-RULE-37: it does not strike, and the combat is over for want of enemies."""
    battle, anne, odo = a_duel()
    begun(battle, "3 attack 0 defence: anne sword", "3 attack 0 defence: odo sword", dice=[6, 1])
    with scripted(dice=[6, 6, 1], answers=["attack odo", "none"]) as referee:
        fight_out(referee, battle)
    assert not odo.standing
    assert (anne.wound, anne.stuns) == (Wound.NONE, 0)


# Shared pools and deaths


def three_against_one(**options: Any) -> Battle:
    anne, odo, jan = a_figure(pool=5), a_foe(at=(11, 10), pool=3), a_foe("jan", (9, 10), pool=2)
    return a_battle(anne, odo, jan, phase="Combat", **options)


def test_every_model_pays_from_the_shared_pool_and_a_death_costs_its_share() -> None:
    """EG-RULE-34, multi_pool = shared: jan's death costs the side two counters of its own choice."""
    battle = three_against_one()
    begun(battle, "5 attack 0 defence: anne sword", "3 attack 2 defence: odo sword, jan sword", dice=[6, 5, 1])
    with scripted(
        dice=[6, 6, 1, 1, 1, 6], answers=["attack jan", "none", "none", "1 attack 1 defence", "attack anne", "none"]
    ) as referee:
        fight_on(referee, battle)
        assert pools(battle)["blue"] == (2, 1)
        fight_on(referee, battle)
    assert pools(battle)["blue"] == (1, 1)
    choice = next(question for question in referee.asked if "given up" in question.text)
    assert (choice.side, [option.key for option in choice.options]) == (
        "blue",
        ["0 attack 2 defence", "1 attack 1 defence", "2 attack 0 defence"],
    )


def test_fewer_counters_than_the_pool_of_the_dead_are_all_lost() -> None:
    """EG-RULE-34: or all if fewer; nothing is asked where there is no choice."""
    pool = Pool(1, 0)
    with scripted() as referee:
        discard(referee, a_foe(pool=3), pool)
    assert pool == Pool(0, 0)


def test_where_models_split_alone_counters_die_with_their_owner() -> None:
    """EG-RULE-34, multi_pool = per_model: jan's counters are gone, odo's are his own."""
    battle = three_against_one(multi_pool="per_model")
    begun(battle, "5 attack 0 defence: anne sword", "odo sword 2+1, jan sword 2+0", dice=[6, 5, 1])
    with scripted(dice=[6, 6, 1], answers=["attack jan", "none"]) as referee:
        fight_on(referee, battle)
    assert pools(battle) == {"red": (4, 0), "odo": (2, 1), "jan": (0, 0)}


# Pistols


def test_the_pistol_strikes_first_and_is_then_empty() -> None:
    """EG-RULE-42: +5 until fired, Fight and +1 Wound Score, no ploys; then a reload counter, and the sword at its own speed."""
    battle, anne, _odo = a_duel({"missiles": ["pistol"], "fight": 1}, {"initiative": 4})
    begun(battle, "3 attack 0 defence: anne sword after pistol", "1 attack 2 defence: odo sword", dice=[1, 1])
    with scripted(dice=[4, 1, 3], answers=["attack odo", "none"]) as referee:
        struck = fight_on(referee, battle)
    assert struck is not None
    assert struck.wound_score == 5 + 1 - 3 + 1
    assert [option.key for option in referee.asked[1].options] == ["none", "dodge"]
    assert anne.reloads == {"pistol": 1}
    with scripted(dice=[1, 1, 6], answers=["attack anne"]) as referee:
        fight_on(referee, battle)
    assert strikers(referee) == ["blue"]  # Odo's 1 + 4 is now ahead of 1 + 0


def test_a_pike_is_slow_in_its_second_round() -> None:
    """EG-RULE-43, EG-CCW-08: 4 + 3 in the first Combat Phase of a fight, 4 - 3 in the next."""
    for rounds, expected in ((0, 7), (1, 1)):
        battle, anne, _odo = a_duel({"blades": ["pike"]})
        anne.rounds = rounds
        begun(battle, "3 attack 0 defence: anne pike", "3 attack 0 defence: odo sword", dice=[4, 1])
        assert battle.fight is not None
        assert initiative_score(battle, battle.fight.fighter("anne")) == expected


def test_a_lone_mans_counters_go_with_him_unasked() -> None:
    """EG-RULE-34, EG-RULE-37: there is nobody left to give any up for."""
    battle, _anne, odo = a_duel()
    begun(battle, "2 attack 1 defence: anne sword", "2 attack 1 defence: odo sword", dice=[6, 1])
    with scripted(dice=[6, 6, 1], answers=["attack odo", "none", "none"]) as referee:
        fight_on(referee, battle)
    assert not odo.standing
    assert pools(battle)["blue"] == (0, 0)


# Shoves


def test_a_shove_pushes_out_of_contact() -> None:
    """EG-PLOY-06, EG-SPEC-08: two inches straight away; no longer in contact, so the combat ends."""
    battle, _anne, odo = a_duel()
    begun(battle, "3 attack 0 defence: anne sword", "1 attack 2 defence: odo sword", dice=[6, 1])
    with scripted(dice=[6, 6, 1], answers=["attack odo", "none", "shove"]) as referee:
        fight_out(referee, battle)
    assert (odo.x, odo.y, odo.stuns) == (1300, 1000, 1)
    assert battle.fight is None


def test_a_shove_stops_at_a_model_and_may_bring_new_contact() -> None:
    """EG-PLOY-06: pushed against another enemy of the same combat."""
    anne, odo, tam, jan = a_figure(), a_foe(at=(11, 10)), a_figure("tam", at=(13, 10)), a_foe("jan", (13, 11))
    battle = a_battle(anne, odo, tam, jan)
    nock = a_figure("nock", at=(11, 11))
    ulla = a_foe("ulla", (12, 11))
    battle.figures |= {"nock": nock, "ulla": ulla}
    found = combats(battle)[0]
    assert sorted(found) == ["anne", "nock", "odo", "ulla"]
    names = sorted((id for id in found if battle.figures[id].side == "red"), key=found.index)
    blues = sorted((id for id in found if battle.figures[id].side == "blue"), key=found.index)
    with scripted(
        dice=[6, 3, 2, 1],
        answers=[
            "6 attack 0 defence: " + ", ".join(f"{id} sword" for id in names),
            "0 attack 6 defence: " + ", ".join(f"{id} sword" for id in blues),
        ],
    ) as referee:
        begin_combat(referee, battle, found)
    first = battle.fight
    assert first is not None
    striker = next(fighter for fighter in first.fighters if fighter.die == 6)
    assert striker.id == "anne"
    with scripted(dice=[6, 6, 1], answers=["attack odo", "none", "shove"]) as referee:
        fight_on(referee, battle)
    assert odo.x == 1200  # stopped by tam, who fights elsewhere
    assert ("anne", "odo") not in first.contacts
    assert not any("tam" in pair for pair in first.contacts)


def test_whoever_is_shoved_against_an_aiming_enemy_spoils_his_aim() -> None:
    """EG-RULE-13: engaged since aiming."""
    battle, _anne, odo = a_duel()
    archer = a_figure("nock", at=(13, 10), missiles=["bow"])
    archer.aimed_at = "odo"
    battle.figures["nock"] = archer
    begun(battle, "3 attack 0 defence: anne sword", "1 attack 2 defence: odo sword", dice=[6, 1])
    with scripted(dice=[6, 6, 1], answers=["attack odo", "none", "shove"]) as referee:
        fight_on(referee, battle)
    assert odo.x == 1200
    assert archer.aimed_at == ""


# Ground


def test_an_obstacle_between_covers_both_and_height_only_one() -> None:
    """EG-RULE-41: behind a linear obstacle, or higher; a gate through the obstacle covers nobody."""
    hedge, gate = a_piece("hedge", (0, 10.4, 20, 10.6)), a_piece("gate", (9, 10.4, 11, 10.6))
    anne, odo = a_figure(at=(10, 10)), a_foe(at=(10, 11))
    battle = a_battle(anne, odo, terrain=[hedge])
    assert stands_behind(battle, anne, odo)
    assert stands_behind(battle, odo, anne)
    assert not stands_behind(a_battle(anne, odo, terrain=[hedge, gate]), anne, odo)
    raised = a_battle(anne, odo, terrain=[a_piece("platform", (0, 10.5, 20, 14), height=2)])
    assert stands_behind(raised, anne, odo)
    assert not stands_behind(raised, odo, anne)


def test_a_parting_blow_is_a_plain_attack() -> None:
    """EG-RULE-07, withdraw = parting_blow: no counters, no ploys; whoever has two weapons says which."""
    battle, anne, odo = a_duel(blue={"blades": ["sword", "great_weapon"], "fight": 2}, withdraw="parting_blow")
    with scripted(dice=[3, 3, 4], answers=["great_weapon"]) as referee:
        parting_blow(referee, battle, odo, anne)
    assert anne.wound is Wound.GRIEVOUS  # 8 - 4 + 1


# Odds


def plain_duel(
    a_counters: tuple[int, int], b_counters: tuple[int, int], seed: str = ""
) -> tuple[Battle, Callable[[Question], str]]:
    """A duel with fixed splits in which everybody attacks and parries while he can."""
    battle, *_ = a_duel({"fight": 2, "initiative": 3}, {"fight": 1})
    notes = [f"{a} attack {d} defence: {name} sword" for (a, d), name in ((a_counters, "anne"), (b_counters, "odo"))]

    def answer(question: Question) -> str:
        keys = [option.key for option in question.options]
        if question.kind == "secret" or "split" in question.text:
            return next(note for note in notes if note in keys)
        return "parry" if "parry" in keys else keys[0]

    return battle, answer


def one_step(referee: Referee, battle: Battle) -> None:
    if battle.fight is None:
        begin_combat(referee, battle, ["anne", "odo"])
    else:
        fight_on(referee, battle)


def is_over(battle: Battle) -> bool:
    return battle.fight is None and bool(battle.fought)


def test_a_whole_combat_is_counted_as_a_chain_and_live_play_agrees() -> None:
    """EG-COMBAT-02 to EG-COMBAT-07 by `chain`, against 400 combats with sealed dice, within four standard deviations."""
    battle, answer = plain_duel((2, 1), (1, 2))
    ends = chain(one_step, battle, over=is_over, policy=answer).map(
        lambda key: key.situation.figures["odo"].wound is Wound.DEAD
    )
    chance = ends[True]
    assert 0 < chance < 1
    killed = 0
    for play in range(400):
        fresh, referee = battle.copy(), Dicing(f"duel {play}", answer)
        while not is_over(fresh):
            one_step(referee, fresh)
        killed += not fresh.figures["odo"].standing
    assert abs(killed / 400 - chance) < 4 * (float(chance * (1 - chance)) / 400) ** 0.5


def test_the_chance_of_a_lone_plain_attack_is_that_of_the_whole_combat() -> None:
    """EG-ATK-08: with one Attack counter on one side and nothing on the other, the combat is that one blow: 2D6 + 2 against 1D6 + 1."""
    battle, answer = plain_duel((1, 2), (0, 3))
    policy = fixed(split="", attack="attack odo", ploy="none")

    def answered(question: Question) -> str:
        return answer(question) if "split" in question.text else str(policy(question))

    hurt = chain(one_step, battle, over=is_over, policy=answered).map(
        lambda key: key.situation.figures["odo"].wound is Wound.NONE and key.situation.figures["odo"].stuns == 0
    )
    ways = [(a + b + 2) - (c + 1) for a in range(1, 7) for b in range(1, 7) for c in range(1, 7)]
    assert hurt[True] == Fraction(sum(margin <= 0 for margin in ways), 216)
