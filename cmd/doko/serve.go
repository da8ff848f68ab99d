package main

import (
	"context"
	"crypto/tls"
	"encoding/hex"
	"errors"
	"fmt"
	"net"
	"net/http"
	"os/exec"
	"runtime"
	"syscall"
	"time"

	"github.com/prometheus/client_golang/prometheus/promhttp"
	"github.com/spf13/cobra"

	"doko/tournament"
	"doko/tournament/desk"
	"doko/web"
	"doko/web/live"
)

// serveFlags are how the program serves.
type serveFlags struct {
	addr, url, admin string
	cert, key        string
	migrate          bool
	open             bool // open the browser: the program was double-clicked
}

func (a *app) newServe() *cobra.Command {
	f := serveFlags{}
	c := &cobra.Command{
		Use:     "serve",
		Short:   "Run the web application; makes the database and prints the address and a one-time set-up link",
		Example: "  doko serve\n  doko serve --addr :80 --url http://192.168.1.5",
		Args:    cobra.NoArgs,
		RunE:    func(cmd *cobra.Command, _ []string) error { return a.serve(cmd.Context(), f) },
	}
	c.Flags().StringVar(&f.addr, "addr", ":8080", "address to listen on")
	c.Flags().StringVar(&f.url, "url", a.getenv("DOKO_URL"), "address in QR codes and links (default: the first private address of this machine)")
	c.Flags().StringVar(&f.admin, "admin", a.getenv("DOKO_ADMIN"), "address for metrics, such as 127.0.0.1:9090 (default: none)")
	c.Flags().StringVar(&f.cert, "tls-cert", "", "certificate file; with it and --tls-key pages are served over https")
	c.Flags().StringVar(&f.key, "tls-key", "", "key file of the certificate")
	c.Flags().BoolVar(&f.migrate, "migrate", false, "bring a Postgres database to this program's schema first")
	return c
}

// serve runs the web application until the context ends.
func (a *app) serve(ctx context.Context, f serveFlags) error {
	if (f.cert == "") != (f.key == "") {
		return usageError{errors.New("--tls-cert and --tls-key go together; give both or neither")}
	}
	base, err := linkBase(f.url)
	if err != nil {
		return err
	}
	d, err := a.openDeskMigrating(ctx, f.migrate)
	if err != nil {
		return err
	}
	defer d.Store.Close()
	listener, err := listen(ctx, f)
	if err != nil {
		return err
	}
	defer listener.Close()
	if base == "" {
		base = address(listener, f.cert != "")
	}
	hub := live.NewHub()
	a.connectHub(ctx, d, hub)
	copies := newSnapshots(d, a.database())
	go copies.run(ctx, func(err error) { a.logger().Error("the copy of the database failed", "error", err.Error()) })
	server, err := web.New(web.Config{
		Desk: d, Hub: hub, Sessions: d.Store.Sessions(web.SessionAccount), Health: d.Store.Ping, Log: a.logger(), Clock: time.Now,
		URL: base, Secure: f.cert != "", Version: buildVersion(),
		Snapshot: copies.last, Reach: func(ctx context.Context) error { return healthy(ctx, base) },
	})
	if err != nil {
		return err
	}
	if err := a.announce(ctx, d, base, local(listener, f.cert != ""), f.open); err != nil {
		return err
	}
	if f.admin != "" {
		stop, err := a.serveMetrics(f.admin)
		if err != nil {
			return err
		}
		defer stop()
	}
	return server.Serve(ctx, listener)
}

// connectHub tells open pages about changes; on Postgres those of other server processes too.
func (a *app) connectHub(ctx context.Context, d *desk.Desk, hub *live.Hub) {
	tell := hub.Publish
	if d.Store.Kind() == "postgres" {
		n := &neighbours{
			url: a.database(), self: hex.EncodeToString(randomBytes(8)), hub: hub, log: a.logger(), out: make(chan live.Change, waitingHints),
			counters: func(ctx context.Context) (map[int64]int64, error) { return counters(ctx, d) },
		}
		go n.run(ctx)
		tell = func(c live.Change) {
			hub.Publish(c)
			n.tell(c)
		}
	}
	d.Notify = func(c tournament.Change) {
		tell(live.Change{Tournament: int64(c.Tournament), Topics: c.Topics, Changes: c.Changes})
	}
}

// counters are the change counters of all tournaments.
func counters(ctx context.Context, d *desk.Desk) (map[int64]int64, error) {
	all, err := d.Tournaments(ctx, tournament.System())
	if err != nil {
		return nil, err
	}
	found := make(map[int64]int64, len(all))
	for _, t := range all {
		found[int64(t.Tournament.ID)] = t.Tournament.Changes
	}
	return found, nil
}

// listen opens the port, with TLS where a certificate is given.
func listen(ctx context.Context, f serveFlags) (net.Listener, error) {
	var lc net.ListenConfig
	l, err := lc.Listen(ctx, "tcp", f.addr)
	if errors.Is(err, syscall.EADDRINUSE) {
		return nil, tournament.Invalid("address_in_use", "addr", map[string]any{"Addr": f.addr})
	}
	if err != nil {
		return nil, tournament.Invalid("address_unusable", "addr", map[string]any{"Addr": f.addr, "Cause": err.Error()})
	}
	if f.cert == "" {
		return l, nil
	}
	pair, err := tls.LoadX509KeyPair(f.cert, f.key)
	if err != nil {
		l.Close()
		return nil, tournament.Invalid("bad_certificate", "tls-cert", map[string]any{"Cause": err.Error()})
	}
	return tls.NewListener(l, &tls.Config{Certificates: []tls.Certificate{pair}, MinVersion: tls.VersionTLS12}), nil
}

// announce prints where the program is, the code for the hall and, on a fresh database, the set-up link.
func (a *app) announce(ctx context.Context, d *desk.Desk, base, here string, open bool) error {
	p := a.printer()
	fmt.Fprintln(a.out, p.T("cli.serving", "URL", here))
	fmt.Fprintln(a.out, p.T("cli.qr_address", "URL", base))
	if code, err := terminalQR(base); err == nil {
		fmt.Fprint(a.out, code)
	}
	token, err := d.SetupToken(ctx, tournament.System())
	if err != nil {
		return err
	}
	first := here
	if token != "" {
		first = here + "/setup/" + token
		fmt.Fprintln(a.out, p.T("cli.setup", "URL", first))
	}
	if open {
		openBrowser(first)
	}
	return nil
}

// openBrowser shows an address; where that fails the printed line is enough.
func openBrowser(url string) {
	name, args := "xdg-open", []string{url}
	switch runtime.GOOS {
	case "windows":
		name, args = "rundll32", []string{"url.dll,FileProtocolHandler", url}
	case "darwin":
		name = "open"
	}
	if cmd := exec.Command(name, args...); cmd.Start() == nil {
		go func() { _ = cmd.Wait() }() // only so that the process does not stay as a zombie
	}
}

// serveMetrics answers /metrics on an address of its own, away from the public port.
func (a *app) serveMetrics(addr string) (func(), error) {
	l, err := net.Listen("tcp", addr)
	if err != nil {
		return nil, tournament.Invalid("address_unusable", "admin", map[string]any{"Addr": addr, "Cause": err.Error()})
	}
	mux := http.NewServeMux()
	mux.Handle("GET /metrics", promhttp.Handler())
	srv := &http.Server{Handler: mux, ReadHeaderTimeout: 5 * time.Second}
	go func() {
		if err := srv.Serve(l); !errors.Is(err, http.ErrServerClosed) {
			a.logger().Error("metrics", "error", err.Error())
		}
	}()
	return func() { srv.Close() }, nil
}
