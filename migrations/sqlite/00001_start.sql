-- +goose Up

-- Times are microseconds since 1970 in UTC, NULL = no time. JSON is text and only ever loaded. Money is in hundredths.

CREATE TABLE organisations (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    uid TEXT NOT NULL UNIQUE CHECK (uid <> ''),
    name TEXT NOT NULL,
    slug TEXT NOT NULL UNIQUE
) STRICT;

CREATE TABLE accounts (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    name TEXT NOT NULL CHECK (name <> ''),
    folded TEXT NOT NULL UNIQUE CHECK (folded <> ''),
    password_hash TEXT NOT NULL,
    disabled_at INTEGER,
    created_at INTEGER NOT NULL
) STRICT;

CREATE TABLE players (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    uid TEXT NOT NULL UNIQUE CHECK (uid <> ''),
    organisation_id INTEGER NOT NULL REFERENCES organisations (id),
    name TEXT NOT NULL,
    club TEXT NOT NULL,
    member_no TEXT NOT NULL,
    folded TEXT NOT NULL,
    erased_at INTEGER,
    version INTEGER NOT NULL CHECK (version > 0)
) STRICT;
CREATE INDEX players_folded ON players (organisation_id, folded);

CREATE TABLE tournaments (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    uid TEXT NOT NULL UNIQUE CHECK (uid <> ''),
    public_id TEXT NOT NULL UNIQUE CHECK (public_id <> ''),
    organisation_id INTEGER NOT NULL REFERENCES organisations (id),
    name TEXT NOT NULL,
    venue TEXT NOT NULL,
    starts_at INTEGER,
    time_zone TEXT NOT NULL,
    phase TEXT NOT NULL CHECK (phase IN ('open', 'running', 'finished')),
    game TEXT NOT NULL CHECK (game <> ''),
    rules TEXT NOT NULL,
    rules_schema INTEGER NOT NULL CHECK (rules_schema >= 1),
    rounds INTEGER NOT NULL CHECK (rounds >= 0),
    hands_per_round INTEGER NOT NULL CHECK (hands_per_round >= 0),
    hands_at_five INTEGER NOT NULL CHECK (hands_at_five >= 0),
    compulsory_solos INTEGER NOT NULL CHECK (compulsory_solos >= 0),
    fives TEXT NOT NULL CHECK (fives IN ('allow', 'forbid')),
    seating TEXT NOT NULL CHECK (seating IN ('plan', 'each_round', 'by_rank', 'random', 'movement', 'fixed')),
    confirm TEXT NOT NULL CHECK (confirm IN ('one', 'two')),
    ranking TEXT,
    fee INTEGER NOT NULL CHECK (fee >= 0),
    currency TEXT NOT NULL,
    public INTEGER NOT NULL CHECK (public IN (0, 1)),
    standings TEXT NOT NULL CHECK (standings IN ('hidden', 'published', 'live')),
    version INTEGER NOT NULL CHECK (version > 0),
    created_at INTEGER NOT NULL,
    UNIQUE (id, organisation_id)
) STRICT;
CREATE INDEX tournaments_organisation ON tournaments (organisation_id);

CREATE TABLE tournament_changes (
    tournament_id INTEGER NOT NULL PRIMARY KEY REFERENCES tournaments (id),
    changes INTEGER NOT NULL CHECK (changes >= 0)
) STRICT;

CREATE TABLE memberships (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    account_id INTEGER NOT NULL REFERENCES accounts (id),
    organisation_id INTEGER NOT NULL REFERENCES organisations (id),
    tournament_id INTEGER,
    role TEXT NOT NULL CHECK (role IN ('helper', 'referee', 'director')),
    FOREIGN KEY (tournament_id, organisation_id) REFERENCES tournaments (id, organisation_id)
) STRICT;
CREATE UNIQUE INDEX memberships_whole ON memberships (account_id, organisation_id) WHERE tournament_id IS NULL;
CREATE UNIQUE INDEX memberships_one ON memberships (account_id, tournament_id) WHERE tournament_id IS NOT NULL;
CREATE INDEX memberships_organisation ON memberships (organisation_id);

CREATE TABLE tokens (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    hash TEXT NOT NULL UNIQUE CHECK (hash <> ''),
    account_id INTEGER NOT NULL REFERENCES accounts (id),
    made_at INTEGER NOT NULL,
    expires_at INTEGER
) STRICT;
CREATE INDEX tokens_account ON tokens (account_id);

CREATE TABLE sessions (
    token TEXT NOT NULL PRIMARY KEY,
    data BLOB NOT NULL,
    account_id INTEGER REFERENCES accounts (id),
    expires_at INTEGER NOT NULL,
    revoked_at INTEGER
) STRICT;
CREATE INDEX sessions_account ON sessions (account_id);
CREATE INDEX sessions_expires ON sessions (expires_at);

CREATE TABLE setup_token (
    id INTEGER NOT NULL PRIMARY KEY CHECK (id = 1),
    hash TEXT NOT NULL
) STRICT;

CREATE TABLE entries (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    uid TEXT NOT NULL,
    tournament_id INTEGER NOT NULL REFERENCES tournaments (id),
    player_id INTEGER NOT NULL REFERENCES players (id),
    start_no INTEGER NOT NULL CHECK (start_no > 0),
    status TEXT NOT NULL CHECK (status IN ('registered', 'present', 'withdrawn')),
    paid INTEGER NOT NULL CHECK (paid >= 0),
    paid_at INTEGER,
    from_round INTEGER NOT NULL CHECK (from_round > 0),
    to_round INTEGER NOT NULL CHECK (to_round >= 0),
    team TEXT NOT NULL,
    fixed_table INTEGER NOT NULL CHECK (fixed_table >= 0),
    apart TEXT,
    version INTEGER NOT NULL CHECK (version > 0),
    UNIQUE (tournament_id, start_no),
    UNIQUE (tournament_id, player_id),
    UNIQUE (tournament_id, uid)
) STRICT;
CREATE INDEX entries_player ON entries (player_id);

-- A draw without a plan is an entry list announced before the seed was drawn.
CREATE TABLE draws (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    tournament_id INTEGER NOT NULL REFERENCES tournaments (id),
    round INTEGER NOT NULL CHECK (round > 0),
    input TEXT NOT NULL CHECK (input <> ''),
    input_hash TEXT NOT NULL CHECK (input_hash <> ''),
    announced_at INTEGER,
    seed TEXT NOT NULL,
    plan TEXT,
    notes TEXT,
    reason TEXT NOT NULL,
    actor TEXT NOT NULL,
    made_at INTEGER NOT NULL,
    CHECK ((seed = '') = (plan IS NULL))
) STRICT;
CREATE INDEX draws_tournament ON draws (tournament_id, round);

CREATE TABLE rounds (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    tournament_id INTEGER NOT NULL REFERENCES tournaments (id),
    number INTEGER NOT NULL CHECK (number > 0),
    phase TEXT NOT NULL CHECK (phase IN ('planned', 'drawn', 'playing', 'closed')),
    seed TEXT NOT NULL,
    draw_id INTEGER REFERENCES draws (id),
    released INTEGER NOT NULL CHECK (released IN (0, 1)),
    starts_at INTEGER,
    closed_at INTEGER,
    version INTEGER NOT NULL CHECK (version > 0),
    UNIQUE (tournament_id, number)
) STRICT;

CREATE TABLE play_tables (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    round_id INTEGER NOT NULL REFERENCES rounds (id),
    number INTEGER NOT NULL CHECK (number > 0),
    size INTEGER NOT NULL CHECK (size BETWEEN 2 AND 5),
    phase TEXT NOT NULL CHECK (phase IN ('open', 'submitted', 'confirmed')),
    submitted_by TEXT NOT NULL,
    confirmed_by TEXT NOT NULL,
    confirm_note TEXT NOT NULL,
    last_hand_at INTEGER,
    version INTEGER NOT NULL CHECK (version > 0),
    UNIQUE (round_id, number),
    UNIQUE (id, round_id)
) STRICT;

-- Who starts at a table starts at no other table of the round; a substitute has from_hand above 1.
CREATE TABLE seats (
    table_id INTEGER NOT NULL,
    position INTEGER NOT NULL CHECK (position BETWEEN 1 AND 5),
    from_hand INTEGER NOT NULL CHECK (from_hand > 0),
    round_id INTEGER NOT NULL,
    entry_id INTEGER NOT NULL REFERENCES entries (id),
    PRIMARY KEY (table_id, position, from_hand),
    FOREIGN KEY (table_id, round_id) REFERENCES play_tables (id, round_id)
) STRICT;
CREATE UNIQUE INDEX seats_start ON seats (round_id, entry_id) WHERE from_hand = 1;
CREATE INDEX seats_entry ON seats (entry_id);

CREATE TABLE table_keys (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    table_id INTEGER NOT NULL REFERENCES play_tables (id),
    hash TEXT NOT NULL UNIQUE CHECK (hash <> ''),
    key TEXT NOT NULL,
    second INTEGER NOT NULL CHECK (second IN (0, 1)),
    made_at INTEGER NOT NULL,
    expires_at INTEGER,
    revoked_at INTEGER
) STRICT;
CREATE INDEX table_keys_table ON table_keys (table_id);

CREATE TABLE hand_revisions (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    table_id INTEGER NOT NULL REFERENCES play_tables (id),
    number INTEGER NOT NULL CHECK (number > 0),
    revision INTEGER NOT NULL CHECK (revision > 0),
    void INTEGER NOT NULL CHECK (void IN (0, 1)),
    record TEXT NOT NULL,
    winner TEXT NOT NULL,
    value INTEGER,
    p1 INTEGER,
    p2 INTEGER,
    p3 INTEGER,
    p4 INTEGER,
    p5 INTEGER,
    lines TEXT,
    op TEXT UNIQUE,
    actor TEXT NOT NULL,
    made_at INTEGER NOT NULL,
    reason TEXT NOT NULL,
    UNIQUE (table_id, number, revision)
) STRICT;

CREATE VIEW current_hands AS
SELECT h.* FROM hand_revisions AS h
WHERE h.void = 0 AND h.revision = (
    SELECT max(n.revision) FROM hand_revisions AS n WHERE n.table_id = h.table_id AND n.number = h.number
);

CREATE TABLE total_revisions (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    table_id INTEGER NOT NULL REFERENCES play_tables (id),
    revision INTEGER NOT NULL CHECK (revision > 0),
    void INTEGER NOT NULL CHECK (void IN (0, 1)),
    p1 INTEGER,
    p2 INTEGER,
    p3 INTEGER,
    p4 INTEGER,
    p5 INTEGER,
    solos TEXT,
    op TEXT UNIQUE,
    actor TEXT NOT NULL,
    made_at INTEGER NOT NULL,
    reason TEXT NOT NULL,
    UNIQUE (table_id, revision)
) STRICT;

CREATE TABLE sheet_points (
    table_id INTEGER NOT NULL REFERENCES play_tables (id),
    entry_id INTEGER NOT NULL REFERENCES entries (id),
    position INTEGER NOT NULL CHECK (position BETWEEN 1 AND 5),
    points INTEGER NOT NULL,
    hands_played INTEGER NOT NULL CHECK (hands_played >= 0),
    hands_won INTEGER CHECK (hands_won >= 0),
    solos_played INTEGER NOT NULL CHECK (solos_played >= 0),
    solos_won INTEGER CHECK (solos_won >= 0),
    PRIMARY KEY (table_id, entry_id)
) STRICT;
CREATE INDEX sheet_points_entry ON sheet_points (entry_id);

CREATE TABLE penalties (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    tournament_id INTEGER NOT NULL REFERENCES tournaments (id)
) STRICT;
CREATE INDEX penalties_tournament ON penalties (tournament_id);

CREATE TABLE penalty_revisions (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    penalty_id INTEGER NOT NULL REFERENCES penalties (id),
    revision INTEGER NOT NULL CHECK (revision > 0),
    void INTEGER NOT NULL CHECK (void IN (0, 1)),
    entry_id INTEGER NOT NULL REFERENCES entries (id),
    round_number INTEGER NOT NULL CHECK (round_number >= 0),
    hand_number INTEGER NOT NULL CHECK (hand_number >= 0),
    points INTEGER NOT NULL,
    others INTEGER NOT NULL,
    credits TEXT,
    reason TEXT NOT NULL,
    actor TEXT NOT NULL,
    made_at INTEGER NOT NULL,
    UNIQUE (penalty_id, revision)
) STRICT;

CREATE TABLE published (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    tournament_id INTEGER NOT NULL REFERENCES tournaments (id),
    kind TEXT NOT NULL CHECK (kind <> ''),
    after_round INTEGER NOT NULL CHECK (after_round >= 0),
    revision INTEGER NOT NULL CHECK (revision > 0),
    content TEXT NOT NULL,
    actor TEXT NOT NULL,
    made_at INTEGER NOT NULL,
    UNIQUE (tournament_id, kind, after_round, revision)
) STRICT;

CREATE TABLE journal (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    made_at INTEGER NOT NULL,
    actor TEXT NOT NULL,
    op TEXT NOT NULL,
    action TEXT NOT NULL CHECK (action <> ''),
    tournament_id INTEGER REFERENCES tournaments (id),
    subject TEXT NOT NULL,
    subject_id INTEGER NOT NULL,
    before TEXT,
    after TEXT,
    reason TEXT NOT NULL,
    request_id TEXT NOT NULL
) STRICT;
CREATE INDEX journal_tournament ON journal (tournament_id, id);
CREATE INDEX journal_subject ON journal (subject, subject_id);

CREATE TABLE operations (
    key TEXT NOT NULL PRIMARY KEY CHECK (key <> ''),
    action TEXT NOT NULL,
    actor TEXT NOT NULL,
    content_hash TEXT NOT NULL,
    subject INTEGER NOT NULL,
    made_at INTEGER NOT NULL,
    request_id TEXT NOT NULL
) STRICT;

-- What people argue about is only ever added to.

-- +goose StatementBegin
CREATE TRIGGER hand_revisions_no_update BEFORE UPDATE ON hand_revisions
BEGIN
    SELECT RAISE(ABORT, 'hand_revisions is only added to');
END;
-- +goose StatementEnd

-- +goose StatementBegin
CREATE TRIGGER hand_revisions_no_delete BEFORE DELETE ON hand_revisions
BEGIN
    SELECT RAISE(ABORT, 'hand_revisions is only added to');
END;
-- +goose StatementEnd

-- +goose StatementBegin
CREATE TRIGGER total_revisions_no_update BEFORE UPDATE ON total_revisions
BEGIN
    SELECT RAISE(ABORT, 'total_revisions is only added to');
END;
-- +goose StatementEnd

-- +goose StatementBegin
CREATE TRIGGER total_revisions_no_delete BEFORE DELETE ON total_revisions
BEGIN
    SELECT RAISE(ABORT, 'total_revisions is only added to');
END;
-- +goose StatementEnd

-- +goose StatementBegin
CREATE TRIGGER penalty_revisions_no_update BEFORE UPDATE ON penalty_revisions
BEGIN
    SELECT RAISE(ABORT, 'penalty_revisions is only added to');
END;
-- +goose StatementEnd

-- +goose StatementBegin
CREATE TRIGGER penalty_revisions_no_delete BEFORE DELETE ON penalty_revisions
BEGIN
    SELECT RAISE(ABORT, 'penalty_revisions is only added to');
END;
-- +goose StatementEnd

-- +goose StatementBegin
CREATE TRIGGER published_no_update BEFORE UPDATE ON published
BEGIN
    SELECT RAISE(ABORT, 'published is only added to');
END;
-- +goose StatementEnd

-- +goose StatementBegin
CREATE TRIGGER published_no_delete BEFORE DELETE ON published
BEGIN
    SELECT RAISE(ABORT, 'published is only added to');
END;
-- +goose StatementEnd

-- +goose StatementBegin
CREATE TRIGGER journal_no_update BEFORE UPDATE ON journal
BEGIN
    SELECT RAISE(ABORT, 'journal is only added to');
END;
-- +goose StatementEnd

-- +goose StatementBegin
CREATE TRIGGER journal_no_delete BEFORE DELETE ON journal
BEGIN
    SELECT RAISE(ABORT, 'journal is only added to');
END;
-- +goose StatementEnd
