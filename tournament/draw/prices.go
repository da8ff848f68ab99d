package draw

// The prices of the search. Small numbers keep it moving; which plan is best is decided by field.order, not by
// these. They are multiples so that a soft club can cost half a repeat.
const (
	priceRepeat = 4  // a pair meets a second time
	priceMore   = 2  // … and this much more for each further time
	priceSoft   = 2  // club mates, soft
	priceHard   = 24 // club mates, hard
	priceApart  = 40 // must never meet
	priceAgain  = 30 // a repeat where being near one's rank is what counts otherwise
	priceFive   = 24 // a visit to a five above the fair share
	priceFifth  = 2  // the same where repeats matter more
	maxMeetings = 30 // from here on a further meeting costs the same
)

// prices is what one more meeting of a pair costs, by its counter.
type prices [classes << meetBits]int32

// newPrices sets what a second meeting, each further one and a soft club cost; what is hard always costs the same.
func newPrices(repeat, more, soft int32) *prices {
	var p prices
	for class, extra := range [classes]int32{0, soft, priceHard, priceApart} {
		for m := 0; m <= meetMask; m++ {
			v := extra
			if m > 0 {
				v += repeat + more*int32(min(m, maxMeetings)-1)
			}
			p[class<<meetBits|m] = v
		}
	}
	return &p
}

// A temperature decides how likely a worse seating is kept. Temperatures are in units of 2^-16; their thresholds are
// e^(-delta/T) in units of 2^-32, computed with integers only, so that they are the same on every machine.
const (
	steps    = 256 // temperatures in one cooling
	maxDelta = 96  // a change for the worse by this much or more is never kept
	degree   = 1 << 16
)

// cooling holds, for each step, the threshold of each change for the worse.
type cooling [steps][maxDelta]uint32

// expPart are e^-8, e^-4 … e^(-2^-16) in units of 2^-32.
var expPart = [20]uint64{
	1440801, 78665070, 581260615, 1580030169, 2605029347, 3344923893, 3790295335, 4034748382, 4162825044, 4228380000,
	4261543595, 4278222805, 4286586875, 4290775039, 4292870656, 4293918848, 4294443040, 4294705160, 4294836226, 4294901760,
}

// newCooling goes from hot to cold, quickly first.
func newCooling(hot, cold uint64) *cooling {
	var c cooling
	for k := range c {
		left := uint64(steps - 1 - k)
		t := cold + (hot-cold)*left*left/((steps-1)*(steps-1))
		for d := range c[k] {
			c[k][d] = expNeg(uint64(d) * degree * degree / t)
		}
	}
	return &c
}

// expNeg is e^-x in units of 2^-32, for x in units of 2^-16.
func expNeg(x uint64) uint32 {
	if x >= 16*degree {
		return 0
	}
	p := uint64(1<<32 - 1)
	for k, part := range expPart {
		if x&(8*degree>>k) != 0 {
			p = p * part >> 32
		}
	}
	return uint32(p)
}
