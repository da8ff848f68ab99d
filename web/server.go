// Package web has the pages, forms and the JSON view over HTTP.
package web

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net"
	"net/http"
	"time"

	"github.com/alexedwards/scs/v2"
	"github.com/labstack/echo/v4"
	"github.com/prometheus/client_golang/prometheus"

	"doko/tournament"
	"doko/tournament/desk"
	"doko/web/live"
)

// Config is what the server needs; every field but URL, Secure, Version and Metrics must be set.
type Config struct {
	Desk     *desk.Desk
	Hub      *live.Hub
	Sessions scs.Store
	Health   func(context.Context) error // whether the database answers
	Log      *slog.Logger
	Clock    func() time.Time
	URL      string // address in QR codes and links, without a slash at the end; "" = that of the request
	Secure   bool   // behind TLS: cookies are sent over TLS only
	Version  string
	Snapshot func() time.Time            // when the database was last copied, zero = not yet; nil = no copies are made
	Reach    func(context.Context) error // asks URL for this program; nil = not checked
	Metrics  prometheus.Registerer       // nil = no figures are kept
}

// Server answers the program's pages.
type Server struct {
	builtIn
	address  addressCheck
	snapshot func() time.Time
	desk     *desk.Desk
	hub      *live.Hub
	health   func(context.Context) error
	log      *slog.Logger
	clock    func() time.Time
	url      string
	secure   bool
	version  string
	sessions *scs.SessionManager
	limiter  *signInLimiter
	metrics  *metrics
	press    press
	offline  offlineFiles
	devices  devices
	echo     *echo.Echo
	table    []route // every route, for the tests and the API description

	// The actors come from the desk; tests of this package may answer themselves.
	actorOf      func(context.Context, tournament.AccountID) (tournament.Actor, error)
	actorByToken func(context.Context, string) (tournament.Actor, bool, error)
}

// New builds the server: it reads texts, templates and static files and refuses to start when one of them is broken.
func New(cfg Config) (*Server, error) {
	s, err := newServer(cfg)
	if err != nil {
		return nil, err
	}
	s.routes()
	return s, nil
}

// newServer builds the server without the program's own routes.
func newServer(cfg Config) (*Server, error) {
	if cfg.Desk == nil || cfg.Hub == nil || cfg.Sessions == nil || cfg.Health == nil || cfg.Log == nil || cfg.Clock == nil {
		return nil, errors.New("web: the configuration is incomplete")
	}
	in, err := readBuiltIn()
	if err != nil {
		return nil, err
	}
	s := &Server{
		desk: cfg.Desk, hub: cfg.Hub, health: cfg.Health, log: cfg.Log, clock: cfg.Clock, url: cfg.URL, secure: cfg.Secure,
		version: cfg.Version, builtIn: in, limiter: newSignInLimiter(), press: make(press, pressLimit),
		actorOf: cfg.Desk.ActorOf, actorByToken: cfg.Desk.ActorByToken,
	}
	if s.metrics, err = newMetrics(cfg.Metrics, cfg.Hub.Readers); err != nil {
		return nil, err
	}
	s.address.try = cfg.Reach
	s.snapshot = cfg.Snapshot
	s.devices.wait = stayOpen
	s.sessions = newSessions(cfg.Sessions, cfg.Secure)
	e := echo.New()
	e.HideBanner, e.HidePort = true, true
	e.IPExtractor = echo.ExtractIPDirect()
	e.HTTPErrorHandler = s.answerError
	e.Logger.SetOutput(slogWriter{cfg.Log})
	e.Use(s.observe, s.secureHeaders, s.sameOrigin)
	s.echo = e
	return s, nil
}

// Handler answers HTTP requests.
func (s *Server) Handler() http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.Method == http.MethodHead { // answered like GET; net/http leaves the body out
			get := *r
			get.Method = http.MethodGet
			r = &get
		}
		s.echo.ServeHTTP(w, r)
	})
}

const (
	readLimit     = 30 * time.Second // a phone with one bar of signal still gets its form through
	answerLimit   = 60 * time.Second
	idleLimit     = 2 * time.Minute
	shutdownLimit = 5 * time.Second
)

// Serve answers requests on l until ctx ends, then closes live streams, lets running requests finish and returns nil.
func (s *Server) Serve(ctx context.Context, l net.Listener) error {
	srv := &http.Server{
		Handler: s.Handler(), ReadHeaderTimeout: readLimit, ReadTimeout: readLimit, WriteTimeout: answerLimit, IdleTimeout: idleLimit,
		ErrorLog: slog.NewLogLogger(s.log.Handler(), slog.LevelWarn),
	}
	go s.address.run(ctx)
	failed := make(chan error, 1)
	go func() { failed <- srv.Serve(l) }()
	select {
	case err := <-failed:
		return fmt.Errorf("web: %w", err)
	case <-ctx.Done():
	}
	s.hub.Close() // live streams would hold the shutdown for half an hour
	stop, cancel := context.WithTimeout(context.WithoutCancel(ctx), shutdownLimit)
	defer cancel()
	if err := srv.Shutdown(stop); err != nil {
		return fmt.Errorf("web: requests were cut off: %w", err)
	}
	return nil
}

// slogWriter sends what Echo itself logs to slog.
type slogWriter struct{ log *slog.Logger }

func (w slogWriter) Write(p []byte) (int, error) {
	w.log.Warn("echo", "message", string(p))
	return len(p), nil
}
