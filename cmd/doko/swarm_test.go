package main

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"net/http"
	"slices"
	"sync"
	"testing"

	"doko/scoring"
	"doko/tournament"
	"doko/tournament/rehearsal"
	"doko/tournament/sheet"
)

var errLost = errors.New("the network swallowed it")

// badNetwork is the radio of a hall: it loses requests, loses answers, sends twice at once and delivers copies long after.
type badNetwork struct {
	rnd  *rand.Rand
	late []func() // copies that are still under way
	wait sync.WaitGroup
}

// send posts once over the bad network. errLost: nobody knows whether it arrived.
func (n *badNetwork) send(post func() (int, []byte, error)) (int, []byte, error) {
	switch chance := n.rnd.IntN(100); {
	case chance < 15:
		return 0, nil, errLost
	case chance < 30:
		_, _, err := post()
		return 0, nil, errors.Join(errLost, err)
	case chance < 40:
		n.wait.Go(func() { _, _, _ = post() })
	case chance < 55:
		n.late = append(n.late, func() { _, _, _ = post() })
	}
	return post()
}

// deliver lets a copy of something old arrive, if there is one.
func (n *badNetwork) deliver() {
	if len(n.late) > 0 && n.rnd.IntN(3) == 0 {
		n.wait.Go(n.late[0])
		n.late = n.late[1:]
	}
}

// swarmPhone is a list keeper's phone with the hands that will be played at its table.
type swarmPhone struct {
	p     *program
	table tournament.TableID
	key   string
	rows  []tournament.HandRevision
	net   badNetwork
	acked [][]byte // answers by hand
}

func (s *swarmPhone) post(op string, row tournament.HandRevision) func() (int, []byte, error) {
	return func() (int, []byte, error) {
		content, err := json.Marshal(row.Row)
		if err != nil {
			return 0, nil, err
		}
		body := fmt.Appendf(nil, `{"op":%q,"number":%d,"base":0,%s`, op, row.Number, content[1:])
		req, err := http.NewRequest(http.MethodPost, fmt.Sprintf("%s/api/v1/tables/%d/hands", s.p.base, s.table), bytes.NewReader(body))
		if err != nil {
			return 0, nil, err
		}
		req.Header.Set("Authorization", "Bearer "+s.key)
		req.Header.Set("Content-Type", "application/json")
		resp, err := http.DefaultClient.Do(req)
		if err != nil {
			return 0, nil, err
		}
		defer resp.Body.Close()
		answer, err := io.ReadAll(resp.Body)
		return resp.StatusCode, answer, err
	}
}

// play sends all hands, each until it is acknowledged; now and then the next hand overtakes this one.
func (s *swarmPhone) play(t *testing.T) {
	for i, row := range s.rows {
		op := fmt.Sprintf("swarm-%d-%d", s.table, row.Number)
		if i+1 < len(s.rows) && s.net.rnd.IntN(10) == 0 {
			early := s.post(fmt.Sprintf("swarm-%d-%d", s.table, row.Number+1), s.rows[i+1])
			if status, body, err := early(); err == nil && status < 400 {
				t.Errorf("table %d took hand %d before hand %d: %s", s.table, row.Number+1, row.Number, body)
			}
		}
		for {
			s.net.deliver()
			status, body, err := s.net.send(s.post(op, row))
			if errors.Is(err, errLost) || status == http.StatusServiceUnavailable {
				continue // nobody knows, or nothing was stored: once more
			}
			if err != nil || (status != http.StatusCreated && status != http.StatusOK) {
				t.Errorf("table %d hand %d: %d %s %v", s.table, row.Number, status, body, err)
				return
			}
			s.acked = append(s.acked, body)
			break
		}
	}
	for _, copied := range s.net.late {
		copied()
	}
	s.net.wait.Wait()
}

// Fifty phones send 24 hands each through a network that drops, repeats and reorders: every acknowledged hand is there exactly
// once, as it was acknowledged, and the ranking is the one worked out here from the hands alone.
func TestFiftyPhonesOnABadNetwork(t *testing.T) {
	onEachDatabase(t, func(t *testing.T, db string) {
		e := prepareEvening(t, db, 200)
		p := startProgram(t, db)
		phones := make([]*swarmPhone, len(e.tables))
		var all sync.WaitGroup
		for i, id := range e.tables {
			in := sheet.Input{Rules: scoring.DDV(), Format: tournament.DefaultFormat(), Size: 4}
			phones[i] = &swarmPhone{
				p: p, table: id, key: e.keys[i], rows: rehearsal.Play(fmt.Sprint("swarm ", i), in, 0),
				net: badNetwork{rnd: rand.New(rand.NewPCG(7, uint64(i)))},
			}
			all.Go(func() { phones[i].play(t) })
		}
		all.Wait()
		want := map[int]*reference{}
		for _, phone := range phones {
			if len(phone.rows) != 24 || len(phone.acked) != 24 {
				t.Fatalf("table %d: %d of %d hands were acknowledged", phone.table, len(phone.acked), len(phone.rows))
			}
			sheetOf(t, phone, e.token, want)
		}
		compareStandings(t, p, e, want)
	})
}

// reference is what a player has, worked out from the hands alone.
type reference struct{ total, won int }

// sheetOf compares a table's sheet with what its phone was told, and adds the hands up for the players there.
func sheetOf(t *testing.T, s *swarmPhone, token string, want map[int]*reference) {
	t.Helper()
	var got struct {
		Seats []struct {
			Position int `json:"position"`
			StartNo  int `json:"start_no"`
		} `json:"seats"`
		Hands []json.RawMessage `json:"hands"`
	}
	getJSON(t, fmt.Sprintf("%s/api/v1/tables/%d", s.p.base, s.table), token, &got)
	if len(got.Hands) != 24 || len(got.Seats) != 4 {
		t.Fatalf("table %d: %d hands, %d seats", s.table, len(got.Hands), len(got.Seats))
	}
	for i, hand := range got.Hands {
		if !bytes.Equal(bytes.TrimSpace(hand), bytes.TrimSpace(s.acked[i])) {
			t.Errorf("table %d hand %d is %s, acknowledged was %s", s.table, i+1, hand, s.acked[i])
		}
	}
	for _, seat := range got.Seats {
		r := &reference{}
		for _, row := range s.rows {
			res, err := scoring.Score(scoring.DDV(), 4, *row.Row.Record)
			must(t, err)
			points := res.Points[seat.Position-1]
			r.total += points
			if points > 0 {
				r.won++
			}
		}
		want[seat.StartNo] = r
	}
}

// rankedLine is a line of the ranking (CONTRACTS 6), as far as it is compared.
type rankedLine struct {
	Rank    int `json:"rank"`
	StartNo int `json:"start_no"`
	Total   int `json:"total"`
	Won     int `json:"hands_won"`
}

func compareStandings(t *testing.T, p *program, e evening, want map[int]*reference) {
	t.Helper()
	var got struct {
		Lines []rankedLine `json:"lines"`
	}
	getJSON(t, fmt.Sprintf("%s/api/v1/tournaments/%d/standings", p.base, e.tournament), e.token, &got)
	if len(got.Lines) != 200 || len(want) != 200 {
		t.Fatalf("%d lines, %d players", len(got.Lines), len(want))
	}
	better := func(a, b *reference) int { // after one round without penalties no other criterion separates
		if a.total != b.total {
			return b.total - a.total
		}
		return b.won - a.won
	}
	for _, line := range got.Lines {
		r := want[line.StartNo]
		rank := 1
		for _, other := range want {
			if better(other, r) < 0 {
				rank++
			}
		}
		if line.Total != r.total || line.Won != r.won || line.Rank != rank {
			t.Errorf("number %d: rank %d with %d points, %d won; want rank %d with %d, %d", line.StartNo, line.Rank, line.Total, line.Won, rank, r.total, r.won)
		}
	}
	sorted := slices.IsSortedFunc(got.Lines, func(a, b rankedLine) int { return a.Rank - b.Rank })
	if !sorted {
		t.Error("the lines are not in the order of rank")
	}
}

func getJSON(t *testing.T, url, token string, into any) {
	t.Helper()
	req, err := http.NewRequestWithContext(t.Context(), http.MethodGet, url, nil)
	must(t, err)
	req.Header.Set("Authorization", "Bearer "+token)
	resp, err := http.DefaultClient.Do(req)
	must(t, err)
	defer resp.Body.Close()
	if resp.StatusCode != http.StatusOK {
		t.Fatalf("%s: status %d", url, resp.StatusCode)
	}
	must(t, json.NewDecoder(resp.Body).Decode(into))
}
