package web

import (
	"context"
	"crypto/rand"
	"strings"
	"sync"
	"time"

	"github.com/labstack/echo/v4"

	"doko/tournament"
	"doko/tournament/desk"
)

const (
	// stayOpen is how long a device that closed its page may take to open the next one: it has not left the table.
	stayOpen  = 5 * time.Second
	noteLimit = 5 * time.Second // to write down that a device has left
)

// devices counts the open pages of each device at each table on this server process.
type devices struct {
	mu   sync.Mutex
	open map[deviceAt]int
	wait time.Duration // stayOpen; shorter in tests
}

type deviceAt struct {
	table  tournament.TableID
	device string
}

// count adds to the open pages of a device and gives their number.
func (d *devices) count(at deviceAt, add int) int {
	d.mu.Lock()
	defer d.mu.Unlock()
	if d.open == nil {
		d.open = map[deviceAt]int{}
	}
	d.open[at] += add
	n := d.open[at]
	if n == 0 {
		delete(d.open, at)
	}
	return n
}

// atTable reports whether the route is one of a table's pages.
func (r route) atTable() bool { return strings.HasPrefix(r.path, "/tables/:id") }

// deviceOf is the random name of this browser, kept in a cookie so that forms without script have it too. A name that is not one of ours is
// replaced.
func (s *Server) deviceOf(c echo.Context) string {
	if cookie, err := c.Cookie(deviceCookie); err == nil && deviceName(cookie.Value) {
		return cookie.Value
	}
	name := rand.Text()
	s.setCookie(c, deviceCookie, name, s.clock().Add(tableLife))
	return name
}

func deviceName(name string) bool {
	return len(name) >= 16 && len(name) <= 64 && !strings.ContainsFunc(name, func(r rune) bool {
		return !(r >= '0' && r <= '9' || r >= 'A' && r <= 'Z' || r >= 'a' && r <= 'z')
	})
}

// seen notes that the device is at the table, at most once a minute, and gives the table with it. People of the desk who look at one table
// after the other are at a table only while its page stays open. A page is shown though the note failed.
func (s *Server) seen(c echo.Context, view desk.TableView) (desk.TableView, error) {
	by := actor(c)
	passing := !visitOf(c).route.stream && c.QueryParam("part") == ""
	if view.Presence.Fresh(by.Device) || passing && helps(by, view.Tournament) {
		return view, nil
	}
	if err := s.desk.DeviceHere(c.Request().Context(), by, view.Table.ID); err != nil {
		s.log.Warn("a device at a table was not noted", "request", visitOf(c).id, "error", err.Error())
		return view, nil
	}
	return s.tableView(c)
}

func helps(by tournament.Actor, t tournament.Tournament) bool {
	return by.May(tournament.Helper, t.Organisation, t.ID)
}

// stays counts the device's page as open until the function it returns is called. That one waits in the background for the next page, and
// notes that the device has left if none comes; the stream itself ends at once, so that the page can connect again.
func (s *Server) stays(c echo.Context, table tournament.TableID) func() {
	by, request := actor(c), visitOf(c).id
	ctx := context.WithoutCancel(c.Request().Context())
	at := deviceAt{table, by.Device}
	s.devices.count(at, 1)
	return func() {
		if s.devices.count(at, -1) > 0 {
			return
		}
		go func() {
			select {
			case <-s.hub.Done(): // the server stops; its pages come back
				return
			case <-time.After(s.devices.wait):
			}
			if s.devices.count(at, 0) > 0 {
				return
			}
			ctx, cancel := context.WithTimeout(ctx, noteLimit)
			defer cancel()
			if err := s.desk.DeviceGone(ctx, by, table); err != nil {
				s.log.Warn("that a device left a table was not noted", "request", request, "error", err.Error())
			}
		}()
	}
}
