import { type FoundRegex, findRegexes, parsedFiles } from './find-regexes.ts'
import { judgeAll, keyOf, type Verdicts } from './judge-all.ts'
import type { Verdict } from './judge-regex.ts'

/** Maximum time of a match, in ms, for the longest input that a `Bounded:` comment allows. */
const WORST_MS = 20
const RUNS = 3
const FIRST_CHARACTERS = 16

interface Report {
  count: number
  faults: string[]
  /** Regular expressions that are not linear, with the bounds from their comments. */
  exceptions: string[]
  verdicts: Verdicts
}

/** Returns the longest slow input with at most this number of characters. */
function attackOf({ pumps, suffix }: NonNullable<Verdict['attack']>, characters: number): string {
  const fixed = suffix.length + pumps.reduce((sum, { prefix }) => sum + prefix.length, 0)
  const pumped = pumps.reduce((sum, { pump }) => sum + pump.length, 0)
  const times = Math.max(1, Math.floor((characters - fixed) / Math.max(1, pumped)))
  return pumps.map(({ prefix, pump }) => prefix + pump.repeat(times)).join('') + suffix
}

/** Returns the time of a match in ms. It is the minimum of several runs, because other programs can slow a run down. */
function timeOf(regex: RegExp, text: string): number {
  const times = Array.from({ length: RUNS }, () => {
    const start = performance.now()
    text.search(regex)
    return performance.now() - start
  })
  return Math.min(...times)
}

/** Returns why a bound is not sufficient, or undefined if the regular expression is fast enough for all inputs within the bound. */
function boundFault(bound: string, { source, flags }: FoundRegex, attack: Verdict['attack']): string | undefined {
  const [number] = /\d[\d,]*/.exec(bound) ?? []
  if (number === undefined) return 'the comment names no number of characters'
  if (source === undefined || !attack) return undefined
  const most = Number(number.replaceAll(',', ''))
  // Doubles the length of the slow input step by step, because a match of the full length could take minutes.
  for (let characters = Math.min(most, FIRST_CHARACTERS); ; characters = Math.min(most, characters * 2)) {
    const took = timeOf(new RegExp(source, flags), attackOf(attack, characters))
    if (took > WORST_MS) return `${characters} of ${number} characters take ${Math.round(took)} ms`
    if (characters === most) return undefined
  }
}

function faultOf(regex: FoundRegex, verdicts: Verdicts): string | undefined {
  const { source, flags, written, bound } = regex
  const verdict = source === undefined ? undefined : verdicts[keyOf({ source, flags })]
  if (verdict?.status === 'safe') return bound ? 'is linear: remove the comment with its bound' : undefined
  if (bound) return boundFault(bound, regex, verdict?.attack)
  if (!verdict) return `is only known at run time: ${written}`
  return verdict.status === 'unknown' ? `could not be checked (${verdict.summary}): ${written}` : `${verdict.summary}: ${written}`
}

export async function checkRegexes(
  paths: readonly string[],
  read: (path: string) => string | undefined,
  known: Readonly<Verdicts> = {},
): Promise<Report> {
  const open = parsedFiles(read)
  const regexes = paths.flatMap((path) => findRegexes(path, open))
  const verdicts = await judgeAll(
    regexes.flatMap(({ source, flags }) => (source === undefined ? [] : [{ source, flags }])),
    known,
  )
  return {
    count: regexes.length,
    faults: regexes.flatMap((regex) => {
      const fault = faultOf(regex, verdicts)
      return fault === undefined ? [] : [`${regex.place}: ${fault}`]
    }),
    exceptions: regexes.flatMap(({ place, written, bound }) => (bound ? [`${place}: ${written} (${bound})`] : [])),
    verdicts,
  }
}
