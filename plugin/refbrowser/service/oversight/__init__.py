"""Oversight of calls: policy, approvals, permissions."""
