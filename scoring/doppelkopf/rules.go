package doppelkopf

// Mode says how Re and Kontra count.
type Mode string

// The modes: points for each announcement, or each doubles the hand (OPEN 16).
const (
	Add    Mode = "add"
	Double Mode = "double"
)

// Tie says who wins with 120 to 120 and no denial.
type Tie string

// TieDDV gives it to Kontra (TSR 7.1.2), TieDraw to nobody, the only announcer losing (OPEN 7).
const (
	TieDDV  Tie = "ddv"
	TieDraw Tie = "draw"
)

// Limit says what is enough for the point against a denied "schwarz" (OPEN 11).
type Limit string

// Limit30 asks for 30 Augen, LimitTrick for any trick.
const (
	Limit30    Limit = "30"
	LimitTrick Limit = "trick"
)

// SoloSpecials says which special points count when one plays against three.
type SoloSpecials string

// The choices for special points in a solo.
const (
	NoSpecials      SoloSpecials = "none"
	DoppelkopfsOnly SoloSpecials = "doppelkopf"
	AllSpecials     SoloSpecials = "all"
)

// Caught says when a Karlchen lost to the other side is worth a point.
type Caught string

// The choices for a caught Karlchen. By what it was caught is for the table; the points are the same.
const (
	CaughtOff      Caught = "off"
	CaughtByAny    Caught = "any"
	CaughtByDQueen Caught = "dia_queen"
)

// Counting says what is written on the list.
type Counting string

// PlusMinus writes both sides (TSR 7.3), PlusOnly and MinusOnly write 0 for the other sign.
const (
	PlusMinus Counting = "plus_minus"
	PlusOnly  Counting = "plus"
	MinusOnly Counting = "minus"
)

// Rules is a complete rule set: every switch of VECTORS and the play switches of CONTRACTS 3. A tournament stores the
// whole value. Two sets are the same when they are ==. The numbers are points unless said otherwise, never negative.
type Rules struct {
	Preset string // the preset the set started from
	Deck   int    // cards: 48, or 40 without nines

	WonPoints              int
	BasePointWhenAnnounced bool // false: no point for winning once a side has announced
	AgainstOldPoints       int
	StagePoints            bool
	AnsagePoints           int
	AnsageMode             Mode
	AbsagePoints           int
	BeatPoints             bool
	SchwarzBeatenBy        Limit
	ImpliedCalls           bool
	KontraOnlyNeeds121     bool
	Tie120                 Tie
	NoWinnerStages         bool
	SoloMultiplier         int // a factor

	SpecialsInSolo        SoloSpecials
	FuchsPoints           int
	FuchsLastTrickPoints  int
	DoppelkopfPoints      int
	KarlchenPoints        int
	KarlchenCaughtPoints  int
	KarlchenCaught        Caught
	DulleCaughtPoints     int
	Armut                 bool
	Bock                  bool
	BockMultiplier        int // a factor
	Counting              Counting
	PenaltyMinor          int
	PenaltyMajor          int
	PenaltyMajorPerAbsage int

	Play Play
}

// Play holds the switches that only matter while cards are played: the referee reads them, Score does not.
type Play struct {
	SecondDulle         string // off, always, not_last_trick
	Schweinchen         string // off, both, first, second
	Superschweinchen    bool
	ArmutTrumps         int    // 2 or 3: the most trumps a poor hand may have
	ArmutExchange       string // trumps, three
	RedealFive          string // off, nines, nines_kings
	Pflichtansage       string // off, once, step
	HochzeitClarifiedBy string // foreign, plain, trump
	Contracts           Set    // bit i is AllContracts()[i]
	ReservationOrder    string // ddv, seed000, seed003
	BockTriggers        Set    // bit i is bockTriggers()[i]
	BockStack           string // append, multiply, ignore
}

// Set is a set of words; which word a bit stands for is said where it is used.
type Set uint16

// DDV are the tournament rules of the Deutscher Doppelkopf-Verband.
func DDV() Rules {
	return Rules{
		Preset: "ddv", Deck: 48,
		WonPoints: 1, BasePointWhenAnnounced: true, AgainstOldPoints: 1, StagePoints: true,
		AnsagePoints: 2, AnsageMode: Add, AbsagePoints: 1, BeatPoints: true, SchwarzBeatenBy: Limit30,
		ImpliedCalls: true, KontraOnlyNeeds121: true, Tie120: TieDDV, NoWinnerStages: true, SoloMultiplier: 3,
		SpecialsInSolo: NoSpecials, FuchsPoints: 1, FuchsLastTrickPoints: 1, DoppelkopfPoints: 1,
		KarlchenPoints: 1, KarlchenCaughtPoints: 1, KarlchenCaught: CaughtOff,
		BockMultiplier: 2, Counting: PlusMinus,
		PenaltyMinor: 3, PenaltyMajor: 12, PenaltyMajorPerAbsage: 3,
		Play: Play{
			SecondDulle: "off", Schweinchen: "off", ArmutTrumps: 3, ArmutExchange: "three", RedealFive: "off",
			Pflichtansage: "off", HochzeitClarifiedBy: "foreign", Contracts: allContracts &^ armutBit,
			ReservationOrder: "ddv", BockStack: "append",
		},
	}
}

// PresetNames lists the presets of VECTORS.
func PresetNames() []string {
	return []string{"ddv", "seed000", "seed002", "seed003", "seed004", "kneipe"}
}

// Preset returns the rule set of that name; the second result is false for an unknown name.
func Preset(name string) (Rules, bool) {
	r := DDV()
	r.Preset = name
	switch name {
	case "ddv", "seed004":
	case "seed000":
		r.AnsagePoints, r.BeatPoints, r.Tie120, r.Bock = 1, false, TieDraw, true
		r.allowArmut()
	case "seed002":
		r.BeatPoints = false
	case "seed003":
		r.BeatPoints, r.StagePoints = false, false
		r.KarlchenCaught, r.SpecialsInSolo = CaughtByAny, DoppelkopfsOnly
		r.allowArmut()
	case "kneipe":
		r.Deck, r.Bock, r.KarlchenCaught, r.DulleCaughtPoints = 40, true, CaughtByAny, 1
		r.FuchsLastTrickPoints, r.AnsageMode, r.Tie120 = 2, Double, TieDraw
		r.allowArmut()
	default:
		return Rules{}, false
	}
	return r, true
}

// allowArmut switches the Armut on for the list and for the table.
func (r *Rules) allowArmut() {
	r.Armut = true
	r.Play.Contracts |= armutBit
}

// Allows reports whether a contract may be played under the play switches; normal hands always may.
func (r Rules) Allows(c Contract) bool {
	for i, known := range AllContracts() {
		if known == c {
			return r.Play.Contracts&(1<<i) != 0
		}
	}
	return false
}
