package main

import (
	"fmt"
	"net"
	"net/url"
	"strings"

	"rsc.io/qr"
)

// address is how others in the hall reach the listener: the machine's first private address, or localhost where there is none.
func address(l net.Listener, secure bool) string {
	tcp, ok := l.Addr().(*net.TCPAddr)
	if !ok {
		return "http://" + l.Addr().String()
	}
	host := "localhost"
	if !tcp.IP.IsUnspecified() {
		host = tcp.IP.String()
	} else if ip := firstPrivate(); ip != nil {
		host = ip.String()
	}
	return compose(host, tcp.Port, secure)
}

// local is the listener's address on this machine.
func local(l net.Listener, secure bool) string {
	tcp, ok := l.Addr().(*net.TCPAddr)
	if !ok || !tcp.IP.IsUnspecified() {
		return address(l, secure)
	}
	return compose("localhost", tcp.Port, secure)
}

func compose(host string, port int, secure bool) string {
	scheme, usual := "http", 80
	if secure {
		scheme, usual = "https", 443
	}
	if strings.Contains(host, ":") {
		host = "[" + host + "]"
	}
	if port == usual {
		return scheme + "://" + host
	}
	return fmt.Sprintf("%s://%s:%d", scheme, host, port)
}

// firstPrivate is the first private IPv4 address of a network card that is up.
func firstPrivate() net.IP {
	cards, err := net.Interfaces()
	if err != nil {
		return nil
	}
	for _, card := range cards {
		if card.Flags&net.FlagUp == 0 || card.Flags&net.FlagLoopback != 0 {
			continue
		}
		addrs, err := card.Addrs()
		if err != nil {
			continue
		}
		for _, a := range addrs {
			if n, ok := a.(*net.IPNet); ok && n.IP.To4() != nil && n.IP.IsPrivate() {
				return n.IP
			}
		}
	}
	return nil
}

// terminalQR draws a code with half blocks, two rows a line, light on dark so that phones read it from a dark terminal.
func terminalQR(text string) (string, error) {
	code, err := qr.Encode(text, qr.L)
	if err != nil {
		return "", err
	}
	const quiet = 2
	var b strings.Builder
	for y := -quiet; y < code.Size+quiet; y += 2 {
		for x := -quiet; x < code.Size+quiet; x++ {
			upper, lower := code.Black(x, y), code.Black(x, y+1)
			switch {
			case upper && lower:
				b.WriteRune(' ')
			case upper:
				b.WriteRune('▄')
			case lower:
				b.WriteRune('▀')
			default:
				b.WriteRune('█')
			}
		}
		b.WriteByte('\n')
	}
	return b.String(), nil
}

// linkBase is the address that --url gives for links and QR codes, "" if none: http or https and a host.
func linkBase(given string) (string, error) {
	base := strings.TrimRight(given, "/")
	if base == "" {
		return "", nil
	}
	u, err := url.Parse(base)
	if err != nil || u.Scheme != "http" && u.Scheme != "https" || u.Hostname() == "" || u.RawQuery != "" || u.Fragment != "" {
		return "", usageError{fmt.Errorf("--url %q is no address for links; it looks like this: http://192.168.1.5:8080", given)}
	}
	return base, nil
}
