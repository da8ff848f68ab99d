package draw

// Note is one sentence about a plan. Code is the key of its text, Args fill it; String is the English sentence.
type Note struct {
	Code string
	Args map[string]any
}

// String is English; pages translate by code.
func (n Note) String() string { return fill(noteTexts[n.Code], n.Args) }

var noteTexts = map[string]string{
	"draw_optimal": "this plan is optimal: no plan has fewer repeats",
}
