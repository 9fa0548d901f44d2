"""Who is measured: one file each, all with the same few verbs."""
