"""What a person does in the live viewer."""
