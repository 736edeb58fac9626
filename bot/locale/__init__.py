"""Our own texts in the reader's language: gettext catalogues, and how a `Message` becomes words."""
