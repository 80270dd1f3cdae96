import type { Page } from 'playwright-core'
import type { Screen } from './screen.ts'

const TAB = '/admin/dashboard?tab=operations'
const minutesAgo = (minutes: number) => new Date(Date.now() - minutes * 60_000).toISOString()

const up = (name: string) => ({ name, isUp: true, since: minutesAgo(900) })
const figures = [
  { name: 'failed-responses', queue: null, value: 0.002 },
  { name: 'slow-responses', queue: null, value: 0.01 },
  { name: 'events-waiting', queue: null, value: 4 },
]
const waiting = ['events', 'retries', 'dead-letters'].map((kind) => ({ kind, count: 0, oldestAt: null }))
const healthy = { parts: [up('database'), up('broker'), up('store')], waiting, isCounted: true, figures }

/** States of services with several problems. `documents` does not respond. */
const troubled: Readonly<Record<string, object>> = {
  notifications: {
    ...healthy,
    parts: [up('database'), { name: 'relay', isUp: false, since: minutesAgo(7) }],
    waiting: [
      { kind: 'events', count: 0, oldestAt: null },
      { kind: 'dead-letters', count: 3, oldestAt: minutesAgo(95) },
      { kind: 'mails', count: 1_250, oldestAt: minutesAgo(7) },
    ],
    figures: [...figures, { name: 'work-overdue', queue: 'mail', value: 0 }],
  },
  tasks: { ...healthy, figures: [{ name: 'failed-responses', queue: null, value: 0.31 }, ...figures.slice(1)] },
}

const mockStates = (page: Page) =>
  page.route('**/api/admin/operations/*/state', (route) => {
    const service = new URL(route.request().url()).pathname.split('/')[4] ?? ''
    if (service === 'documents') return route.fulfill({ status: 503, json: { code: 'service-away', message: 'Being restarted.' } })
    return route.fulfill({ json: troubled[service] ?? healthy })
  })

export const operationsStates: Screen[] = [
  {
    name: 'admin-operations-problems',
    path: () => TAB,
    as: 'admin',
    answer: mockStates,
    shown: (page) => page.getByRole('heading', { name: '4 problems' }).waitFor(),
  },
  {
    name: 'admin-operations-away',
    path: () => TAB,
    as: 'admin',
    answer: (page) => page.route('**/api/admin/operations/*/state', (route) => route.abort('internetdisconnected')),
    shown: (page) => page.getByRole('heading', { name: 'This page cannot reach the product' }).waitFor(),
  },
  {
    name: 'admin-runbook',
    path: () => `${TAB}&runbook=DependencyAway`,
    as: 'admin',
    shown: (page) => page.getByRole('dialog', { name: 'DependencyAway' }).getByRole('table').waitFor(),
  },
]
