"""What engines do around the step of the bodies: a whole frame, times of impact, other conventions."""
