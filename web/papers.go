package web

import (
	"bytes"
	"context"
	"mime"
	"net/http"
	"strconv"
	"strings"

	"github.com/labstack/echo/v4"

	"doko/reports/papers"
	"doko/scoring/doppelkopf/words"
	"doko/tournament"
)

// pressLimit is how many papers are made at once: each takes memory, and the hall does not wait for them.
const pressLimit = 2

// press lets at most pressLimit papers be made at once.
type press chan struct{}

// take waits until a paper may be made; the error is the context's.
func (p press) take(ctx context.Context) error {
	select {
	case p <- struct{}{}:
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}

func (p press) giveBack() { <-p }

var paperTypes = map[papers.Format]string{
	papers.PDF: "application/pdf", papers.CSV: "text/csv; charset=utf-8",
	papers.XLSX: "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
}

// paper answers GET /t/:t/papers/:paper, as in "standings.pdf"; ?round=, ?table=3 or ?table=3,7, ?blank=1.
func (s *Server) paper(c echo.Context) error {
	t, err := s.tournament(c)
	if err != nil {
		return err
	}
	kind, format, ok := strings.Cut(c.Param("paper"), ".")
	if !ok || paperTypes[papers.Format(format)] == "" {
		return tournament.Wrong(tournament.ErrNotFound, "not_found", nil)
	}
	round, err := paperNumber(c, "round")
	if err != nil {
		return err
	}
	tables, err := paperTables(c)
	if err != nil {
		return err
	}
	request := papers.Request{
		Kind: papers.Kind(kind), Tournament: t.ID, Round: round, Tables: tables, Blank: c.QueryParam("blank") != "",
		Pack: words.PackOf(c.QueryParam("pack")), Format: papers.Format(format), Base: s.publicURL(c),
	}
	ctx := c.Request().Context()
	if err := s.press.take(ctx); err != nil {
		return err
	}
	defer s.press.giveBack()
	var b bytes.Buffer
	printer := visitOf(c).printer.In(t.Location())
	if err := papers.Write(ctx, s.desk, actor(c), request, printer, &b); err != nil {
		return err
	}
	if err := s.notePrint(c, request); err != nil {
		return err
	}
	name := mime.FormatMediaType("inline", map[string]string{"filename": papers.Name(request, printer)})
	c.Response().Header().Set("Content-Disposition", name)
	return c.Blob(http.StatusOK, paperTypes[request.Format], b.Bytes())
}

// paperTables reads the tables asked for, nil when none is.
func paperTables(c echo.Context) ([]int, error) {
	tables, ok := tableNumbers(c.QueryParam("table"))
	if !ok {
		return nil, tournament.Wrong(tournament.ErrNotFound, "not_found", nil)
	}
	return tables, nil
}

// tableNumbers reads "3,7", nil when it is empty.
func tableNumbers(text string) ([]int, bool) {
	if text == "" {
		return nil, true
	}
	var tables []int
	for _, word := range strings.Split(text, ",") {
		n, err := strconv.Atoi(word)
		if err != nil || n < 1 || len(tables) > 1000 {
			return nil, false
		}
		tables = append(tables, n)
	}
	return tables, true
}

// paperNumber reads a number of the address's query, 0 when it is not given.
func paperNumber(c echo.Context, name string) (int, error) {
	v := c.QueryParam(name)
	if v == "" {
		return 0, nil
	}
	n, err := strconv.Atoi(v)
	if err != nil || n < 0 {
		return 0, tournament.Wrong(tournament.ErrNotFound, "not_found", nil)
	}
	return n, nil
}
