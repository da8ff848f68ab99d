package draw

import (
	"reflect"
	"testing"
)

func TestCheck(t *testing.T) {
	ps := people(9)
	ps[0].Club, ps[1].Club, ps[2].Apart, ps[4].Table = "A", "A", []int64{1}, 2
	played := []Round{{1, []Table{{1, []int64{4, 1, 8, 9}}}}, {2, []Table{{1, []int64{1, 4, 6, 7, 8}}}}}
	tests := []struct {
		name   string
		tables []Table
		want   []Fault
	}{
		{"legal, with repeats", []Table{{1, []int64{3, 9, 4, 2}}, {2, []int64{7, 5, 1, 6, 8}}}, []Fault{
			{Code: "repeat", Table: 1, Players: []int64{4, 9}, Count: 2},
			{Code: "repeat", Table: 2, Players: []int64{1, 6}, Count: 2}, {Code: "repeat", Table: 2, Players: []int64{1, 7}, Count: 2},
			{Code: "repeat", Table: 2, Players: []int64{1, 8}, Count: 3}, {Code: "repeat", Table: 2, Players: []int64{6, 7}, Count: 2},
			{Code: "repeat", Table: 2, Players: []int64{6, 8}, Count: 2}, {Code: "repeat", Table: 2, Players: []int64{7, 8}, Count: 2}}},
		{"wishes", []Table{{1, []int64{1, 2, 3, 5}}}, []Fault{
			{Code: "missing", Players: []int64{4}, Illegal: true}, {Code: "missing", Players: []int64{6}, Illegal: true},
			{Code: "missing", Players: []int64{7}, Illegal: true}, {Code: "missing", Players: []int64{8}, Illegal: true},
			{Code: "missing", Players: []int64{9}, Illegal: true},
			{Code: "club", Table: 1, Players: []int64{1, 2}}, {Code: "apart", Table: 1, Players: []int64{1, 3}},
			{Code: "fixed", Table: 1, Players: []int64{5}}}},
		{"illegal", []Table{{1, []int64{2, 3, 4}}, {1, []int64{2, 5, 6, 77}}, {0, []int64{1, 9, 7, 8}}}, []Fault{
			{Code: "size", Table: 1, Count: 3, Illegal: true}, {Code: "number", Table: 1, Illegal: true},
			{Code: "twice", Table: 1, Players: []int64{2}, Illegal: true}, {Code: "unknown", Table: 1, Players: []int64{77}, Illegal: true},
			{Code: "number", Illegal: true}, {Code: "fixed", Table: 1, Players: []int64{5}},
			{Code: "repeat", Players: []int64{1, 7}, Count: 2}, {Code: "repeat", Players: []int64{1, 8}, Count: 3},
			{Code: "repeat", Players: []int64{1, 9}, Count: 2}, {Code: "repeat", Players: []int64{7, 8}, Count: 2},
			{Code: "repeat", Players: []int64{8, 9}, Count: 2}}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			if got := Check(ps, played, Round{3, tt.tables}); !reflect.DeepEqual(got, tt.want) {
				t.Errorf("got  %+v\nwant %+v", got, tt.want)
			}
		})
	}
}

func TestMeasure(t *testing.T) {
	ps := people(9)
	ps[0].Club, ps[1].Club = "A", "A"
	history := []Round{{1, []Table{{1, []int64{1, 2, 3, 4}}, {2, []int64{5, 6, 7, 8, 50}}}}}
	rounds := []Round{
		{2, []Table{{1, []int64{1, 2, 5, 9}}, {2, []int64{3, 4, 6, 7, 8}}}},
		{3, []Table{{1, []int64{1, 2, 6, 9}}, {2, []int64{3, 4, 5, 7, 8}}}},
	}
	// seats: all but player 8, who has seat 5 twice, have the same seat twice; fives: 14 visits, 2 are fair, 7 and 8 have 3
	// 1-2 three times, 3-4 three times, 7-8 three times, 5-7, 5-8, 6-7, 6-8 twice, 1-9, 2-9, 3-7, 3-8, 4-7, 4-8 twice
	want := Cost{Repeats: 16, MaxMeetings: 3, ClubMeetings: 2, FiveOver: 2, SeatImbalance: 8, RepeatPairs: [][3]int64{
		{1, 2, 3}, {1, 9, 2}, {2, 9, 2}, {3, 4, 3}, {3, 7, 2}, {3, 8, 2}, {4, 7, 2}, {4, 8, 2}, {5, 7, 2}, {5, 8, 2}, {6, 7, 2}, {6, 8, 2}, {7, 8, 3}}}
	if got := Measure(ps, history, rounds); !reflect.DeepEqual(got, want) {
		t.Errorf("got  %+v\nwant %+v", got, want)
	}
	if got := Measure(nil, nil, nil); got.FiveOver != 0 || got.Repeats != 0 {
		t.Errorf("nothing costs %+v", got)
	}
}
