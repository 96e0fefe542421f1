"""A marshal with two cores, as a program of its own; says so when its staff has answered."""

from grognard.players.belief import Known
from grognard.players.marshal import Marshal
from grognard.players.rehearsal import USUAL
from grognard.players.staff import Staff
from grognard.players.thought import Thought
from tests.players.positions import some_questions


def main() -> None:
    asked = next(each for each in some_questions("fearful_odds", count=100) if len(each.question.options) > 4)
    answers = []
    for _ in range(2):
        answer = Marshal("cores", visits=40, cores=2).answer(asked.question, asked.outlook)
        answers.append(answer if isinstance(answer, str) else answer.key)
    assert answers[0] == answers[1]
    staff = Staff.called(1)
    assert staff is not None
    thought = Thought.about(asked.question, asked.outlook)
    assert staff.send(thought, list(asked.question.options[:4]), "staff", 60, 1.0, USUAL, Known())
    [(counts, sums, rehearsed)] = staff.gather(1.0, wait=True)
    assert sum(counts) >= 4
    assert len(sums) == len(rehearsed) == 4
    assert any(rehearsed)
    staff.dismiss()
    print("the staff answered")


if __name__ == "__main__":
    main()
