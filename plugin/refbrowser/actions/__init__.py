"""The vocabulary: every action as an argument model, a function and a spec, listed in one catalog."""
