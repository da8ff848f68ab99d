package main

import (
	"crypto/rand"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"doko/tournament"
	"doko/tournament/desk"
	"doko/tournament/store/storetest"
)

// What the page of a draw offers to load is what doko draw --verify takes.
func TestVerifyLot(t *testing.T) {
	d := &desk.Desk{Store: storetest.OpenSQLite(t), Random: func(n int) []byte { b := make([]byte, n); _, _ = rand.Read(b); return b }}
	ctx, by := t.Context(), tournament.System()
	must := func(err error) {
		t.Helper()
		if err != nil {
			t.Fatal(err)
		}
	}
	cup, err := d.CreateTournament(ctx, by, desk.CreateTournament{Settings: desk.Settings{Name: "Lose", Format: tournament.DefaultFormat()}})
	must(err)
	for i := range 13 {
		_, err := d.Register(ctx, by, desk.Register{Tournament: cup.ID, Name: fmt.Sprint("Gast ", i), Club: []string{"Hamm", ""}[i%2], Present: true})
		must(err)
	}
	_, err = d.DrawRound(ctx, by, desk.DrawRound{Tournament: cup.ID, Round: 1, Seed: "Krähe 17", Choices: desk.Choices{Effort: "quick", Clubs: "hard"}})
	must(err)
	lot, err := d.Lot(ctx, by, cup.ID, 1)
	must(err)
	input, plan := filepath.Join(t.TempDir(), "input.json"), filepath.Join(t.TempDir(), "plan.json")
	must(os.WriteFile(input, lot.Draw.Input, 0o600))
	must(os.WriteFile(plan, lot.Draw.Plan, 0o600))
	code, out, errs := drawing(t, "", "--verify", plan, input)
	if code != 0 || !strings.Contains(out, "Krähe 17") || !strings.Contains(out, lot.Draw.Hash) {
		t.Errorf("exit %d: %s%s", code, out, errs)
	}
	must(os.WriteFile(input, []byte(strings.Replace(string(lot.Draw.Input), "Hamm", "Hammer", 1)), 0o600))
	if code, out, _ := drawing(t, "", "--verify", plan, input); code != 3 || !strings.Contains(out, "input_sha256") {
		t.Errorf("another list: exit %d: %s", code, out)
	}
}
