"""What people who watch cost the agent, and what they see."""
