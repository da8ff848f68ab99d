package web

import (
	"fmt"
	"testing"
)

// signIn signs the director in.
func (tb *tab) signIn() {
	tb.t.Helper()
	tb.visit("/sign-in")
	tb.Type("#f-name", "anna")
	tb.Type("#f-password", eveningPassword)
	tb.Follow("form.narrow button")
	tb.says("h1", "Turniere")
}

// pick chooses an option of a field.
func (tb *tab) pick(field, value string) {
	tb.t.Helper()
	tb.Choose("#f-"+field, value)
}

// A referee's phone: from the table to the proposal, the penalty at its hand on the sheet, taken back, and the hand put back.
func TestOffenceOnPhone(t *testing.T) {
	inBrowser(t, nil, func(t *testing.T, e *evening) {
		four := e.table(4)
		e.enter(four, `{"hand":{"contract":"normal","re":[1,2],"re_augen_between":[121,150]}}`,
			`{"hand":{"contract":"solo_damen","re":[3],"re_augen_between":[121,150],"calls":{"re":["re","k90"],"kontra":[]}}}`)
		phone := chromium(t, e.ts.URL)
		phone.signIn()
		phone.visit(tableAddress(four.Table.ID))
		phone.Follow(`a[href*="penalties/offence"]`)
		phone.says("h1", "Strafe nach TSR 9")
		phone.fits()
		phone.shot("offence_question")
		if small := eval[int](phone, `[...document.querySelectorAll("main select, main button, main input:not([type=hidden])")].filter(k => k.getBoundingClientRect().height > 0 && k.getBoundingClientRect().height < 44 && k.type !== "checkbox").length`); small > 0 {
			t.Errorf("%d keys are lower than 44 px", small)
		}
		phone.pick("hand", "2")
		phone.pick("offender", "1")
		phone.pick("offence", "major")
		phone.tapOn(`form[method=get] button`)
		phone.shows("#proposal", "15")
		phone.says("#proposal", "das Solo gilt als gespielt")
		phone.fits()
		phone.shot("offence_proposal")
		phone.Type("#f-reason", "Karte gezeigt")
		phone.tapOn(`#proposal form .main`)
		phone.shows(".flash", "−15")
		phone.fits()
		phone.shot("offence_list")
		phone.visit(tableAddress(four.Table.ID))
		phone.says("#table-sheet", "Strafe in Spiel 2")
		phone.fits()
		eval[bool](phone, `(document.querySelector("#table-sheet").scrollIntoView(), true)`)
		phone.shot("offence_sheet")
		phone.visit("/t/" + e.cup.PublicID + "/penalties")
		phone.tapOn(`.tile details summary`)
		phone.Type(".tile form[action$=cancel] input[name=reason]", "doch nicht")
		phone.tapOn(`.tile form[action$=cancel] button`)
		phone.shows(".tile", "Spiel 2 steht noch so")
		phone.shot("offence_cancelled")
		phone.tapOn(`.tile details summary`)
		phone.Type(".tile form[action$=restore] input[name=reason]", "doch nicht")
		phone.tapOn(`.tile form[action$=restore] button`)
		phone.shows(".flash", "wie vor der Strafe")
		if v := e.view(four); v.Rows[1].Current.Points[2] == 0 {
			t.Errorf("the hand is %+v", v.Rows[1].Current)
		}
		phone.visit("/t/" + e.cup.PublicID + fmt.Sprintf("/penalties/offence?lang=en&table=%d&hand=3&offender=2&offence=major&denials=2", four.Table.ID))
		phone.says("#proposal", "is stopped, does not count as played and is dealt again")
		phone.fits()
		phone.shot("offence_english")
		office := phone.another()
		for i, path := range []string{fmt.Sprintf("/penalties/offence?table=%d&hand=3&offender=2&offence=major&soloist=3&denials=4", four.Table.ID), "/penalties/offence", "/penalties"} {
			office.visit("/t/" + e.cup.PublicID + path)
			office.fits()
			office.shot(fmt.Sprint("offence_office_", i))
		}
	})
}
