import { formatDuration, formatNumber, formatPercent } from '@app/contracts/format/numbers.ts'
import type { Figure, Waiting } from '@app/contracts/http/operations.ts'
import { type AlertName, alerts, SLOW_SHARE_MAX } from '@app/contracts/rules/alerts.ts'
import type { ServiceState } from './service-report.ts'
import { spanOfSeconds } from './words.ts'

/** A measured value. `since`: when the problem began, if the service knows it. */
export interface Reading {
  value: number
  queue?: string | null
  since?: string | null
}

/** A figure of each service with its normal range. The range ends at the limit of the alert about this figure. */
export interface Check {
  /** The alert about this figure. Its runbook describes what to do. */
  alert: AlertName
  group: 'Requests' | 'Events' | 'Work'
  label: string
  /** The value up to which the figure is normal. */
  limit: number
  format: (value: number) => string
  /** The effect on users while the figure is above its limit. */
  effect: string
  /** Returns undefined if the figure is unknown, and no readings if there is nothing to measure. */
  readingsOf: (state: ServiceState, now: number) => readonly Reading[] | undefined
}

const percent = (share: number) => formatPercent(share, 1)

const figures = (name: Figure['name']) => (state: ServiceState) => state.figures.filter((figure) => figure.name === name)

const ofKind = (state: ServiceState, kind: Waiting['kind']) =>
  state.isCounted ? state.waiting.filter((one) => one.kind === kind) : undefined

const countOf = (kind: Waiting['kind']) => (state: ServiceState) =>
  ofKind(state, kind)?.map(({ count, oldestAt }) => ({ value: count, since: oldestAt }))

const ageOf = (kind: Waiting['kind']) => (state: ServiceState, now: number) =>
  ofKind(state, kind)?.map(({ oldestAt }) => ({ value: oldestAt ? Math.max(0, now - Date.parse(oldestAt)) / 1_000 : 0, since: oldestAt }))

/** The figures of the page, in the order of the page. Each figure has the same limit as its alert. */
export const checks: readonly Check[] = [
  {
    alert: 'AnswersFail',
    group: 'Requests',
    label: 'Failed responses in 5 minutes',
    limit: alerts.AnswersFail.limit,
    format: percent,
    effect: 'Users see error messages.',
    readingsOf: figures('failed-responses'),
  },
  {
    alert: 'AnswersSlow',
    group: 'Requests',
    label: `GET requests slower than ${formatDuration(alerts.AnswersSlow.limit, 'second')} in 5 minutes`,
    limit: SLOW_SHARE_MAX,
    format: percent,
    effect: 'Users wait for their screens.',
    readingsOf: figures('slow-responses'),
  },
  {
    alert: 'EventsStuck',
    group: 'Events',
    label: 'Age of the oldest unpublished event',
    limit: alerts.EventsStuck.limit,
    format: spanOfSeconds,
    effect: 'Screens show old data, and no emails are sent about these events.',
    readingsOf: ageOf('events'),
  },
  {
    alert: 'EventsPileUp',
    group: 'Events',
    label: 'Events that wait to be handled',
    limit: alerts.EventsPileUp.limit,
    format: (count) => formatNumber(count),
    effect: 'Screens and emails are late.',
    readingsOf: figures('events-waiting'),
  },
  {
    alert: 'DeadLetters',
    group: 'Events',
    label: 'Dead letters',
    limit: alerts.DeadLetters.limit,
    format: (count) => formatNumber(count),
    effect: 'The effects of these events are missing, for example emails.',
    readingsOf: countOf('dead-letters'),
  },
  {
    alert: 'WorkStuck',
    group: 'Work',
    label: 'Overdue work without an attempt',
    limit: alerts.WorkStuck.limit,
    format: spanOfSeconds,
    effect: 'Work such as sending emails waits.',
    readingsOf: figures('work-overdue'),
  },
  {
    alert: 'SheetsFail',
    group: 'Work',
    label: 'Unreachable spreadsheets',
    limit: alerts.SheetsFail.limit,
    format: (count) => formatNumber(count),
    effect: 'Owners see the last copy of their customers, and their changes wait.',
    readingsOf: countOf('away-sheets'),
  },
]
