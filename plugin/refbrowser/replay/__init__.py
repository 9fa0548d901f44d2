"""Recorded sessions carried out again: elements found by what they meant, outcomes compared, code and pages made of the record."""
