package desk

import (
	"context"
	"io"

	"doko/tournament"
)

// ImportFile reads a tournament file (CONTRACTS 5) into the database, whole or not at all.
type ImportFile struct {
	Op           string
	Organisation tournament.OrganisationID // 0 = the only one
	Content      []byte
	Copy         bool // store under a new uid when the uid is there already
}

// Import stores a tournament file. Problems carry JSON pointers as Field; a stored uid is ErrConflict (uid_stored).
func (d *Desk) Import(ctx context.Context, by tournament.Actor, in ImportFile) (tournament.Tournament, error) {
	panic("desk: being written")
}

// Export writes a tournament file.
func (d *Desk) Export(ctx context.Context, by tournament.Actor, id tournament.TournamentID, w io.Writer) error {
	panic("desk: being written")
}

// FileStandings ranks a tournament file without storing it.
func FileStandings(content []byte, afterRound int) (Standings, error) {
	panic("desk: being written")
}

// Difference is a stored result that is not what the program works out today.
type Difference struct {
	Tournament tournament.TournamentID
	Subject    string // "hand", "sheet_points", "published", "row"
	Round      int
	Table      int
	Hand       int
	Field      string
	Stored     string
	Computed   string
}

// VerifyReport is what Verify found, with the numbers of things looked at.
type VerifyReport struct {
	Tournaments int
	Hands       int
	Sheets      int
	Published   int
	Differences []Difference
}

// Verify recomputes every stored hand, the points of every sheet and every published ranking. System only.
func (d *Desk) Verify(ctx context.Context, by tournament.Actor) (VerifyReport, error) {
	panic("desk: being written")
}
