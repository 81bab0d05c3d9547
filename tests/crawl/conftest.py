import hypothesis

hypothesis.settings.register_profile("untimed", deadline=None)  # shared machines stutter
hypothesis.settings.load_profile("untimed")
