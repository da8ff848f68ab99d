package web

import (
	"errors"
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/labstack/echo/v4"

	"doko/tournament"
)

// A wrong type is named by the field as it was sent, never by a type of the program.
func TestDecodeJSON_WrongType(t *testing.T) {
	for _, tt := range []struct{ name, body, field, want string }{
		{"a word for an amount", `{"name":"Abend","entry_fee_cents":"zehn"}`, "entry_fee_cents", "integer"},
		{"a fraction", `{"entry_fee_cents":1.5}`, "entry_fee_cents", "integer"},
		{"a number for a name", `{"name":5}`, "name", "string"},
		{"a list", `[]`, "", "object"},
	} {
		c := echo.New().NewContext(httptest.NewRequest("POST", "/", strings.NewReader(tt.body)), httptest.NewRecorder())
		var in newTournament
		err := decodeJSON(c, &in)
		var p *tournament.Problem
		if !errors.As(err, &p) || p.Code != "field_type" || p.Field != tt.field || p.Args["Want"] != tt.want {
			t.Errorf("%s: %v, %+v", tt.name, err, p)
		}
	}
}
