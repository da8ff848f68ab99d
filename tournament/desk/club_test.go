package desk_test

import (
	"context"
	"crypto/sha256"
	"encoding/binary"
	"errors"
	"fmt"
	"slices"
	"sync"
	"testing"

	"doko/tournament"
	"doko/tournament/desk"
	"doko/tournament/store"
)

// club is a desk on a real database with an organisation and people of every role.
type club struct {
	t   testing.TB
	ctx context.Context
	*desk.Desk

	org, other                                  tournament.OrganisationID
	director, referee, helper, foreign, visitor tournament.Actor
	mu                                          sync.Mutex
	told                                        []tournament.Change
	ops                                         int
}

// randomBytes gives other bytes at every call and the same ones in every run.
func randomBytes() func(int) []byte {
	var mu sync.Mutex
	var n uint64
	return func(length int) []byte {
		mu.Lock()
		defer mu.Unlock()
		var out []byte
		for len(out) < length {
			n++
			var b [8]byte
			binary.BigEndian.PutUint64(b[:], n)
			sum := sha256.Sum256(b[:])
			out = append(out, sum[:]...)
		}
		return out[:length]
	}
}

func newClub(t testing.TB, s *store.Store) *club {
	t.Helper()
	c := &club{t: t, ctx: t.Context()}
	c.Desk = &desk.Desk{Store: s, Random: randomBytes(), Notify: func(ch tournament.Change) {
		c.mu.Lock()
		defer c.mu.Unlock()
		c.told = append(c.told, ch)
	}}
	_, err := s.Update(t.Context(), store.Op{}, func(tx *store.Tx) (int64, error) {
		for i, org := range []*tournament.OrganisationID{&c.org, &c.other} {
			o := tournament.Organisation{UID: fmt.Sprintf("org%d", i), Name: fmt.Sprintf("Club %d", i), Slug: fmt.Sprintf("club%d", i)}
			if err := tx.CreateOrganisation(&o); err != nil {
				return 0, err
			}
			*org = o.ID
		}
		return 0, nil
	})
	c.must(err)
	c.director = member(11, tournament.Membership{Organisation: c.org, Role: tournament.Director})
	c.referee = member(12, tournament.Membership{Organisation: c.org, Role: tournament.Referee})
	c.helper = member(13, tournament.Membership{Organisation: c.org, Role: tournament.Helper})
	c.foreign = member(14, tournament.Membership{Organisation: c.other, Role: tournament.Director})
	return c
}

func member(id tournament.AccountID, ms ...tournament.Membership) tournament.Actor {
	return tournament.Actor{Account: id, Name: fmt.Sprint("account ", id), Memberships: ms}
}

func (c *club) must(err error) {
	c.t.Helper()
	if err != nil {
		c.t.Fatal(err)
	}
}

// op is a fresh key.
func (c *club) op() string {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.ops++
	return fmt.Sprint("op-", c.ops)
}

// short is an evening of short rounds without compulsory solos.
func short(rounds int) desk.Settings {
	f := tournament.DefaultFormat()
	f.Rounds, f.HandsPerRound, f.HandsAtFive, f.CompulsorySolos = rounds, 4, 5, 0
	return desk.Settings{Name: "Vereinsabend", Format: f, Fee: 500, Public: true, Standings: tournament.ReleaseLive}
}

func (c *club) create(s desk.Settings) tournament.Tournament {
	c.t.Helper()
	t, err := c.CreateTournament(c.ctx, c.director, desk.CreateTournament{Op: c.op(), Settings: s})
	c.must(err)
	return t
}

var people = []string{
	"Béla Œlschläger", "Ingeborg Prünte-Hof", "Knut Ängström", "Ottilie van den Berg", "Rüdiger Švejda", "Hjördis von Ahn",
	"Fritz-Jürgen Weiß", "Ruth Öttinger", "Gül Meißner",
}

// register adds and checks in so many people.
func (c *club) register(id tournament.TournamentID, n int) []tournament.Entry {
	c.t.Helper()
	var list []tournament.Entry
	for i := range n {
		name := fmt.Sprintf("Gast %d", i+1)
		if i < len(people) {
			name = people[i]
		}
		e, err := c.Register(c.ctx, c.helper, desk.Register{Op: c.op(), Tournament: id, Name: name, Present: true})
		c.must(err)
		list = append(list, e)
	}
	return list
}

func (c *club) draw(id tournament.TournamentID, round int) desk.Seating {
	c.t.Helper()
	s, err := c.DrawRound(c.ctx, c.director, desk.DrawRound{Op: c.op(), Tournament: id, Round: round, Seed: fmt.Sprint("Saat ", round)})
	c.must(err)
	return s
}

// evening is a tournament with one drawn round.
func (c *club) evening(players, rounds int) (tournament.Tournament, desk.Seating) {
	c.t.Helper()
	t := c.create(short(rounds))
	c.register(t.ID, players)
	return t, c.draw(t.ID, 1)
}

// points is the row of a hand of which only the points are known.
func points(ps ...int) []byte {
	return []byte(fmt.Sprintf(`{"points":%s}`, list(ps)))
}

func list(ps []int) string {
	s := "["
	for i, p := range ps {
		if i > 0 {
			s += ","
		}
		s += fmt.Sprint(p)
	}
	return s + "]"
}

// fill enters all hands of a table, each +1 −1 for the first two and the rest level but for who sits out.
func (c *club) fill(by tournament.Actor, table tournament.Table) {
	c.t.Helper()
	hands := 4
	row := points(3, 1, -1, -3)
	if table.Size == 5 {
		hands = 5
		row = points(3, 1, 0, -1, -3)
	}
	for range hands {
		_, created, err := c.EnterHand(c.ctx, by, desk.HandEntry{Op: c.op(), Table: table.ID, Row: row})
		c.must(err)
		if !created {
			c.t.Fatal("the hand was stored already")
		}
	}
}

// confirm confirms a table's sheet as it is now.
func (c *club) confirm(by tournament.Actor, id tournament.TableID) desk.TableView {
	c.t.Helper()
	v, err := c.Table(c.ctx, by, id)
	c.must(err)
	v, err = c.ConfirmSheet(c.ctx, by, desk.TableStep{Op: c.op(), Table: id, Version: v.Table.Version})
	c.must(err)
	return v
}

// play fills and confirms all tables of a round and closes it.
func (c *club) play(s desk.Seating) {
	c.t.Helper()
	for _, t := range s.Tables {
		c.fill(c.helper, t.Table)
		c.confirm(c.helper, t.Table.ID)
	}
	_, err := c.CloseRound(c.ctx, c.director, c.step(s.Tournament.ID, s.Round.Number))
	c.must(err)
}

// step is a step of a round as it is now.
func (c *club) step(id tournament.TournamentID, number int) desk.RoundStep {
	c.t.Helper()
	rounds, err := c.Rounds(c.ctx, c.director, id)
	c.must(err)
	i := slices.IndexFunc(rounds, func(r tournament.Round) bool { return r.Number == number })
	if i < 0 {
		c.t.Fatalf("round %d is not drawn", number)
	}
	return desk.RoundStep{Op: c.op(), Tournament: id, Round: number, Version: rounds[i].Version}
}

// code is the code of a problem, of the first of several.
func code(err error) string {
	var ps tournament.Problems
	if errors.As(err, &ps) && len(ps) > 0 {
		return ps[0].Code
	}
	var p *tournament.Problem
	if errors.As(err, &p) {
		return p.Code
	}
	return tallyCode(err)
}

// refused fails the test unless the error is the problem expected.
func (c *club) refused(err error, kind error, want string) {
	c.t.Helper()
	if err == nil {
		c.t.Fatalf("not refused, want %s", want)
	}
	if got := code(err); got != want {
		c.t.Fatalf("refused with %q (%v), want %q", got, err, want)
	}
	if kind != nil && !errors.Is(err, kind) {
		c.t.Fatalf("%v is not of kind %v", err, kind)
	}
}

// hints takes the topics told since the last call.
func (c *club) hints() []string {
	c.mu.Lock()
	defer c.mu.Unlock()
	var topics []string
	for _, ch := range c.told {
		topics = append(topics, ch.Topics...)
	}
	c.told = nil
	return topics
}

// latecomer adds and checks in one more.
func (c *club) latecomer(id tournament.TournamentID, name string) tournament.Entry {
	c.t.Helper()
	e, err := c.Register(c.ctx, c.helper, desk.Register{Op: c.op(), Tournament: id, Name: name, Present: true})
	c.must(err)
	return e
}
