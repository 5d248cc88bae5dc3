"""What lasts of a class: the rounds of its quizzes."""
