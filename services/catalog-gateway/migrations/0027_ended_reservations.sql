-- Reservations that ended without a sale, by the end of the time for which they held units. The oldest ones are deleted. A return that
-- was taken back is in state released as well. It never held units, so both of its times are the same, and it stays.
CREATE INDEX reservation_ended ON reservation (expires_at)
    WHERE state IN ('released', 'expired') AND expires_at > created_at;
