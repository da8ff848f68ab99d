package main

import (
	"context"
	"fmt"
	"os"
	"strconv"
	"strings"
	"time"

	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/chromedp"
)

// devshot out width height mode(light|dark) lang url [url...] [js:expr] — shots after the last url
func main() {
	out, mode, lang := os.Args[1], os.Args[4], os.Args[5]
	w, _ := strconv.Atoi(os.Args[2])
	h, _ := strconv.Atoi(os.Args[3])
	opts := append(chromedp.DefaultExecAllocatorOptions[:], chromedp.NoSandbox, chromedp.Flag("disable-gpu", true), chromedp.Flag("lang", lang), chromedp.Flag("accept-lang", lang))
	alloc, stop := chromedp.NewExecAllocator(context.Background(), opts...)
	defer stop()
	ctx, cancel := chromedp.NewContext(alloc)
	defer cancel()
	do := func(a chromedp.Action[chromedp.Void]) {
		if err := chromedp.Do(ctx, a); err != nil {
			fmt.Println("ERR", err)
		}
	}
	do(chromedp.EmulateViewport(int64(w), int64(h)))
	if mode == "dark" {
		if _, err := chromedp.Call(ctx, emulation.SetEmulatedMedia, emulation.SetEmulatedMediaParams{Features: []*emulation.MediaFeature{{Name: "prefers-color-scheme", Value: "dark"}}}); err != nil {
			fmt.Println(err)
		}
	}
	for _, u := range os.Args[6:] {
		if js, ok := strings.CutPrefix(u, "js:"); ok {
			v, err := chromedp.Run(ctx, chromedp.Evaluate[any](js, chromedp.EvalAwaitPromise))
			fmt.Println(v, err)
			time.Sleep(500 * time.Millisecond)
			continue
		}
		do(chromedp.Navigate(u))
		time.Sleep(300 * time.Millisecond)
	}
	v, _ := chromedp.Run(ctx, chromedp.Evaluate[any]("document.documentElement.scrollWidth+'x'+document.documentElement.scrollHeight"))
	fmt.Println("scroll", v)
	png, err := chromedp.Run(ctx, chromedp.CaptureScreenshot())
	if err != nil {
		fmt.Println(err)
	}
	os.WriteFile(out, png, 0o644)
}
