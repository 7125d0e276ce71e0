"""One module for each section of the table; each has `measure(place) -> Section`."""
