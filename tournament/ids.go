package tournament

// Ids are local to one database. Each kind has its own type, so that mixing a player with his entry does not compile.
type (
	OrganisationID int64
	AccountID      int64
	TournamentID   int64
	PlayerID       int64
	EntryID        int64
	RoundID        int64
	DrawID         int64
	TableID        int64
	RevisionID     int64
	PenaltyID      int64
	PublishedID    int64
	JournalID      int64
)

// Cents is an amount of money in the hundredth part of the tournament's currency.
type Cents int64
