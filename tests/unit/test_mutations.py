"""The mutations of ``tests/mutations`` fit the code as it is, and name tests of the usual run."""

import pytest

from tests.mutations.central_lines import MUTATIONS, Mutation
from tests.selection import HERE, what_is_wrong_with


@pytest.mark.parametrize("mutation", MUTATIONS, ids=lambda mutation: mutation.name)
def test_a_mutation_changes_one_place_and_names_tests(mutation: Mutation) -> None:
    text = (HERE.parent / mutation.file).read_text(encoding="utf-8")
    assert mutation.applied_to(text) != text
    for test in mutation.tests:
        file, _, function = test.partition("::")
        assert (HERE / file).is_file(), file
        assert not function or what_is_wrong_with(test) is None, test


def test_names_of_mutations_are_unique() -> None:
    assert len({mutation.name for mutation in MUTATIONS}) == len(MUTATIONS)
