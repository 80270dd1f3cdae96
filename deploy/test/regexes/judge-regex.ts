import { createRequire } from 'node:module'

/** Its checker in JavaScript alone: the other ones are programs for some systems, or need Java. */
const { checkSync } = createRequire(import.meta.url)('recheck/lib/browser.js') as typeof import('recheck')

export interface Verdict {
  status: 'safe' | 'vulnerable' | 'unknown'
  /** Such as "2nd degree polynomial", or why there is no verdict. */
  summary: string
  /** What makes it slow, of any length: `prefix`, then the pumped parts as often as wanted, then `suffix`. */
  attack?: { pumps: { prefix: string; pump: string }[]; suffix: string }
}

/** In ms. On an idle machine the slowest verdict takes a few seconds; on a busy one far longer. */
const LIMITS = { timeout: 150_000, incubationTimeout: 10_000, attackTimeout: 20_000 }

/**
 * Whether a single match attempt costs a fixed number of steps: nothing repeats without a limit, and nothing with a variable count
 * but `?`. Such an expression needs no analysis.
 */
export function isFixed(source: string): boolean {
  const plain = source.replace(/\\./gs, 'x').replace(/\[[^\]]*\]/g, 'x')
  const repeats = plain.match(/[*+]|\{\d+,\d*\}|\)\{|\)\?/g) ?? []
  const optional = plain.match(/[^(]\?/g) ?? []
  return repeats.length === 0 && optional.length <= 10
}

/** Whether a regular expression takes more than linear time on some input. */
export function judgeRegex(source: string, flags: string): Verdict {
  if (isFixed(source)) return { status: 'safe', summary: 'fixed' }
  // The checker does not support the flags `v` and `d`. They do not change the time that our expressions take.
  const result = checkSync(source, flags.replace('v', 'u').replace('d', ''), LIMITS)
  if (result.status === 'unknown') return { status: 'unknown', summary: result.error.kind }
  const { summary } = result.complexity
  if (result.status === 'safe') return { status: 'safe', summary }
  const { pumps, suffix } = result.attack
  return { status: 'vulnerable', summary, attack: { pumps: pumps.map(({ prefix, pump }) => ({ prefix, pump })), suffix } }
}
