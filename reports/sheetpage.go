package reports

import (
	"slices"
	"strconv"
	"strings"
)

// Sizes of the score sheet in mm. The rows share what the rest of the page leaves.
const (
	sheetX       = 9.0 // left margin
	numberWidth  = 10.5
	dealerWidth  = 20.0
	kindWidth    = 25.5
	valueWidth   = 15.5
	namelessHead = 14.0 // position and start number, compulsory solo
	nameLine     = 5.0
	columnHeads  = 6.0
	footRow      = 7.0
	signatureRow = 13.0
	lowestRow    = 5.0
	highestRow   = 7.4
)

// sheetPage draws one sheet.
type sheetPage struct {
	*document
	Sheet
	totals []int   // running totals by position
	row    float64 // height of a row in mm
	top    float64 // where the frame of this page begins
	shaded bool
}

func (p *sheetPage) draw() error {
	p.orientation, p.foot = "P", 0
	p.totals = make([]int, len(p.Players))
	if err := p.begin(false); err != nil {
		return err
	}
	room := p.bottom() - p.y - p.footHeight()
	p.row = min(highestRow, max(lowestRow, room/float64(max(1, len(p.Rows)))))
	for i, r := range p.Rows {
		need := p.row
		if i == len(p.Rows)-1 {
			need += p.footHeight()
		}
		if p.y+need > p.bottom()+0.1 {
			p.frame()
			if err := p.begin(true); err != nil {
				return err
			}
		}
		p.hand(r)
	}
	p.frame()
	p.feet()
	return nil
}

func (p *sheetPage) span() float64  { return p.w - 2*sheetX }
func (p *sheetPage) fixed() float64 { return numberWidth + dealerWidth + kindWidth }
func (p *sheetPage) player() float64 {
	return (p.span() - p.fixed() - valueWidth) / float64(max(1, len(p.Players)))
}

// at is where the column of a position begins.
func (p *sheetPage) at(i int) float64 { return sheetX + p.fixed() + float64(i)*p.player() }

func (p *sheetPage) footHeight() float64 {
	h := 3*footRow + signatureRow + 2
	for _, n := range p.below() {
		h += float64(len(p.lines(p.span(), n, plain(11)))) * leading(plain(11))
	}
	return h
}

// begin starts a page of the sheet: what it is, who sits where, heads of the columns.
func (p *sheetPage) begin(continued bool) error {
	p.add()
	p.shaded = false
	end := sheetX + p.span()
	if p.head.Link != "" {
		if err := p.code(end-20, p.y-2, 22, p.head.Link); err != nil {
			return err
		}
		end -= 22
	}
	room := end - sheetX
	p.nameAndPlace(sheetX, room)
	p.y += 6
	title := p.t("report.sheet")
	if continued {
		title += " (" + p.t("report.continued") + ")"
	}
	place := p.t("report.sheet_place", "Round", blankIfNone(p.Round), "Table", blankIfNone(p.Table))
	f := heavy(20)
	wide := p.width(place, f) + 3
	p.cell(sheetX-1.2, p.y, room-wide, 9, title, f, left)
	p.cell(end-wide, p.y, wide, 9, place, f, right)
	p.y += 9
	line := p.Rules
	if p.Filled {
		line = ""
		if p.head.Provisional {
			line = strings.ToUpper(p.t("report.provisional"))
		}
		line = joined(" · ", line, p.State, p.state())
	}
	p.cell(sheetX-1.2, p.y, room, 5.5, line, plain(11), left)
	p.y += 7
	p.top = p.y
	p.heads()
	return nil
}

func blankIfNone(n int) string {
	if n == 0 {
		return "____"
	}
	return strconv.Itoa(n)
}

// heads draws the players and the heads of the columns.
func (p *sheetPage) heads() {
	for i, player := range p.Players {
		p.headOf(i, player)
	}
	p.cell(sheetX, p.y+0.5, p.fixed(), 7, p.t("report.keeper_legend"), plain(11), left)
	p.cell(sheetX, p.y+p.nameBlock()-6.5, p.fixed(), 6, p.t("report.solo")+":", plain(11), right)
	p.y += p.nameBlock()
	p.line(sheetX, p.y, sheetX+p.span(), p.y, 0.3)
	h := columnHeads
	p.cell(sheetX, p.y, numberWidth, h, p.t("report.start_no"), heavy(11), left)
	p.cell(sheetX+numberWidth, p.y, dealerWidth, h, p.t("report.dealer"), heavy(11), left)
	p.cell(sheetX+numberWidth+dealerWidth, p.y, kindWidth, h, p.t("report.kind"), heavy(11), left)
	for i := range p.Players {
		points := p.points()
		p.cell(p.at(i), p.y, points, h, "±", heavy(11), right)
		p.cell(p.at(i)+points, p.y, p.player()-points, h, "Σ", heavy(11), right)
	}
	p.cell(p.at(len(p.Players)), p.y, valueWidth, h, p.t("report.value"), heavy(11), right)
	p.y += h
	p.line(sheetX, p.y, sheetX+p.span(), p.y, 0.5)
}

// headOf draws who sits at a position: its number, the start number, the name in two lines if it needs them, the solo box.
func (p *sheetPage) headOf(i int, player SheetPlayer) {
	x, w := p.at(i), p.player()
	p.cell(x, p.y+0.5, 8, 7, strconv.Itoa(i+1), heavy(14), left)
	if player.Keeper {
		p.cell(x+5, p.y+0.5, 8, 7, "✎", plain(13), left)
	}
	if player.StartNo > 0 {
		p.numbered(x+11, p.y+0.5, w-11, p.t("report.start_no"), player.StartNo, right)
	}
	name := player.Name
	if p.shortened(player) {
		name = player.Short
	}
	lines, f := p.fill(w-2*gap, name, heavy(11), 11, p.nameLines())
	for n, line := range lines {
		p.cell(x, p.y+7+float64(n)*nameLine, w, nameLine, line, f, left)
	}
	if !player.NoSolo {
		p.soloBox(x+gap, p.y+p.nameBlock()-6, w-gap, player.Solo)
	}
}

// nameBlock is the height of who sits where in mm.
func (p *sheetPage) nameBlock() float64 { return namelessHead + float64(p.nameLines())*nameLine }

// nameLines is how many lines the names have: a third one where even a short name needs it. The rows need the room.
func (p *sheetPage) nameLines() int {
	for _, player := range p.Players {
		if !p.hasRoom(player.Name, 2) && !p.hasRoom(player.Short, 2) {
			return 3
		}
	}
	return 2
}

func (p *sheetPage) hasRoom(name string, most int) bool {
	w := p.player() - 2*gap
	lines, f := p.fill(w, name, heavy(11), 11, most)
	return p.whole(w, lines, f, most)
}

// shortened reports whether a name has no room over its column and a shorter one stands there.
func (p *sheetPage) shortened(player SheetPlayer) bool {
	return player.Short != "" && !p.hasRoom(player.Name, p.nameLines())
}

// points is the width of the narrower of a player's two columns: the points of a hand; the other one has the running total.
func (p *sheetPage) points() float64 { return p.player() * 0.45 }

// soloBox is the box for the compulsory solo: empty to be ticked, or the number of the hand it was played in.
func (p *sheetPage) soloBox(x, y, w float64, hand int) {
	p.box(x, y, 5, 5, 0.4)
	if hand > 0 {
		p.line(x+1, y+2.6, x+2.2, y+4, 0.6)
		p.line(x+2.2, y+4, x+4.2, y+1, 0.6)
		p.numbered(x+5, y-1, w-5, p.t("report.hand"), hand, left)
	}
}

// numbered writes what a number is and the number, or the number alone where that is too long.
func (p *sheetPage) numbered(x, y, w float64, what string, n int, a align) {
	text := what + " " + strconv.Itoa(n)
	if p.width(text, plain(11)) > w-2*gap {
		text = strconv.Itoa(n)
	}
	p.cell(x, y, w, 7, text, plain(11), a)
}

// hand draws one row.
func (p *sheetPage) hand(r SheetRow) {
	if p.shaded {
		p.tint(sheetX, p.y, p.span(), p.row)
	}
	p.shaded = !p.shaded
	p.line(sheetX, p.y, sheetX+p.span(), p.y, 0.1)
	x := sheetX
	if r.Number > 0 {
		p.cell(x, p.y, numberWidth, p.row, strconv.Itoa(r.Number), plain(11), right)
	}
	x += numberWidth
	p.upright(x, 0.15)
	if r.Dealer > 0 && r.Dealer <= len(p.Players) {
		p.cell(x, p.y, dealerWidth, p.row, strconv.Itoa(r.Dealer)+" "+dealerName(p.Players[r.Dealer-1]), plain(11), left)
	}
	x += dealerWidth
	p.upright(x, 0.15)
	p.cell(x, p.y, kindWidth, p.row, r.Mark, plain(11), left)
	p.upright(p.at(0), 0.5)
	if r.Text != "" {
		p.cell(p.at(0), p.y, p.at(len(p.Players))-p.at(0), p.row, r.Text, plain(11), left)
	} else {
		p.figures(r)
	}
	p.upright(p.at(len(p.Players)), 0.5)
	if r.Value != nil {
		p.cell(p.at(len(p.Players)), p.y, valueWidth, p.row, signed(*r.Value), plain(11), right)
	}
	if r.Struck {
		p.line(sheetX+1, p.y+p.row/2, sheetX+p.span()-1, p.y+p.row/2, 0.4)
	}
	p.y += p.row
}

// upright draws the line between two columns in this row.
func (p *sheetPage) upright(x, width float64) { p.line(x, p.y, x, p.y+p.row, width) }

// figures draws points and running totals of a row by position.
func (p *sheetPage) figures(r SheetRow) {
	for i := range p.Players {
		w := p.points()
		x := p.at(i)
		p.upright(x, 0.5)
		p.upright(x+w, 0.15)
		switch {
		case r.SitsOut == i+1:
			p.cell(x, p.y, w, p.row, nobody, plain(11), right)
		case i < len(r.Points):
			p.won(r, i)
		}
		if i < len(r.Points) && !r.Struck && !r.Aside {
			p.totals[i] += r.Points[i]
			p.cell(x+w-0.6, p.y, p.player()-w+0.9, p.row, signed(p.totals[i]), plain(11), right)
		}
	}
}

// won draws a player's points of a hand: framed if he won it, white on black if it was his solo.
func (p *sheetPage) won(r SheetRow, i int) {
	x, w := p.at(i), p.points()
	f := plain(11)
	if slices.Contains(r.Winners, i+1) {
		f = heavy(11)
		p.box(x+0.6, p.y+0.5, w-0.9, p.row-1, 0.35)
	}
	figure := func() { p.cell(x-0.6, p.y, w+1.0, p.row, signed(r.Points[i]), f, right) }
	if r.Soloist != i+1 {
		figure()
		return
	}
	p.block(x+0.6, p.y+0.5, w-0.9, p.row-1)
	p.inverted(figure)
}

// frame draws the outline of the page so far and the lines in its heads.
func (p *sheetPage) frame() {
	below := p.top + p.nameBlock() + columnHeads
	for _, x := range []float64{sheetX + numberWidth, sheetX + numberWidth + dealerWidth} {
		p.line(x, p.top+p.nameBlock(), x, below, 0.15)
	}
	for i := range len(p.Players) + 1 {
		p.line(p.at(i), p.top, p.at(i), below, 0.5)
		if i < len(p.Players) {
			x := p.at(i) + p.points()
			p.line(x, p.top+p.nameBlock(), x, below, 0.15)
		}
	}
	p.box(sheetX, p.top, p.span(), p.y-p.top, 0.5)
}

// feet draws sums, penalties, result, signatures and notes.
func (p *sheetPage) feet() {
	top := p.y
	rows := []struct {
		label  string
		figure func(SheetPlayer) int
	}{
		{p.t("report.sheet_sum"), func(s SheetPlayer) int { return s.Total }},
		{p.t("report.sheet_penalty"), func(s SheetPlayer) int { return s.Penalty }},
		{p.t("report.sheet_total"), func(s SheetPlayer) int { return s.Total + s.Penalty }},
	}
	for n, r := range rows {
		last := n == len(rows)-1
		f := plain(11)
		if last {
			f = heavy(12)
		}
		p.cell(sheetX, p.y, p.fixed(), footRow, r.label, f, left)
		if p.Filled && !p.Open {
			all := 0
			for i, player := range p.Players {
				all += r.figure(player)
				p.cell(p.at(i), p.y, p.player(), footRow, signed(r.figure(player)), f, right)
			}
			p.cell(p.at(len(p.Players)), p.y, valueWidth, footRow, signed(all), plain(11), right)
		}
		p.y += footRow
		p.line(sheetX, p.y, sheetX+p.span(), p.y, 0.15)
	}
	p.cell(sheetX, p.y, p.fixed(), signatureRow, p.t("report.signatures"), plain(11), left)
	p.y += signatureRow
	for i := range len(p.Players) + 1 {
		p.line(p.at(i), top, p.at(i), p.y, 0.5)
	}
	p.box(sheetX, top, p.span(), p.y-top, 0.5)
	p.y += 1
	for _, text := range p.below() {
		p.y = p.paragraph(sheetX, p.y, p.span(), text, plain(11))
	}
}

// below are the texts under the sheet.
func (p *sheetPage) below() []string {
	notes := slices.Concat(p.fullNames(), p.Notes)
	if p.Open {
		how := p.t("report.sheet_help") + " " + p.t("report.sheet_legend")
		return append([]string{how, p.Rules}, notes...)
	}
	if p.Filled {
		return append([]string{p.t("report.sheet_legend"), p.Rules}, notes...)
	}
	return append([]string{p.t("report.sheet_help")}, notes...)
}

// fullNames is the line with the names that are short over their columns; none where all have room.
func (p *sheetPage) fullNames() []string {
	var names []string
	for i, player := range p.Players {
		if p.shortened(player) {
			names = append(names, strconv.Itoa(i+1)+" "+string(firstApart)+player.Name+string(lastApart))
		}
	}
	if len(names) == 0 {
		return nil
	}
	return []string{p.t("report.full_names", "Names", strings.Join(names, " · "))}
}

// dealerName is a name short enough for the column of dealers, set apart: a Hebrew one stays behind the seat's number.
func dealerName(player SheetPlayer) string {
	short, _, _ := strings.Cut(player.Short, " / ")
	if short == "" {
		short = firstName(player.Name)
	}
	return string(firstApart) + short + string(lastApart)
}

// firstName is the first word of a name that is not a title.
func firstName(name string) string {
	words := strings.Fields(name)
	for len(words) > 1 && strings.HasSuffix(words[0], ".") {
		words = words[1:]
	}
	return strings.Join(words[:min(1, len(words))], "")
}
