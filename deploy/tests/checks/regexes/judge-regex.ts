import { createRequire } from 'node:module'

/** The pure JavaScript version of recheck. Its other versions need Java or a native program. */
const { checkSync } = createRequire(import.meta.url)('recheck/lib/browser.js') as typeof import('recheck')

export interface Verdict {
  status: 'safe' | 'vulnerable' | 'unknown'
  /** Complexity, such as "2nd degree polynomial", or the reason why there is no verdict. */
  summary: string
  /** Parts of a slow input. After each `prefix`, its `pump` is repeated any number of times. The input ends with `suffix`. */
  attack?: { pumps: { prefix: string; pump: string }[]; suffix: string }
}

/** Timeouts in ms. The slowest verdict takes a few seconds on an idle machine and much longer on a busy machine. */
const LIMITS = { timeout: 150_000, incubationTimeout: 10_000, attackTimeout: 20_000 }

/**
 * Returns true if all quantifiers have a fixed count and follow a single character or a class. At most 10 quantifiers `?` are also allowed.
 * Such an expression takes a limited number of steps at each position of the input.
 */
export function isFixed(source: string): boolean {
  const plain = source.replace(/\\./gs, 'x').replace(/\[[^\]]*\]/g, 'x')
  const repeats = plain.match(/[*+]|\{\d+,\d*\}|\)\{|\)\?/g) ?? []
  const optional = plain.match(/[^(]\?/g) ?? []
  return repeats.length === 0 && optional.length <= 10
}

/** Returns a verdict about a regular expression. The expression is vulnerable if it takes more than linear time on some input. */
export function judgeRegex(source: string, flags: string): Verdict {
  if (isFixed(source)) return { status: 'safe', summary: 'fixed' }
  // The checker does not support the flags `v` and `d`, which do not change the time that our expressions take.
  const result = checkSync(source, flags.replace('v', 'u').replace('d', ''), LIMITS)
  if (result.status === 'unknown') return { status: 'unknown', summary: result.error.kind }
  const { summary } = result.complexity
  if (result.status === 'safe') return { status: 'safe', summary }
  const { pumps, suffix } = result.attack
  return { status: 'vulnerable', summary, attack: { pumps: pumps.map(({ prefix, pump }) => ({ prefix, pump })), suffix } }
}
