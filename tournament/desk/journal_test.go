package desk_test

import (
	"database/sql"
	"encoding/json"
	"strings"
	"testing"

	_ "github.com/jackc/pgx/v5/stdlib" // the drivers that break the journal from outside
	_ "github.com/libtnb/sqlite"

	"doko/tournament"
	"doko/tournament/desk"
	"doko/tournament/store"
	"doko/tournament/store/storetest"
)

// break the journal, and the hand is not stored either; mend it, and the same request goes through.
func TestJournal_FailureRollsBack(t *testing.T) {
	t.Run("sqlite", func(t *testing.T) {
		path := storetest.SQLiteFile(t)
		failingJournal(t, path, "sqlite", path+"?_pragma=busy_timeout(5000)",
			`CREATE TRIGGER broken BEFORE INSERT ON journal WHEN NEW.action = 'hand.enter' BEGIN SELECT RAISE(ABORT, 'disk full'); END`,
			`DROP TRIGGER broken`)
	})
	t.Run("postgres", func(t *testing.T) {
		url := storetest.PostgresURL(t)
		failingJournal(t, url, "pgx", url,
			`ALTER TABLE journal ADD CONSTRAINT broken CHECK (action <> 'hand.enter') NOT VALID`,
			`ALTER TABLE journal DROP CONSTRAINT broken`)
	})
}

func failingJournal(t *testing.T, address, driver, dsn, breakIt, mend string) {
	c := newClub(t, storetest.Open(t, address))
	tour, table := four(c)
	db, err := sql.Open(driver, dsn)
	c.must(err)
	t.Cleanup(func() { db.Close() })
	_, err = db.ExecContext(c.ctx, breakIt)
	c.must(err)
	before, err := c.Tournament(c.ctx, c.director, tour.ID)
	c.must(err)
	c.hints()
	in := desk.HandEntry{Op: "hand", Table: table.ID, Number: 1, Row: []byte(normal)}
	_, _, err = c.EnterHand(c.ctx, c.helper, in)
	if err == nil || code(err) != "" {
		t.Fatalf("a broken journal gives %v", err)
	}
	v, err := c.Table(c.ctx, c.helper, table.ID)
	c.must(err)
	after, err := c.Tournament(c.ctx, c.director, tour.ID)
	c.must(err)
	if len(v.Rows) != 0 || v.Table.Version != table.Version || v.Round.Phase != tournament.RoundDrawn || after.Changes != before.Changes {
		t.Errorf("something was left behind: %+v, changes %d after %d", v.Table, after.Changes, before.Changes)
	}
	if told := c.hints(); len(told) != 0 {
		t.Errorf("told %v", told)
	}
	_, err = db.ExecContext(c.ctx, mend)
	c.must(err)
	_, created, err := c.EnterHand(c.ctx, c.helper, in)
	c.must(err)
	if !created {
		t.Error("the failed request left its key behind")
	}
}

// Every change is one line with who, what, why, before and after, and with ids for names.
func TestJournal(t *testing.T) {
	storetest.Each(t, func(t *testing.T, s *store.Store) {
		c := newClub(t, s)
		tour, seating := c.evening(4, 1)
		table := seating.Tables[0].Table
		keeper := key(c, table.ID)
		ctx := desk.WithRequestID(c.ctx, "req-1")
		_, _, err := c.EnterHand(ctx, keeper, desk.HandEntry{Op: "h1", Table: table.ID, Row: points(3, 1, -1, -3)})
		c.must(err)
		_, _, err = c.EnterHand(ctx, c.helper, desk.HandEntry{
			Op: "h2", Table: table.ID, Number: 1, Base: 1, Reason: "verschrieben", Row: points(1, 3, -1, -3),
		})
		c.must(err)
		lines, err := c.Journal(c.ctx, c.referee, tour.ID, 100)
		c.must(err)
		var actions []string
		for _, l := range lines {
			actions = append(actions, l.Entry.Action)
			for _, name := range people {
				if strings.Contains(string(l.Entry.Before)+string(l.Entry.After), name) {
					t.Errorf("%s holds the name %s", l.Entry.Action, name)
				}
			}
		}
		want := "hand.correct hand.enter round.draw entry.register entry.register entry.register entry.register tournament.create"
		if got := strings.Join(actions, " "); got != want {
			t.Fatalf("journal %s\nwant %s", got, want)
		}
		last, first := lines[0], lines[1]
		if last.Entry.Reason != "verschrieben" || last.Entry.RequestID != "req-1" || last.Entry.Op != "h2" || last.Subject != "1" {
			t.Errorf("line %+v", last)
		}
		if first.Table != 1 || first.Actor != "Tisch 1" || lines[3].Subject == "" {
			t.Errorf("line %+v", first)
		}
		var old, now struct{ Points []int }
		c.must(json.Unmarshal(last.Entry.Before, &old))
		c.must(json.Unmarshal(last.Entry.After, &now))
		if old.Points[0] != 3 || now.Points[0] != 1 {
			t.Errorf("before %s after %s", last.Entry.Before, last.Entry.After)
		}
	})
}
