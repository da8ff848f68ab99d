package main

import (
	"bufio"
	"context"
	"crypto/rand"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"sync"
	"testing"
	"time"

	"doko/tournament"
	"doko/tournament/desk"
	"doko/tournament/store/storetest"
)

// program is a running `doko serve` of its own process.
type program struct {
	cmd   *exec.Cmd
	base  string
	setup chan string // the one-time link, when the database was empty
}

var (
	servingLine = regexp.MustCompile(`^doko runs at (\S+) `)
	setupLine   = regexp.MustCompile(`(\S+/setup/\S+)$`)
)

// startProgram starts `doko serve` on a free port and waits for the line that says where it is.
func startProgram(t testing.TB, db string) *program {
	t.Helper()
	exe, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithTimeout(t.Context(), 5*time.Minute)
	t.Cleanup(cancel)
	cmd := exec.CommandContext(ctx, exe, "serve", "--addr", "127.0.0.1:0", "--db", db, "--migrate")
	cmd.Env = append(os.Environ(), asProgram+"=1", "LANG=en_US.UTF-8", "DOKO_LOG_LEVEL=warn", "DOKO_URL=")
	logs, err := os.Create(filepath.Join(t.TempDir(), "log"))
	if err != nil {
		t.Fatal(err)
	}
	defer logs.Close()
	cmd.Stderr = logs
	out, err := cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		_ = cmd.Process.Kill()
		_ = cmd.Wait()
		if said, err := os.ReadFile(logs.Name()); err == nil && t.Failed() && len(said) > 0 {
			t.Logf("the program's log:\n%s", said)
		}
	})
	lines := bufio.NewScanner(out)
	for lines.Scan() {
		if m := servingLine.FindStringSubmatch(lines.Text()); m != nil {
			p := &program{cmd: cmd, base: m[1], setup: make(chan string, 1)}
			go func() { // keeps the pipe empty
				for lines.Scan() {
					if m := setupLine.FindStringSubmatch(lines.Text()); m != nil {
						p.setup <- m[1]
					}
				}
			}()
			return p
		}
	}
	said, _ := os.ReadFile(logs.Name())
	t.Fatalf("the program ended without serving: %s", said)
	return nil
}

// kill ends the process the hard way and waits until it is gone.
func (p *program) kill(t *testing.T) {
	t.Helper()
	if err := p.cmd.Process.Kill(); err != nil {
		t.Fatal(err)
	}
	_ = p.cmd.Wait() // "signal: killed" is what we asked for
}

// A pulled plug in the middle of an evening: every hand that was acknowledged is there after the restart, on both databases.
func TestKilledServerLosesNothing(t *testing.T) {
	onEachDatabase(t, func(t *testing.T, db string) {
		e := prepareEvening(t, db, 16)
		p := startProgram(t, db)
		acknowledged := make(chan [2]int64, 1000) // table, hand number
		var senders sync.WaitGroup
		for _, table := range e.tables {
			senders.Go(func() {
				for n := 1; n <= 24; n++ {
					if p.postHand(t.Context(), e.token, table, n) != http.StatusCreated {
						return // the server is gone
					}
					acknowledged <- [2]int64{int64(table), int64(n)}
				}
			})
		}
		finished := make(chan struct{})
		go func() { senders.Wait(); close(finished) }()
		want := map[int64]int64{}
		for range 20 {
			select {
			case a := <-acknowledged:
				want[a[0]] = max(want[a[0]], a[1])
			case <-finished:
				t.Fatal("the server took fewer than 20 hands")
			}
		}
		p.kill(t)
		<-finished
		close(acknowledged)
		for a := range acknowledged {
			want[a[0]] = max(want[a[0]], a[1])
		}
		again := startProgram(t, db)
		total := 0
		for _, table := range e.tables {
			got := again.hands(t, e.token, table)
			total += got
			if int64(got) < want[int64(table)] {
				t.Errorf("table %d has %d hands, %d were acknowledged", table, got, want[int64(table)])
			}
		}
		if total < 20 {
			t.Errorf("%d hands are stored, at least 20 were acknowledged", total)
		}
	})
}

// onEachDatabase runs a test on a SQLite file and on a Postgres database of its own.
func onEachDatabase(t *testing.T, test func(t *testing.T, db string)) {
	t.Helper()
	t.Run("sqlite", func(t *testing.T) { test(t, filepath.Join(t.TempDir(), "doko.db")) })
	t.Run("postgres", func(t *testing.T) { test(t, storetest.PostgresURL(t)) })
}

type evening struct {
	tournament tournament.TournamentID
	public     string // word in the public address
	tables     []tournament.TableID
	token      string
	keys       []string
}

// prepareEvening stores a drawn round of players, and a director's token.
func prepareEvening(t testing.TB, db string, players int) evening {
	t.Helper()
	return prepareFormat(t, db, players, tournament.DefaultFormat())
}

// prepareFormat is prepareEvening for an evening of another length.
func prepareFormat(t testing.TB, db string, players int, format tournament.Format) evening {
	t.Helper()
	ctx := t.Context()
	a := &app{db: db, getenv: func(string) string { return "" }, streams: streams{in: strings.NewReader(""), out: io.Discard, err: io.Discard}}
	d, err := a.openDeskMigrating(ctx, true)
	must(t, err)
	defer d.Store.Close()
	by := tournament.System()
	_, _, err = d.AddAccount(ctx, by, desk.NewAccount{Name: "anna", Role: tournament.Director, Password: "zwoelf Fuechse"})
	must(t, err)
	token, err := d.NewToken(ctx, by, "anna")
	must(t, err)
	made, err := d.CreateTournament(ctx, by, desk.CreateTournament{Settings: desk.Settings{
		Name: "Freitagsrunde", TimeZone: "Europe/Berlin", Currency: "EUR", Format: format, Public: true, Standings: tournament.ReleaseLive,
	}})
	must(t, err)
	for i := range players {
		_, err := d.Register(ctx, by, desk.Register{Tournament: made.ID, Name: fmt.Sprintf("Spieler %d", i+1), Present: true})
		must(t, err)
	}
	seating, err := d.DrawRound(ctx, by, desk.DrawRound{Tournament: made.ID, Round: 1, Seed: "Lottozahlen 3 9 14"})
	must(t, err)
	e := evening{tournament: made.ID, public: made.PublicID, token: token}
	for _, table := range seating.Tables {
		key, err := d.KeyOf(ctx, by, table.Table.ID)
		must(t, err)
		e.tables = append(e.tables, table.Table.ID)
		e.keys = append(e.keys, key.Key)
	}
	return e
}

// postHand enters a normal hand through the API; 0 when there is no answer.
func (p *program) postHand(ctx context.Context, token string, table tournament.TableID, number int) int {
	body := fmt.Sprintf(`{"op":"%s-table-%d-hand-%d","number":%d,"base":0,"hand":{"contract":"normal","re":[1,%d],"re_augen":%d,"no_trick":null,`+
		`"calls":{"re":[],"kontra":[]},"specials":[]}}`, rand.Text(), table, number, number, 2+number%3, 100+number)
	req, err := http.NewRequestWithContext(ctx, http.MethodPost, fmt.Sprintf("%s/api/v1/tables/%d/hands", p.base, table), strings.NewReader(body))
	if err != nil {
		return 0
	}
	req.Header.Set("Authorization", "Bearer "+token)
	req.Header.Set("Content-Type", "application/json")
	resp, err := http.DefaultClient.Do(req)
	if err != nil {
		return 0
	}
	defer resp.Body.Close()
	if _, err := io.Copy(io.Discard, resp.Body); err != nil {
		return 0
	}
	return resp.StatusCode
}

// hands is how many hands a table has.
func (p *program) hands(t *testing.T, token string, table tournament.TableID) int {
	t.Helper()
	req, err := http.NewRequestWithContext(t.Context(), http.MethodGet, fmt.Sprintf("%s/api/v1/tables/%d", p.base, table), nil)
	must(t, err)
	req.Header.Set("Authorization", "Bearer "+token)
	resp, err := http.DefaultClient.Do(req)
	must(t, err)
	defer resp.Body.Close()
	var got struct {
		Hands []json.RawMessage `json:"hands"`
	}
	must(t, json.NewDecoder(resp.Body).Decode(&got))
	return len(got.Hands)
}

func must(t testing.TB, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}
