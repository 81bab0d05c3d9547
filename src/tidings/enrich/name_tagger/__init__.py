"""The model that finds names in English text, a linear chain with weights in names.npz."""
