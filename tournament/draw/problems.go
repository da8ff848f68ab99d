package draw

import (
	"fmt"
	"strconv"
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

func wrong(code, field string, args map[string]any) Problem {
	return Problem{Code: code, Field: field, Args: args}
}

// fill puts args into the {placeholders} of a text.
func fill(text string, args map[string]any) string {
	for k, v := range args {
		text = strings.ReplaceAll(text, "{"+k+"}", fmt.Sprint(v))
	}
	return text
}

// IDs are players named in a sentence.
type IDs []int64

// String lists them as "1, 2, 3".
func (ids IDs) String() string {
	words := make([]string, len(ids))
	for i, id := range ids {
		words[i] = strconv.FormatInt(id, 10)
	}
	return strings.Join(words, ", ")
}

// problemTexts are the English sentences; pages translate by code.
var problemTexts = map[string]string{
	"draw_players_none":    "there are no players",
	"draw_players_split":   "{Players} players cannot be seated at tables of four and five; with {More} players it works (a guest or helper plays along), or with {Fewer} while the others have a bye",
	"draw_players_few":     "{Players} players are too few; a table needs at least {More}",
	"draw_players_many":    "{Players} players are too many for one draw; the limit is {Limit}",
	"draw_fives_forbidden": "{Players} players need {Fives} tables of five, but these are forbidden; allow them, or play with {Fewer} or {More} players",
	"draw_rounds":          "the number of rounds must be from 1 to {Limit}, not {Rounds}",
	"draw_option":          "{Value} is not one of: {Allowed}",
	"draw_player_id":       "a player's id must be 1 or more, not {ID}",
	"draw_player_twice":    "player {ID} is entered twice",
	"draw_table_unknown":   "player {ID} wants table {Table}, but the tables are 1 to {Tables}",
	"draw_table_full":      "players {IDs} all want table {Table}, which has {Seats} seats; move one of them",
	"draw_tables_five":     "players {IDs} all want table {Table}, which would have to be a table of five, but the field has only {Fives}; move one of them",
	"draw_rank":            "a rank must be 0 (none) or more, not {Rank}",
	"draw_apart_self":      "player {ID} cannot be kept apart from himself",
	"draw_apart_unknown":   "player {ID} is to be kept apart from {Other}, who is not in the field and never was",
	"draw_apart_fixed":     "players {A} and {B} must never share a table but are both fixed to table {Table}; lift one of the wishes",
	"draw_apart_alone":     "player {ID} is to be kept apart from {Count} players, so not enough are left for his table; lift some of these wishes",
	"draw_apart_many":      "players {IDs} are all to be kept apart from each other, but there are only {Tables} tables; lift some of these wishes",
	"draw_apart_open":      "no seating was found that keeps players {A} and {B} apart together with all other wishes; lift one of them or try a more thorough draw",
	"draw_fill_apart":      "without seating everybody anew players {A} and {B}, who must never share a table, would share one",
	"draw_fill_fixed":      "without seating everybody anew there is no seat for player {ID} at table {Table}, where he always sits",
	"draw_history_long":    "the history has {Rounds} rounds; the limit is {Limit}",
	"draw_history_size":    "a table of round {Round} of the history has {Seats} seats; a table has at most five",
	"draw_json":            "the request cannot be read: {Detail}",
	"draw_history_twice":   "player {ID} sits twice in round {Round} of the history",
	"draw_history_number":  "round {Round} of the history is numbered twice or below 1",
}
