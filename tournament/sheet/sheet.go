// Package sheet works out what one table's sheet adds up to: rows, running totals, who deals next, solos owed, faults.
package sheet

// Fault is something that stands in the way of confirming a sheet, or a warning about an imported one.
type Fault struct {
	Code     string // sum_not_zero, hands_missing, solo_missing, solo_order, unusual_total
	Position int    // 0 = the whole sheet
	Hand     int
	Sum      int
}
