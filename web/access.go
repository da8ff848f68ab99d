package web

import (
	"context"
	"log/slog"
	"net/http"
	"strings"
	"time"

	"github.com/labstack/echo/v4"

	"doko/tournament"
	"doko/tournament/desk"
)

// access is the least a route asks of who is there. The desk decides about the single tournament or table; this door is the first of
// two, so that a route without a thought about rights cannot be written.
type access tournament.Role

// The accesses of routes.
const (
	public     = access(tournament.Visitor)
	listKeeper = access(tournament.ListKeeper)
	helper     = access(tournament.Helper)
	referee    = access(tournament.Referee)
	director   = access(tournament.Director)
)

const (
	requestLimit = 15 * time.Second
	bodyLimit    = 1 << 20  // forms and hands
	fileLimit    = 16 << 20 // tournament files and player lists
)

// route is one line of the list of routes.
type route struct {
	method, path string
	access       access
	json         bool // under /api/v1: answers and problems as JSON, asks for an identity
	open         bool // of those: needs none
	stream       bool // stays open: no time limit
	body         int64
	handler      echo.HandlerFunc
}

// page registers a page or a form.
func (s *Server) page(need access, method, path string, h echo.HandlerFunc) {
	s.add(route{method: method, path: path, access: need, body: bodyLimit, handler: h})
}

// upload registers a form that takes a file.
func (s *Server) upload(need access, path string, h echo.HandlerFunc) {
	s.add(route{method: http.MethodPost, path: path, access: need, body: fileLimit, handler: h})
}

// stream registers an address whose answer stays open.
func (s *Server) stream(need access, path string, h echo.HandlerFunc) {
	s.add(route{method: http.MethodGet, path: path, access: need, stream: true, body: bodyLimit, handler: h})
}

// api registers a JSON address under /api/v1. Who calls it must show a token, a table key or a session, whatever the access.
func (s *Server) api(need access, method, path string, h echo.HandlerFunc) {
	s.add(route{method: method, path: "/api/v1" + path, access: need, json: true, body: bodyLimit, handler: h})
}

func (s *Server) add(r route) {
	s.table = append(s.table, r)
	s.echo.Add(r.method, r.path, func(c echo.Context) error { return s.enter(c, r) })
}

// enter finds out who is asking, checks the door and calls the handler.
func (s *Server) enter(c echo.Context, r route) error {
	v := visitOf(c)
	v.route = r
	c.Request().Body = http.MaxBytesReader(c.Response(), c.Request().Body, r.body)
	if !r.stream {
		ctx, cancel := context.WithTimeout(c.Request().Context(), requestLimit)
		defer cancel()
		c.SetRequest(c.Request().WithContext(ctx))
	}
	if done, err := s.keepLanguage(c); done || err != nil {
		return err
	}
	if err := s.identify(c); err != nil {
		return err
	}
	if err := r.admit(v.actor); err != nil {
		return err
	}
	if r.atTable() {
		v.actor.Device = s.deviceOf(c)
	}
	return r.handler(c)
}

// admit is the door: nil, or the problem that keeps the actor out.
func (r route) admit(a tournament.Actor) error {
	known := a.Account != 0 || a.Table != 0
	if r.json && !r.open && !known {
		return tournament.Wrong(tournament.ErrForbidden, "sign_in_needed", nil)
	}
	need := tournament.Role(r.access)
	switch {
	case need == tournament.Visitor, strongest(a).Includes(need):
		return nil
	case need == tournament.ListKeeper && a.Table != 0:
		return nil
	case !known:
		problem := tournament.Wrong(tournament.ErrForbidden, "sign_in_needed", nil)
		if need == tournament.ListKeeper {
			problem.Hint = "scan_code"
		}
		return problem
	}
	return tournament.Wrong(tournament.ErrForbidden, "forbidden", nil)
}

// strongest is the highest role the actor has anywhere.
func strongest(a tournament.Actor) tournament.Role {
	best := tournament.Visitor
	for _, m := range a.Memberships {
		if m.Role.Includes(best) {
			best = m.Role
		}
	}
	return best
}

// observe gives each request its number, catches panics and writes one log line. The line has the route, never the path: a path
// can hold a table key.
func (s *Server) observe(next echo.HandlerFunc) echo.HandlerFunc {
	return func(c echo.Context) error {
		start := s.clock()
		v := s.newVisit(c)
		c.Set(visitKey, v)
		c.Response().Header().Set("X-Request-Id", v.id)
		c.SetRequest(c.Request().WithContext(desk.WithRequestID(c.Request().Context(), v.id)))
		err := recovered(next, c)
		if err != nil {
			c.Error(err)
		}
		took := s.clock().Sub(start)
		s.metrics.note(v.route, c.Response().Status, took)
		level, attrs := slog.LevelInfo, []any{
			"route", v.route.name(), "status", c.Response().Status, "ms", took.Milliseconds(),
			"actor", string(v.actor.Ref()), "request", v.id,
		}
		if v.op != "" {
			attrs = append(attrs, "op", v.op)
		}
		if err != nil {
			attrs = append(attrs, "error", err.Error())
		}
		if c.Response().Status >= http.StatusInternalServerError {
			level = slog.LevelError
		}
		s.log.Log(c.Request().Context(), level, "request", attrs...)
		return nil
	}
}

// name is the route as logs and tests show it.
func (r route) name() string {
	if r.path == "" {
		return "none"
	}
	return r.method + " " + r.path
}

// secureHeaders sets what every answer carries. There is no inline script, style or eval anywhere.
func (s *Server) secureHeaders(next echo.HandlerFunc) echo.HandlerFunc {
	policy := strings.Join([]string{
		"default-src 'none'", "script-src 'self'", "style-src 'self'", "img-src 'self' data:", "connect-src 'self'",
		"manifest-src 'self'", "form-action 'self'", "base-uri 'none'", "frame-ancestors 'none'",
	}, "; ")
	return func(c echo.Context) error {
		h := c.Response().Header()
		h.Set("Content-Security-Policy", policy)
		h.Set("X-Content-Type-Options", "nosniff")
		h.Set("X-Frame-Options", "DENY")
		// Not no-referrer: over plain http it makes browsers send "Origin: null", and then every form is refused.
		h.Set("Referrer-Policy", "same-origin")
		if s.secure { // over plain http browsers ignore it and complain
			h.Set("Cross-Origin-Opener-Policy", "same-origin")
		}
		h.Set("Cache-Control", "no-store") // pages without forms say otherwise, see fresh
		return next(c)
	}
}

// sameOrigin refuses forms that another site sent with our visitor's cookies.
func (s *Server) sameOrigin(next echo.HandlerFunc) echo.HandlerFunc {
	protection := http.NewCrossOriginProtection()
	return func(c echo.Context) error {
		if err := protection.Check(c.Request()); err != nil {
			p := tournament.Wrong(tournament.ErrForbidden, "cross_site", nil)
			p.Err = err
			return p
		}
		return next(c)
	}
}
