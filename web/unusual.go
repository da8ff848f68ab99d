package web

import (
	"context"
	"slices"
	"strconv"

	"github.com/labstack/echo/v4"

	"doko/tournament"
	"doko/tournament/desk"
	"doko/tournament/sheet"
)

// unusualTimes is how many times the highest total of the evening so far a total is that hardly ever happens; 0 = no such fault, or
// nothing to measure it by.
func (p tablePage) unusualTimes(f sheet.Fault) int {
	if f.Code != sheet.UnusualTotal || p.V.Highest <= 0 {
		return 0
	}
	return abs(f.Sum) / p.V.Highest
}

// Unusual are the totals that hardly ever happen: whoever confirms says of each by name that it is right.
func (p tablePage) Unusual() []tap {
	var list []tap
	for _, f := range p.V.Faults {
		if f.Code == sheet.UnusualTotal {
			value := strconv.Itoa(f.Position)
			list = append(list, tap{
				Type: "checkbox", Name: "unusual", Value: value, On: slices.Contains(p.Form.All("unusual"), value),
				Text: p.T("table.unusual_seen", "Name", nameAt(p.V.Seats, f.Position, p.V.Hands), "Sum", p.Points(f.Sum)),
			})
		}
	}
	return list
}

// confirmSeen confirms a sheet and says which unusual totals were looked at.
func (s *Server) confirmSeen(c echo.Context) tableCommand {
	return func(ctx context.Context, by tournament.Actor, in desk.TableStep) (desk.TableView, error) {
		in.Unusual = []int{}
		for _, typed := range c.Request().PostForm["unusual"] {
			if position, err := strconv.Atoi(typed); err == nil {
				in.Unusual = append(in.Unusual, position)
			}
		}
		return s.desk.ConfirmSheet(ctx, by, in)
	}
}
