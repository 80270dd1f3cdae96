import { serviceTitles } from '@app/contracts/define.ts'
import { formatList } from '@app/contracts/format/lists.ts'
import type { AlertName } from '@app/contracts/rules/alerts.ts'
import { type Check, checks } from './checks.ts'
import { nameOf } from './problems.ts'
import { currentState, type ServiceReport } from './service-report.ts'

export interface FigureRow {
  group: Check['group'] | 'Services'
  label: string
  /** The highest value of all services, as text. */
  now: string
  normal: string
  state: 'normal' | 'problem' | 'unknown'
  /** The alert whose runbook describes the figure. */
  alert: AlertName
}

/** Formats for example "6 of 7". */
const outOf = (count: number, all: number) => `${count} of ${all}`

/** A row with the number of services or systems that respond. `up` contains one value for each service or system: whether it responds. */
const respondingRow = (label: string, alert: AlertName, up: readonly boolean[]): FigureRow => ({
  group: 'Services',
  label,
  now: up.length > 0 ? outOf(up.filter(Boolean).length, up.length) : 'Unknown',
  normal: up.length > 0 ? outOf(up.length, up.length) : 'all',
  state: up.length === 0 ? 'unknown' : up.every(Boolean) ? 'normal' : 'problem',
  alert,
})

function rowOf({ alert, group, label, limit, format, readingsOf }: Check, reports: readonly ServiceReport[], now: number): FigureRow {
  const known = reports.map((report) => {
    const state = currentState(report)
    return { service: report.service, readings: state && readingsOf(state, now) }
  })
  const values = known.flatMap(({ service, readings = [] }) => readings.map((reading) => ({ ...reading, service })))
  const highest = values.toSorted((a, b) => b.value - a.value)[0]
  const unknown = known.flatMap(({ service, readings }) => (readings ? [] : serviceTitles[service]))
  const worst = highest && (highest.value > 0 ? `${format(highest.value)} (${nameOf(highest)})` : format(0))
  const note = unknown.length > 0 && `unknown for ${formatList(unknown)}`
  const common = { group, label, normal: limit === 0 ? format(0) : `at most ${format(limit)}`, alert }
  if (!highest)
    return { ...common, now: unknown.length > 0 ? 'Unknown' : 'Nothing to measure', state: unknown.length > 0 ? 'unknown' : 'normal' }
  return { ...common, now: [worst, note].filter(Boolean).join('; '), state: highest.value > limit ? 'problem' : 'normal' }
}

/** Returns the rows of the page, in the order of the page. A service that does not respond has no figures. */
export function figureRows(reports: readonly ServiceReport[], now: number): FigureRow[] {
  const answered = reports.filter(({ status }) => status !== 'waiting')
  const parts = reports.flatMap((report) => currentState(report)?.parts ?? [])
  const upOf = (isWanted: (name: string) => boolean) => parts.filter(({ name }) => isWanted(name)).map(({ isUp }) => isUp)
  return [
    respondingRow(
      'Services that respond',
      'ServiceDown',
      answered.map(({ status }) => status === 'answering'),
    ),
    respondingRow(
      'Databases that respond',
      'DatabaseAway',
      upOf((name) => name === 'database'),
    ),
    respondingRow(
      'Other systems that respond to services',
      'DependencyAway',
      upOf((name) => name !== 'database' && name !== 'schema'),
    ),
    ...checks.map((check) => rowOf(check, reports, now)),
  ]
}
