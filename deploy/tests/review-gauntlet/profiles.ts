import type { Profile } from './scan.ts'

const AT_DELIVERY = [0, 8] as const
const LATE = [11, 7_200] as const
const A_DAY = 86_400

/** The simulated mail scanners. `scan.ts` runs them. README.md links their sources. */
export const profiles: readonly Profile[] = [
  { name: 'HEAD requests', source: 'NextAuth.js', arrives: AT_DELIVERY, requests: ['HEAD all links of the email'] },
  { name: 'GET without scripts', source: 'animus', arrives: LATE, requests: ['GET the link', 'GET the link as any media type'] },
  { name: 'three addresses at once', source: 'onetimesecret', arrives: AT_DELIVERY, requests: ['GET the link from three addresses'] },
  {
    name: 'prefetch of all links',
    source: 'Barracuda',
    arrives: AT_DELIVERY,
    requests: ['GET all links of the email', 'GET all files of the page'],
  },
  { name: 'browser at the click', source: 'Google', arrives: [60, A_DAY], isAtClick: true, browser: 'disguised' },
  { name: 'headless browser that reads', source: 'Microsoft', arrives: AT_DELIVERY, browser: 'headless', inBrowser: ['read for 15 s'] },
  { name: 'clicks by script', source: 'FusionAuth', arrives: LATE, browser: 'disguised', inBrowser: ['click by script'] },
  { name: 'mouse clicks', source: 'none', arrives: LATE, browser: 'disguised', inBrowser: ['press by mouse'] },
  { name: 'Enter and Space', source: 'none', arrives: LATE, browser: 'disguised', inBrowser: ['press by key'] },
  {
    name: 'fills and sends forms',
    source: 'DynaPhish',
    arrives: LATE,
    browser: 'disguised',
    inBrowser: ['fill fields and press by mouse'],
  },
  { name: 'blind POST requests', source: 'Azure', arrives: LATE, requests: ['POST to all routes in the scripts'] },
  {
    name: 'robot like a person',
    source: 'none',
    arrives: [3_600, A_DAY],
    browser: 'disguised',
    inBrowser: ['move the pointer', 'scroll', 'press like a person'],
  },
]
