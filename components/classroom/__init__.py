"""What a class sees of an analysis: the presentation, the quiz, the hand-out and the guided tours, each a page of its own."""
