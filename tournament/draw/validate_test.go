package draw

import (
	"errors"
	"slices"
	"strings"
	"testing"
)

// refusal draws, wants a refusal and returns its codes with their fields.
func refusal(t *testing.T, ps []Player, history []Round, o Options) []string {
	t.Helper()
	_, err := Draw(ps, history, o)
	var bad Problems
	if !errors.As(err, &bad) {
		t.Fatalf("not refused: %v", err)
	}
	var codes []string
	for _, p := range bad {
		codes = append(codes, p.Code+" "+p.Field)
		if text := p.Error(); strings.ContainsAny(text, "{}") || !strings.Contains(text, " ") {
			t.Errorf("%s has no good sentence: %q", p.Code, text)
		}
	}
	return codes
}

func TestDraw_Refusals(t *testing.T) {
	three := Options{Rounds: 3}
	with := func(n int, change func(ps []Player)) []Player {
		ps := people(n)
		change(ps)
		return ps
	}
	fixAll := func(ps []Player, table int) {
		for i := range ps {
			ps[i].Table = table
		}
	}
	tests := []struct {
		name    string
		players []Player
		history []Round
		o       Options
		want    []string
	}{
		{"nobody", nil, nil, three, []string{"draw_players_none players"}},
		{"three", people(3), nil, three, []string{"draw_players_few players"}},
		{"six", people(6), nil, three, []string{"draw_players_split players"}},
		{"eleven", people(11), nil, three, []string{"draw_players_split players"}},
		{"a hundred thousand", people(100000), nil, three, []string{"draw_players_many players"}},
		{"fives forbidden", people(9), nil, Options{Rounds: 1, Fives: FivesForbid}, []string{"draw_fives_forbidden fives"}},
		{"no rounds", people(8), nil, Options{}, []string{"draw_rounds rounds"}},
		{"too many rounds and too few players", people(7), nil, Options{Rounds: 101}, []string{"draw_rounds rounds", "draw_players_split players"}},
		{"unknown words", people(8), nil, Options{Rounds: 1, Fives: "no", Prefer: "x", Mode: "x", Clubs: "x", Effort: "x"},
			[]string{"draw_option fives", "draw_option prefer", "draw_option mode", "draw_option clubs", "draw_option effort"}},
		{"an id twice, one below 1, a rank below 0", with(8, func(ps []Player) { ps[1].ID, ps[2].ID, ps[3].Rank = 1, 0, -1 }), nil, three,
			[]string{"draw_player_twice players.1.id", "draw_player_id players.2.id", "draw_rank players.3.rank"}},
		{"a table that is not there", with(8, func(ps []Player) { ps[0].Table = 3; ps[1].Table = -1 }), nil, three,
			[]string{"draw_table_unknown players.0.table", "draw_table_unknown players.1.table"}},
		{"five fixed to a four", with(8, func(ps []Player) { fixAll(ps[:5], 2) }), nil, three, []string{"draw_table_full players.0.table"}},
		{"six fixed to a five", with(9, func(ps []Player) { fixAll(ps[:6], 2) }), nil, three, []string{"draw_table_full players.0.table"}},
		{"two tables need the only five", with(13, func(ps []Player) { fixAll(ps[:5], 2); fixAll(ps[5:10], 3) }), nil, three,
			[]string{"draw_tables_five players.5.table"}},
		{"apart from oneself and from nobody", with(8, func(ps []Player) { ps[0].Apart = []int64{1, 77} }), nil, three,
			[]string{"draw_apart_self players.0.apart.0", "draw_apart_unknown players.0.apart.1"}},
		{"apart but both fixed", with(8, func(ps []Player) { fixAll(ps[:2], 1); ps[1].Apart = []int64{1} }), nil, three,
			[]string{"draw_apart_fixed players"}},
		{"three apart at two tables", with(8, func(ps []Player) { ps[0].Apart, ps[1].Apart = []int64{2, 3}, []int64{3} }), nil, three,
			[]string{"draw_apart_many players"}},
		{"apart from all but two", with(8, func(ps []Player) { ps[0].Apart = []int64{2, 3, 4, 5, 6} }), nil, three,
			[]string{"draw_apart_alone players"}},
		{"history", people(8), []Round{{1, []Table{{1, []int64{1, 2, 3, 1}}}}, {1, nil}, {0, []Table{{1, []int64{1, 2, 3, 4, 5, 6}}}}}, three,
			[]string{"draw_history_twice history.0.tables.0", "draw_history_number history.1.number", "draw_history_number history.2.number",
				"draw_history_size history.2.tables.0"}},
		{"a history without end", people(8), make([]Round, 2000), three, []string{"draw_history_long history"}},
		{"wishes that only a search finds impossible", with(8, func(ps []Player) {
			// 1 must sit with three of 2, 3, 4, 5, but 2-3 and 4-5 are apart
			ps[0].Apart, ps[1].Apart, ps[3].Apart = []int64{6, 7, 8}, []int64{3}, []int64{5}
		}), nil, Options{Rounds: 1, Effort: EffortQuick}, []string{"draw_apart_open players"}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			if got := refusal(t, tt.players, tt.history, tt.o); !slices.Equal(got, tt.want) {
				t.Errorf("got  %v\nwant %v", got, tt.want)
			}
		})
	}
}

func TestDraw_RefusalSaysWhatCanBeDone(t *testing.T) {
	for n, want := range map[int]string{
		1: "at least 4", 6: "with 8 players it works (a guest or helper plays along), or with 5", 7: "or with 5", 11: "with 12 players it works",
	} {
		_, err := Draw(people(n), nil, Options{Rounds: 1})
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%d players: %v", n, err)
		}
	}
	ps := people(8)
	ps[0].Table, ps[1].Table, ps[1].Apart = 1, 1, []int64{1}
	_, err := Draw(ps, nil, Options{Rounds: 1})
	if want := "players: players 1 and 2 must never share a table but are both fixed to table 1; lift one of the wishes"; err == nil || err.Error() != want {
		t.Errorf("%v", err)
	}
	ps = people(8)
	for i := range 5 {
		ps[i].Table = 1
	}
	if _, err = Draw(ps, nil, Options{Rounds: 1}); err == nil || !strings.Contains(err.Error(), "players 1, 2, 3, 4, 5 all want table 1, which has 4 seats") {
		t.Errorf("%v", err)
	}
}

// A thousand players who are apart from nearly everybody are answered quickly, too: each may meet only three others.
func TestDraw_WishesWithoutEnd(t *testing.T) {
	ps := people(1000)
	for i := range ps {
		for k := range ps {
			if i/4 != k/4 {
				ps[i].Apart = append(ps[i].Apart, ps[k].ID)
			}
		}
	}
	if q, err := newRequest(ps, nil, Options{Rounds: 1}); err != nil || len(q.players) != 1000 {
		t.Errorf("one round is possible: %v", err)
	}
	ps[0].Apart = append(ps[0].Apart, 2)
	got := refusal(t, ps, nil, Options{Rounds: 1})
	if !slices.Contains(got, "draw_apart_many players") {
		t.Errorf("%v", got)
	}
}

// What looks hopeless and is not: a club larger than the tables, someone apart from a player who left, a hundred rounds of five.
func TestDraw_NotRefused(t *testing.T) {
	ps := people(8)
	for i := range ps {
		ps[i].Club = "DC Hamm"
	}
	p := mustDraw(t, ps, nil, Options{Rounds: 2, Clubs: ClubsHard, Effort: EffortQuick})
	if p.Cost.ClubMeetings != 24 || p.Notes[1].Code != "draw_repeats_forced" {
		t.Errorf("%+v %v", p.Cost, p.Notes)
	}
	ps = people(8)
	ps[0].Apart = []int64{50}
	history := []Round{{1, []Table{{1, []int64{1, 2, 3, 50}}}}}
	mustDraw(t, ps, history, Options{Rounds: 1, Effort: EffortQuick})
	p = mustDraw(t, people(5), nil, Options{Rounds: 100})
	if p.Cost.MaxMeetings != 100 || p.Cost.Repeats != 990 || p.Bound != 990 || p.Cost.SeatImbalance != 0 {
		t.Errorf("%+v, bound %d", p.Cost.Repeats, p.Bound)
	}
}
