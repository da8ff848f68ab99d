package web

import (
	"fmt"
	"html/template"
	"strings"
	"time"

	"doko/tournament/desk"
	"doko/tournament/pace"
)

// Sizes of the picture in its own units: as on a small phone, scaled up elsewhere.
const (
	radarWidth = 340
	radarRow   = 20
	radarLeft  = 30 // the number of the table stands before the bar
	radarFoot  = 26
)

// radarPicture draws a bar a table: what is played, a stroke a hand, what is expected after it, when its time is up, and now.
type radarPicture struct {
	b        strings.Builder
	from, to time.Time
}

// Picture is the round as a picture, "" where there is nothing to see. All it shows stands in words beside it.
func (p radarPage) Picture(r radarRound) template.HTML {
	start := r.Round.ClockAt
	if start.IsZero() {
		start = r.Round.StartsAt
	}
	if len(r.Tables) == 0 || start.IsZero() {
		return ""
	}
	pic := radarPicture{from: start, to: r.Now}
	for _, t := range r.Tables {
		for _, at := range []time.Time{t.Forecast.End, t.Time.Deadline()} {
			if at.After(pic.to) {
				pic.to = at
			}
		}
	}
	pic.to = pic.to.Add(2 * time.Minute)
	height := len(r.Tables)*radarRow + radarFoot
	fmt.Fprintf(&pic.b, `<svg class="radar" viewBox="0 0 %d %d" role="img" aria-label="%s">`, radarWidth, height, template.HTMLEscapeString(p.T("radar.picture")))
	for i, t := range r.Tables {
		pic.row(i*radarRow, t)
	}
	now := pic.x(r.Now)
	bottom := len(r.Tables) * radarRow
	fmt.Fprintf(&pic.b, `<line class="now" x1="%d" x2="%d" y1="0" y2="%d"/>`, now, now, bottom+4)
	zone := p.Tournament.Location()
	pic.label(radarLeft, bottom+18, "start", start.In(zone))
	if x := pic.x(r.Now); x > radarLeft+60 {
		pic.label(x, bottom+18, "middle", r.Now.In(zone))
	}
	if r.Clock != nil {
		if end := desk.ClockOf(r.Round, r.Tables[0].Table); pic.x(end.Deadline()) > now+50 {
			common := pace.Clock{Started: end.Started, Minutes: end.Minutes}
			pic.label(pic.x(common.Deadline()), bottom+18, "middle", common.Deadline().In(zone))
		}
	}
	pic.b.WriteString("</svg>")
	return template.HTML(pic.b.String())
}

// x is where an instant stands.
func (pic *radarPicture) x(at time.Time) int {
	const room = radarWidth - radarLeft - 4
	return radarLeft + int(int64(room)*int64(at.Sub(pic.from))/max(1, int64(pic.to.Sub(pic.from))))
}

func (pic *radarPicture) label(x, y int, anchor string, at time.Time) {
	fmt.Fprintf(&pic.b, `<text x="%d" y="%d" text-anchor="%s">%s</text>`, min(max(x, radarLeft), radarWidth-18), y, anchor, at.Format("15:04"))
}

// row draws one table.
func (pic *radarPicture) row(y int, t desk.TableTile) {
	class := map[pace.State]string{pace.Over: "bad", pace.Late: "bad", pace.Silent: "warn", pace.Tight: "warn", pace.Done: "good"}[t.Forecast.State]
	fmt.Fprintf(&pic.b, `<text class="%s" x="%d" y="%d" text-anchor="end">%d</text>`, class, radarLeft-6, y+15, t.Table.Number)
	last := pic.from
	for _, at := range t.Entered {
		if at.After(last) {
			last = at
		}
	}
	if t.Forecast.State == pace.Done && t.Table.LastHandAt.After(last) { // totals from paper
		last = t.Table.LastHandAt
	}
	fmt.Fprintf(&pic.b, `<rect class="played %s" x="%d" y="%d" width="%d" height="%d"/>`, class, radarLeft, y+4, max(pic.x(last)-radarLeft, 0), radarRow-8)
	for _, at := range t.Entered {
		fmt.Fprintf(&pic.b, `<line class="hand" x1="%d" x2="%d" y1="%d" y2="%d"/>`, pic.x(at), pic.x(at), y+4, y+radarRow-4)
	}
	if t.Forecast.State != pace.Done && t.Forecast.State != pace.Silent {
		fmt.Fprintf(&pic.b, `<rect class="rest %s" x="%d" y="%d" width="%d" height="%d"/>`, class, pic.x(last), y+6, max(pic.x(t.Forecast.End)-pic.x(last), 0), radarRow-12)
	}
	if end := t.Time.Deadline(); !end.IsZero() {
		fmt.Fprintf(&pic.b, `<line class="end" x1="%d" x2="%d" y1="%d" y2="%d"/>`, pic.x(end), pic.x(end), y, y+radarRow)
	}
}
