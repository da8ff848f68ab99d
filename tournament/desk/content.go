package desk

import (
	"bytes"
	"encoding/json"
	"fmt"

	"doko/tournament"
	"doko/tournament/standings"
)

// The form of CONTRACTS 6. The order of the fields is part of it.
type (
	standingsJSON struct {
		Tournament  string        `json:"tournament"`
		AfterRound  int           `json:"after_round"`
		Provisional bool          `json:"provisional"`
		Lines       []lineJSON    `json:"lines"`
		Warnings    []warningJSON `json:"warnings"`
	}
	lineJSON struct {
		Rank        int                  `json:"rank"`
		Shared      bool                 `json:"shared"`
		StartNo     int                  `json:"start_no"`
		Name        string               `json:"name"`
		Club        string               `json:"club"`
		Rounds      []*int               `json:"rounds"`
		Total       int                  `json:"total"`
		Penalty     int                  `json:"penalty"`
		HandsWon    *int                 `json:"hands_won"`
		SolosPlayed *int                 `json:"solos_played"`
		SolosWon    *int                 `json:"solos_won"`
		DecidedBy   *standings.Criterion `json:"decided_by"`
	}
	warningJSON struct {
		Code    string `json:"code"`
		Round   int    `json:"round,omitempty"`
		Table   int    `json:"table,omitempty"`
		StartNo int    `json:"start_no,omitempty"`
		Sum     *int   `json:"sum,omitempty"`
		Message string `json:"message"`
	}
)

// JSON writes the ranking exactly as CONTRACTS 6 says, with English messages.
func (s Standings) JSON() ([]byte, error) {
	out := standingsJSON{
		Tournament: s.Tournament.Name, AfterRound: s.AfterRound, Provisional: s.Provisional,
		Lines: make([]lineJSON, len(s.Lines)), Warnings: make([]warningJSON, len(s.Warnings)),
	}
	for i, l := range s.Lines {
		out.Lines[i] = lineJSON{
			Rank: l.Rank, Shared: l.Shared, StartNo: l.StartNo, Name: l.Name, Club: l.Club, Rounds: append([]*int{}, l.Rounds...),
			Total: l.Total, Penalty: l.Penalty, HandsWon: l.HandsWon, SolosPlayed: l.SolosPlayed, SolosWon: l.SolosWon,
		}
		if l.DecidedBy != "" {
			out.Lines[i].DecidedBy = &l.DecidedBy
		}
	}
	for i, w := range s.Warnings {
		out.Warnings[i] = warningJSON{w.Code, w.Round, w.Table, w.StartNo, w.Sum, w.message()}
	}
	var b bytes.Buffer
	enc := json.NewEncoder(&b)
	enc.SetEscapeHTML(false)
	if err := enc.Encode(out); err != nil {
		return nil, fmt.Errorf("standings: %w", err)
	}
	return bytes.TrimSpace(b.Bytes()), nil
}

// reprint is a published copy as a ranking again.
func reprint(t tournament.Tournament, p tournament.Published, entries []tournament.Entry) (Standings, error) {
	var in standingsJSON
	if err := json.Unmarshal(p.Content, &in); err != nil {
		return Standings{}, fmt.Errorf("published copy %d: %w", p.ID, err)
	}
	byNumber := map[int]tournament.Entry{}
	for _, e := range entries {
		byNumber[e.StartNo] = e
	}
	t.Name = in.Tournament
	s := Standings{
		Tournament: t, AfterRound: in.AfterRound, Provisional: in.Provisional, Revision: p.Revision, Changes: t.Changes,
		Lines: make([]StandingLine, len(in.Lines)),
	}
	for i, l := range in.Lines {
		e := byNumber[l.StartNo]
		s.Lines[i] = StandingLine{
			Rank: l.Rank, Shared: l.Shared, Entry: e.ID, StartNo: l.StartNo, Name: l.Name, Club: l.Club, Rounds: l.Rounds,
			Total: l.Total, Penalty: l.Penalty, HandsWon: l.HandsWon, SolosPlayed: l.SolosPlayed, SolosWon: l.SolosWon,
			Withdrawn: e.Status == tournament.Withdrawn,
		}
		if l.DecidedBy != nil {
			s.Lines[i].DecidedBy = *l.DecidedBy
		}
		s.Sum += l.Total
		s.Penalties += l.Penalty
	}
	for _, w := range in.Warnings {
		s.Warnings = append(s.Warnings, Warning{Code: w.Code, Round: w.Round, Table: w.Table, StartNo: w.StartNo, Sum: w.Sum})
	}
	return s, nil
}
