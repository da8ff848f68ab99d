package main

import (
	"bufio"
	"context"
	"fmt"
	"os"
	"strings"

	"github.com/spf13/cobra"

	"doko/tournament"
	"doko/tournament/desk"
)

// newUser groups the account commands.
func (a *app) newUser() *cobra.Command {
	c := &cobra.Command{
		Use:     "user",
		Short:   "Add accounts, set passwords, make tokens, revoke and disable",
		Example: "  doko user add anna --role director",
		Args:    cobra.NoArgs,
		RunE: func(*cobra.Command, []string) error {
			return usageError{fmt.Errorf("doko user needs add, password, token, revoke or disable")}
		},
	}
	c.AddCommand(a.newUserAdd(), a.newUserPassword(), a.newUserToken(), a.newUserRevoke(), a.newUserDisable())
	return c
}

func (a *app) newUserAdd() *cobra.Command {
	var role string
	c := &cobra.Command{
		Use:   "add NAME",
		Short: "Add an account; the password comes from standard input or is made and printed",
		Example: "  doko user add anna --role director\n" +
			"  doko user add anna --role helper < password.txt",
		Args: cobra.ExactArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			password, err := a.pipedLine()
			if err != nil {
				return err
			}
			return a.withDesk(cmd.Context(), func(d *desk.Desk) error {
				in := desk.NewAccount{Name: args[0], Role: tournament.Role(role), Password: password}
				account, made, err := d.AddAccount(cmd.Context(), tournament.System(), in)
				if err != nil {
					return err
				}
				if a.json {
					return a.printJSON(struct {
						Name     string `json:"name"`
						Role     string `json:"role"`
						Password string `json:"password,omitempty"`
					}{account.Name, role, made})
				}
				fmt.Fprintln(a.out, a.printer().T("cli.account_added", "Name", account.Name))
				if made != "" {
					fmt.Fprintln(a.out, a.printer().T("cli.account_password", "Password", made))
				}
				return nil
			})
		},
	}
	c.Flags().StringVar(&role, "role", string(tournament.Helper), "director, referee or helper")
	return c
}

func (a *app) newUserPassword() *cobra.Command {
	return &cobra.Command{
		Use:   "password NAME",
		Short: "Set a new password, for a disabled account too; it comes from standard input or is made and printed",
		Example: "  doko user password anna\n" +
			"  doko user password anna < password.txt",
		Args: cobra.ExactArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			password, err := a.pipedLine()
			if err != nil {
				return err
			}
			return a.withDesk(cmd.Context(), func(d *desk.Desk) error {
				made, err := d.ResetPassword(cmd.Context(), tournament.System(), args[0], password)
				if err != nil {
					return err
				}
				if a.json {
					return a.printJSON(struct {
						Name     string `json:"name"`
						Password string `json:"password,omitempty"`
					}{args[0], made})
				}
				fmt.Fprintln(a.out, a.printer().T("cli.password_set", "Name", args[0]))
				if made != "" {
					fmt.Fprintln(a.out, a.printer().T("cli.account_password", "Password", made))
				}
				return nil
			})
		},
	}
}

func (a *app) newUserToken() *cobra.Command {
	return &cobra.Command{
		Use:     "token NAME",
		Short:   "Make a bearer token for the JSON API; it stands alone on the last line",
		Example: "  doko user token anna",
		Args:    cobra.ExactArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			return a.withDesk(cmd.Context(), func(d *desk.Desk) error {
				token, err := d.NewToken(cmd.Context(), tournament.System(), args[0])
				if err != nil {
					return err
				}
				if a.json {
					return a.printJSON(struct {
						Token string `json:"token"`
					}{token})
				}
				fmt.Fprintln(a.out, token)
				return nil
			})
		},
	}
}

func (a *app) newUserRevoke() *cobra.Command {
	return a.newUserStep(cobra.Command{
		Use:     "revoke NAME",
		Short:   "End all tokens and sessions of an account",
		Example: "  doko user revoke anna",
	}, "cli.revoked", (*desk.Desk).Revoke)
}

func (a *app) newUserDisable() *cobra.Command {
	return a.newUserStep(cobra.Command{
		Use:     "disable NAME",
		Short:   "End all tokens and sessions of an account and its password; a new password lets it in again",
		Example: "  doko user disable anna",
	}, "cli.disabled", (*desk.Desk).DisableAccount)
}

// newUserStep makes c do something about one account; said is the key of what is printed then.
func (a *app) newUserStep(c cobra.Command, said string, step func(*desk.Desk, context.Context, tournament.Actor, string) error) *cobra.Command {
	c.Args = cobra.ExactArgs(1)
	c.RunE = func(cmd *cobra.Command, args []string) error {
		return a.withDesk(cmd.Context(), func(d *desk.Desk) error {
			if err := step(d, cmd.Context(), tournament.System(), args[0]); err != nil {
				return err
			}
			fmt.Fprintln(a.out, a.printer().T(said, "Name", args[0]))
			return nil
		})
	}
	return &c
}

// pipedLine reads one line from standard input when it is not a terminal; "" when it is one or nothing comes.
func (a *app) pipedLine() (string, error) {
	if f, ok := a.in.(*os.File); ok {
		info, err := f.Stat()
		if err != nil || info.Mode()&os.ModeCharDevice != 0 {
			return "", nil
		}
	}
	line, err := bufio.NewReader(a.in).ReadString('\n')
	if err != nil && line == "" {
		return "", nil
	}
	return strings.TrimRight(line, "\r\n"), nil
}
