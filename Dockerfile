# Static binary, non-root, nothing else in the image.
FROM golang:1.26-bookworm AS build
WORKDIR /src
COPY go.mod go.sum ./
RUN go mod download
COPY . .
RUN CGO_ENABLED=0 go build -trimpath -ldflags '-s -w' -o /doko ./cmd/doko \
 && mkdir /data /empty

FROM scratch
COPY --from=build /doko /doko
COPY --from=build --chown=65532:65532 /data /data
# a tournament file sent to a page waits there
COPY --from=build --chown=65532:65532 /empty /tmp
USER 65532:65532
WORKDIR /data
VOLUME /data
EXPOSE 8080
HEALTHCHECK --interval=10s --timeout=3s --start-period=10s CMD ["/doko", "health"]
ENTRYPOINT ["/doko"]
CMD ["serve"]
