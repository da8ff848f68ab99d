package web

import (
	"context"
	"testing"

	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/chromedp"
)

// The pages about rules are never wider than the screen, whatever the language and the light. Only looks: one database will do.
func TestRulePagesFit(t *testing.T) {
	c := newClub(t)
	address := tournamentAddress(c.evening("Freitag")) + "/rules"
	hand := realHands(t)[0].query()
	part := realHands(t)[0].query()
	for seat, cards := range realHands(t)[0].Cards {
		part.Set(cardField(seat+1), cards[:8])
	}
	revoke := realHands(t)[0].query()
	revoke.Set("c1", "DA DA DA "+revoke.Get("c1")[9:])
	pages := []struct{ name, path string }{
		{"referee", "/referee"}, {"referee-part", "/referee?" + part.Encode()}, {"referee-whole", "/referee?" + hand.Encode()},
		{"referee-wrong", "/referee?" + revoke.Encode()}, {"reservations", "/referee?rules=seed003&order=seed003&dealer=1&v2=hochzeit&v3=armut#reservations"},
		{"reservations-wrong", "/referee?dealer=1&v2=hochzeit&v3=hochzeit#reservations"}, {"what-if", "/what-if?contract=normal&augen=148&call_re=k90"},
		{"rules", address}, {"rules-german", address + "?pack=german"}, {"rules-edit", address + "/edit?preset=kneipe"},
	}
	tab := chromium(t, c.ts.URL)
	tab.enter("Änne")
	for _, look := range []struct {
		name, light, lang string
		wide              int64
	}{{"phone-de", "light", "de", 360}, {"phone-dark-en", "dark", "en", 360}, {"desk-dark-de", "dark", "de", 1280}, {"desk-en", "light", "en", 1280}} {
		tab.do(chromedp.EmulateViewport(look.wide, 2200), chromedp.Func(func(ctx context.Context, target *chromedp.Target) error {
			_, err := cdp.Call(ctx, target, emulation.SetEmulatedMedia, emulation.SetEmulatedMediaParams{
				Features: []*emulation.MediaFeature{{Name: "prefers-color-scheme", Value: look.light}},
			})
			return err
		}))
		tab.visit("/sign-in?lang=" + look.lang)
		for _, p := range pages {
			tab.visit(p.path)
			tab.fits()
			tab.shot(p.name + "-" + look.name)
		}
	}
}
