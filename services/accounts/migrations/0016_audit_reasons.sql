-- Reasons of discounts are text about a customer: the audit log keeps the amount. The order's own log has the reason, from which
-- an erasure deletes it.
UPDATE audit_entry
SET detail = substr(detail, 1, (
    WITH RECURSIVE place (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM place WHERE n < 500)
    SELECT MIN(n) FROM place WHERE substr(detail, n, 6) = ' kip: ') + 3)
WHERE action = 'POST /api/staff/orders' AND detail LIKE '%, discount % kip: %';
