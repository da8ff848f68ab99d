package web

import (
	"context"
	"errors"
	"strings"
	"testing"
)

// The desk says when the codes on the tables lead elsewhere than the program, or nowhere.
func TestLostCodes(t *testing.T) {
	c := newClub(t)
	s := c.server
	s.url = "http://192.168.1.5:8080"
	s.address.try = func(context.Context) error { return nil }
	p := s.texts.Printer("de")

	s.address.once(t.Context())
	if said := s.lost(p, "http://192.168.1.5:8080"); said != "" {
		t.Errorf("all is well, but the desk says %q", said)
	}
	if said := s.lost(p, ""); said != "" {
		t.Errorf("no cards are printed, but the desk says %q", said)
	}
	said := s.lost(p, "http://10.0.0.7:8080")
	if !strings.Contains(said, "http://10.0.0.7:8080") || !strings.Contains(said, "http://192.168.1.5:8080") {
		t.Errorf("cards with another address: %q names not both", said)
	}
	s.address.try = func(context.Context) error { return errors.New("no route") }
	s.address.once(t.Context())
	if said := s.lost(p, "http://192.168.1.5:8080"); !strings.Contains(said, "antwortet") {
		t.Errorf("the address is silent, but the desk says %q", said)
	}
}
