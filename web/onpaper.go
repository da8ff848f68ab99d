package web

import (
	"bytes"
	"mime"
	"net/http"

	"github.com/labstack/echo/v4"

	"doko/reports/papers"
)

// tablePaper answers GET /tables/:id/paper.pdf: the table's list as it stands, with empty rows to go on with on paper.
func (s *Server) tablePaper(c echo.Context) error {
	view, err := s.tableView(c)
	if err != nil {
		return err
	}
	ctx := c.Request().Context()
	if err := s.press.take(ctx); err != nil {
		return err
	}
	defer s.press.giveBack()
	var b bytes.Buffer
	printer := visitOf(c).printer.In(view.Tournament.Location())
	if err := papers.WriteTable(ctx, s.desk, actor(c), view.Table.ID, s.publicURL(c), printer, &b); err != nil {
		return err
	}
	if err := s.notePrint(c, papers.Request{
		Kind: papers.Sheets, Format: papers.PDF, Tournament: view.Tournament.ID, Round: view.Round.Number, Tables: []int{view.Table.Number},
	}); err != nil {
		return err
	}
	name := mime.FormatMediaType("inline", map[string]string{"filename": papers.TableName(view, printer)})
	c.Response().Header().Set("Content-Disposition", name)
	return c.Blob(http.StatusOK, "application/pdf", b.Bytes())
}
