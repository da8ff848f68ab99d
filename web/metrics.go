package web

import (
	"fmt"
	"net/http"
	"strconv"
	"time"

	"github.com/prometheus/client_golang/prometheus"
)

// metrics counts what the server does, by route and never by path.
type metrics struct {
	seconds *prometheus.HistogramVec
}

// newMetrics registers the server's figures; without a registry they are kept for nobody.
func newMetrics(registry prometheus.Registerer, readers func() int) (*metrics, error) {
	m := &metrics{seconds: prometheus.NewHistogramVec(prometheus.HistogramOpts{
		Name: "doko_http_seconds", Help: "Time to answer, by route and status.", Buckets: []float64{.005, .02, .1, .5, 2, 10},
	}, []string{"route", "status"})}
	open := prometheus.NewGaugeFunc(prometheus.GaugeOpts{Name: "doko_live_readers", Help: "Open pages that listen to changes."},
		func() float64 { return float64(readers()) })
	if registry == nil {
		return m, nil
	}
	for _, c := range []prometheus.Collector{m.seconds, open} {
		if err := registry.Register(c); err != nil {
			return nil, fmt.Errorf("web: metrics: %w", err)
		}
	}
	return m, nil
}

func (m *metrics) note(r route, status int, took time.Duration) {
	if r.stream && status == http.StatusOK {
		return // it lasted as long as somebody looked
	}
	m.seconds.WithLabelValues(r.name(), strconv.Itoa(status)).Observe(took.Seconds())
}
