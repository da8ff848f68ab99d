package desk_test

import (
	"strings"
	"testing"

	"doko/tournament/desk"
	"doko/tournament/store"
	"doko/tournament/store/storetest"
)

// What SQLite would keep and Postgres would choke on is refused on both, with a sentence, wherever it comes in.
func TestUnstorable(t *testing.T) {
	storetest.Each(t, func(t *testing.T, s *store.Store) {
		c := newClub(t, s)
		tour, table := four(c)
		view, err := c.Table(c.ctx, c.director, table.ID)
		c.must(err)
		entry := view.Seats[0].Entry
		penalty := func(op, reason string) error {
			_, err := c.AddPenalty(c.ctx, c.director, desk.PenaltyEntry{Op: op, Entry: entry, Round: 1, Points: -3, Reason: reason})
			return err
		}
		confirm := func(reason string) error {
			_, err := c.ConfirmSheet(c.ctx, c.director, desk.TableStep{Op: c.op(), Table: table.ID, Version: table.Version, Reason: reason})
			return err
		}
		hand := func(op string) error {
			_, _, err := c.EnterHand(c.ctx, c.helper, desk.HandEntry{Op: op, Table: table.ID, Number: 1, Row: []byte(normal)})
			return err
		}
		draw := func(seed string) error {
			_, err := c.DrawRound(c.ctx, c.director, desk.DrawRound{Op: c.op(), Tournament: tour.ID, Round: 1, Seed: seed, Reason: "again"})
			return err
		}
		_, address := c.TournamentByPublicID(c.ctx, c.director, "a\x00b")
		for _, tt := range []struct {
			name string
			err  error
			want string
		}{
			{"zero byte in a penalty's reason", penalty(c.op(), "a\x00b"), "text_control"},
			{"broken UTF-8 in a penalty's reason", penalty(c.op(), "a\xffb"), "text_control"},
			{"a book as a penalty's reason", penalty(c.op(), strings.Repeat("a", 501)), "text_too_long"},
			{"a book as the reason of a sheet", confirm(strings.Repeat("a", 501)), "text_too_long"},
			{"zero byte in the reason of a sheet", confirm("a\x00b"), "text_control"},
			{"zero byte in an op", hand("aaaaaaaaaaaaaaaa\x00"), "op_needed"},
			{"broken UTF-8 in an op", hand("aaaaaaaaaaaaaaaa\xff"), "op_needed"},
			{"zero byte in a seed", draw("a\x00b"), "text_control"},
			{"a book as a seed", draw(strings.Repeat("a", 5000)), "text_too_long"},
			{"zero byte in an address", address, "unknown_tournament"},
		} {
			if got := code(tt.err); got != tt.want {
				t.Errorf("%s: %q (%v), want %q", tt.name, got, tt.err, tt.want)
			}
		}
		c.must(penalty(c.op(), `C:\u0000 typed as letters, \\ufffd too`))
	})
}
