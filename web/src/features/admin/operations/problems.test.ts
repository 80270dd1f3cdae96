import type { Part, Waiting } from '@app/contracts/http/operations.ts'
import { expect, it } from 'vitest'
import { figureRows } from './figure-rows.ts'
import { findProblems } from './problems.ts'
import type { ServiceReport, ServiceState } from './service-report.ts'

const NOW = Date.parse('2026-11-21T17:00:00.000Z')
const ago = (seconds: number) => new Date(NOW - seconds * 1_000).toISOString()

const part = (name: string, isUp = true, since = ago(600)): Part => ({ name, isUp, since })
const waits = (kind: Waiting['kind'], count: number, seconds: number): Waiting => ({ kind, count, oldestAt: ago(seconds) })

const healthy: ServiceState = {
  isCounted: true,
  parts: [part('database'), part('broker')],
  waiting: [],
  figures: [
    { name: 'failed-responses', queue: null, value: 0.01 },
    { name: 'events-waiting', queue: null, value: 3 },
  ],
}

const report = (
  service: ServiceReport['service'],
  changes: Partial<ServiceState> = {},
  more: Partial<ServiceReport> = {},
): ServiceReport => ({
  service,
  state: { ...healthy, ...changes },
  answeredAt: NOW,
  status: 'answering',
  ...more,
})

const problems = (...reports: ServiceReport[]) => findProblems(reports, NOW)
const titles = (...reports: ServiceReport[]) => problems(...reports).map(({ title }) => title)
const rows = (...reports: ServiceReport[]) => figureRows(reports, NOW)
const rowOf = (label: string, ...reports: ServiceReport[]) => rows(...reports).find((row) => row.label === label)

it('a healthy product has no problems, and all known figures are normal', () => {
  expect(problems(report('tasks'), report('company'))).toEqual([])
  expect(rows(report('tasks')).filter(({ state }) => state === 'problem')).toEqual([])
  expect(rowOf('Failed responses in 5 minutes', report('tasks'))).toMatchObject({
    now: '1% (Tasks)',
    normal: 'at most 5%',
    state: 'normal',
  })
})

it('problems that need an operator at once are first, then those of the next working day', () => {
  const found = problems(
    report('tasks', { waiting: [waits('dead-letters', 2, 90)] }),
    report('campaigns', { parts: [part('broker', false, ago(40))] }),
    report('notifications', { waiting: [waits('events', 5, 600)], parts: [part('relay', false, ago(30))] }),
    report('company', {}, { status: 'silent', answeredAt: NOW - 60_000 }),
    report('documents', { parts: [part('database', false, ago(20))] }),
  )
  expect(found.map(({ alert, severity }) => [alert, severity])).toEqual([
    ['ServiceDown', 'page'],
    ['DatabaseAway', 'page'],
    ['EventsStuck', 'page'],
    ['MailRelayAway', 'page'],
    ['DependencyAway', 'ticket'],
    ['DeadLetters', 'ticket'],
  ])
  expect(found.map(({ since }) => since)).toEqual([ago(60), ago(20), ago(600), ago(30), ago(40), ago(90)])
  expect(found[0]).toMatchObject({ title: 'No response from Companies', effect: 'Company profiles cannot be saved.' })
})

it('a system that several services cannot reach is one problem, since the earliest report', () => {
  const [problem, ...others] = problems(
    report('tasks', { parts: [part('database', false, ago(30))] }),
    report('company', { parts: [part('database', false, ago(50))] }),
    report('documents', { isCounted: false }),
  )
  expect(others).toEqual([])
  expect(problem).toMatchObject({
    title: 'The database does not respond to Tasks, Companies, and Documents',
    services: ['tasks', 'company', 'documents'],
    since: ago(50),
  })
})

it('the relay of emails and the relay of campaigns are different systems', () => {
  const away = { parts: [part('relay', false)] }
  expect(titles(report('campaigns', away), report('notifications', away))).toEqual([
    'The mail relay does not respond',
    'The mail relay of campaigns does not respond',
  ])
})

it('if the gateway does not respond either, one problem says that nothing is known', () => {
  const away = { status: 'away', answeredAt: NOW - 30_000 } as const
  const dead = { waiting: [waits('dead-letters', 1, 60)] }
  expect(titles(report('tasks', dead, away), report('company', {}, away))).toEqual(['We couldn’t reach the product'])
  expect(titles(report('tasks', dead, away), report('company'))).toEqual(['No response from Tasks'])
})

it.each([
  ['failed-responses', 0.05, 0.06, 'Failed responses in 5 minutes: Tasks 6%'],
  ['slow-responses', 0.05, 0.2, 'GET requests slower than 1 second in 5 minutes: Tasks 20%'],
  ['events-waiting', 1_000, 1_001, 'Events that wait to be handled: Tasks 1,001'],
] as const)('the figure %s is a problem above %d', (name, limit, above, title) => {
  const withValue = (value: number) => report('tasks', { figures: [{ name, queue: null, value }] })
  expect(titles(withValue(limit))).toEqual([])
  expect(titles(withValue(above))).toEqual([title])
})

it('work that no worker tries names its queue', () => {
  const figures = [
    { name: 'work-overdue', queue: 'mail', value: 400 },
    { name: 'work-overdue', queue: 'other', value: 300 },
  ] as const
  expect(titles(report('notifications', { figures: [...figures] }))).toEqual([
    'Overdue work without an attempt: Notifications (mail) 6 minutes',
  ])
})

it('two unreachable spreadsheets are normal, and three are a problem', () => {
  expect(titles(report('crm-proxy', { waiting: [waits('away-sheets', 2, 60)] }))).toEqual([])
  expect(titles(report('crm-proxy', { waiting: [waits('away-sheets', 3, 60)] }))).toEqual(['Unreachable spreadsheets: Customers 3'])
})

it('a figure shows the highest value of all services, and names services without figures', () => {
  const high = report('tasks', { figures: [{ name: 'failed-responses', queue: null, value: 0.5 }] })
  expect(rowOf('Failed responses in 5 minutes', report('company'), high)).toMatchObject({ now: '50% (Tasks)', state: 'problem' })
  const silent = report('documents', {}, { status: 'silent' })
  expect(rowOf('Dead letters', report('crm-proxy', { waiting: [waits('dead-letters', 0, 0)] }), silent)).toMatchObject({
    now: '0; unknown for Documents',
    normal: '0',
    state: 'normal',
  })
  expect(rowOf('Dead letters', silent)).toMatchObject({ now: 'Unknown', state: 'unknown' })
  expect(rowOf('Unreachable spreadsheets', report('tasks'))).toMatchObject({ now: 'Nothing to measure', state: 'normal' })
})

it('counts the services and systems that respond', () => {
  const reports = [report('tasks'), report('company', { parts: [part('database', false)] }), report('documents', {}, { status: 'silent' })]
  expect(
    rows(...reports)
      .map(({ label, now, normal, state }) => [label, now, normal, state])
      .slice(0, 3),
  ).toEqual([
    ['Services that respond', '2 of 3', '3 of 3', 'problem'],
    ['Databases that respond', '1 of 2', '2 of 2', 'problem'],
    ['Other systems that respond to services', '1 of 1', '1 of 1', 'normal'],
  ])
})
