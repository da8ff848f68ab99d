package tournament

import (
	"errors"
	"fmt"
	"strings"
)

// The kinds of problems; test with errors.Is. Everything else is our fault.
var (
	ErrInvalid   = errors.New("invalid input")
	ErrPhase     = errors.New("wrong moment")
	ErrConflict  = errors.New("conflict")
	ErrDuplicate = errors.New("already there")
	ErrNotFound  = errors.New("not found")
	ErrForbidden = errors.New("not allowed")
)

// Problem is something wrong that the user can understand. The text is "problem.<code>" filled with Args, in the user's
// language; Hint, if set, is a second text "hint.<hint>" that says what to do.
type Problem struct {
	Kind  error
	Code  string         // snake_case, the same in Go, JSON and the texts
	Field string         // form field or JSON path, "" = the whole
	Args  map[string]any // placeholders of the text
	Hint  string
	Err   error // cause, for the log only
}

// Error is English, for logs.
func (p *Problem) Error() string {
	var b strings.Builder
	b.WriteString(p.Code)
	if p.Field != "" {
		fmt.Fprintf(&b, " (%s)", p.Field)
	}
	if p.Err != nil {
		fmt.Fprintf(&b, ": %v", p.Err)
	}
	return b.String()
}

// Unwrap gives the kind and the cause to errors.Is.
func (p *Problem) Unwrap() []error {
	if p.Err == nil {
		return []error{p.Kind}
	}
	return []error{p.Kind, p.Err}
}

// Problems are all things wrong with one input.
type Problems []*Problem

// Error is English, for logs.
func (ps Problems) Error() string {
	parts := make([]string, len(ps))
	for i, p := range ps {
		parts[i] = p.Error()
	}
	return strings.Join(parts, "; ")
}

// Unwrap gives every problem to errors.Is.
func (ps Problems) Unwrap() []error {
	errs := make([]error, len(ps))
	for i, p := range ps {
		errs[i] = p
	}
	return errs
}

// OrNil returns nil for an empty list, so that a list can be returned as an error.
func (ps Problems) OrNil() error {
	if len(ps) == 0 {
		return nil
	}
	return ps
}

// Invalid is a problem of kind ErrInvalid at a field.
func Invalid(code, field string, args map[string]any) *Problem {
	return &Problem{Kind: ErrInvalid, Code: code, Field: field, Args: args}
}

// Wrong is a problem of another kind than ErrInvalid: right input at the wrong moment, a conflict, a missing thing, a missing right.
func Wrong(kind error, code string, args map[string]any) *Problem {
	return &Problem{Kind: kind, Code: code, Args: args}
}
