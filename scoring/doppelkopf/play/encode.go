package play

import (
	"strconv"

	"doko/scoring/fields"
	"doko/scoring/tally"
)

// seatNames are the players of a replayed hand.
func seatNames() []string { return []string{"1", "2", "3", "4"} }

// AppendJSON writes the members of the output of CONTRACTS 3 that follow the name, the score put between hand and problems.
// A deck that is not right gives only the problems. message gives the sentence of a problem.
func (r Report) AppendJSON(b, score []byte, message func(tally.Problem) string) []byte {
	if r.Tricks != nil {
		b = append(b, `"tricks":[`...)
		for i, t := range r.Tricks {
			if i > 0 {
				b = append(b, ',')
			}
			b = t.append(b)
		}
		b = append(b, `],"re":`...)
		b = appendSeats(b, r.Re)
		b = append(b, `,"kontra":`...)
		b = appendSeats(b, r.Kontra)
		b = append(b, `,"hand":`...)
		b = r.Hand.AppendNamed(b, seatNames())
		b = append(b, `,"score":`...)
		b = append(b, score...)
		b = append(b, ',')
	}
	b = append(b, `"problems":[`...)
	for i, f := range r.Faults {
		if i > 0 {
			b = append(b, ',')
		}
		b = f.append(b, message)
	}
	return append(b, ']')
}

func (t Trick) append(b []byte) []byte {
	b = append(b, `{"leader":`...)
	b = strconv.AppendInt(b, int64(t.Leader), 10)
	b = append(b, `,"winner":`...)
	b = strconv.AppendInt(b, int64(t.Winner), 10)
	b = append(b, `,"augen":`...)
	b = strconv.AppendInt(b, int64(t.Augen), 10)
	b = append(b, `,"cards":[`...)
	for i, c := range t.Cards {
		if i > 0 {
			b = append(b, ',')
		}
		b = fields.AppendString(b, c.String())
	}
	return append(b, "]}"...)
}

func (f Fault) append(b []byte, message func(tally.Problem) string) []byte {
	b = append(b, `{"code":`...)
	b = fields.AppendString(b, f.Code)
	if f.Trick > 0 {
		b = append(b, `,"trick":`...)
		b = strconv.AppendInt(b, int64(f.Trick), 10)
	}
	if f.Seat > 0 {
		b = append(b, `,"seat":`...)
		b = strconv.AppendInt(b, int64(f.Seat), 10)
	}
	b = append(b, `,"message":`...)
	b = fields.AppendString(b, message(tally.Problem{Code: f.Code, Args: f.Args}))
	return append(b, '}')
}

func appendSeats(b []byte, seats []int) []byte {
	b = append(b, '[')
	for i, seat := range seats {
		if i > 0 {
			b = append(b, ',')
		}
		b = strconv.AppendInt(b, int64(seat), 10)
	}
	return append(b, ']')
}
