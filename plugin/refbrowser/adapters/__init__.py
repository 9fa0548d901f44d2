"""Faces of the product for people and hosts; none of them knows another."""
