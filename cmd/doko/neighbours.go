package main

import (
	"context"
	"encoding/json"
	"log/slog"
	"time"

	"github.com/jackc/pgx/v5"

	"doko/web/live"
)

// neighbours carry hints between server processes on one Postgres. A notice has ids only (under 8000 bytes); content is always fetched.
type neighbours struct {
	url  string // postgres address
	self string // random name of this process, so that it does not hear itself
	hub  *live.Hub
	log  *slog.Logger
	out  chan live.Change
	// counters are the change counters of all tournaments, read again after a lost connection: notices sent meanwhile are gone.
	counters func(context.Context) (map[int64]int64, error)
}

const (
	channel      = "doko_changes"
	waitingHints = 256
	againAfter   = 2 * time.Second
)

type notice struct {
	From       string   `json:"f"`
	Tournament int64    `json:"t"`
	Topics     []string `json:"o"`
	Changes    int64    `json:"c"`
}

// tell passes a change on; when the connection is slow the hint is dropped rather than a command held up.
func (n *neighbours) tell(c live.Change) {
	select {
	case n.out <- c:
	default:
		n.log.Warn("a hint to other server processes was dropped", "tournament", c.Tournament)
	}
}

// run sends and listens until the context ends, connecting again after a fault.
func (n *neighbours) run(ctx context.Context) {
	go n.keep(ctx, n.send)
	n.keep(ctx, n.listen)
}

func (n *neighbours) keep(ctx context.Context, work func(context.Context, *pgx.Conn) error) {
	for ctx.Err() == nil {
		err := n.connected(ctx, work)
		if ctx.Err() != nil {
			return
		}
		n.log.Warn("hints between server processes are interrupted", "error", err.Error())
		select {
		case <-ctx.Done():
		case <-time.After(againAfter):
		}
	}
}

func (n *neighbours) connected(ctx context.Context, work func(context.Context, *pgx.Conn) error) error {
	conn, err := pgx.Connect(ctx, n.url)
	if err != nil {
		return err
	}
	defer conn.Close(context.WithoutCancel(ctx))
	return work(ctx, conn)
}

func (n *neighbours) send(ctx context.Context, conn *pgx.Conn) error {
	for {
		select {
		case <-ctx.Done():
			return ctx.Err()
		case c := <-n.out:
			raw, err := json.Marshal(notice{n.self, c.Tournament, c.Topics, c.Changes})
			if err != nil {
				return err
			}
			if _, err := conn.Exec(ctx, "select pg_notify($1, $2)", channel, string(raw)); err != nil {
				return err
			}
		}
	}
}

func (n *neighbours) listen(ctx context.Context, conn *pgx.Conn) error {
	if _, err := conn.Exec(ctx, "listen "+channel); err != nil {
		return err
	}
	counters, err := n.counters(ctx)
	if err != nil {
		return err
	}
	for t, changes := range counters {
		n.hub.Publish(live.Change{Tournament: t, Topics: []string{live.All}, Changes: changes})
	}
	for {
		got, err := conn.WaitForNotification(ctx)
		if err != nil {
			return err
		}
		var c notice
		if json.Unmarshal([]byte(got.Payload), &c) != nil || c.From == n.self {
			continue
		}
		n.hub.Publish(live.Change{Tournament: c.Tournament, Topics: c.Topics, Changes: c.Changes})
	}
}
