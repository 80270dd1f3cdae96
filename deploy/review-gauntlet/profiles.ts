import { formFiller, keyPresses, likePerson, mouseClicks, openOnly, readOnly, scriptClicks } from './scanners/in-browser.ts'
import type { Scan } from './scanners/visit.ts'
import { blindPosts, getOnly, headOnly, prefetch, threeAddresses } from './scanners/without-scripts.ts'

/** A kind of mail scanner. */
export interface Profile {
  name: string
  scan: Scan
  /** Seconds from the delivery of the email to the visit: at least and at most. */
  arrives: readonly [number, number]
  /** Whether the scanner visits the link when the person clicks on it. */
  isAtClick?: boolean
}

const AT_DELIVERY = [0, 8] as const
const LATE = [11, 7_200] as const

/** The simulated mail scanners. README.md names the sources of their behavior. */
export const profiles: readonly Profile[] = [
  { name: 'HEAD requests', scan: headOnly, arrives: AT_DELIVERY },
  { name: 'GET without scripts', scan: getOnly, arrives: LATE },
  { name: 'three addresses at once', scan: threeAddresses, arrives: AT_DELIVERY },
  { name: 'prefetch of all links', scan: prefetch, arrives: AT_DELIVERY },
  { name: 'browser at the click', scan: openOnly, arrives: [60, 86_400], isAtClick: true },
  { name: 'headless browser that reads', scan: readOnly, arrives: AT_DELIVERY },
  { name: 'clicks by script', scan: scriptClicks, arrives: LATE },
  { name: 'mouse clicks', scan: mouseClicks, arrives: LATE },
  { name: 'Enter and Space', scan: keyPresses, arrives: LATE },
  { name: 'fills and sends forms', scan: formFiller, arrives: LATE },
  { name: 'blind POST requests', scan: blindPosts, arrives: LATE },
  { name: 'robot like a person', scan: likePerson, arrives: [3_600, 86_400] },
]
