package tournament

// Limits of what people can type.
const (
	MaxName    = 120 // characters of a name or club: real ones in player lists reach 96
	MaxText    = 500 // characters of a reason
	MaxStartNo = 99999
	MaxHands   = 200
	MaxRounds  = 50
	MaxFee     = Cents(1_000_000)
	MinYear    = 1990
	MaxYear    = 2100
)

// CleanName is a name as it is kept: in normal form C, trimmed, single spaces.
func CleanName(s string) string { panic("tournament: being written") }

// Check looks at what a director typed about a tournament. Problems have kind ErrInvalid and fields name, venue, starts_at,
// time_zone, fee, currency, standings, and those of Format.Check. nil = nothing wrong.
func (t Tournament) Check() Problems { panic("tournament: being written") }

// Check looks at the format: fields rounds, hands_per_round, hands_at_five, compulsory_solos, fives, seating, confirm, ranking.
func (f Format) Check() Problems { panic("tournament: being written") }

// Check looks at an entry with its joined person: fields name, club, member_no, team, start_no, table, apart, from_round,
// to_round, paid. A start number 0 is one that is not given yet.
func (e Entry) Check() Problems { panic("tournament: being written") }
