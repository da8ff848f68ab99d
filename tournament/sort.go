package tournament

import (
	"slices"

	"golang.org/x/text/collate"
	"golang.org/x/text/language"
)

// SortByName sorts a list by names as a German reader expects: Oster, Özdemir, Öztürk, Zander. Equal names keep their order.
func SortByName[T any](list []T, name func(T) string) {
	c := collate.New(language.German)
	var buf collate.Buffer
	keyed := make([]keyedItem[T], len(list))
	for i, item := range list {
		keyed[i] = keyedItem[T]{key: c.KeyFromString(&buf, name(item)), item: item}
	}
	slices.SortStableFunc(keyed, func(a, b keyedItem[T]) int { return slices.Compare(a.key, b.key) })
	for i, k := range keyed {
		list[i] = k.item
	}
}

type keyedItem[T any] struct {
	key  []byte
	item T
}
