# make help lists the commands.
SHELL := bash
export CGO_ENABLED ?= 1

.PHONY: help run check lint test bench fuzz build dist update

help: ## list the commands
	@grep -hE '^[a-z]+:.*##' $(MAKEFILE_LIST) | sed -E 's/:.*## /\t/' | expand -t 10

run: ## run the program on ./doko.db
	go run ./cmd/doko serve

check: ## install what the tests need and pass them all (what CI runs)
	.ci/prepare
	$(MAKE) --no-print-directory lint
	$(MAKE) --no-print-directory test

lint: ## format, vet, staticcheck, tidy, both operating systems
	@test -z "$$(gofmt -l cmd tournament scoring web reports migrations | tee /dev/stderr)" || { echo "gofmt the files above" >&2; exit 1; }
	go mod tidy -diff
	go vet ./...
	go tool -modfile=tools.mod staticcheck ./...
	CGO_ENABLED=0 GOOS=windows GOARCH=amd64 go build -o /dev/null ./cmd/doko

# SQLite is C translated to Go and keeps its own locks: watching each of its memory accesses as well would take a third of the time.
UNWATCHED := -gcflags='modernc.org/sqlite/lib=-race=false -d=checkptr=0' -gcflags=modernc.org/sqlite=-d=checkptr=0 -gcflags=modernc.org/libc=-d=checkptr=0

test: ## all tests with the race detector, on SQLite and Postgres, in a browser
	DOKO_TEST_BROWSER=1 GOGC=200 .ci/with-postgres go test -race $(UNWATCHED) -timeout 14m ./web ./cmd/doko ./tournament/desk ./... # the long ones first

bench: ## the benchmarks of BENCHMARKS.md
	go test -run '^$$' -bench . -benchmem ./...

fuzz: ## half a minute for each decoder
	@go list -f '{{.ImportPath}}' ./... | while read -r p; do \
		for f in $$(go test -list '^Fuzz' "$$p" | grep '^Fuzz' || true); do \
			go test -run '^$$' -fuzz "^$$f$$" -fuzztime 30s -fuzzminimizetime 1x "$$p" || exit 1; done; done

build: ## a static binary at bin/doko
	CGO_ENABLED=0 go build -trimpath -ldflags '-s -w' -o bin/doko ./cmd/doko

dist: ## binaries for Linux and Windows in dist/
	CGO_ENABLED=0 GOOS=linux GOARCH=amd64 go build -trimpath -ldflags '-s -w' -o dist/doko-linux-amd64 ./cmd/doko
	CGO_ENABLED=0 GOOS=windows GOARCH=amd64 go build -trimpath -ldflags '-s -w' -o dist/doko-windows-amd64.exe ./cmd/doko

update: ## rewrite the golden files; look at the diff
	go test ./... -update
