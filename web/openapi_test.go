package web

import (
	"encoding/json"
	"fmt"
	"maps"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// description is openapi.json as the tests read it, with what real answers have shown of it.
type description struct {
	t     testing.TB
	paths map[string]map[string]operation
	named map[string]*schema
	seen  map[string]bool // "Stored.winner", "GET /tables/{id}"
}

type operation struct {
	Access      string `json:"x-access"`
	RequestBody *struct {
		Content map[string]struct{ Schema schema } `json:"content"`
	} `json:"requestBody"`
	Responses map[string]struct {
		Content map[string]struct{ Schema schema } `json:"content"`
	} `json:"responses"`
}

type schema struct {
	Ref        string             `json:"$ref"`
	Type       any                `json:"type"`
	Enum       []any              `json:"enum"`
	OneOf      []schema           `json:"oneOf"`
	Items      *schema            `json:"items"`
	Properties map[string]*schema `json:"properties"`
	Required   []string           `json:"required"`
}

func readDescription(t testing.TB) *description {
	t.Helper()
	var doc struct {
		Paths      map[string]map[string]operation `json:"paths"`
		Components struct {
			Schemas map[string]*schema `json:"schemas"`
		} `json:"components"`
	}
	if err := json.Unmarshal(openAPI, &doc); err != nil {
		t.Fatal(err)
	}
	return &description{t: t, paths: doc.Paths, named: doc.Components.Schemas, seen: map[string]bool{}}
}

// answered checks an answer of the API against what is described for it.
func (d *description) answered(method, path string, status int, contentType, body string) {
	d.t.Helper()
	template, op, ok := d.find(method, path)
	if !ok {
		d.t.Fatalf("%s %s is not described", method, path)
	}
	where := fmt.Sprintf("%s %s %d", method, template, status)
	response, ok := op.Responses[fmt.Sprint(status)]
	if !ok {
		d.t.Errorf("%s: the status is not described\n%s", where, body)
		return
	}
	if status < 300 {
		d.seen[method+" "+template] = true
	}
	kind, _, _ := strings.Cut(contentType, ";")
	content, ok := response.Content[kind]
	if !ok {
		if body != "" && len(response.Content) > 0 {
			d.t.Errorf("%s: answers %s, described are %v", where, kind, slices.Collect(maps.Keys(response.Content)))
		}
		return
	}
	if kind == "text/event-stream" {
		body = strings.TrimSpace(strings.TrimPrefix(body, "data:"))
	}
	var v any
	if err := json.Unmarshal([]byte(body), &v); err != nil {
		d.t.Errorf("%s: %v in %q", where, err, body)
		return
	}
	for _, fault := range d.check(content.Schema, v, "") {
		d.t.Errorf("%s: %s\n%s", where, fault, body)
	}
}

func (d *description) find(method, path string) (string, operation, bool) {
	path, _, _ = strings.Cut(path, "?")
	for template, ops := range d.paths {
		form := regexp.MustCompile(`\{[a-z]+\}`).ReplaceAllString(template, `[^/]+`)
		if op, ok := ops[strings.ToLower(method)]; ok && regexp.MustCompile("^"+form+"$").MatchString(path) {
			return template, op, true
		}
	}
	return "", operation{}, false
}

// check lists where a value is not as the schema says; at is the path so far, beginning with a schema's name.
func (d *description) check(s schema, v any, at string) []string {
	if s.Ref != "" {
		name := strings.TrimPrefix(s.Ref, "#/components/schemas/")
		return d.check(*d.named[name], v, name)
	}
	if len(s.OneOf) > 0 {
		var faults []string
		for _, one := range s.OneOf {
			if faults = d.check(one, v, at); faults == nil {
				return nil
			}
		}
		return faults
	}
	if s.Enum != nil && !slices.Contains(s.Enum, v) {
		return []string{fmt.Sprintf("%s is %v, not one of %v", at, v, s.Enum)}
	}
	if !s.allows(v) {
		return []string{fmt.Sprintf("%s is %T, not %v", at, v, s.Type)}
	}
	switch v := v.(type) {
	case map[string]any:
		return d.checkObject(s, v, at)
	case []any:
		var faults []string
		for i, item := range v {
			if s.Items != nil {
				faults = append(faults, d.check(*s.Items, item, fmt.Sprintf("%s[%d]", at, i))...)
			}
		}
		return faults
	}
	return nil
}

func (d *description) checkObject(s schema, v map[string]any, at string) []string {
	var faults []string
	if s.Properties == nil {
		return nil
	}
	for _, name := range s.Required {
		if _, ok := v[name]; !ok {
			faults = append(faults, at+" lacks "+name)
		}
	}
	for name, value := range v {
		property, ok := s.Properties[name]
		if !ok {
			faults = append(faults, at+" has the undescribed "+name)
			continue
		}
		d.seen[at+"."+name] = true
		faults = append(faults, d.check(*property, value, at+"."+name)...)
	}
	return faults
}

// allows reports whether the type of a value is one of the schema's.
func (s schema) allows(v any) bool {
	var types []any
	switch t := s.Type.(type) {
	case nil:
		return true
	case string:
		types = []any{t}
	case []any:
		types = t
	}
	is := "null"
	switch v := v.(type) {
	case string:
		is = "string"
	case bool:
		is = "boolean"
	case map[string]any:
		is = "object"
	case []any:
		is = "array"
	case float64:
		is = "number"
		if v == float64(int64(v)) {
			is = "integer"
		}
	}
	return slices.Contains(types, any(is))
}

// Every JSON route is described with its access, and nothing else is.
func TestDescriptionHasEveryRoute(t *testing.T) {
	s, _ := bareServer(t)
	s.table = nil
	s.routes()
	d := readDescription(t)
	described := map[string]string{}
	for path, ops := range d.paths {
		for method, op := range ops {
			described[strings.ToUpper(method)+" /api/v1"+path] = op.Access
		}
	}
	for _, r := range s.routeTable() {
		if !r.json {
			continue
		}
		name := r.method + " " + regexp.MustCompile(`:([a-z]+)`).ReplaceAllString(r.path, "{$1}")
		need := string(r.access)
		if need == "" {
			need = "public"
		}
		if described[name] != need {
			t.Errorf("%s needs %s, described is %q", name, need, described[name])
		}
		delete(described, name)
	}
	for name := range described {
		t.Errorf("%s is described but is no route", name)
	}
	for name, sc := range d.named {
		for _, need := range sc.Required {
			if sc.Properties[need] == nil {
				t.Errorf("%s requires %s, which it does not describe", name, need)
			}
		}
	}
}

// The checker of the tests finds what it should.
func TestDescriptionCheck(t *testing.T) {
	d := readDescription(t)
	good := `{"round":1,"tables":[{"id":1,"number":1,"seats":[{"position":1,"start_no":7,"name":"A"}]}]}`
	for body, faults := range map[string]int{
		good: 0,
		strings.Replace(good, `"round":1`, `"round":"1"`, 1):          1,
		strings.Replace(good, `"round":1,`, ``, 1):                    1,
		strings.Replace(good, `"start_no"`, `"startNo"`, 1):           2,
		strings.Replace(good, `"position":1`, `"position":1.5`, 1):    1,
		strings.Replace(good, `[{"id"`, `[{"new":true,"id"`, 1):       1,
		strings.Replace(good, `"round":1`, `"round":1,"shown":{}`, 1): 1,
		strings.Replace(good, `"tables":[`, `"tables":null,"x":[`, 1): 2,
		strings.Replace(good, `"name":"A"`, `"name":null`, 1):         1,
		strings.Replace(good, `"position":1,`, `"position":true,`, 1): 1,
	} {
		var v any
		if err := json.Unmarshal([]byte(body), &v); err != nil {
			t.Fatal(err)
		}
		if got := d.check(schema{Ref: "#/components/schemas/Seating"}, v, ""); len(got) != faults {
			t.Errorf("%s: %d faults, want %d: %v", body, len(got), faults, got)
		}
	}
}

// routeTable lists the routes in a fixed order.
func (s *Server) routeTable() []route {
	return slices.SortedFunc(slices.Values(s.table), func(a, b route) int {
		return strings.Compare(a.path+" "+a.method, b.path+" "+b.method)
	})
}
