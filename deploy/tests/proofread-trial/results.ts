import type { Finding } from '@app/contracts/http/proofreading.ts'
import { alignColumns, median, percentile } from '../bench/report.ts'
import type { Design } from './designs.ts'
import { allFaultKinds, type FaultKind, faultKinds } from './plant.ts'
import type { Rendered } from './render.ts'

/** A design with what the check found. */
export interface Checked {
  design: Design
  places: Rendered['places']
  findings: Finding[]
  isUnchecked: boolean
  seconds: number
}

export interface Figures {
  byKind: { kind: FaultKind; planted: number; found: number; sure: number }[]
  cleanCount: number
  falseAlarms: Checked[]
  missed: Checked[]
  unchecked: number
  medianSeconds: number
  p95Seconds: number
}

/** Kinds that compare two texts: either of them may be the one that the finding is about. */
const pairwise = new Set(['price', 'date', 'time'])

/** Whether a finding is where the fault is. */
function isAtFault({ place, kind }: Finding, { design: { drawn, fault }, places }: Checked): boolean {
  if (!fault) return false
  if (pairwise.has(kind)) return true
  const { from, to, boxes = [] } = place
  if (place.in === 'caption') return fault.range !== undefined && (from ?? 0) < fault.range.to && (to ?? 0) > fault.range.from
  const lines = fault.lines.flatMap((line) => places[line] ?? [])
  return boxes.some(({ left, top, width, height }) => {
    const [x, y] = [(left + width / 2) * drawn.width, (top + height / 2) * drawn.height]
    return lines.some((line) => x >= line.left && x <= line.right && y >= line.top && y <= line.bottom)
  })
}

/** Returns the findings that report the planted fault. */
export function findingsOfFault(checked: Checked): Finding[] {
  const { fault } = checked.design
  if (!fault) return []
  const kinds: readonly string[] = faultKinds[fault.kind]
  return checked.findings.filter((finding) => kinds.includes(finding.kind) && isAtFault(finding, checked))
}

export function figuresOf(all: readonly Checked[]): Figures {
  const faulty = all.filter(({ design }) => design.fault)
  const clean = all.filter(({ design }) => !design.fault)
  const seconds = all.map((each) => each.seconds)
  return {
    byKind: allFaultKinds.map((kind) => {
      const planted = faulty.filter(({ design }) => design.fault?.kind === kind)
      const found = planted.map(findingsOfFault)
      return {
        kind,
        planted: planted.length,
        found: found.filter((findings) => findings.length > 0).length,
        sure: found.filter((findings) => findings.some(({ certainty }) => certainty === 'sure')).length,
      }
    }),
    cleanCount: clean.length,
    falseAlarms: clean.filter(({ findings }) => findings.length > 0),
    missed: faulty.filter((checked) => findingsOfFault(checked).length === 0),
    unchecked: all.filter(({ isUnchecked }) => isUnchecked).length,
    medianSeconds: median(seconds),
    p95Seconds: percentile(seconds, 0.95),
  }
}

const sumOf = (numbers: readonly number[]): number => numbers.reduce((sum, number) => sum + number, 0)

/** Returns a table with a line for each kind of fault, and the lines below it. */
export function tableOf(figures: Figures, peakMegabytes: number): string {
  const { byKind, cleanCount, falseAlarms, unchecked, medianSeconds, p95Seconds } = figures
  const rows = byKind.map(({ kind, planted, found, sure }) => [kind, String(planted), String(found), String(sure)])
  const sums = (['planted', 'found', 'sure'] as const).map((name) => String(sumOf(byKind.map((each) => each[name]))))
  const alarms = falseAlarms.filter(({ findings }) => findings.some(({ certainty }) => certainty === 'sure')).length
  return [
    ...alignColumns([['fault', 'planted', 'found', 'sure'], ...rows, ['all', ...sums]]),
    '',
    `false alarms: ${falseAlarms.length} of ${cleanCount} clean designs have a finding, ${alarms} of them a sure one`,
    `could not be checked: ${unchecked}`,
    `CPU time of a design: median ${medianSeconds.toFixed(2)} s, p95 ${p95Seconds.toFixed(2)} s`,
    `peak memory of the checker: ${Math.round(peakMegabytes)} MB`,
  ].join('\n')
}

const FOUND_SHARE_MIN = 0.9
const ALARM_SHARE_MAX = 0.05
const MEDIAN_MAX = 1.5
const P95_MAX = 3
const MEGABYTES_MAX = 300

/** Returns a sentence for each goal that was missed. */
export function missedGoals({ byKind, cleanCount, falseAlarms, medianSeconds, p95Seconds }: Figures, peakMegabytes: number): string[] {
  const planted = sumOf(byKind.map((each) => each.planted))
  const found = sumOf(byKind.map((each) => each.found))
  const goals: readonly [isMet: boolean, sentence: string][] = [
    [found >= planted * FOUND_SHARE_MIN, `${found} of ${planted} faults were found, and ${FOUND_SHARE_MIN * 100}% should be`],
    [falseAlarms.length <= cleanCount * ALARM_SHARE_MAX, `${falseAlarms.length} of ${cleanCount} clean designs have a finding`],
    [medianSeconds <= MEDIAN_MAX, `the median design takes ${medianSeconds.toFixed(2)} s, more than ${MEDIAN_MAX} s`],
    [p95Seconds <= P95_MAX, `95% of the designs take up to ${p95Seconds.toFixed(2)} s, more than ${P95_MAX} s`],
    [peakMegabytes <= MEGABYTES_MAX, `the checker needs ${Math.round(peakMegabytes)} MB, more than ${MEGABYTES_MAX} MB`],
  ]
  return goals.flatMap(([isMet, sentence]) => (isMet ? [] : [sentence]))
}

/** Returns what to look at: the faults that were missed, and the findings in clean designs. */
export function detailsOf({ missed, falseAlarms }: Figures): string {
  const ofMissed = missed.flatMap(({ design: { number, layout, fault, drawn, check }, findings }) => {
    const said = fault?.lines.map((line) => drawn.lines[line]?.text) ?? []
    const inCaption = fault?.range ? [check.caption.slice(fault.range.from, fault.range.to)] : []
    const others = findings.map(({ kind, words }) => `${kind} “${words}”`)
    return [
      `missed ${number} (${layout}, ${drawn.fonts.text}): ${fault?.kind} in “${[...said, ...inCaption].join('”, “')}”; found: ${others.join(', ') || 'nothing'}`,
    ]
  })
  const ofClean = falseAlarms.flatMap(({ design: { number, layout, drawn }, findings }) =>
    findings.map(({ certainty, message }) => `false alarm ${number} (${layout}, ${drawn.fonts.display}): ${certainty}: ${message}`),
  )
  return [...ofMissed, ...ofClean].join('\n')
}
