package draw

// An equitable colouring: players and tables are the two sides of a graph, each seat is an edge. Splitting the edges in two
// halves at every player and every table, and each half again, gives four colours, the seats: every table has each seat once,
// and every player sits on each seat equally often, or once more than on another. Such a split always exists (de Werra); it is
// found by walking along the edges in closed trails and colouring them alternately by direction.

// edges is the graph: edge e joins player from[e] and table to[e] (numbered on after the players).
type edges struct {
	from, to []int32
	vertices int
}

// halves splits the given edges; the result says which half each of them is in.
func (g edges) halves(which []int32) []bool {
	degree := make([]int32, g.vertices+2)
	for _, e := range which {
		degree[g.from[e]+1]++
		degree[g.to[e]+1]++
	}
	// A hub joined to every vertex of odd degree makes all degrees even, so that every trail closes.
	type link struct{ a, b int32 }
	links := make([]link, 0, len(which)+g.vertices)
	for _, e := range which {
		links = append(links, link{g.from[e], g.to[e]})
	}
	hub := int32(g.vertices)
	for v := int32(0); v < hub; v++ {
		if degree[v+1]%2 == 1 {
			links = append(links, link{v, hub})
			degree[v+1]++
			degree[hub+1]++
		}
	}
	for v := 1; v < len(degree); v++ {
		degree[v] += degree[v-1]
	}
	first := degree // first[v] … first[v+1] are v's places in around
	around := make([]int32, 2*len(links))
	fill := append([]int32(nil), first...)
	for i, l := range links {
		around[fill[l.a]] = int32(i)
		fill[l.a]++
		around[fill[l.b]] = int32(i)
		fill[l.b]++
	}
	next := append([]int32(nil), first...)
	used, forward := make([]bool, len(links)), make([]bool, len(links))
	for start := int32(0); start <= hub; start++ {
		for v := start; ; {
			for next[v] < first[v+1] && used[around[next[v]]] {
				next[v]++
			}
			if next[v] == first[v+1] {
				break // the trail is closed and no other starts here
			}
			i := around[next[v]]
			used[i] = true
			if links[i].a == v {
				forward[i] = true
				v = links[i].b
			} else {
				v = links[i].a
			}
		}
	}
	return forward[:len(which)]
}

// seatOrder puts the players of every table into the order of their seats.
func (f *field) seatOrder(seat []int32, l *lots) {
	g := edges{vertices: f.n + f.rounds*f.tables}
	for r := 0; r < f.rounds; r++ {
		for a, x := range seat[r*f.n : (r+1)*f.n] {
			g.from = append(g.from, x)
			g.to = append(g.to, int32(f.n+r*f.tables)+f.tableAt[a])
		}
	}
	all := make([]int32, len(seat))
	for i := range all {
		all[i] = int32(i)
	}
	shuffle(l, all)
	seatOf := make([]int, len(seat))
	colours := []int{0, 1, 2, 3}
	shuffle(l, colours)
	var parts [2][]int32
	for i, half := range g.halves(all) {
		parts[side(half)] = append(parts[side(half)], all[i])
	}
	for p, part := range parts {
		for i, half := range g.halves(part) {
			seatOf[part[i]] = colours[2*p+side(half)]
		}
	}
	for r := 0; r < f.rounds; r++ {
		for t := 0; t < f.tables; t++ {
			from := r*f.n + f.start[t]
			arrange(seat[from:r*f.n+f.start[t+1]], seatOf[from:r*f.n+f.start[t+1]])
		}
	}
}

func side(half bool) int {
	if half {
		return 1
	}
	return 0
}

// arrange sorts a table by seats; at a five two people share a colour, and the second of them gets seat 5.
func arrange(at []int32, seatOf []int) {
	var order [5]int32
	var taken [5]bool
	for i, x := range at {
		s := seatOf[i]
		if taken[s] {
			s = 4
		}
		order[s], taken[s] = x, true
	}
	copy(at, order[:len(at)])
}
