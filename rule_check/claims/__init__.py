"""What an answer claims, and whether the rules entail it."""
