"""The answering pipeline: understand, retrieve, compose; the terminal and Discord render its `Answer`."""
