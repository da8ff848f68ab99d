package web

import (
	"fmt"
	"regexp"
	"strconv"
	"strings"

	"doko/tournament"
)

// Lines of the prizes as they are typed: "50", "12,50 €", "Schinken", "50 + Schinken", "4. Wein", "4–6: Wein".
var (
	prizePlaces = regexp.MustCompile(`^(\d{1,3})(?:\s*[-–]\s*(\d{1,3}))?\s*[.:)]\s+(.+)$`)
	// prizeFigure is a line that is meant as an amount and is none, "30,555", "-5", "1.000": a thing has letters.
	prizeFigure = regexp.MustCompile(`^[\pP\p{Sm}\s]*\pN[\pN\pP\p{Sc}\p{Sm}\s]*(?:(?i:euro)|[A-Z]{3})?$`)
	prizeMoney  = regexp.MustCompile(`^(\d{1,7})(?:[.,](\d{1,2}))?\s*(?:€|(?i:euro)|[A-Z]{3})?(?:\s*\+\s*(.+))?$`)
)

// prizes reads one prize a line, from place 1 on; a line may say for which place it is. An empty line is a place without a prize.
func (f *Form) prizes(name string) []tournament.Prize {
	var list []tournament.Prize
	place := 0
	for line := range strings.Lines(strings.TrimRight(f.Value(name), " \t\r\n")) {
		line = strings.TrimSpace(line)
		place++
		last := place
		if m := prizePlaces.FindStringSubmatch(line); m != nil {
			place, last = whole(m[1]), max(whole(m[1]), whole(m[2]))
			line = m[3]
		}
		if line == "" {
			continue
		}
		if prizeFigure.MatchString(line) && !prizeMoney.MatchString(line) {
			f.fault("prize_money", name, map[string]any{"Place": place, "Text": line})
			place = last
			continue
		}
		for ; place <= last && len(list) <= tournament.MaxPrizes; place++ {
			list = append(list, prizeOf(place, line))
		}
		place = last
	}
	return list
}

func prizeOf(place int, line string) tournament.Prize {
	m := prizeMoney.FindStringSubmatch(line)
	if m == nil {
		return tournament.Prize{Place: place, Text: line}
	}
	cents := whole(m[1])*100 + whole((m[2] + "00")[:2])
	return tournament.Prize{Place: place, Cents: tournament.Cents(cents), Text: m[3]}
}

// whole is a number of digits only, 0 for none.
func whole(digits string) int {
	n, err := strconv.Atoi(digits)
	if err != nil {
		return 0
	}
	return n
}

// prizesText writes prizes as they are typed.
func prizesText(list []tournament.Prize) string {
	var lines []string
	for i, p := range list {
		var parts []string
		if p.Cents != 0 {
			parts = append(parts, strings.TrimSuffix(fmt.Sprintf("%d,%02d", p.Cents/100, p.Cents%100), ",00"))
		}
		if p.Text != "" {
			parts = append(parts, p.Text)
		}
		line := strings.Join(parts, " + ")
		if i > 0 && p.Place != list[i-1].Place+1 || i == 0 && p.Place != 1 || prizePlaces.MatchString(line) {
			line = fmt.Sprintf("%d. %s", p.Place, line)
		}
		lines = append(lines, line)
	}
	return strings.Join(lines, "\n")
}
