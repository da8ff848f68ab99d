// Package schnapsen scores one Schnapsen deal and counts a Bummerl.
package schnapsen

// Rules are the Schnapsen switches of VECTORS.
type Rules struct{}

// Deal is one Schnapsen deal as recorded.
type Deal struct{}
