package main

import (
	"crypto/rand"
	"encoding/json"
	"fmt"
	"io"
	"net"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"sync/atomic"
	"testing"

	"github.com/labstack/echo/v4"
)

// asHello makes the test binary a bare Echo server at the address given: the baseline of BENCHMARKS.md.
const asHello = "DOKO_TEST_AS_HELLO"

func serveHello(addr string) error {
	e := echo.New()
	e.HideBanner, e.HidePort = true, true
	e.Any("/", func(c echo.Context) error { return c.String(http.StatusOK, "hello\n") })
	return e.Start(addr)
}

// BenchmarkLoad compares requests to the running program with requests to a bare Echo server, same client, same machine, one run.
func BenchmarkLoad(b *testing.B) {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		b.Fatal(err)
	}
	e := echo.New()
	e.Any("/", func(c echo.Context) error { return c.String(http.StatusOK, "hello\n") })
	hello := &http.Server{Handler: e}
	go func() { _ = hello.Serve(l) }()
	b.Cleanup(func() { hello.Close() })
	client := &http.Client{Transport: &http.Transport{MaxIdleConnsPerHost: 64}}

	b.Run("hello", func(b *testing.B) { getMany(b, client, "http://"+l.Addr().String()+"/", "") })
	b.Run("hello-post", func(b *testing.B) {
		b.RunParallel(func(pb *testing.PB) {
			for pb.Next() {
				if code := send(client, http.MethodPost, "http://"+l.Addr().String()+"/", "", `{"number":1}`); code != http.StatusOK {
					b.Errorf("status %d", code)
				}
			}
		})
	})
	for _, db := range databases(b) {
		b.Run(db.name, func(b *testing.B) {
			p, evening := loaded(b, db.address)
			b.Run("standings-json", func(b *testing.B) {
				getMany(b, client, fmt.Sprintf("%s/api/v1/tournaments/%d/standings", p.base, evening.tournament), evening.token)
			})
			b.Run("standings-page", func(b *testing.B) { getMany(b, client, p.base+"/t/"+evening.public+"/standings", "") })
			places := placesOf(evening) // kept between runs: a hand that is there already is corrected
			b.Run("hand", func(b *testing.B) { handMany(b, client, p, evening.token, places) })
		})
	}
}

type benchDatabase struct{ name, address string }

func databases(b *testing.B) []benchDatabase {
	list := []benchDatabase{{"sqlite", filepath.Join(b.TempDir(), "doko.db")}}
	if url := os.Getenv("DOKO_BENCH_POSTGRES"); url != "" {
		list = append(list, benchDatabase{"postgres", url})
	}
	return list
}

// loaded starts the program on an evening of 200 players.
func loaded(b *testing.B, db string) (*program, evening) {
	b.Helper()
	e := prepareEvening(b, db, 200)
	p := startProgram(b, db)
	return p, e
}

func getMany(b *testing.B, client *http.Client, url, token string) {
	b.RunParallel(func(pb *testing.PB) {
		for pb.Next() {
			if code := send(client, http.MethodGet, url, token, ""); code != http.StatusOK {
				b.Errorf("status %d", code)
			}
		}
	})
}

// place is a hand to enter, or to correct when revision is above 0.
type place struct{ table, number, revision int }

func placesOf(e evening) chan place {
	places := make(chan place, len(e.tables)*20)
	for n := 1; n <= 20; n++ {
		for _, t := range e.tables {
			places <- place{int(t), n, 0}
		}
	}
	return places
}

// handMany enters hands round the tables and corrects them when the sheets are full: every request is one committed change.
func handMany(b *testing.B, client *http.Client, p *program, token string, places chan place) {
	var failed atomic.Int64
	b.ResetTimer()
	b.RunParallel(func(pb *testing.PB) {
		for pb.Next() {
			at := <-places
			body, err := json.Marshal(map[string]any{
				"op": rand.Text(), "number": at.number, "base": at.revision, "reason": "Messung",
				"hand": map[string]any{"contract": "normal", "re": []int{1, 2}, "re_augen": 100 + at.revision%100},
			})
			if err != nil {
				b.Error(err)
				return
			}
			url := fmt.Sprintf("%s/api/v1/tables/%d/hands", p.base, at.table)
			if code := send(client, http.MethodPost, url, token, string(body)); code != http.StatusCreated {
				failed.Add(1)
			}
			at.revision++
			places <- at
		}
	})
	if n := failed.Load(); n > 0 {
		b.Errorf("%d hands were refused", n)
	}
}

func send(client *http.Client, method, url, token, body string) int {
	req, err := http.NewRequest(method, url, strings.NewReader(body))
	if err != nil {
		return 0
	}
	req.Header.Set("Content-Type", "application/json")
	if token != "" {
		req.Header.Set("Authorization", "Bearer "+token)
	}
	resp, err := client.Do(req)
	if err != nil {
		return 0
	}
	defer resp.Body.Close()
	if _, err := io.Copy(io.Discard, resp.Body); err != nil {
		return 0
	}
	return resp.StatusCode
}
