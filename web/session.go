package web

import (
	"crypto/rand"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"net/http"
	"strings"
	"sync"
	"time"

	"github.com/alexedwards/scs/v2"
	"github.com/labstack/echo/v4"
	"golang.org/x/time/rate"

	"doko/tournament"
	"doko/web/i18n"
)

const (
	sessionCookie  = "doko_session"
	tableCookie    = "doko_table"
	deviceCookie   = "doko_device"
	languageCookie = "doko_lang"
	flashCookie    = "doko_flash"
	visitKey       = "visit"
	accountKey     = "account"

	sessionLife = 14 * 24 * time.Hour
	tableLife   = 48 * time.Hour
)

// visit is what the server knows about one request.
type visit struct {
	id      string // request number, shown with our own faults
	op      string // of the form, for the log
	route   route
	actor   tournament.Actor
	printer *i18n.Printer
}

// newVisit starts a request with its number and its language: asked for, chosen before, or the browser's.
func (s *Server) newVisit(c echo.Context) *visit {
	chosen := ""
	if cookie, err := c.Cookie(languageCookie); err == nil {
		chosen = cookie.Value
	}
	lang := i18n.Negotiate(c.QueryParam("lang"), chosen, c.Request().Header.Get("Accept-Language"))
	return &visit{id: rand.Text()[:10], printer: s.texts.Printer(lang)}
}

func visitOf(c echo.Context) *visit {
	v, ok := c.Get(visitKey).(*visit)
	if !ok {
		panic("web: a request without a visit") // observe is missing in the chain: a mistake of ours
	}
	return v
}

// actor is who asks.
func actor(c echo.Context) tournament.Actor { return visitOf(c).actor }

func newSessions(store scs.Store, secure bool) *scs.SessionManager {
	m := scs.New()
	m.Store = store
	m.Lifetime = sessionLife
	m.HashTokenInStore = true // a copy of the database signs nobody in
	m.Cookie.Name = sessionCookie
	m.Cookie.Secure = secure
	return m
}

// SessionAccount reads who is signed in from a stored session's data, 0 = nobody. The store keeps it beside the session, so that
// revoking an account ends its sessions.
func SessionAccount(data []byte) tournament.AccountID {
	_, values, err := scs.GobCodec{}.Decode(data)
	if err != nil {
		return 0
	}
	id, ok := values[accountKey].(int64)
	if !ok {
		return 0
	}
	return tournament.AccountID(id)
}

// identify sets the actor from the bearer token, or else from the session and the table key in the cookies. A visitor without cookies
// costs no look-up.
func (s *Server) identify(c echo.Context) error {
	v, ctx := visitOf(c), c.Request().Context()
	if head := c.Request().Header.Get("Authorization"); head != "" && v.route.json {
		token, found := strings.CutPrefix(head, "Bearer ")
		if !found {
			return tournament.Wrong(tournament.ErrForbidden, "token_unknown", nil)
		}
		by, ok, err := s.actorByToken(ctx, token)
		if err != nil {
			return err
		}
		if !ok {
			return tournament.Wrong(tournament.ErrForbidden, "token_unknown", nil)
		}
		v.actor = by
		return nil
	}
	if cookie, err := c.Cookie(sessionCookie); err == nil && cookie.Value != "" {
		ctx, err := s.sessions.Load(ctx, cookie.Value)
		if err != nil {
			return fmt.Errorf("load session: %w", err)
		}
		if id := s.sessions.GetInt64(ctx, accountKey); id != 0 {
			if v.actor, err = s.actorOf(ctx, tournament.AccountID(id)); err != nil {
				return err
			}
		}
	}
	cookie, err := c.Cookie(tableCookie)
	if err != nil || cookie.Value == "" {
		return nil
	}
	keeper, ok, err := s.actorByToken(ctx, cookie.Value)
	if err != nil {
		return err
	}
	if ok { // an old key is like none
		v.actor.Table, v.actor.Second = keeper.Table, keeper.Second
	}
	return nil
}

// signIn starts a session for an account; the token is new, so a token planted before is worth nothing.
func (s *Server) signIn(c echo.Context, id tournament.AccountID) error {
	ctx, err := s.sessions.Load(c.Request().Context(), "")
	if err != nil {
		return fmt.Errorf("start session: %w", err)
	}
	s.sessions.Put(ctx, accountKey, int64(id))
	token, expires, err := s.sessions.Commit(ctx)
	if err != nil {
		return fmt.Errorf("store session: %w", err)
	}
	s.setCookie(c, sessionCookie, token, expires)
	return nil
}

// signOut ends the session here and in the store.
func (s *Server) signOut(c echo.Context) error {
	cookie, err := c.Cookie(sessionCookie)
	if err != nil {
		return nil
	}
	ctx, err := s.sessions.Load(c.Request().Context(), cookie.Value)
	if err != nil {
		return fmt.Errorf("load session: %w", err)
	}
	if err := s.sessions.Destroy(ctx); err != nil {
		return fmt.Errorf("end session: %w", err)
	}
	s.setCookie(c, sessionCookie, "", time.Unix(1, 0))
	return nil
}

// keepTable lets this browser write the list of the key's table.
func (s *Server) keepTable(c echo.Context, key string) {
	s.setCookie(c, tableCookie, key, s.clock().Add(tableLife))
}

// setCookie sets a cookie that scripts cannot read; an expiry in the past removes it. The age counts, so that a phone whose clock is
// wrong by days keeps it as long; the date is for browsers that know nothing else.
func (s *Server) setCookie(c echo.Context, name, value string, expires time.Time) {
	age := int(expires.Sub(s.clock()).Seconds())
	if age <= 0 {
		age = -1
	}
	c.SetCookie(&http.Cookie{
		Name: name, Value: value, Path: "/", Expires: expires, MaxAge: age, HttpOnly: true, Secure: s.secure, SameSite: http.SameSiteLaxMode,
	})
}

// keepLanguage answers a page asked for with ?lang=: the choice goes into a cookie and the browser to the address without it.
func (s *Server) keepLanguage(c echo.Context) (bool, error) {
	query := c.QueryParams()
	lang, known := i18n.Parse(query.Get("lang"))
	if !known || c.Request().Method != http.MethodGet || visitOf(c).route.json {
		return false, nil
	}
	s.setCookie(c, languageCookie, string(lang), s.clock().AddDate(1, 0, 0))
	query.Del("lang")
	address := c.Request().URL.EscapedPath()
	if len(query) > 0 {
		address += "?" + query.Encode()
	}
	return true, c.Redirect(http.StatusSeeOther, localAddress(address))
}

// flash is a sentence shown once on the next page.
type flash struct {
	Key  string         `json:"k"`
	Args map[string]any `json:"a,omitempty"`
}

// done sends the browser to the next page after a command, with a sentence that says what happened. key starts with "flash.";
// args are pairs as for T. The sentence travels in a cookie: a list keeper has no session.
func (s *Server) done(c echo.Context, address, key string, args ...any) error {
	if err := s.leaveFlash(c, key, args...); err != nil {
		return err
	}
	return c.Redirect(http.StatusSeeOther, address)
}

// leaveFlash leaves the sentence of done for the next page.
func (s *Server) leaveFlash(c echo.Context, key string, args ...any) error {
	f := flash{Key: key, Args: map[string]any{}}
	for i := 0; i+1 < len(args); i += 2 {
		f.Args[fmt.Sprint(args[i])] = args[i+1]
	}
	raw, err := json.Marshal(f)
	if err != nil {
		return fmt.Errorf("flash %s: %w", key, err)
	}
	s.setCookie(c, flashCookie, base64.RawURLEncoding.EncodeToString(raw), s.clock().Add(time.Minute))
	return nil
}

// takeFlash is the sentence for this page, "" if there is none; it is not shown again. A part of a page leaves it: a live hint may
// fetch one just before the page itself.
func (s *Server) takeFlash(c echo.Context) string {
	if c.QueryParam("part") != "" {
		return ""
	}
	cookie, err := c.Cookie(flashCookie)
	if err != nil || cookie.Value == "" {
		return ""
	}
	s.setCookie(c, flashCookie, "", time.Unix(1, 0))
	raw, err := base64.RawURLEncoding.DecodeString(cookie.Value)
	if err != nil {
		return ""
	}
	var f flash
	p := visitOf(c).printer
	if json.Unmarshal(raw, &f) != nil || !strings.HasPrefix(f.Key, "flash.") || !p.Has(f.Key) {
		return ""
	}
	for name, value := range f.Args { // JSON knows only floats; ours were whole numbers
		if n, ok := value.(float64); ok {
			f.Args[name] = int64(n)
		}
	}
	return p.T(f.Key, f.Args)
}

// signInLimiter slows guessing: a few attempts for each name and more for each address, since a whole club may share one.
type signInLimiter struct {
	mu      sync.Mutex
	buckets map[string]*rate.Limiter
}

const (
	attemptsByName    = 5
	attemptsByAddress = 30
	attemptEvery      = 12 * time.Second
	bucketsKept       = 10_000
)

func newSignInLimiter() *signInLimiter {
	return &signInLimiter{buckets: make(map[string]*rate.Limiter)}
}

// allow takes one attempt; false means wait.
func (l *signInLimiter) allow(now time.Time, name, address string) bool {
	l.mu.Lock()
	defer l.mu.Unlock()
	byName := l.bucket(now, "name "+tournament.Fold(name), attemptsByName)
	byAddress := l.bucket(now, "address "+address, attemptsByAddress)
	return byAddress.AllowN(now, 1) && byName.AllowN(now, 1)
}

func (l *signInLimiter) bucket(now time.Time, key string, burst int) *rate.Limiter {
	if b, ok := l.buckets[key]; ok {
		return b
	}
	if len(l.buckets) >= bucketsKept { // full ones forget nothing
		for k, b := range l.buckets {
			if b.TokensAt(now) >= float64(b.Burst()) {
				delete(l.buckets, k)
			}
		}
	}
	b := rate.NewLimiter(rate.Every(attemptEvery), burst)
	l.buckets[key] = b
	return b
}
