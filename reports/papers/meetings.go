package papers

import "doko/reports"

func (pr *press) meetings() (reports.Meetings, error) {
	m, err := pr.desk.Meetings(pr.ctx, pr.by, pr.t.ID)
	if err != nil {
		return reports.Meetings{}, err
	}
	out := reports.Meetings{Head: pr.head(pr.lastChange(), "/meetings"), Rounds: len(m.Rounds), Met: m.Met}
	for _, p := range m.Players {
		out.Players = append(out.Players, reports.MeetingsPlayer{
			StartNo: p.StartNo, Name: p.Name, Seats: p.Seats, Fives: p.Fives, Others: p.Others, Again: p.Again,
		})
	}
	return out, nil
}
