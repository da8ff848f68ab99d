package i18n

import (
	"strings"
	"testing"
)

// A text is used if its key, its beginning up to a dot or underscore ("table.fault_" + kind),
// or the same of its problem code stands in the source.
func TestNoUnusedKey(t *testing.T) {
	p, src := load(t).Printer(German), scan(t)
	for _, key := range p.Keys() {
		if !used(key, src) {
			t.Errorf("%s is used nowhere", key)
		}
	}
	if used("no.such_key", src) {
		t.Error("the scan finds a key that is not there")
	}
}

func used(key string, src *sources) bool {
	for _, prefix := range []string{"problem.", "hint."} {
		if code, ok := strings.CutPrefix(key, prefix); ok {
			return begun(code, src) || src.literals[key]
		}
	}
	return begun(key, src)
}

// begun reports whether the word, or its beginning up to a dot or underscore, stands in the source.
func begun(word string, src *sources) bool {
	if src.literals[word] {
		return true
	}
	for i, c := range word {
		if (c == '.' || c == '_') && src.literals[word[:i+1]] {
			return true
		}
	}
	return false
}
