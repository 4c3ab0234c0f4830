"""The queue of the support desk."""
