package doppelkopf

import "strings"

func indexOf(list []string, word string) int {
	for i, w := range list {
		if w == word {
			return i
		}
	}
	return -1
}

func hasWord(list []string, word string) bool { return indexOf(list, word) >= 0 }

func joinWords(list []string) string { return strings.Join(list, ", ") }
