package web

import (
	"context"
	"sync/atomic"
	"time"

	"doko/web/i18n"
)

const (
	answerEvery = 30 * time.Second
	answerIn    = 2 * time.Second
)

// addressCheck knows whether the address in the QR codes led to this program when it was last tried.
type addressCheck struct {
	try    func(context.Context) error // asks the address; nil = nobody can
	silent atomic.Bool
}

// run tries the address now and then until the context ends.
func (a *addressCheck) run(ctx context.Context) {
	if a.try == nil {
		return
	}
	tick := time.NewTicker(answerEvery)
	defer tick.Stop()
	for {
		a.once(ctx)
		select {
		case <-ctx.Done():
			return
		case <-tick.C:
		}
	}
}

func (a *addressCheck) once(ctx context.Context) {
	asked, cancel := context.WithTimeout(ctx, answerIn)
	defer cancel()
	if err := a.try(asked); ctx.Err() == nil {
		a.silent.Store(err != nil)
	}
}

// lost says why phones may not get to a table by its code: the address printed on the cards is another one than the program's, or
// the program's does not answer. "" = all is well.
func (s *Server) lost(p *i18n.Printer, printed string) string {
	switch {
	case s.url == "":
		return ""
	case printed != "" && printed != s.url:
		return p.T("overview.cards_elsewhere", "Printed", printed, "Now", s.url)
	case s.address.silent.Load():
		return p.T("overview.address_silent", "Now", s.url)
	}
	return ""
}
