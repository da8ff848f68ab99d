package store_test

import (
	"errors"
	"fmt"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"doko/tournament"
	"doko/tournament/store"
	"doko/tournament/store/storetest"
)

// Whatever list keepers send in whatever order, the sheet is the fold of its revisions: of each hand the newest, unless it
// is void. At the end the whole database survives a backup.
func TestSheet_IsFoldOfRevisions(t *testing.T) {
	storetest.Each(t, func(t *testing.T, s *store.Store) {
		w := seed(t, s)
		tables := 1
		rapid.Check(t, func(rt *rapid.T) {
			tables++
			table := tournament.Table{Round: w.round.ID, Number: tables, Size: 4, Phase: tournament.TableOpen}
			var written []tournament.HandRevision
			err := try(t.Context(), s, func(tx *store.Tx) error {
				if err := tx.CreateTable(&table); err != nil {
					return err
				}
				for range rapid.IntRange(0, 25).Draw(rt, "commands") {
					h := drawHand(rt, w, table.ID)
					wrong := refusal(written, h)
					err := tx.AppendHand(&h)
					var p *tournament.Problem
					switch {
					case wrong == "" && err == nil:
						written = append(written, h)
					case wrong == "" || !errors.As(err, &p) || p.Code != wrong:
						return fmt.Errorf("hand %d revision %d op %q: got %v, want %q", h.Number, h.Revision, h.Op, err, wrong)
					}
				}
				return nil
			})
			if err != nil {
				rt.Fatal(err)
			}
			err = s.View(t.Context(), func(tx *store.Tx) error {
				all, err := tx.Hands(table.ID)
				current, errCurrent := tx.CurrentHands(table.ID)
				if d := cmp.Diff(sorted(written), all) + cmp.Diff(fold(written), current); d != "" {
					return errors.New(d)
				}
				return firstError(err, errCurrent)
			})
			if err != nil {
				rt.Fatal(err)
			}
		})
		archive := backup(t, s)
		copied := storetest.OpenSQLite(t)
		if err := restore(t, copied, archive); err != nil {
			t.Fatal(err)
		}
		wantEqual(t, files(t, backup(t, copied)), files(t, archive))
	})
}

func drawHand(rt *rapid.T, w world, table tournament.TableID) tournament.HandRevision {
	value := rapid.IntRange(-9, 9).Draw(rt, "value")
	h := w.hand(rapid.IntRange(1, 4).Draw(rt, "number"), rapid.IntRange(1, 4).Draw(rt, "revision"), value, value, -value, -value)
	h.Table = table
	h.Void = rapid.Bool().Draw(rt, "void")
	if op := rapid.IntRange(0, 6).Draw(rt, "op"); op > 0 {
		h.Op = fmt.Sprintf("op-%d-%d", table, op)
	}
	return h
}

// refusal is the code of the problem a revision must meet, "" if it must be stored.
func refusal(written []tournament.HandRevision, h tournament.HandRevision) string {
	code := ""
	for _, old := range written {
		if h.Op != "" && old.Op == h.Op {
			return "op_reused"
		}
		if old.Number == h.Number && old.Revision == h.Revision {
			code = "conflict"
		}
	}
	return code
}

func sorted(hands []tournament.HandRevision) []tournament.HandRevision {
	hands = append([]tournament.HandRevision{}, hands...)
	slices.SortFunc(hands, func(a, b tournament.HandRevision) int {
		return (a.Number-b.Number)*100 + a.Revision - b.Revision
	})
	return hands
}

func fold(hands []tournament.HandRevision) []tournament.HandRevision {
	current := []tournament.HandRevision{}
	hands = sorted(hands)
	for i, h := range hands {
		newest := i == len(hands)-1 || hands[i+1].Number != h.Number
		if newest && !h.Void {
			current = append(current, h)
		}
	}
	return current
}

// Two list keepers who both saw the same revision: one is stored, the other is told.
func TestAppendHand_TwoAtOnce(t *testing.T) {
	storetest.Each(t, func(t *testing.T, s *store.Store) {
		w := seed(t, s)
		results := make(chan error)
		for _, points := range []int{1, 2} {
			go func() {
				h := w.hand(1, 1, points, points, -points, -points)
				results <- try(t.Context(), s, func(tx *store.Tx) error { return tx.AppendHand(&h) })
			}()
		}
		var stored, told int
		for range 2 {
			if err := <-results; err == nil {
				stored++
			} else if errors.Is(err, tournament.ErrConflict) {
				told++
			} else {
				t.Error(err)
			}
		}
		if stored != 1 || told != 1 {
			t.Errorf("stored %d, told %d", stored, told)
		}
	})
}
