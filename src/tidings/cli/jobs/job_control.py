"""The verbs jobs resume and jobs cancel."""

import argparse

from tidings.cli.options import settings_of
from tidings.cli.output import print_json, say
from tidings.cli.progress import shown_count
from tidings.engine.jobs.job_history import job_details
from tidings.engine.process.gc_tuning import tune_gc
from tidings.engine.resuming.resume import cancel, resume_job


def resume(options: argparse.Namespace) -> int:
    """Go on with a job that was interrupted or cancelled."""
    settings = settings_of(options)
    tune_gc()
    with shown_count(f"job {options.number}") as on_progress:
        done = resume_job(settings, options.number, on_progress)
    if options.json:
        print_json(done)
        return 0
    job = job_details(settings, options.number).job
    state = "complete" if job.ended_at else "not complete"
    say(f"job {job.id}, {job.name}: {job.done} of {job.items} items, {state}")
    return 0


def cancel_running(options: argparse.Namespace) -> int:
    """Stop a job between two of its parts."""
    job = cancel(settings_of(options), options.number)
    if options.json:
        print_json(job)
    else:
        say(f"job {job.id}, {job.name}, stops: 'tidings jobs resume {job.id}' goes on")
    return 0
