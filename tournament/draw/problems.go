package draw

import (
	"fmt"
	"strings"
)

// Problem is one thing that makes a draw impossible. Code is the key of its text, Field the dotted path in the request
// ("players.3.table"), Args fill the text.
type Problem struct {
	Code  string
	Field string
	Args  map[string]any
}

// Problems are all things wrong with one request, in its order.
type Problems []Problem

// Error is English, one sentence a problem.
func (ps Problems) Error() string {
	texts := make([]string, len(ps))
	for i, p := range ps {
		texts[i] = p.Error()
	}
	return strings.Join(texts, "; ")
}

// Error is an English sentence that says what is wrong and what can be done.
func (p Problem) Error() string {
	text := fill(problemTexts[p.Code], p.Args)
	if p.Field == "" {
		return text
	}
	return p.Field + ": " + text
}

// fill puts args into the {placeholders} of a text.
func fill(text string, args map[string]any) string {
	for k, v := range args {
		text = strings.ReplaceAll(text, "{"+k+"}", plain(v))
	}
	return text
}

func plain(v any) string {
	list, ok := v.([]int64)
	if !ok {
		return fmt.Sprint(v)
	}
	words := make([]string, len(list))
	for i, id := range list {
		words[i] = fmt.Sprint(id)
	}
	if len(words) < 2 {
		return strings.Join(words, "")
	}
	return strings.Join(words[:len(words)-1], ", ") + " and " + words[len(words)-1]
}

// problemTexts are the English sentences; pages translate by code.
var problemTexts = map[string]string{
	"draw_players_none":    "there are no players",
	"draw_players_split":   "{players} players cannot be seated at tables of four and five; with {more} players it works (a guest or helper plays along), or with {fewer} while the others have a bye",
	"draw_players_few":     "{players} players are too few; a table needs at least {more}",
	"draw_players_many":    "{players} players are too many for one draw; the limit is {limit}",
	"draw_fives_forbidden": "{players} players need {fives} tables of five, but these are forbidden; allow them, or play with {fewer} or {more} players",
	"draw_rounds":          "the number of rounds must be from 1 to {limit}, not {rounds}",
	"draw_option":          "{value} is not one of: {allowed}",
	"draw_player_id":       "a player's id must be 1 or more, not {id}",
	"draw_player_twice":    "player {id} is entered twice",
	"draw_table_unknown":   "player {id} wants table {table}, but the tables are 1 to {tables}",
	"draw_table_full":      "players {ids} all want table {table}, which has {seats} seats; move one of them",
	"draw_tables_five":     "players {ids} all want table {table}, which would have to be a table of five, but the field has only {fives}; move one of them",
	"draw_rank":            "a rank must be 0 (none) or more, not {rank}",
	"draw_apart_self":      "player {id} cannot be kept apart from himself",
	"draw_apart_unknown":   "player {id} is to be kept apart from {other}, who is not in the field and never was",
	"draw_apart_fixed":     "players {a} and {b} must never share a table but are both fixed to table {table}; lift one of the wishes",
	"draw_apart_alone":     "player {id} is to be kept apart from {count} players, so not enough are left for his table; lift some of these wishes",
	"draw_apart_many":      "players {ids} are all to be kept apart from each other, but there are only {tables} tables; lift some of these wishes",
	"draw_apart_open":      "no seating was found that keeps players {a} and {b} apart together with all other wishes; lift one of them or try a more thorough draw",
	"draw_history_twice":   "player {id} sits twice in round {round} of the history",
	"draw_history_number":  "round {round} of the history is numbered twice or below 1",
}
