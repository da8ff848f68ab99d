package desk

import (
	"crypto/sha256"
	"crypto/subtle"
	"encoding/base32"
	"encoding/base64"
	"encoding/hex"
	"fmt"
	"strings"
	"sync"
	"unicode/utf8"

	"golang.org/x/crypto/argon2"
)

// argon2id as measured: t=2, m=19 MiB, p=1 (DEPS).
const (
	argonTime    = 2
	argonMemory  = 19 * 1024 // KiB
	argonThreads = 1
	argonLength  = 32
	saltLength   = 16
)

// limiter lets two password hashes run at once, so that sign-ins cannot eat the memory.
type limiter struct {
	once  sync.Once
	slots chan struct{}
}

func (l *limiter) do(work func()) {
	l.once.Do(func() { l.slots = make(chan struct{}, 2) })
	l.slots <- struct{}{}
	defer func() { <-l.slots }()
	work()
}

// hashPassword makes the stored form: argon2id in the usual notation.
func (d *Desk) hashPassword(password string) string {
	salt := d.Random(saltLength)
	var sum []byte
	d.hashing.do(func() {
		sum = argon2.IDKey([]byte(password), salt, argonTime, argonMemory, argonThreads, argonLength)
	})
	enc := base64.RawStdEncoding
	return fmt.Sprintf("$argon2id$v=%d$m=%d,t=%d,p=%d$%s$%s", argon2.Version, argonMemory, argonTime, argonThreads,
		enc.EncodeToString(salt), enc.EncodeToString(sum))
}

// passwordFits compares a password with a stored form. A broken or empty form fits nothing, after the same work.
func (d *Desk) passwordFits(password, stored string) bool {
	var version, memory, time, threads int
	salt, want := make([]byte, saltLength), make([]byte, argonLength)
	if utf8.RuneCountInString(password) > passwordMost {
		password = "" // hashing a book takes longer
	}
	known := false
	parts := strings.Split(stored, "$")
	if len(parts) == 6 && parts[1] == "argon2id" {
		_, errVersion := fmt.Sscanf(parts[2], "v=%d", &version)
		_, errCost := fmt.Sscanf(parts[3], "m=%d,t=%d,p=%d", &memory, &time, &threads)
		s, errSalt := base64.RawStdEncoding.DecodeString(parts[4])
		w, errSum := base64.RawStdEncoding.DecodeString(parts[5])
		known = errVersion == nil && errCost == nil && errSalt == nil && errSum == nil &&
			version == argon2.Version && memory > 0 && time > 0 && threads > 0 && len(w) > 0
		if known {
			salt, want = s, w
		}
	}
	if !known {
		memory, time, threads = argonMemory, argonTime, argonThreads
	}
	var sum []byte
	d.hashing.do(func() {
		sum = argon2.IDKey([]byte(password), salt, uint32(time), uint32(memory), uint8(threads), uint32(len(want)))
	})
	return subtle.ConstantTimeCompare(sum, want) == 1 && known
}

// secret is a random key of 160 bits for tokens and links.
func (d *Desk) secret() string { return base64.RawURLEncoding.EncodeToString(d.Random(20)) }

// digest is how a secret is stored.
func digest(secret string) string {
	sum := sha256.Sum256([]byte(secret))
	return hex.EncodeToString(sum[:])
}

// uid is a random 128-bit name that is the same in every installation.
func (d *Desk) uid() string { return hex.EncodeToString(d.Random(16)) }

// word is a random word of eight letters and digits that are hard to mistake, for addresses.
func (d *Desk) word() string { return letters.EncodeToString(d.Random(5)) }

// readable is a made password: twelve letters and digits (60 bits) in three groups.
func (d *Desk) readable() string {
	s := letters.EncodeToString(d.Random(10))
	return s[:4] + "-" + s[4:8] + "-" + s[8:12]
}

var letters = base32.NewEncoding("abcdefghjkmnpqrstuvwxyz023456789").WithPadding(base32.NoPadding)

// same compares two digests without telling by time where they differ; an empty one equals nothing.
func same(stored, given string) bool {
	return stored != "" && subtle.ConstantTimeCompare([]byte(stored), []byte(given)) == 1
}
