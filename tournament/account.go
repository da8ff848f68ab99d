package tournament

import (
	"fmt"
	"time"
)

// Organisation is a club or federation; it owns tournaments and the address book.
type Organisation struct {
	ID   OrganisationID
	UID  string
	Name string
	Slug string
}

// Role is what an actor may do; a higher role includes the lower ones.
type Role string

// The roles, lowest first.
const (
	Visitor    Role = ""
	ListKeeper Role = "list_keeper" // one table, by its key
	Helper     Role = "helper"      // entries, check-in, fees, typing sheets from paper
	Referee    Role = "referee"     // and penalties
	Director   Role = "director"    // everything in the organisation
)

var rank = map[Role]int{Visitor: 0, ListKeeper: 1, Helper: 2, Referee: 3, Director: 4}

// Includes reports whether r is at least the needed role.
func (r Role) Includes(need Role) bool { return rank[r] >= rank[need] }

// Valid reports whether r can be given to an account.
func (r Role) Valid() bool { return r == Helper || r == Referee || r == Director }

// Account is a person who can sign in. Accounts are global and act through memberships.
type Account struct {
	ID           AccountID
	Name         string // sign-in name
	Folded       string
	PasswordHash string
	DisabledAt   time.Time
	CreatedAt    time.Time
}

// Membership gives an account a role in an organisation, or in one tournament of it only.
type Membership struct {
	Account      AccountID
	Organisation OrganisationID
	Tournament   TournamentID // 0 = all tournaments of the organisation
	Role         Role
}

// ActorRef names who did something, without a name: "account:3", "table:7", "system", "".
type ActorRef string

// Actor is who is asking. The zero value is a visitor.
type Actor struct {
	Account     AccountID
	Name        string
	Memberships []Membership
	Table       TableID // list keeper of this table by its key
	Second      bool    // the key is the table's second one, which confirms
	Device      string  // the browser that asks at a table, by a random name; "" = a script, or no table's page
	System      bool    // the operator at the command line, who owns the database anyway
}

// System is the operator at the command line.
func System() Actor { return Actor{System: true} }

// Ref is the actor as the journal keeps it.
func (a Actor) Ref() ActorRef {
	switch {
	case a.System:
		return "system"
	case a.Account != 0:
		return ActorRef(fmt.Sprintf("account:%d", a.Account))
	case a.Table != 0 && a.Second:
		return ActorRef(fmt.Sprintf("table:%d:2", a.Table))
	case a.Table != 0:
		return ActorRef(fmt.Sprintf("table:%d", a.Table))
	}
	return ""
}

// RoleIn is the actor's highest role in a tournament of an organisation. A table key gives none here; see AtTable.
func (a Actor) RoleIn(org OrganisationID, t TournamentID) Role {
	if a.System {
		return Director
	}
	best := Visitor
	for _, m := range a.Memberships {
		fits := m.Organisation == org && (m.Tournament == 0 || m.Tournament == t)
		if fits && m.Role.Includes(best) {
			best = m.Role
		}
	}
	return best
}

// May reports whether the actor has the role in the tournament of the organisation.
func (a Actor) May(need Role, org OrganisationID, t TournamentID) bool {
	return a.RoleIn(org, t).Includes(need)
}

// AtTable reports whether the actor may keep the list of the table: by its key, or as a helper or more.
func (a Actor) AtTable(id TableID, org OrganisationID, t TournamentID) bool {
	return id != 0 && a.Table == id || a.May(Helper, org, t)
}
