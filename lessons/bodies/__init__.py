"""Chapter 10: bodies. Mass, the impulse of one contact, stacks, and what goes wrong between two frames."""
