package web

import (
	"bytes"
	"fmt"
	"html/template"
	"net/http"
	"strings"

	"github.com/labstack/echo/v4"
	"rsc.io/qr"

	"doko/tournament"
	"doko/tournament/desk"
)

// keyDoor answers GET /k/:key, the address in the QR code of a table: this browser keeps that table's list from now on.
func (s *Server) keyDoor(c echo.Context) error {
	key := c.Param("key")
	keeper, ok, err := s.actorByToken(c.Request().Context(), key)
	if err != nil {
		return err
	}
	if !ok || keeper.Table == 0 {
		return tournament.Wrong(tournament.ErrForbidden, "key_unknown", nil)
	}
	s.keepTable(c, key)
	return c.Redirect(http.StatusSeeOther, tableAddress(keeper.Table))
}

// keyPage shows a table's QR code to a director, to be scanned from the screen.
type keyPage struct {
	Base
	V       desk.TableView
	Key     tournament.TableKey
	Link    string
	Drawing template.HTML // the code as SVG, made of numbers only
	Second  *secondCode   // where two confirm
}

// secondCode opens the table to a second player, who confirms what the first has handed in.
type secondCode struct {
	Link    string
	Drawing template.HTML
}

// keyShow answers GET /tables/:id/key.
func (s *Server) keyShow(c echo.Context) error {
	view, err := s.tableView(c)
	if err != nil {
		return err
	}
	key, err := s.desk.KeyOf(c.Request().Context(), actor(c), view.Table.ID)
	if err != nil {
		return err
	}
	p := visitOf(c).printer
	page := keyPage{
		Base: s.tableBase(c, view, p.T("key.title", "Number", view.Table.Number)),
		V:    view, Key: key, Link: s.keyLink(c, key.Key),
	}
	if page.Drawing, err = drawQR(page.Link); err != nil {
		return err
	}
	if view.Tournament.Format.Confirm == tournament.ConfirmTwo {
		second, err := s.desk.SecondKeyOf(c.Request().Context(), actor(c), view.Table.ID)
		if err != nil {
			return err
		}
		page.Second = &secondCode{Link: s.keyLink(c, second.Key)}
		if page.Second.Drawing, err = drawQR(page.Second.Link); err != nil {
			return err
		}
	}
	return s.render(c, http.StatusOK, "tables/key", page)
}

// keyRevoke answers POST /tables/:id/key/revoke: the old codes are useless, a new one is made.
func (s *Server) keyRevoke(c echo.Context) error {
	id, err := tableID(c)
	if err != nil {
		return err
	}
	if err := s.desk.RevokeKey(c.Request().Context(), actor(c), id); err != nil {
		return err
	}
	return s.done(c, tableAddress(id)+"/key", "flash.key_revoked")
}

// Address is the table's page.
func (p keyPage) Address() string { return tableAddress(p.V.Table.ID) }

// keyLink is the address that the QR code of a table holds.
func (s *Server) keyLink(c echo.Context, key string) string { return s.publicURL(c) + "/k/" + key }

// publicURL is the address of this server as others in the hall reach it.
func (s *Server) publicURL(c echo.Context) string {
	if s.url != "" {
		return s.url
	}
	return c.Scheme() + "://" + c.Request().Host
}

// drawQR draws a QR code as SVG, without style attributes: the policy of the pages forbids them.
func drawQR(text string) (template.HTML, error) {
	code, err := qr.Encode(text, qr.M)
	if err != nil {
		return "", fmt.Errorf("web: QR code: %w", err)
	}
	var path bytes.Buffer
	for y := range code.Size {
		for x := range code.Size {
			if code.Black(x, y) {
				fmt.Fprintf(&path, "M%d %dh1v1h-1z", x+4, y+4)
			}
		}
	}
	size := code.Size + 8 // four modules of quiet zone on each side
	svg := fmt.Sprintf(`<svg class="qr" viewBox="0 0 %d %d" role="img" aria-label="QR"><rect width="100%%" height="100%%" fill="#fff"/><path d="%s"/></svg>`,
		size, size, strings.TrimSpace(path.String()))
	return template.HTML(svg), nil
}
