package store

import (
	"fmt"
	"time"

	"doko/tournament"
)

// Now is what the store's clock says: UTC, whole microseconds.
func (s *Store) Now() time.Time { return s.now() }

// HandTimes tells when each hand of a round that counts was first written down, by table and number of the hand.
func (tx *Tx) HandTimes(id tournament.RoundID) (map[tournament.TableID][]time.Time, error) {
	var rows []struct {
		TableID tournament.TableID
		MadeAt  int64
	}
	err := tx.db.Raw(`SELECT f.table_id, min(f.made_at) AS made_at FROM hand_revisions AS f
		JOIN current_hands AS c ON c.table_id = f.table_id AND c.number = f.number
		WHERE f.table_id IN (SELECT id FROM play_tables WHERE round_id = ?)
		GROUP BY f.table_id, f.number ORDER BY f.table_id, f.number`, id).Scan(&rows).Error
	if err != nil {
		return nil, fmt.Errorf("list times of hands: %w", err)
	}
	times := map[tournament.TableID][]time.Time{}
	for _, r := range rows {
		times[r.TableID] = append(times[r.TableID], time.UnixMicro(r.MadeAt).UTC())
	}
	return times, nil
}

// SheetTimes is when something of a sheet was last written down, by hand or as totals; zero = never.
type SheetTimes struct {
	Entered   time.Time
	Corrected time.Time // what stood there already
}

// SheetTimesOf tells for the tables of a tournament what was written down before this transaction.
func (tx *Tx) SheetTimesOf(id tournament.TournamentID) (map[tournament.TableID]SheetTimes, error) {
	var rows []struct {
		TableID            tournament.TableID
		Entered, Corrected *int64
	}
	const times = `SELECT x.table_id, max(x.made_at) AS entered, max(CASE WHEN x.revision > 1 THEN x.made_at END) AS corrected
		FROM (SELECT table_id, revision, made_at FROM hand_revisions UNION ALL SELECT table_id, revision, made_at FROM total_revisions) AS x
		JOIN play_tables AS t ON t.id = x.table_id JOIN rounds AS r ON r.id = t.round_id
		WHERE r.tournament_id = ? AND x.made_at < ? GROUP BY x.table_id`
	if err := tx.db.Raw(times, id, tx.Now.UnixMicro()).Scan(&rows).Error; err != nil {
		return nil, fmt.Errorf("list times of sheets: %w", err)
	}
	all := map[tournament.TableID]SheetTimes{}
	for _, r := range rows {
		all[r.TableID] = SheetTimes{fromMicros(r.Entered), fromMicros(r.Corrected)}
	}
	return all, nil
}
