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
