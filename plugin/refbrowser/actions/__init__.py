"""Every action as an argument model, a handler and a spec, listed in one catalog."""
