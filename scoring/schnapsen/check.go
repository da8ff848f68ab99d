package schnapsen

import (
	"doko/scoring/fields"
	"doko/scoring/tally"
)

// field is one field of a deal, as a bit: what the decoder could not read is not checked again.
type field uint8

const (
	fEnd field = 1 << iota
	fBy
	fPoints
	fTricks
	fMarriages
	fClose
)

// checker finds every fault of a deal.
type checker struct {
	rules    Rules
	deal     *Deal
	path     string
	unread   field
	problems tally.Problems
}

func (c *checker) read(f field) bool { return c.unread&f == 0 }

func (c *checker) fault(code, key string) {
	c.problems = append(c.problems, tally.Problem{Code: code, Field: fields.Join(c.path, key), Args: map[string]any{}})
}

func (c *checker) all() {
	if c.read(fEnd) && !c.deal.End.Known() {
		c.fault("bad_end", "end")
		c.unread |= fEnd
	}
	if c.read(fBy) && (c.deal.By < 1 || c.deal.By > 2) {
		c.fault("unknown_player", "by")
		c.unread |= fBy
	}
	c.marriages()
	tricksFine := c.tricks()
	if tricksFine {
		c.points()
	}
	c.closing()
	if c.read(fEnd | fBy | fPoints | fTricks | fClose) {
		c.ending(tricksFine)
	}
}

// closed reports whether the talon was closed.
func (d *Deal) closed() bool { return d.ClosedBy != 0 }

// marriages: one of each suit, so at most one in trumps and three others.
func (c *checker) marriages() {
	if !c.read(fMarriages) {
		return
	}
	twenties, forties := 0, 0
	for _, list := range c.deal.Marriages {
		for _, m := range list {
			switch m {
			case 20:
				twenties++
			case 40:
				forties++
			default:
				c.fault("bad_points", "marriages")
				c.unread |= fMarriages
			}
		}
	}
	if forties > 1 || twenties > 3 {
		c.fault("bad_points", "marriages")
		c.unread |= fMarriages
	}
}

// tricks: ten in all, five after the closing.
func (c *checker) tricks() bool {
	if !c.read(fTricks) {
		return false
	}
	t := c.deal.Tricks
	fine := t[0] >= 0 && t[1] >= 0 && t[0]+t[1] <= 10
	if fine && c.read(fClose) && c.deal.closed() {
		at := c.deal.AtClose.Tricks
		fine = t[0]+t[1]-at[0]-at[1] <= 5
	}
	if !fine {
		c.fault("bad_tricks", "tricks")
	}
	return fine
}

// points: a trick has 4 to 21 card points, all cards together 120.
func (c *checker) points() {
	if !c.read(fPoints | fMarriages) {
		return
	}
	sum := 0
	for i, points := range c.deal.Points {
		cards := points
		for _, m := range c.deal.Marriages[i] {
			cards -= m
		}
		tricks := c.deal.Tricks[i]
		if cards < 4*tricks || cards > 21*tricks || (tricks == 0 && points > 0) { // a marriage counts only with a trick
			c.fault("bad_points", "points")
			return
		}
		sum += cards
	}
	if sum > 120 || (sum != 120 && c.deal.Tricks[0]+c.deal.Tricks[1] == 10) {
		c.fault("bad_points", "points")
	}
}

// closing: by whom and the state at that moment belong together and must be possible.
func (c *checker) closing() {
	d := c.deal
	if !c.read(fClose) || !d.closed() {
		return
	}
	if d.ClosedBy < 0 || d.ClosedBy > 2 {
		c.fault("unknown_player", "closed_by")
		c.unread |= fClose
		return
	}
	at := d.AtClose
	fine := at.Tricks[0] >= 0 && at.Tricks[1] >= 0
	for i := range 2 {
		if at.Points[i] < 0 || (at.Tricks[i] == 0 && at.Points[i] > 0) {
			fine = false
		}
		if c.read(fTricks) && at.Tricks[i] > d.Tricks[i] || c.read(fPoints) && at.Points[i] > d.Points[i] {
			fine = false
		}
	}
	taken := at.Tricks[0] + at.Tricks[1]
	if !fine || taken < c.rules.CloseAfterTricks || taken > 4 {
		c.fault("bad_close", "at_close")
		c.unread |= fClose
	}
}

// ending checks that the deal could end that way.
func (c *checker) ending(tricksFine bool) {
	d := c.deal
	own := d.Points[d.By-1]
	taken := d.Tricks[0] + d.Tricks[1]
	switch d.End {
	case Claim:
		if own < 66 {
			c.fault("claim_too_low", "points")
		}
	case BadClaim:
		if own >= 66 {
			c.fault("claim_not_false", "points")
		}
	case LastTrick:
		if d.closed() {
			c.fault("last_trick_after_close", "end")
		} else if tricksFine && (taken != 10 || d.Tricks[d.By-1] == 0) {
			c.fault("last_trick_unfinished", "tricks")
		}
	case CloseFailed:
		if !d.closed() {
			c.fault("close_failed_without_close", "closed_by")
		} else if d.ClosedBy != d.By {
			c.fault("bad_close", "by")
		}
	default:
		if !d.closed() && taken < 5 {
			c.fault("revoke_too_early", "tricks")
		}
	}
}
