package store

import (
	"encoding/json"
	"fmt"
	"maps"
)

// upgrade brings a row of an archive of an older schema to the current one: each step adds the columns that came with it, filled
// as its migration fills them.
func upgrade(table string, from int64, object map[string]json.RawMessage) error {
	for step := from + 1; ; step++ {
		columns, ok := addedColumns(step)
		if !ok {
			return nil
		}
		for name := range columns[table] {
			if _, there := object[name]; there {
				return fmt.Errorf("column %s came only with schema %d", name, step)
			}
		}
		maps.Copy(object, columns[table])
	}
}

// addedColumns are the columns a step added to tables that were there before, by table, with what older rows have in them; false =
// there is no such step.
func addedColumns(step int64) (map[string]map[string]json.RawMessage, bool) {
	none, zero, empty, no := json.RawMessage("null"), json.RawMessage("0"), json.RawMessage(`""`), json.RawMessage("false")
	switch step {
	case 2:
		return map[string]map[string]json.RawMessage{
			"tournaments": {
				"round_minutes": zero, "after_solo": json.RawMessage(`"same"`), "voluntary": json.RawMessage(`"after_own"`),
				"rule_breaks": json.RawMessage(`"refuse"`), "prizes": none,
			},
			"rounds":            {"clock_at": none, "minutes": zero},
			"play_tables":       {"extra_minutes": zero, "pen": empty, "pen_at": none},
			"penalty_revisions": {"offence": empty, "redealt": no},
		}, true
	default:
		return nil, false
	}
}
