"""Rows about a called service with three replicas: all stalled, all killed, one stalled, a rolling restart."""

from load import Crowd
from scenario import BUDGET_MS, CATALOG, SEEN, Row, Shop

# Milliseconds that a response at its deadline takes longer, and calls from which shares are computed.
LATE_MS, COMPARED = 100, 2000


def a_stalled_callee(shop: Shop) -> Row:
    for replica in shop.catalog:
        replica.stall()
    late = shop.calls('code="deadline_exceeded"')
    with Crowd(shop.mesh.edge.port, SEEN) as crowd:
        answers = [shop.ask(shop.unseen()) for _ in range(3)]
        seen = crowd.take()
    late = shop.calls('code="deadline_exceeded"') - late
    alert = shop.alerts.fires("ServiceDown", job=CATALOG)
    for replica in shop.catalog:
        replica.go_on()
    shop.until("nothing is in flight", lambda: all(
        replica.total("rpc_server_in_flight") == 0 for replica in shop.catalog))
    slowest = max(millis for _, millis in answers)
    holds = slowest <= BUDGET_MS + LATE_MS and seen.failed == 0 and all(status in (503, 504) for status, _ in answers)
    figures = f"unseen: {[status for status, _ in answers]} in {slowest:.0f} ms, {late:.0f} calls past the deadline; cached: {seen}; {alert}"
    return Row("The catalog stalls", holds and late > 0, figures)


def a_failing_callee(shop: Shop) -> Row:
    for replica in shop.catalog:
        replica.kill()
    shop.ask(shop.unseen())
    calls, count = shop.calls(), 300
    retries = shop.mesh.edge.total("rpc_client_retries_total")
    statuses = {shop.ask(shop.unseen())[0] for _ in range(count)}
    with Crowd(shop.mesh.edge.port, SEEN) as crowd:
        seen = crowd.watch(2)
    made, is_open = shop.calls() - calls, shop.is_breaker_open()
    alert = shop.alerts.fires("BreakerOpen", target=CATALOG)
    repeated = shop.mesh.edge.total("rpc_client_retries_total") - retries
    for replica in shop.catalog:
        shop.mesh.start(replica)
    back = shop.until("lists are served again", lambda: shop.ask(shop.unseen())[0] == 200)
    shop.until("the breaker closes", lambda: not shop.is_breaker_open())
    holds = seen.failed == 0 and is_open and statuses == {503} and made <= 1.1 * count + 10 and repeated <= 0.1 * count + 10
    figures = f"{count} unseen: {statuses}, {made:.0f} calls, {repeated:.0f} retries, breaker open; cached: {seen}; {alert}; recovered after {back:.1f} s"
    return Row("The catalog is down", holds, figures)


def a_sick_replica(shop: Shop) -> Row:
    sick, well = shop.catalog[0], shop.catalog[1:]
    with Crowd(shop.mesh.edge.port, [shop.unseen() for _ in range(20_000)]) as crowd:
        crowd.watch(1)
        sick.stall()
        # The first calls fail at their deadline, after two seconds.
        crowd.watch(5)
        shop.until("a second without a failed request", lambda: crowd.watch(1).failed == 0)
        after = crowd.watch(5)
        alert = shop.alerts.fires("ReplicaUnreachable", job=CATALOG)
        sick.go_on()
        before = shop.answered(sick)
        back = shop.until("it receives calls again", lambda: shop.answered(sick) > before + 10)
        crowd.take()
    share = after.failed / max(after.requests, 1)
    holds = share < 0.01 and after.requests > 0
    return Row("One of three stalls", holds, f"after its ejection: {after} ({share:.2%}); called again after {back:.1f} s"
               f"; {len(well)} were healthy; {alert}")


def a_rolling_restart(shop: Shop) -> Row:
    with Crowd(shop.mesh.edge.port, [shop.unseen() for _ in range(20_000)]) as crowd:
        crowd.take()
        for replica in shop.catalog:
            replica.process.stop()
            shop.mesh.start(replica)
        seen = crowd.take()
        started = [shop.answered(replica) for replica in shop.catalog]

        def gained(since: list[float]) -> list[float]:
            return [shop.answered(replica) - count for replica, count in zip(shop.catalog, since)]

        shop.until("every replica receives calls", lambda: min(gained(started)) > 10)
        counts = [shop.answered(replica) for replica in shop.catalog]
        shop.until("enough calls to compare", lambda: sum(gained(counts)) >= COMPARED)
        spread = gained(counts)
    shares = [100 * count / max(sum(spread), 1) for count in spread]
    holds = seen.failed == 0 and all(23 <= share <= 43 for share in shares)
    return Row("A rolling restart", holds, f"{seen}; spread {', '.join(f'{share:.0f} %' for share in shares)}")
