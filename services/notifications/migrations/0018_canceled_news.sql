-- Canceled news, whose notifications open pages remove; every process looks for new ones (src/store/removed_notifications.rs).
CREATE INDEX news_canceled ON news (no_id) WHERE state = 'cancelled';
