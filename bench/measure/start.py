"""Time from the start of the shop until its first page."""

from figures import Section, at_most, shown
from processes import Process, free_port, median
from shop import HOME, REPOSITORY, Shop, Workplace, environment

# Time limit of the first `make run`, which may build the shop.
BUILD_SECONDS = 1800


def measure(place: Workplace) -> Section:
    section = Section("start")
    data = place.demo_data()
    starts = [_start(data) for _ in range(3 if place.is_quick else 5)]
    section.figures.append(at_most("start to first 200, existing data", median(starts), 1, "s", starts))
    if place.has_data_of(place.large):
        seconds = _start(place.data_of(place.large))
        section.figures.append(shown(f"  with {place.large:,} products", seconds, "s"))

    made = place.new("make-run-data")
    _make_run(place, made, BUILD_SECONDS)
    again = [_make_run(place, made, 60) for _ in range(1 if place.is_quick else 3)]
    section.figures.append(at_most("second `make run` to first 200", median(again), 3, "s", again))
    section.notes.append("the first 200 is the home page's; a cold build is not measured here")
    return section


def _start(data) -> float:
    with Shop(data) as shop:
        return shop.seconds_to_first_200


def _make_run(place: Workplace, data, seconds: float) -> float:
    port = free_port()
    env = environment(data, port)
    # `make` forwards the signal to the shop and waits for its end.
    with Process(["make", "--no-print-directory", "run"], place.new("make.log"), env, cwd=REPOSITORY) as make:
        return make.wait_for_200(port, HOME, seconds)
