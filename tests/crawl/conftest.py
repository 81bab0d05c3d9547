import hypothesis

hypothesis.settings.register_profile("untimed", deadline=None)  # shared machines are sometimes slow
hypothesis.settings.load_profile("untimed")
