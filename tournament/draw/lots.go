package draw

import (
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"encoding/json"
)

// lots is a stream of random numbers (SplitMix64: Steele, Lea, Flood 2014). It is our own so that a new Go version cannot
// change an old draw.
type lots struct{ state uint64 }

func (l *lots) next() uint64 {
	l.state += 0x9E3779B97F4A7C15
	z := l.state
	z = (z ^ z>>30) * 0xBF58476D1CE4E5B9
	z = (z ^ z>>27) * 0x94D049BB133111EB
	return z ^ z>>31
}

// below returns a number from 0 to n-1, all equally likely: numbers that would favour some are thrown away.
func (l *lots) below(n int) int {
	u := uint64(n)
	limit := -u % u // 2^64 mod n
	for {
		if x := l.next(); x >= limit {
			return int(x % u)
		}
	}
}

// shuffle mixes xs (Fisher–Yates).
func shuffle[T any](l *lots, xs []T) {
	for i := len(xs) - 1; i > 0; i-- {
		k := l.below(i + 1)
		xs[i], xs[k] = xs[k], xs[i]
	}
}

// branch is an independent stream for one part of the search.
func (l *lots) branch(part uint64) *lots {
	b := lots{l.state ^ part*0xD1342543DE82EF95}
	return &lots{b.next() ^ part}
}

// Hash is the SHA-256 of everything that decides a draw except the seed, as 64 hexadecimal digits. The organiser can publish
// it before the seed is drawn in the hall; the order of the players and of their wishes does not change it.
func Hash(ps []Player, history []Round, o Options) string {
	o = o.defaults()
	players := normal(ps)
	if history == nil {
		history = []Round{}
	}
	text, _ := json.Marshal(struct { // no channel, function or cycle in it: it cannot fail
		Algorithm string
		Players   []Player
		History   []Round
		Rounds    int
		Fives     Fives
		Prefer    Prefer
		Mode      Mode
		Clubs     Clubs
		Effort    Effort
	}{Algorithm, players, history, o.Rounds, o.Fives, o.Prefer, o.Mode, o.Clubs, o.Effort})
	sum := sha256.Sum256(text)
	return hex.EncodeToString(sum[:])
}

// newLots starts the stream of a draw: the entry list and the seed together decide it.
func newLots(hash, seed string) *lots {
	sum := sha256.Sum256([]byte(hash + "\n" + seed))
	return &lots{binary.BigEndian.Uint64(sum[:8])}
}
