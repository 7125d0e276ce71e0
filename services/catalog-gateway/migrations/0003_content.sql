-- Operators' texts. Bodies are JSON of the types in src/content.rs: they are read whole and never searched by SQL.
CREATE TABLE content_page (
    slug TEXT PRIMARY KEY,
    -- The slug of the page that lists this one, or empty.
    parent TEXT NOT NULL,
    position BIGINT NOT NULL,
    date TEXT NOT NULL,
    body TEXT NOT NULL
);
CREATE INDEX content_page_parent ON content_page (parent, date DESC, position);

-- menu, messages, banners, company
CREATE TABLE storefront (
    name TEXT PRIMARY KEY,
    body TEXT NOT NULL
);
