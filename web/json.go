package web

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"reflect"
	"slices"
	"strings"

	"github.com/labstack/echo/v4"

	"doko/tournament"
)

// decodeJSON reads the one JSON value of a request into target; unknown fields and text after it are problems.
func decodeJSON(c echo.Context, target any) error {
	d := json.NewDecoder(c.Request().Body)
	d.DisallowUnknownFields()
	err := d.Decode(target)
	if err == nil {
		if _, err = d.Token(); errors.Is(err, io.EOF) {
			return nil
		}
		return tournament.Invalid("json_broken", "", nil)
	}
	var (
		large *http.MaxBytesError
		kind  *json.UnmarshalTypeError
	)
	switch name, unknown := strings.CutPrefix(err.Error(), `json: unknown field "`); {
	case errors.As(err, &large):
		return err
	case errors.As(err, &kind):
		return tournament.Invalid("field_type", jsonField(kind.Field), map[string]any{"Want": jsonKind(kind.Type.Kind())})
	case unknown:
		return tournament.Invalid("field_unknown", strings.TrimSuffix(name, `"`), nil)
	}
	p := tournament.Invalid("json_broken", "", nil)
	p.Err = err
	return p
}

// jsonField is a path as it was sent: the decoder puts our own types that are embedded between its names.
func jsonField(path string) string {
	names := strings.Split(path, ".")
	return strings.Join(slices.DeleteFunc(names, func(name string) bool { return name != strings.ToLower(name) }), ".")
}

// jsonKind is what JSON calls a kind of Go.
func jsonKind(k reflect.Kind) string {
	switch k {
	case reflect.String:
		return "string"
	case reflect.Bool:
		return "boolean"
	case reflect.Slice, reflect.Array:
		return "array"
	case reflect.Struct, reflect.Map, reflect.Pointer:
		return "object"
	}
	return "integer"
}

// answerJSON answers with a JSON value.
func answerJSON(c echo.Context, status int, v any) error {
	return answerJSONAs(c, "application/json", status, v)
}

// answerJSONAs writes a value as the API does: fixed field order, no HTML escapes; encoded before anything is sent.
func answerJSONAs(c echo.Context, contentType string, status int, v any) error {
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	if err := e.Encode(v); err != nil {
		return fmt.Errorf("web: write JSON: %w", err)
	}
	return c.Blob(status, contentType+"; charset=utf-8", b.Bytes())
}
