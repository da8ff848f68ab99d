package desk

import (
	"context"
	"slices"
	"strconv"
	"strings"
	"time"

	"doko/tournament"
	"doko/tournament/store"
)

const (
	// seenFor is how long a device counts as at the table after it was last seen.
	seenFor = 90 * time.Second
	// seenAgain is how soon its being there is written once more.
	seenAgain = 55 * time.Second
	// devicesKept is how many devices of a table are kept: whoever has its key cannot fill the database with names.
	devicesKept = 40
)

// Presence says which devices are at a table, and which of them writes. A device is there if it was seen in the last 90 seconds and has
// not left since.
type Presence struct {
	Devices   int       // at the table now
	Desk      int       // of those, of people who are signed in
	Pen       string    // the device that writes; "" = none yet
	PenAt     time.Time // when it took the pen
	PenSeen   time.Time // when it was last seen; zero = there is no pen
	LastSeen  time.Time // when any device was last seen; zero = never
	Connected bool      // the device that writes is there; before one does, any
	now       time.Time
	known     []tournament.TableDevice
}

// Here reports whether a device is at the table now.
func (p Presence) Here(device string) bool {
	return slices.ContainsFunc(p.known, p.is(device, seenFor))
}

// Fresh reports whether a device was seen so lately that there is no need to write it down again.
func (p Presence) Fresh(device string) bool {
	return slices.ContainsFunc(p.known, p.is(device, seenAgain))
}

func (p Presence) is(device string, within time.Duration) func(tournament.TableDevice) bool {
	return func(d tournament.TableDevice) bool { return d.Device == device && here(d, p.now, within) }
}

// here reports whether a device was seen within a time and has not left since.
func here(d tournament.TableDevice, now time.Time, within time.Duration) bool {
	return d.LeftAt.IsZero() && now.Sub(d.SeenAt) < within
}

// presenceOf sums up the devices of a table, the last seen first, of which only ID and pen are looked at.
func presenceOf(t tournament.Table, devices []tournament.TableDevice, now time.Time) Presence {
	p := Presence{Pen: t.Pen, PenAt: t.PenAt, PenSeen: t.PenAt, now: now, known: devices}
	for _, d := range devices {
		at := here(d, now, seenFor)
		if at {
			p.Devices++
			if strings.HasPrefix(string(d.Actor), "account:") {
				p.Desk++
			}
		}
		if d.SeenAt.After(p.LastSeen) {
			p.LastSeen = d.SeenAt
		}
		if d.Device == t.Pen && d.SeenAt.After(p.PenSeen) {
			p.PenSeen = d.SeenAt
		}
		p.Connected = p.Connected || at && (t.Pen == "" || d.Device == t.Pen)
	}
	return p
}

// DeviceHere notes that the actor's device is at a table, at most once a minute. It is no command: the journal and the change counter
// do not tell of it; who looks at the table gets a hint when a device has come. List keeper and more.
func (d *Desk) DeviceHere(ctx context.Context, by tournament.Actor, table tournament.TableID) error {
	return d.device(ctx, by, table, func(known []tournament.TableDevice, now time.Time) (tournament.TableDevice, bool, bool) {
		i := slices.IndexFunc(known, func(k tournament.TableDevice) bool { return k.Device == by.Device })
		if i < 0 && len(known) >= devicesKept || i >= 0 && here(known[i], now, seenAgain) {
			return tournament.TableDevice{}, false, false
		}
		came := i < 0 || !here(known[i], now, seenFor)
		return tournament.TableDevice{Table: table, Device: by.Device, Actor: by.Ref(), SeenAt: now}, true, came
	})
}

// DeviceGone notes that the actor's device has closed the table's pages. List keeper and more.
func (d *Desk) DeviceGone(ctx context.Context, by tournament.Actor, table tournament.TableID) error {
	return d.device(ctx, by, table, func(known []tournament.TableDevice, now time.Time) (tournament.TableDevice, bool, bool) {
		for _, k := range known {
			if k.Device == by.Device && k.LeftAt.IsZero() {
				went := here(k, now, seenFor)
				k.LeftAt = now
				return k, true, went
			}
		}
		return tournament.TableDevice{}, false, false
	})
}

// device writes what decide makes of the devices known at a table: the row to keep, whether to keep it, and whether the number of
// devices there is another now. Nobody is told of what is nobody's news.
func (d *Desk) device(ctx context.Context, by tournament.Actor, table tournament.TableID,
	decide func([]tournament.TableDevice, time.Time) (tournament.TableDevice, bool, bool),
) error {
	var change tournament.Change
	_, err := d.Store.Update(ctx, store.Op{}, func(tx *store.Tx) (int64, error) {
		change = tournament.Change{} // the closure may run again
		p, err := place(tx, table)
		if err != nil {
			return 0, err
		}
		if err := atTable(by, p); err != nil || by.Device == "" || p.tournament.Phase == tournament.Finished {
			return 0, err
		}
		known, err := tx.DevicesAt(table)
		if err != nil {
			return 0, err
		}
		row, keep, news := decide(known, tx.Now)
		if !keep {
			return 0, nil
		}
		if news {
			change = tournament.Change{Tournament: p.tournament.ID, Topics: []string{DevicesTopic(table)}, Changes: p.tournament.Changes}
		}
		return 0, tx.PutDevice(row)
	})
	if err == nil && d.Notify != nil && change.Tournament != 0 {
		d.Notify(change)
	}
	return err
}

// DevicesTopic is what pages listen to that show the devices of a table. Its hints come without a new change counter.
func DevicesTopic(id tournament.TableID) string { return "devices:" + strconv.FormatInt(int64(id), 10) }

// TakePen lets the actor's device write at a table from now on, and no other one.
type TakePen struct {
	Op    string
	Table tournament.TableID
}

// TakePen gives the pen of a table to the device that asks, whoever has it. List keeper and more. Problems: as for an entry.
func (d *Desk) TakePen(ctx context.Context, by tournament.Actor, in TakePen) error {
	_, err := d.run(ctx, command{by: by, op: in.Op, action: "pen.take", input: in}, func(tx *store.Tx) (outcome, error) {
		p, err := lockPlace(tx, in.Table)
		if err != nil {
			return outcome{}, err
		}
		if err := atTable(by, p); err != nil {
			return outcome{}, err
		}
		if by.Device == "" {
			return outcome{}, tournament.Invalid("field_missing", "device", nil)
		}
		if err := writable(by, p); err != nil {
			return outcome{}, err
		}
		if p.table.Pen == by.Device {
			return outcome{silent: true}, nil
		}
		return outcome{
			tournament: p.tournament.ID, subject: "table", id: int64(in.Table),
			before: fields{"pen": p.table.Pen}, after: fields{"pen": by.Device},
			topics: []string{tableTopic(in.Table), roundTopic(p.round.Number)},
		}, tx.SetPen(in.Table, by.Device)
	})
	return err
}

// holdPen returns nil when the actor may write on the sheet now. The first device that writes by the table's key takes the pen; another
// one must take it over first: pen_elsewhere. The desk and scripts write without it.
func holdPen(tx *store.Tx, by tournament.Actor, p *placement) error {
	switch {
	case by.Device == "" || helps(by, *p) || p.table.Pen == by.Device:
		return nil
	case p.table.Phase == tournament.TableConfirmed || writable(by, *p) != nil: // what comes next says why
		return nil
	case p.table.Pen == "":
		p.table.Pen, p.table.PenAt = by.Device, tx.Now
		return nil
	}
	return tournament.Wrong(tournament.ErrConflict, "pen_elsewhere", map[string]any{"Table": p.table.Number})
}
