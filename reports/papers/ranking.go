package papers

import (
	"fmt"
	"time"

	"doko/reports"
	"doko/tournament/desk"
	"doko/tournament/standings"
)

func (pr *press) standings() (reports.Standings, error) {
	st, err := pr.desk.Standings(pr.ctx, pr.by, pr.t.ID, pr.req.Round)
	if err != nil {
		return reports.Standings{}, err
	}
	out := reports.Standings{Head: pr.head(pr.lastChange(), living(st)), AfterRound: st.AfterRound}
	out.Provisional = st.Provisional
	out.Revision = st.Revision
	own := 0
	awards := pr.prizes(st)
	for i, l := range st.Lines {
		own += l.Penalty
		out.Lines = append(out.Lines, reports.StandingsLine{
			Rank: l.Rank, Shared: l.Shared, StartNo: l.StartNo, Name: l.Name, Club: l.Club, Rounds: l.Rounds,
			Total: l.Total, Penalty: l.Penalty, DecidedBy: pr.decided(l.DecidedBy),
		})
		if awards != nil {
			out.Lines[i].Prize = pr.briefly(awards[i])
		}
	}
	for _, w := range st.Warnings {
		out.Warnings = append(out.Warnings, pr.warning(w))
	}
	out.Prizes = PrizeNotes(pr.p, awards)
	out.Penalties = PenaltyNotes(pr.p, st.Lines)
	out.Sum = &reports.SumCheck{Sheets: st.Sum - st.Penalties, Penalties: own, Credits: st.Penalties - own}
	return out, nil
}

// living is the page that a paper's code leads to: it says whether this revision is still the newest.
func living(s desk.Standings) string {
	if s.Revision == 0 {
		return "/standings"
	}
	return fmt.Sprintf("/standings?paper=%d.%d", s.AfterRound, s.Revision)
}

// decided is printed only where a tie-break decided: that a higher total is better needs no words.
func (pr *press) decided(c standings.Criterion) string {
	if c == "" || c == "total" {
		return ""
	}
	return pr.p.T("criterion." + string(c))
}

func (pr *press) warning(w desk.Warning) string {
	args := map[string]any{"Round": w.Round, "Table": w.Table, "StartNo": w.StartNo}
	if w.Criterion != "" {
		args["Criterion"] = pr.p.T("criterion." + string(w.Criterion))
	}
	if w.Sum != nil {
		args["Sum"] = pr.p.Points(*w.Sum)
	}
	return pr.p.T("warning."+w.Code, args)
}

// lastChange is the time of the newest journal entry an actor may see; zero where he may see none.
func (pr *press) lastChange() time.Time {
	lines, err := pr.desk.Journal(pr.ctx, pr.by, pr.t.ID, 1)
	if err != nil || len(lines) == 0 {
		return time.Time{}
	}
	return lines[0].Entry.At
}
