"""From a question's text to ranked passages: encoding, lexical and dense retrieval, fusion, snapshots."""
