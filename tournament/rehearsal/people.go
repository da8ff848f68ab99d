// Package rehearsal plays a believable evening from a seed: people, tables, hands that obey the session.
package rehearsal

import (
	"crypto/sha256"
	"encoding/binary"
	"math/rand/v2"
)

// Person is somebody who does not exist.
type Person struct {
	Name, Club string
}

// source is chance that depends on the words alone.
func source(words ...string) *rand.Rand {
	h := sha256.New()
	for _, w := range words {
		_ = binary.Write(h, binary.BigEndian, int64(len(w))) // a hash never fails
		h.Write([]byte(w))
	}
	sum := h.Sum(nil)
	return rand.New(rand.NewPCG(binary.BigEndian.Uint64(sum), binary.BigEndian.Uint64(sum[8:])))
}

// People names n people of three clubs, and a few of none, in the order in which they might sign up. No name comes twice as
// long as n is at most MaxPeople.
func People(seed string, n int) []Person {
	rnd := source(seed, "people")
	first, last, clubs := firstNames(), lastNames(), clubs()
	order := rnd.Perm(len(first) * len(last))
	out := make([]Person, n)
	for i := range out {
		at := order[i%len(order)]
		out[i] = Person{Name: first[at%len(first)] + " " + last[at/len(first)]}
		if club := rnd.IntN(len(clubs) + 1); club < len(clubs) {
			out[i].Club = clubs[club]
		}
	}
	return out
}

// MaxPeople is how many different people there are.
func MaxPeople() int { return len(firstNames()) * len(lastNames()) }

func clubs() []string {
	return []string{"Herz Zehn Lüdenscheid", "Doppelkopffreunde Münsterland", "Karlchen 82 Soest"}
}

func firstNames() []string {
	return []string{
		"Anke", "Annegret", "Béla", "Birgit", "Britta", "Carsten", "Dörte", "Dirk", "Elke", "Ferhat", "Fritz", "Gül", "Hannelore",
		"Heinz-Jürgen", "Ingeborg", "Jörg", "Jürgen", "Karin", "Knut", "Łukasz", "Mareike", "Matthäus", "Monika", "Norbert", "Özlem",
		"Piet-Jan", "Ralf", "Reinhild", "Rüdiger", "Ruth", "Sabine", "Sören", "Thea", "Thomas", "Ulrike", "Uwe", "Volker", "Wiebke", "Zofia",
	}
}

func lastNames() []string {
	return []string{
		"Ängström", "Albers", "Böhmer", "Brinkmann", "Çelik", "Dieckhoff", "Ebensfeld", "Feldkamp", "Fröhling", "Groß", "Grünewald", "Hölscher",
		"Imhoff", "Janßen", "Kemper", "Kühn", "Lindqvist", "Łuczak", "Meißner", "Möllers", "Nováková", "Öttinger", "Pohlmann", "Prünte-Hof",
		"Quante", "Rüsche", "Schäfers", "Švejda", "Terhorst", "Überwasser", "van den Berg", "Vogt", "von Ahn", "Weiß", "Wördemann", "Yıldırım", "Zurmühlen",
	}
}
