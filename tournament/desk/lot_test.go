package desk_test

import (
	"encoding/json"
	"strings"
	"testing"

	"doko/tournament"
	"doko/tournament/desk"
	"doko/tournament/draw"
	"doko/tournament/store"
	"doko/tournament/store/storetest"
)

// The list is announced, then the seed is drawn in the hall; everybody can make the draw again.
func TestLot(t *testing.T) {
	storetest.Each(t, func(t *testing.T, s *store.Store) {
		c := newClub(t, s)
		tour := c.create(short(2))
		c.register(tour.ID, 8)
		_, err := c.AnnounceList(c.ctx, c.helper, desk.AnnounceList{Tournament: tour.ID, Round: 1})
		c.refused(err, tournament.ErrForbidden, "forbidden")
		announced, err := c.AnnounceList(c.ctx, c.director, desk.AnnounceList{Op: c.op(), Tournament: tour.ID, Round: 1})
		c.must(err)
		seen, err := c.Lot(c.ctx, c.visitor, tour.ID, 1)
		c.must(err)
		if seen.List == nil || seen.List.Hash != announced.List.Hash || seen.Draw != nil || len(seen.Names) != 8 {
			t.Fatalf("a visitor sees %+v", seen)
		}
		_, err = c.DrawRound(c.ctx, c.director, desk.DrawRound{Tournament: tour.ID, Round: 1})
		c.refused(err, tournament.ErrInvalid, "lot_seed_missing")
		c.latecomer(tour.ID, "Spät Kommer")
		_, err = c.DrawRound(c.ctx, c.director, desk.DrawRound{Tournament: tour.ID, Round: 1, Seed: "Lotto 4711"})
		c.refused(err, tournament.ErrPhase, "lot_list_changed")
		in := desk.AnnounceList{Op: c.op(), Tournament: tour.ID, Round: 1}
		_, err = c.AnnounceList(c.ctx, c.director, in)
		c.refused(err, tournament.ErrInvalid, "reason_missing")
		in.Reason = "Einer kam noch"
		announced, err = c.AnnounceList(c.ctx, c.director, in)
		c.must(err)
		seating, err := c.DrawRound(c.ctx, c.director, desk.DrawRound{Op: c.op(), Tournament: tour.ID, Round: 1, Seed: "Lotto 4711"})
		c.must(err)
		if _, err := c.Lot(c.ctx, c.visitor, tour.ID, 1); code(err) != "unknown_round" {
			t.Fatalf("a visitor sees a draw that is not released: %v", err)
		}
		_, err = c.ReleaseSeating(c.ctx, c.director, c.step(tour.ID, 1))
		c.must(err)
		lot, err := c.Lot(c.ctx, c.visitor, tour.ID, 1)
		c.must(err)
		if lot.List != nil || lot.Draw.Hash != announced.List.Hash || string(lot.Draw.Input) != string(announced.List.Input) || lot.Draw.AnnouncedAt.IsZero() {
			t.Errorf("drawn from another list than announced: %+v", lot.Draw)
		}
		check, err := c.CheckLot(c.ctx, c.visitor, tour.ID, 1)
		c.must(err)
		if !check.Same {
			t.Errorf("the draw made again differs: %s", check.Difference)
		}
		var q draw.Request
		c.must(json.Unmarshal(lot.Draw.Input, &q))
		q.Seed = "Lotto 4711"
		plan, _, err := q.Draw()
		c.must(err)
		if len(plan.Rounds) != 2 || len(plan.Rounds[0].Tables[0].Seats) != seating.Tables[0].Table.Size {
			t.Errorf("the input gives %+v", plan.Rounds)
		}
	})
}

// A changed plan is found out.
func TestCheckLot_Changed(t *testing.T) {
	storetest.Each(t, func(t *testing.T, s *store.Store) {
		c := newClub(t, s)
		tour, seating := c.evening(8, 1)
		_, err := s.Update(c.ctx, store.Op{}, func(tx *store.Tx) (int64, error) {
			plan := strings.Replace(string(seating.Proof.Draw.Plan), `"seats":[`, `"seats":[9,`, 1)
			kept := seating.Proof.Draw
			kept.ID, kept.Plan = 0, json.RawMessage(plan)
			if err := tx.CreateDraw(&kept); err != nil {
				return 0, err
			}
			r := seating.Round
			r.Draw = kept.ID
			return 0, tx.UpdateRound(&r)
		})
		c.must(err)
		check, err := c.CheckLot(c.ctx, c.director, tour.ID, 1)
		c.must(err)
		if check.Same || check.Difference != "round 1 is seated otherwise" {
			t.Errorf("check %+v", check)
		}
	})
}

// Nine of DC Hamm at eight tables: one pair must meet, and the certificate says which (KNOWN_PAINS 29). A couple that must never
// meet does not.
func TestCertificate_Clubs(t *testing.T) {
	storetest.Each(t, func(t *testing.T, s *store.Store) {
		c := newClub(t, s)
		tour := c.create(short(1))
		var couple []tournament.Entry
		for i := range 32 {
			club := ""
			if i < 9 {
				club = "DC Hamm"
			}
			e, err := c.Register(c.ctx, c.helper, desk.Register{Op: c.op(), Tournament: tour.ID, Name: people[i%9] + strings.Repeat("a", i), Club: club, Present: true})
			c.must(err)
			couple = append(couple, e)
		}
		a := couple[20]
		_, err := c.EditEntry(c.ctx, c.helper, desk.EntryEdit{Entry: a.ID, Version: a.Version, Name: a.Name, StartNo: a.StartNo, Apart: []int{22}, FromRound: 1})
		c.must(err)
		seating := c.draw(tour.ID, 1)
		clubs, met := 0, 0
		for _, f := range seating.Faults {
			switch f.Code {
			case "club":
				clubs++
				met = f.Table
			case "apart":
				t.Errorf("the couple meets at table %d", f.Table)
			}
		}
		if clubs != 1 || !seating.Proof.Optimal || len(seating.Proof.Changed) != 0 {
			t.Errorf("%d club meetings, proof %+v", clubs, seating.Proof)
		}
		codes := map[string]desk.Note{}
		for _, n := range seating.Proof.Notes {
			codes[n.Code] = n
		}
		if forced := codes["draw_clubs_one"]; forced.Args["Members"] != 9 || forced.Args["Tables"] != 8 || forced.Args["Club"] != "DC Hamm" {
			t.Errorf("forced: %+v", forced)
		}
		if at := codes["draw_club_meeting"]; at.Args["Table"] != met || strings.Count(at.Args["IDs"].(string), "(") != 2 {
			t.Errorf("meeting: %+v, table %d", at, met)
		}
	})
}
