"""The commands of ``refbrowser``, each in a module that is loaded when it runs."""
