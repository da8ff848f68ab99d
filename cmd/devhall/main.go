package main

import (
	"context"
	"crypto/rand"
	"fmt"
	"log/slog"
	"net"
	"os"
	"time"

	"doko/scoring"
	"doko/tournament"
	"doko/tournament/desk"
	"doko/tournament/store"
	"doko/web"
	"doko/web/live"

	"github.com/alexedwards/scs/v2/memstore"
)

func must[T any](v T, err error) T {
	if err != nil {
		panic(err)
	}
	return v
}

func main() {
	ctx := context.Background()
	os.Remove("/tmp/tablepages/hall.db")
	os.Remove("/tmp/tablepages/hall.db-wal")
	os.Remove("/tmp/tablepages/hall.db-shm")
	log := slog.New(slog.NewTextHandler(os.Stderr, nil))
	st := must(store.Open(ctx, "/tmp/tablepages/hall.db", store.Options{Clock: time.Now, Log: log}))
	if _, _, err := st.Migrate(ctx); err != nil {
		panic(err)
	}
	hub := live.NewHub()
	d := &desk.Desk{Store: st, Random: func(n int) []byte { b := make([]byte, n); rand.Read(b); return b },
		Notify: func(c tournament.Change) {
			hub.Publish(live.Change{Tournament: int64(c.Tournament), Topics: c.Topics, Changes: c.Changes})
		}}
	token := must(d.SetupToken(ctx, tournament.System()))
	acc := must(d.SetUp(ctx, desk.Setup{Token: token, Organisation: "Doko-Club Neustadt", Name: "anna", Password: "geheim-geheim"}))
	dir := must(d.ActorOf(ctx, acc.ID))
	f := tournament.DefaultFormat()
	f.Rounds = 2
	t := must(d.CreateTournament(ctx, dir, desk.CreateTournament{Op: rand.Text(), Settings: desk.Settings{Name: "Herbstturnier 2026", Venue: "Gasthof Krone",
		StartsAt: time.Now(), TimeZone: "Europe/Berlin", Rules: []byte(`"ddv"`), Format: f, Fee: 1000, Currency: "EUR", Public: true, Standings: tournament.ReleaseLive}}))
	for _, n := range []string{"Jörg Groß-Öztürk", "Änne Maier", "Søren Ødegård", "Zoë Łukasiewicz", "Anna Bauer", "Anna Schmidt", "Karl-Friedrich von Hohenstein", "Bo Li", "Renate Kühn"} {
		must(d.Register(ctx, dir, desk.Register{Op: rand.Text(), Tournament: t.ID, Name: n, Present: true, Paid: true}))
	}
	must(d.DrawRound(ctx, dir, desk.DrawRound{Op: rand.Text(), Tournament: t.ID, Round: 1, Seed: "abc"}))
	seating := must(d.Seating(ctx, dir, t.ID, 1))
	rows := []string{
		`{"hand":{"contract":"normal","re":[1,3],"re_augen_between":[151,180],"specials":[{"kind":"fuchs","party":"re","count":1}]}}`,
		`{"hand":{"contract":"hochzeit","clarified_in":2,"re":[2,4],"re_augen_between":[90,119],"calls":{"re":[],"kontra":["kontra"]}}}`,
		`{"hand":{"contract":"solo_damen","re":[4],"re_augen":131}}`,
		`{"hand":{"contract":"normal","re":[1,2],"re_augen_between":[121,150],"calls":{"re":["re","k90"],"kontra":[]}}}`,
	}
	for _, tab := range seating.Tables {
		key := must(d.KeyOf(ctx, dir, tab.Table.ID))
		fmt.Println("table", tab.Table.ID, tab.Table.Size, "http://127.0.0.1:8099/k/"+key.Key)
		for i, r := range rows {
			if tab.Table.Size == 5 && i > 0 {
				break
			}
			r := []byte(r)
			if tab.Table.Size == 5 {
				r = []byte(`{"hand":{"contract":"normal","re":[2,3],"re_augen_between":[151,180]}}`)
			}
			_, _, err := d.EnterHand(ctx, dir, desk.HandEntry{Op: rand.Text(), Table: tab.Table.ID, Number: i + 1, Row: r})
			if err != nil {
				fmt.Println(err)
			}
		}
	}
	t1 := seating.Tables[0].Table.ID
	must2(d.EnterHand(ctx, dir, desk.HandEntry{Op: rand.Text(), Table: t1, Number: 2, Base: 1, Reason: "Parteien verwechselt", Row: []byte(`{"hand":{"contract":"hochzeit","clarified_in":2,"re":[2,3],"re_augen_between":[90,119],"calls":{"re":[],"kontra":["kontra"]}}}`)}))
	_ = scoring.DDV
	s := must(web.New(web.Config{Desk: d, Hub: hub, Sessions: memstore.New(), Health: func(context.Context) error { return nil }, Log: log, Clock: time.Now, Version: "dev"}))
	l := must(net.Listen("tcp", "127.0.0.1:8099"))
	fmt.Println("serving, anna / geheim-geheim")
	panic(s.Serve(ctx, l))
}

func must2[T, U any](v T, u U, err error) {
	if err != nil {
		fmt.Println(err)
	}
}
