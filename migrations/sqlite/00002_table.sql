-- +goose Up

-- What an evening at the table needs beyond its hands: the clock, the pen, who left, which papers hang on the wall.

ALTER TABLE tournaments ADD COLUMN round_minutes INTEGER NOT NULL DEFAULT 0 CHECK (round_minutes >= 0);
ALTER TABLE tournaments ADD COLUMN after_solo TEXT NOT NULL DEFAULT 'same' CHECK (after_solo IN ('same', 'next'));
ALTER TABLE tournaments ADD COLUMN voluntary TEXT NOT NULL DEFAULT 'after_own' CHECK (voluntary IN ('after_own', 'any'));
ALTER TABLE tournaments ADD COLUMN rule_breaks TEXT NOT NULL DEFAULT 'refuse' CHECK (rule_breaks IN ('refuse', 'note'));
ALTER TABLE tournaments ADD COLUMN prizes TEXT;

ALTER TABLE rounds ADD COLUMN clock_at INTEGER;
ALTER TABLE rounds ADD COLUMN minutes INTEGER NOT NULL DEFAULT 0 CHECK (minutes >= 0);

ALTER TABLE play_tables ADD COLUMN extra_minutes INTEGER NOT NULL DEFAULT 0 CHECK (extra_minutes >= 0);
ALTER TABLE play_tables ADD COLUMN pen TEXT NOT NULL DEFAULT '';
ALTER TABLE play_tables ADD COLUMN pen_at INTEGER;

ALTER TABLE penalty_revisions ADD COLUMN offence TEXT NOT NULL DEFAULT '';
ALTER TABLE penalty_revisions ADD COLUMN redealt INTEGER NOT NULL DEFAULT 0 CHECK (redealt IN (0, 1));

-- Presence is of the moment: no backup, no journal.
CREATE TABLE table_devices (
    table_id INTEGER NOT NULL REFERENCES play_tables (id),
    device TEXT NOT NULL CHECK (device <> ''),
    actor TEXT NOT NULL,
    seen_at INTEGER NOT NULL,
    left_at INTEGER,
    PRIMARY KEY (table_id, device)
) STRICT;

-- From this hand on nobody sits at the position.
CREATE TABLE vacancies (
    table_id INTEGER NOT NULL REFERENCES play_tables (id),
    position INTEGER NOT NULL CHECK (position BETWEEN 1 AND 5),
    from_hand INTEGER NOT NULL CHECK (from_hand > 0),
    reason TEXT NOT NULL,
    actor TEXT NOT NULL,
    made_at INTEGER NOT NULL,
    PRIMARY KEY (table_id, position)
) STRICT;

CREATE TABLE prints (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    tournament_id INTEGER NOT NULL REFERENCES tournaments (id),
    kind TEXT NOT NULL CHECK (kind <> ''),
    round INTEGER NOT NULL CHECK (round >= 0),
    table_number INTEGER NOT NULL CHECK (table_number >= 0),
    lang TEXT NOT NULL,
    actor TEXT NOT NULL,
    made_at INTEGER NOT NULL
) STRICT;
CREATE INDEX prints_tournament ON prints (tournament_id, id);
