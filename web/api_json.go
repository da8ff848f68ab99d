package web

import (
	"encoding/json"
	"time"

	"doko/scoring"
	"doko/scoring/tally"
	"doko/tournament"
	"doko/tournament/desk"
)

// The values of the JSON API, in the order of their fields. Positions at a table are 1 to 5, null = nobody.
type (
	// storedJSON is STORED of CONTRACTS 7.
	storedJSON struct {
		Number   int             `json:"number"`
		Revision int             `json:"revision"`
		Winner   *string         `json:"winner"`
		Value    *int            `json:"value"`
		Points   []int           `json:"points"`
		Items    []tally.Line    `json:"items"`
		Hand     *scoring.Record `json:"hand"`
	}

	// previewJSON is what a hand would be worth; notes are special points that do not count.
	previewJSON struct {
		Winner *string      `json:"winner"`
		Value  *int         `json:"value"`
		Points []int        `json:"points"`
		Items  []tally.Line `json:"items"`
		Notes  []tally.Line `json:"notes"`
	}

	seatJSON struct {
		Position int    `json:"position"`
		StartNo  int    `json:"start_no"`
		Name     string `json:"name"`
		FromHand int    `json:"from_hand,omitempty"` // of a substitute
	}

	seatedJSON struct {
		ID     tournament.TableID `json:"id"`
		Number int                `json:"number"`
		Seats  []seatJSON         `json:"seats"`
	}

	seatingJSON struct {
		Round  int          `json:"round"`
		Tables []seatedJSON `json:"tables"`
	}

	nextJSON struct {
		Number  int  `json:"number"`
		Dealer  int  `json:"dealer"`
		Lead    int  `json:"lead"`
		SitsOut *int `json:"sits_out"`
		Forced  *int `json:"forced"`
	}

	tableJSON struct {
		ID        tournament.TableID    `json:"id"`
		Number    int                   `json:"number"`
		Round     int                   `json:"round"`
		Seats     []seatJSON            `json:"seats"`
		Next      *nextJSON             `json:"next"`
		SolosOpen []int                 `json:"solos_open"`
		Hands     []storedJSON          `json:"hands"`
		Totals    *totalsJSON           `json:"totals,omitempty"` // only of a sheet kept as totals
		Left      []leftJSON            `json:"left,omitempty"`   // only where somebody left without a substitute
		State     tournament.TablePhase `json:"state"`
		Version   int                   `json:"version"`
	}

	leftJSON struct {
		Position int    `json:"position"`
		FromHand int    `json:"from_hand"` // the first hand missed
		Reason   string `json:"reason"`
	}

	totalsJSON struct {
		Revision int   `json:"revision"`
		Totals   []int `json:"totals"`
		Solos    []int `json:"solos"` // null = not known
	}

	keyJSON struct {
		Key       string `json:"key"`
		URL       string `json:"url"`
		ExpiresAt string `json:"expires_at"`
	}
)

func storedOf(h tournament.HandRevision) storedJSON {
	return storedJSON{
		Number: h.Number, Revision: h.Revision, Winner: optional(h.Winner), Value: h.Value, Points: listed(h.Points),
		Items: listed(h.Lines), Hand: h.Row.Record,
	}
}

// listed is an empty list instead of null.
func listed[T any](list []T) []T {
	if list == nil {
		return []T{}
	}
	return list
}

// someone is a position, nil for nobody.
func someone(position int) *int {
	if position == 0 {
		return nil
	}
	return &position
}

func seatsOf(seats []desk.SeatView) []seatJSON {
	list := make([]seatJSON, 0, len(seats))
	for _, v := range seats {
		seat := seatJSON{Position: v.Position, StartNo: v.StartNo, Name: v.Name}
		if v.FromHand > 1 {
			seat.FromHand = v.FromHand
		}
		list = append(list, seat)
	}
	return list
}

func seatingOf(s desk.Seating) seatingJSON {
	out := seatingJSON{Round: s.Round.Number, Tables: []seatedJSON{}}
	for _, t := range s.Tables {
		out.Tables = append(out.Tables, seatedJSON{t.Table.ID, t.Table.Number, seatsOf(t.Seats)})
	}
	return out
}

func tableOf(v desk.TableView) tableJSON {
	out := tableJSON{
		ID: v.Table.ID, Number: v.Table.Number, Round: v.Round.Number, Seats: seatsOf(v.Seats), SolosOpen: listed(v.SolosOpen),
		Hands: []storedJSON{}, State: v.Table.Phase, Version: v.Table.Version,
	}
	if n := v.Next; n != nil {
		out.Next = &nextJSON{n.Number, n.Dealer, n.Lead, someone(n.SitsOut), someone(n.Forced)}
	}
	for _, row := range v.Rows {
		if row.Current.ID != 0 {
			out.Hands = append(out.Hands, storedOf(row.Current))
		}
	}
	for _, left := range v.Left() {
		out.Left = append(out.Left, leftJSON{left.Position, left.FromHand, left.Reason})
	}
	if t := v.Totals; t != nil {
		out.Totals = &totalsJSON{t.Revision, t.Totals, t.Solos}
	}
	return out
}

// The values around a tournament. The words are those of the tournament file (CONTRACTS 5).
type (
	tournamentJSON struct {
		ID       tournament.TournamentID `json:"id"`
		PublicID string                  `json:"public_id"`
		UID      string                  `json:"uid"`
		Game     scoring.Game            `json:"game"`
		Phase    tournament.Phase        `json:"phase"`
		Version  int                     `json:"version"`
		Changes  int64                   `json:"changes"`
		settingsJSON
	}

	settingsJSON struct {
		Name            string                 `json:"name"`
		Venue           string                 `json:"venue"`
		StartsAt        *string                `json:"starts_at"`
		TimeZone        string                 `json:"time_zone"`
		Rules           json.RawMessage        `json:"rules"`
		Rounds          int                    `json:"rounds_planned"`
		HandsPerRound   int                    `json:"hands_per_round"`
		HandsAtFive     int                    `json:"hands_at_five"`
		CompulsorySolos int                    `json:"compulsory_solos"`
		AfterSolo       tournament.AfterSolo   `json:"after_solo"`
		Voluntary       tournament.Voluntary   `json:"voluntary"`
		RuleBreaks      tournament.RuleBreaks  `json:"rule_breaks"`
		Fives           tournament.Fives       `json:"fives"`
		Seating         tournament.Seating     `json:"seating"`
		Confirm         tournament.ConfirmMode `json:"confirm"`
		Ranking         []string               `json:"ranking"`
		Fee             tournament.Cents       `json:"entry_fee_cents"`
		Currency        string                 `json:"currency"`
		Public          bool                   `json:"public"`
		Standings       tournament.Release     `json:"standings"`
	}

	entryJSON struct {
		ID        tournament.EntryID `json:"id"`
		StartNo   int                `json:"start_no"`
		UID       string             `json:"uid"`
		Name      string             `json:"name"`
		Club      string             `json:"club"`
		MemberNo  string             `json:"member_no"`
		Team      string             `json:"team"`
		Status    tournament.Status  `json:"status"`
		Paid      tournament.Cents   `json:"paid_cents"`
		FromRound int                `json:"from_round"`
		ToRound   *int               `json:"to_round"`
		Table     *int               `json:"table"`
		Apart     []int              `json:"apart"`
		Version   int                `json:"version"`
	}

	roundJSON struct {
		Number   int                   `json:"number"`
		Phase    tournament.RoundPhase `json:"phase"`
		Released bool                  `json:"released"`
		Seed     string                `json:"seed"`
		Version  int                   `json:"version"`
	}

	publishedJSON struct {
		AfterRound int    `json:"after_round"`
		Revision   int    `json:"revision"`
		At         string `json:"at"`
	}

	penaltyJSON struct {
		ID      tournament.PenaltyID `json:"id"`
		Entry   tournament.EntryID   `json:"entry"`
		Round   int                  `json:"round"`
		Hand    int                  `json:"hand"`
		Points  int                  `json:"points"`
		Others  int                  `json:"others"`
		Credits []creditJSON         `json:"credits"`
		Offence string               `json:"offence"`
		Redealt bool                 `json:"redealt"`
		Reason  string               `json:"reason"`
		Void    bool                 `json:"void"`
	}

	creditJSON struct {
		Entry  tournament.EntryID `json:"entry"`
		Points int                `json:"points"`
	}
)

func tournamentOf(t tournament.Tournament) (tournamentJSON, error) {
	rules, err := t.Rules.MarshalJSON()
	if err != nil {
		return tournamentJSON{}, err
	}
	out := tournamentJSON{
		ID: t.ID, PublicID: t.PublicID, UID: t.UID, Game: t.Rules.Game, Phase: t.Phase, Version: t.Version, Changes: t.Changes,
		settingsJSON: settingsJSON{
			Name: t.Name, Venue: t.Venue, TimeZone: t.TimeZone, Rules: rules, Rounds: t.Format.Rounds,
			HandsPerRound: t.Format.HandsPerRound, HandsAtFive: t.Format.HandsAtFive, CompulsorySolos: t.Format.CompulsorySolos,
			AfterSolo: t.Format.AfterSolo, Voluntary: t.Format.Voluntary, RuleBreaks: t.Format.RuleBreaks,
			Fives: t.Format.Fives, Seating: t.Format.Seating, Confirm: t.Format.Confirm, Ranking: listed(t.Format.Ranking),
			Fee: t.Fee, Currency: t.Currency, Public: t.Public, Standings: t.Standings,
		},
	}
	if !t.StartsAt.IsZero() {
		out.StartsAt = optional(t.StartsAt.In(t.Location()).Format(time.RFC3339))
	}
	return out, nil
}

func entryOf(e tournament.Entry) entryJSON {
	return entryJSON{
		ID: e.ID, StartNo: e.StartNo, UID: e.UID, Name: e.Name, Club: e.Club, MemberNo: e.MemberNo, Team: e.Team, Status: e.Status,
		Paid: e.Paid, FromRound: e.FromRound, ToRound: someone(e.ToRound), Table: someone(e.FixedTable), Apart: listed(e.Apart),
		Version: e.Version,
	}
}

func roundOf(r tournament.Round) roundJSON {
	return roundJSON{r.Number, r.Phase, r.Released, r.Seed, r.Version}
}

func publishedOf(p tournament.Published) publishedJSON {
	return publishedJSON{p.AfterRound, p.Revision, p.At.UTC().Format(time.RFC3339)}
}

func penaltyOf(p tournament.Penalty) penaltyJSON {
	credits := make([]creditJSON, len(p.Credits))
	for i, c := range p.Credits {
		credits[i] = creditJSON(c)
	}
	return penaltyJSON{p.ID, p.Entry, p.Round, p.Hand, p.Points, p.Others, credits, p.Offence, p.Redealt, p.Reason, p.Void}
}
