// Package papers fills the printed forms with what the desk knows.
package papers

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"slices"
	"strings"
	"time"

	"doko/reports"
	"doko/scoring/doppelkopf/words"
	"doko/tournament"
	"doko/tournament/desk"
	"doko/web/i18n"
)

// Kind is a paper (CONTRACTS 1, report).
type Kind string

// The papers.
const (
	Standings  Kind = "standings"
	Seating    Kind = "seating"
	Sheets     Kind = "sheets"
	TableCards Kind = "table-cards"
	RuleSheet  Kind = "rules"
	Meetings   Kind = "meetings"
)

// Kinds are all papers.
func Kinds() []Kind { return []Kind{Standings, Seating, Sheets, TableCards, RuleSheet, Meetings} }

func allowedKinds() string {
	var names []string
	for _, k := range Kinds() {
		names = append(names, string(k))
	}
	return strings.Join(names, ", ")
}

// Format is how a paper is written.
type Format string

// The formats. CSV and XLSX exist for tables only: standings and seating.
const (
	PDF  Format = "pdf"
	CSV  Format = "csv"
	XLSX Format = "xlsx"
)

// Request says which paper.
type Request struct {
	Kind       Kind
	Tournament tournament.TournamentID
	Round      int        // standings: after this round, 0 = all; else the round, 0 = the last one drawn
	Table      int        // table number, 0 = all
	Tables     []int      // seating, table-cards, sheets: only these table numbers; nil = all
	Blank      bool       // sheets: without what is stored
	Pack       words.Pack // rules: whose names the cards get, "" = French
	Format     Format     // "" = PDF
	Base       string     // address of the program for links and QR codes, "http://192.168.1.5:8080"; "" = no links
}

// wants reports whether a table is to be printed.
func (r Request) wants(table int) bool {
	return (r.Table == 0 || table == r.Table) && (r.Tables == nil || slices.Contains(r.Tables, table))
}

// named is the table asked for.
func (r Request) named() int {
	if r.Table == 0 && len(r.Tables) > 0 {
		return r.Tables[0]
	}
	return r.Table
}

// table is a paper that is a table.
type table interface {
	WritePDF(io.Writer, func(string, ...any) string) error
	WriteCSV(io.Writer, func(string, ...any) string) error
	WriteXLSX(io.Writer, func(string, ...any) string) error
}

// Write writes a paper in the printer's language. It reads as the actor, so that nobody prints what he may not see.
// Problems: unknown_paper, no_table_format, and what the desk says.
func Write(ctx context.Context, d *desk.Desk, by tournament.Actor, r Request, p *i18n.Printer, w io.Writer) error {
	if r.Format == "" {
		r.Format = PDF
	}
	if !slices.Contains(Kinds(), r.Kind) {
		return tournament.Invalid("unknown_paper", "kind", map[string]any{"Value": string(r.Kind), "Allowed": allowedKinds()})
	}
	t, err := d.Tournament(ctx, by, r.Tournament)
	if err != nil {
		return err
	}
	pr := &press{ctx: ctx, desk: d, by: by, req: r, t: t, p: p.In(t.Location())}
	if r.Kind != Standings && r.Kind != RuleSheet && r.Kind != Meetings && r.Round == 0 {
		if pr.req.Round, err = pr.lastRound(); err != nil {
			return err
		}
	}
	var out bytes.Buffer // a paper is written whole or not at all
	if err := pr.print(&out); err != nil {
		return err
	}
	_, err = w.Write(out.Bytes())
	return err
}

// press makes one paper.
type press struct {
	ctx  context.Context
	desk *desk.Desk
	by   tournament.Actor
	req  Request
	t    tournament.Tournament
	p    *i18n.Printer
}

func (pr *press) print(w io.Writer) error {
	switch pr.req.Kind {
	case Standings:
		s, err := pr.standings()
		if err != nil {
			return err
		}
		return pr.table(w, s)
	case Seating:
		s, err := pr.seating()
		if err != nil {
			return err
		}
		return pr.table(w, s)
	}
	if pr.req.Format != PDF {
		return tournament.Invalid("no_table_format", "format", map[string]any{"Kind": string(pr.req.Kind)})
	}
	if pr.req.Kind == RuleSheet {
		return pr.ruleSheet().WritePDF(w, pr.p.T)
	}
	if pr.req.Kind == Meetings {
		m, err := pr.meetings()
		if err != nil {
			return err
		}
		return m.WritePDF(w, pr.p.T)
	}
	if pr.req.Kind == Sheets {
		s, err := pr.sheets()
		if err != nil {
			return err
		}
		return s.WritePDF(w, pr.p.T)
	}
	c, err := pr.tableCards()
	if err != nil {
		return err
	}
	return c.WritePDF(w, pr.p.T)
}

func (pr *press) table(w io.Writer, t table) error {
	switch pr.req.Format {
	case PDF:
		return t.WritePDF(w, pr.p.T)
	case CSV:
		return t.WriteCSV(w, pr.p.T)
	case XLSX:
		return t.WriteXLSX(w, pr.p.T)
	}
	return tournament.Invalid("unknown_format", "format", map[string]any{"Value": string(pr.req.Format), "Allowed": "pdf, csv, xlsx"})
}

// head is what every paper's head says. The time is that of the last change, not of printing, so that the same state gives the same bytes.
func (pr *press) head(at time.Time, link string) reports.Head {
	h := reports.Head{Tournament: pr.t.Name, Venue: pr.t.Venue, At: at}
	if !pr.t.StartsAt.IsZero() {
		h.Date = pr.p.LongDate(pr.t.StartsAt)
	}
	if !at.IsZero() {
		h.Printed = pr.p.DateTime(at)
	}
	if pr.req.Base != "" && pr.t.Public {
		h.Link = strings.TrimSuffix(pr.req.Base, "/") + "/t/" + pr.t.PublicID + link
	}
	return h
}

func (pr *press) lastRound() (int, error) {
	rounds, err := pr.desk.Rounds(pr.ctx, pr.by, pr.t.ID)
	if err != nil {
		return 0, err
	}
	last := 0
	for _, r := range rounds {
		if r.Phase != tournament.RoundPlanned {
			last = max(last, r.Number)
		}
	}
	if last == 0 {
		return 0, tournament.Wrong(tournament.ErrPhase, "nothing_drawn", map[string]any{"Name": pr.t.Name})
	}
	return last, nil
}

// Name is a file name for the paper: "rangliste-nach-runde-2.pdf" in the printer's language.
func Name(r Request, p *i18n.Printer) string {
	name := p.T("paper.file_" + strings.ReplaceAll(string(r.Kind), "-", "_"))
	if r.Round > 0 {
		name = fmt.Sprintf("%s-%d", name, r.Round)
	}
	if r.Format == "" {
		r.Format = PDF
	}
	return name + "." + string(r.Format)
}
