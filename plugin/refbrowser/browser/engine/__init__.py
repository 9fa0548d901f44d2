"""The in-page engine and the channels to it: the script, CDP sessions, execution contexts, frames and refs."""
