package main

import (
	"context"
	"fmt"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"doko/tournament"
	"doko/tournament/desk"
	"doko/tournament/exchange"
	"doko/tournament/rehearsal"
)

// newDemo fills an empty database with a believable club.
func (a *app) newDemo() *cobra.Command {
	var seed string
	c := &cobra.Command{
		Use:     "demo",
		Short:   "Fill an empty database with a finished and a running tournament and print a director's sign-in",
		Example: "  doko demo --db demo.db && doko serve --db demo.db",
		Args:    cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			return a.withDesk(cmd.Context(), func(d *desk.Desk) error { return a.demo(cmd.Context(), d, seed, time.Now()) })
		},
	}
	c.Flags().StringVar(&seed, "seed", "Kreuz-Dame", "text that decides about people and hands; the same text gives the same evening")
	return c
}

// demo stores last week's evening, finished and published, and tonight's, in its second round. now decides about the dates only.
func (a *app) demo(ctx context.Context, d *desk.Desk, seed string, now time.Time) error {
	by := tournament.System()
	there, err := d.Tournaments(ctx, by)
	if err != nil {
		return err
	}
	accounts, err := d.Accounts(ctx, by)
	if err != nil {
		return err
	}
	if len(there)+len(accounts) > 0 {
		return tournament.Wrong(tournament.ErrPhase, "database_in_use", nil)
	}
	berlin, err := time.LoadLocation("Europe/Berlin")
	if err != nil {
		return err
	}
	today := time.Date(now.Year(), now.Month(), now.Day(), 19, 0, 0, 0, berlin)
	finished, err := rehearsal.Finished(seed, today.AddDate(0, 0, -7))
	if err != nil {
		return err
	}
	running, err := rehearsal.Running(seed, today)
	if err != nil {
		return err
	}
	stored := []tournament.Tournament{}
	for _, f := range []exchange.File{finished, running} {
		t, err := a.demoEvening(ctx, d, f)
		if err != nil {
			return err
		}
		stored = append(stored, t)
	}
	if _, err := d.Publish(ctx, by, desk.PublishStandings{Tournament: stored[0].ID}); err != nil {
		return err
	}
	account, password, err := d.AddAccount(ctx, by, desk.NewAccount{Name: "leitung", Role: tournament.Director})
	if err != nil {
		return err
	}
	return a.printDemo(stored, account.Name, password)
}

// demoEvening stores one evening and shows it to visitors.
func (a *app) demoEvening(ctx context.Context, d *desk.Desk, f exchange.File) (tournament.Tournament, error) {
	by := tournament.System()
	content, err := exchange.Write(f)
	if err != nil {
		return tournament.Tournament{}, err
	}
	t, err := d.Import(ctx, by, desk.ImportFile{Content: content})
	if err != nil {
		return t, err
	}
	over := t.Phase == tournament.Finished
	if over { // what a finished tournament shows can't be changed either
		if t, err = d.MovePhase(ctx, by, desk.TournamentPhase{Tournament: t.ID, Version: t.Version, To: tournament.Running, Reason: "demo"}); err != nil {
			return t, err
		}
	}
	settings, err := desk.SettingsOf(t)
	if err != nil {
		return t, err
	}
	settings.Public, settings.Standings = true, tournament.ReleaseLive
	if t, err = d.EditTournament(ctx, by, desk.EditTournament{Tournament: t.ID, Version: t.Version, Settings: settings}); err != nil {
		return t, err
	}
	rounds, err := d.Rounds(ctx, by, t.ID)
	if err != nil {
		return t, err
	}
	for _, r := range rounds {
		step := desk.RoundStep{Tournament: t.ID, Round: r.Number, Version: r.Version}
		if _, err := d.ReleaseSeating(ctx, by, step); err != nil {
			return t, err
		}
	}
	if over {
		if t, err = d.Tournament(ctx, by, t.ID); err != nil {
			return t, err
		}
		return d.MovePhase(ctx, by, desk.TournamentPhase{Tournament: t.ID, Version: t.Version, To: tournament.Finished})
	}
	return t, nil
}

func (a *app) printDemo(stored []tournament.Tournament, name, password string) error {
	if a.json {
		type line struct {
			ID   tournament.TournamentID `json:"id"`
			Name string                  `json:"name"`
		}
		out := struct {
			Tournaments []line `json:"tournaments"`
			Account     string `json:"account"`
			Password    string `json:"password"`
		}{Account: name, Password: password}
		for _, t := range stored {
			out.Tournaments = append(out.Tournaments, line{t.ID, t.Name})
		}
		return a.printJSON(out)
	}
	p := a.printer()
	fmt.Fprintln(a.out, p.T("cli.demo_done", "Count", len(stored)))
	for _, t := range stored {
		fmt.Fprintf(a.out, "  %d  %s\n", t.ID, t.Name)
	}
	fmt.Fprintln(a.out, p.T("cli.demo_sign_in", "Name", name, "Password", password))
	command := "doko serve"
	if a.db != "" && !strings.Contains(a.db, "://") { // an address has a password in it, which is not for the screen
		command += " --db " + a.db
	}
	fmt.Fprintln(a.out, p.T("cli.demo_next", "Command", command))
	return nil
}
