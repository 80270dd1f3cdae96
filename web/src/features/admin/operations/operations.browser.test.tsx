import '../AdminDashboardPage.tsx'
import './OperationsTab.tsx'
import './RunbookPanel.tsx'
import './ServicePanel.tsx'
import { countBoard, listBoardCompanies } from '@app/contracts/http/board.ts'
import { listAdmins } from '@app/contracts/http/identity.ts'
import { type FoundMail, searchCampaignMails, searchNotificationMails } from '@app/contracts/http/mail-search.ts'
import * as contract from '@app/contracts/http/operations.ts'
import { getMe } from '@app/contracts/http/session.ts'
import { countWebErrors } from '@app/contracts/http/web-errors.ts'
import { beforeEach, expect, it, onTestFinished, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { answer, never, refusal, reply } from '../../../testing/api.ts'
import { boardOf } from '../../../testing/board.ts'
import { clickNow } from '../../../testing/click-now.ts'
import { address, go, openApp, signInAs } from '../../../testing/open.tsx'
import { atEachWidth } from '../../../testing/widths.ts'

const TAB = '/admin/dashboard?tab=operations'
const PANEL = `${TAB}&service=tasks`
const at = '2025-12-08T12:00:00.000Z'
const type = 'company.profile-changed.v1'

const letterOf = (id: string, more: Partial<contract.DeadLetter> = {}): contract.DeadLetter => ({
  _id: id,
  type,
  error: 'Error: nothing to do it with',
  attempts: 11,
  failedAt: at,
  retryAt: null,
  ...more,
})

const mailOf = (id: string, more: Partial<FoundMail> = {}): FoundMail => ({
  _id: id,
  what: 'preview-ready',
  company: null,
  subject: 'A preview is ready',
  state: 'sent',
  answer: null,
  attempts: 1,
  maybeTwice: false,
  createdAt: at,
  settledAt: at,
  bouncedAt: null,
  complainedAt: null,
  ...more,
})

const healthy = { parts: [], waiting: [], isCounted: true, figures: [] }
const serviceIn = (url: string) => url.split('/')[4]
const bodyOf = (sent: { body: unknown } | undefined) => JSON.parse(String(sent?.body))
const rowOf = (name: string) => page.getByRole('list', { name: 'Services' }).getByRole('listitem').filter({ hasText: name }).first()
const dialog = (name: string | RegExp) => page.getByRole('dialog', { name })

/** Mocks the dead letters and the audit trail of the tasks service. The test's actions change both lists. */
function serveTasks() {
  const letters = [letterOf('letter-1'), letterOf('letter-2'), letterOf('letter-3', { type: 'unknown', retryAt: at, attempts: 2 })]
  const acts: contract.AuditEntry[] = []
  const act = (act: contract.AuditEntry['act'], subject: string, reason: string | null = null, actor: string | null = 'operator-1') =>
    acts.unshift({ _id: acts.length + 1, at, actor, act, subject, reason, affected: 1 })
  answer(contract.listDeadLetters, () => reply(contract.listDeadLetters, letters))
  answer(contract.listAuditEntries, () => reply(contract.listAuditEntries, acts))
  const admin = { _id: 'operator-1', email: 'ann@portal.example', username: 'Admin' }
  answer(listAdmins, () => reply(listAdmins, [{ ...admin, createdAt: at, hasSecondFactor: true, isOperator: true }]))
  answer(getMe, () => reply(getMe, { ...admin, role: 'admin', emailVerified: true }))
  return { letters, act }
}

beforeEach(() => {
  signInAs.operator()
  boardOf()
  answer(contract.getServiceState, () => reply(contract.getServiceState, healthy))
  answer(countWebErrors, () => reply(countWebErrors, { lastDay: 0, lastWeek: 0, latestAt: null }))
})

it('the tab shows how many errors browsers reported, and offers a retry if the counts could not be loaded', {
  tags: 'nightly',
}, async () => {
  await openApp(TAB)
  await expect.element(page.getByText('No errors in the last 7 days')).toBeVisible()
  answer(countWebErrors, () => refusal(503, 'Not now'))
  await page.getByRole('tab', { name: 'Tasks', exact: true }).click()
  await page.getByRole('tab', { name: 'Operations' }).click()
  await expect.element(page.getByText('We couldn’t load the error counts.')).toBeVisible()
  answer(countWebErrors, () => reply(countWebErrors, { lastDay: 1_200, lastWeek: 3_000, latestAt: at }))
  await page.getByRole('button', { name: /try again/i }).click()
  const rows = page.getByRole('list', { name: 'Errors in browsers' }).getByRole('listitem')
  await expect.element(rows.first()).toHaveTextContent('1,200 in the last 24 hours')
  await expect.element(rows.nth(1)).toHaveTextContent('3,000 in the last 7 days')
})

it('an admin without the operator role has no Operations tab, even if the URL names it', async () => {
  signInAs.admin()
  const asked = answer(contract.getServiceState, never)
  await openApp(PANEL)
  await expect.element(page.getByRole('tab', { name: 'My Monday' })).toHaveAttribute('aria-selected', 'true')
  expect(page.getByRole('tab', { name: 'Operations' }).elements()).toEqual([])
  expect(page.getByRole('dialog').elements()).toEqual([])
  expect(asked).toEqual([])
})

it('each service has a row with its queues and unavailable dependencies, or says that it does not respond; a slow service delays no other row', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  onTestFinished(() => void vi.useRealTimers())
  const isBack = { identity: false }
  const asked = answer(contract.getServiceState, ({ address }) => {
    const service = serviceIn(address)
    if (service === 'company') return never()
    if (service === 'identity' && !isBack.identity) return refusal(503, 'Being restarted.')
    if (service === 'documents') {
      return reply(contract.getServiceState, {
        isCounted: false,
        waiting: [],
        figures: [],
        parts: [{ name: 'database', isUp: false, since: at }],
      })
    }
    if (service !== 'notifications') return reply(contract.getServiceState, healthy)
    return reply(contract.getServiceState, {
      isCounted: true,
      figures: [],
      parts: [
        { name: 'relay', isUp: false, since: at },
        { name: 'broker', isUp: true, since: at },
      ],
      waiting: [
        { kind: 'mails', count: 10_000, oldestAt: new Date(Date.now() - 7_300_000).toISOString() },
        { kind: 'dead-letters', count: 1, oldestAt: new Date(Date.now() - 90_000).toISOString() },
        { kind: 'events', count: 0, oldestAt: null },
      ],
    })
  })
  // The operations tab must also work if the requests for companies and counts fail.
  for (const route of [countBoard, listBoardCompanies]) answer(route, () => refusal(503, 'Being restarted.'))
  await openApp(TAB)
  await expect.element(rowOf('Notifications').getByText('10,000 or more emails to send · oldest 2 hours')).toBeVisible()
  await expect.element(rowOf('Notifications').getByText('1 dead letter · oldest 1 minute')).toBeVisible()
  await expect.element(rowOf('Notifications').getByText(/^relay has been down since Mon, Dec 8, 2025/)).toBeVisible()
  expect(
    rowOf('Notifications')
      .getByText(/broker/)
      .elements(),
  ).toEqual([])
  await expect.element(rowOf('Accounts').getByText('Not responding')).toBeVisible()
  await expect.element(rowOf('Companies').getByRole('status', { name: 'Loading' })).toBeVisible()
  await expect.element(rowOf('Documents').getByText(/the database is not responding/)).toBeVisible()
  await expect.element(rowOf('Documents').getByText(/^database has been down since/)).toBeVisible()
  await expect.element(rowOf('Campaigns').getByText('Nothing waiting')).toBeVisible()
  await atEachWidth(() => {})

  const before = asked.length
  isBack.identity = true
  vi.advanceTimersByTime(15_000)
  await expect.poll(() => asked.length).toBeGreaterThan(before)
  await expect.element(rowOf('Accounts').getByText('Nothing waiting')).toBeVisible()
})

it('an operator inspects, retries and drops dead letters with a reason, and each action appears in the audit trail', async () => {
  const { letters, act } = serveTasks()
  await openApp(TAB)
  await page.getByRole('link', { name: 'Details of Tasks' }).click()
  expect(address()).toBe(PANEL)
  const panel = dialog('Tasks')
  const rows = panel.getByRole('list', { name: 'Dead letter list' })
  await expect.element(rows.getByText('Error: nothing to do it with').first()).toBeVisible()
  // An event that waits for its next retry can be dropped but not replayed.
  expect(rows.getByRole('button', { name: 'Retry' }).elements()).toHaveLength(2)
  expect(rows.getByRole('button', { name: 'Drop' }).elements()).toHaveLength(3)
  await atEachWidth(() => {})

  answer(contract.showDeadLetter, () =>
    reply(contract.showDeadLetter, { ...letterOf('letter-1'), event: { data: { name: '[6 characters]' } } }),
  )
  await rows.getByRole('button', { name: 'Event' }).first().click()
  await expect.element(rows.getByRole('region', { name: 'Event' })).toHaveTextContent('{ "data": { "name": "[6 characters]" } }')

  const replayed = answer(contract.replayDeadLetter, () => {
    act('replay', 'letter-1')
    letters.splice(0, 1)
    return reply(contract.replayDeadLetter, { message: 'It is being tried again', affected: 1 })
  })
  await rows.getByRole('button', { name: 'Retry' }).first().click()
  await dialog('Retry?').getByRole('button', { name: 'Cancel' }).click()
  expect(replayed).toEqual([])
  await rows.getByRole('button', { name: 'Retry' }).first().click()
  await dialog('Retry?').getByRole('button', { name: 'Retry' }).click()
  await expect.poll(() => replayed.map((sent) => sent.address)).toEqual(['/api/admin/operations/tasks/dead-letters/letter-1/replay'])
  const entries = panel.getByRole('list', { name: 'Audit entries' })
  await expect.element(entries.getByText('letter-1', { exact: true })).toBeVisible()
  await expect.element(entries.getByText('ann@portal.example')).toBeVisible()
  await expect.poll(() => rows.getByRole('button', { name: 'Drop' }).elements().length).toBe(2)
  expect(panel.element().contains(document.activeElement)).toBe(true)

  const dropped = answer(contract.dropDeadLetter, () => {
    act('drop', 'letter-2', 'Sent by mistake.', null)
    letters.splice(0, 1)
    return reply(contract.dropDeadLetter, { message: 'Dropped', affected: 1 })
  })
  await rows.getByRole('button', { name: 'Drop' }).first().click()
  const question = dialog('Drop this event?')
  await question.getByRole('button', { name: 'Drop permanently' }).click()
  await expect.element(question.getByText('Enter a reason. It is stored in the audit trail.')).toBeVisible()
  await question.getByLabelText(/^Reason/).fill(' Sent by mistake. ')
  await question.getByRole('button', { name: 'Drop permanently' }).click()
  await expect.poll(() => dropped.map(bodyOf)).toEqual([{ reason: 'Sent by mistake.' }])
  await expect.element(panel.getByText('“Sent by mistake.”')).toBeVisible()
  await expect.element(panel.getByText('Command line')).toBeVisible()
  expect(panel.element().contains(document.activeElement)).toBe(true)
  await userEvent.keyboard('{Escape}')
  await expect.poll(address).toBe(TAB)
})

it('all dead letters of a type are retried together; a retry without effect and a failed one show a message', {
  tags: 'nightly',
}, async () => {
  serveTasks()
  const answers = [
    () => reply(contract.replayDeadLetters, { message: 'Nothing to do: somebody was faster.', affected: 0 }),
    () => refusal(500, 'Something broke.'),
  ]
  const sent = answer(contract.replayDeadLetters, () => answers[sent.length - 1]?.() ?? never())
  await openApp(PANEL)
  for (const message of ['Nothing to do: somebody was faster.', 'Something broke.']) {
    await dialog('Tasks')
      .getByRole('button', { name: `Retry all ${type}` })
      .click()
    await dialog('Retry?').getByRole('button', { name: 'Retry' }).click()
    await expect.element(page.getByRole('alert').getByText(message).first()).toBeInTheDocument()
  }
  expect(sent.map(bodyOf)).toEqual([{ type }, { type }])
})

it('the panel of a service that does not respond shows errors with a retry', async () => {
  serveTasks()
  answer(contract.listDeadLetters, () => refusal(500, 'Something broke.'))
  answer(contract.listAuditEntries, () => refusal(500, 'Something broke.'))
  await openApp(PANEL)
  await expect.element(dialog('Tasks').getByText('We couldn’t load the audit trail.')).toBeVisible()
  answer(contract.listDeadLetters, () => reply(contract.listDeadLetters, []))
  clickNow(dialog('Tasks').getByRole('button', { name: 'Try again' }).first())
  await expect.element(dialog('Tasks').getByText('No dead letters.')).toBeVisible()
})

it('emails to an address are searched in both services independently, and Back restores the previous address', {
  tags: 'nightly',
}, async () => {
  const found = answer(searchNotificationMails, ({ address }) => {
    const isSecond = address.includes('cursor=next')
    const mails = isSecond ? [mailOf('mail-2', { subject: 'Welcome' })] : [mailOf('mail-1')]
    const headers = isSecond ? undefined : { link: '</mails?cursor=next>; rel="next"' }
    return Response.json({ mails, keptDays: 90 }, { headers })
  })
  answer(searchCampaignMails, () => refusal(503, 'Being restarted.'))
  await openApp(TAB)
  await page.getByLabelText('Email address').fill(' zoe@example.com ')
  await userEvent.keyboard('{Enter}')
  await expect.poll(address).toBe(`${TAB}&address=zoe%40example.com`)
  const notifications = page.getByRole('region', { name: 'Notifications' })
  await expect.element(notifications.getByText('Newest 1 email to zoe@example.com. Emails are kept for 90 days.')).toBeVisible()
  await expect.element(notifications.getByText('Accepted by the mail server')).toBeVisible()
  expect(found[0]?.address).toBe('/api/admin/operations/notifications/mails?address=zoe%40example.com&limit=50')
  const campaigns = page.getByRole('region', { name: 'Campaigns' })
  await expect.element(campaigns.getByText('We couldn’t load the emails of Campaigns.')).toBeVisible()

  const failed = { state: 'failed', company: 'Bakery', what: 'Winter · Initial', settledAt: null } as const
  answer(searchCampaignMails, () =>
    reply(searchCampaignMails, {
      mails: [mailOf('mail-3', { ...failed, answer: 'address-refused 550 5.1.1', attempts: 3, maybeTwice: true, bouncedAt: at })],
      keptDays: 730,
    }),
  )
  await campaigns.getByRole('button', { name: 'Try again' }).click()
  await expect.element(campaigns.getByText('address-refused 550 5.1.1')).toBeVisible()
  await expect.element(campaigns.getByText('1 email to zoe@example.com. Emails are kept for 2 years.')).toBeVisible()
  await expect.element(campaigns.getByText('Bakery · Winter · Initial')).toBeVisible()
  await expect.element(campaigns.getByText(/^Bounced Mon, Dec 8, 2025/)).toBeVisible()
  await notifications.getByRole('button', { name: 'Show more' }).click()
  await expect.element(notifications.getByText('Welcome')).toBeVisible()
  await atEachWidth(() => {})

  await page.getByRole('link', { name: 'Details of Tasks' }).click()
  await expect.poll(address).toBe(`${TAB}&address=zoe%40example.com&service=tasks`)
  await go(-1)
  answer(searchNotificationMails, () => reply(searchNotificationMails, { mails: [], keptDays: 90 }))
  await page.getByLabelText('Email address').fill('nobody@example.com')
  await page.getByRole('tabpanel').getByRole('button', { name: 'Search' }).click()
  await expect.element(notifications.getByText(/^No emails to nobody@example\.com found\./)).toBeVisible()
  await go(-1)
  await expect.element(page.getByLabelText('Email address')).toHaveValue('zoe@example.com')
})

it('the most urgent problem is first, each problem opens its runbook, and a link leads to the next runbook', {
  tags: 'nightly',
}, async () => {
  answer(contract.getServiceState, ({ address }) => {
    const service = serviceIn(address)
    if (service === 'documents') return refusal(503, 'Being restarted.')
    const waiting = service === 'tasks' ? [{ kind: 'dead-letters' as const, count: 2, oldestAt: at }] : []
    return reply(contract.getServiceState, { ...healthy, waiting })
  })
  await openApp(TAB)
  await expect.element(page.getByRole('heading', { name: '2 problems' })).toBeVisible()
  await expect.element(page.getByRole('status').getByText('2 problems')).toBeInTheDocument()
  const problems = page.getByRole('list', { name: 'Problems' }).getByRole('listitem')
  for (const text of ['Act at once', 'No response from Documents', 'Documents cannot be shared or opened.'])
    await expect.element(problems.first().getByText(text)).toBeVisible()
  for (const text of ['Next working day', /^since Mon, Dec 8, 2025/, 'Dead letters: Tasks 2'])
    await expect.element(problems.nth(1).getByText(text)).toBeVisible()
  await atEachWidth(() => {})

  await problems.nth(1).getByRole('link', { name: 'Dead letters of Tasks' }).click()
  await expect.poll(address).toBe(PANEL)
  await go(-1)
  await problems.first().getByRole('link', { name: 'Runbook ServiceDown' }).click()
  await expect.element(dialog('ServiceDown').getByText('Meaning:')).toBeVisible()
  await dialog('ServiceDown').getByRole('link', { name: 'DatabaseAway' }).click()
  await expect.element(dialog('DatabaseAway')).toBeVisible()
  expect(address()).toBe(`${TAB}&runbook=DatabaseAway`)
  await atEachWidth(() => {})
  await dialog('DatabaseAway').getByRole('button', { name: 'Close' }).click()
  await expect.poll(address).toBe(TAB)
})

it('each figure shows its value, its normal range, its state in words and its runbook', async () => {
  const figures = [{ name: 'failed-responses' as const, queue: null, value: 0.5 }]
  answer(contract.getServiceState, ({ address }) =>
    reply(contract.getServiceState, serviceIn(address) === 'tasks' ? { ...healthy, figures } : healthy),
  )
  await openApp(TAB)
  const row = page.getByRole('row').filter({ hasText: 'Failed responses in 5 minutes' })
  await expect.element(row.getByText('Problem')).toBeVisible()
  await expect.element(row.getByText('50% (Tasks)', { exact: true })).toBeVisible()
  await expect.element(row.getByText('at most 5%')).toBeVisible()
  const dead = page.getByRole('row').filter({ hasText: 'Services that respond' })
  await expect.element(dead.getByText('Normal', { exact: true })).toBeVisible()
  await row.getByRole('link', { name: 'AnswersFail' }).click()
  await expect.element(dialog('AnswersFail')).toBeVisible()
})

it('a service that stops responding is a problem when the time limit of the request has passed', { tags: 'nightly' }, async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  onTestFinished(() => void vi.useRealTimers())
  let isStuck = false
  answer(contract.getServiceState, ({ address }) =>
    isStuck && serviceIn(address) === 'company' ? never() : reply(contract.getServiceState, healthy),
  )
  await openApp(TAB)
  await expect.element(page.getByRole('heading', { name: 'No problems' })).toBeVisible()
  isStuck = true
  vi.advanceTimersByTime(5_000)
  await expect.element(page.getByRole('list', { name: 'Problems' }).getByText('No response from Companies')).toBeVisible()
  await expect.element(rowOf('Companies').getByText('Not responding')).toBeVisible()
  await expect.element(rowOf('Companies').getByText(/^Last response today/)).toBeVisible()
})

it('without any response, one problem says that the page cannot reach the product', async () => {
  answer(contract.getServiceState, () => Promise.reject(new TypeError('Failed to fetch')))
  await openApp(TAB)
  await expect.element(page.getByRole('heading', { name: 'We couldn’t reach the product' })).toBeVisible()
  await expect.element(page.getByRole('heading', { name: '1 problem' })).toBeVisible()
  expect(page.getByText('Not responding', { exact: true }).elements()).toHaveLength(7)
})

it('the URL of a runbook that does not exist says so, and admins without the operator role see no runbooks', async () => {
  const app = await openApp(`${TAB}&runbook=Nonsense`)
  await expect.element(dialog('Nonsense').getByText('There is no runbook with this name.')).toBeVisible()
  await app.unmount()
  signInAs.admin()
  await openApp(`${TAB}&runbook=ServiceDown`)
  await expect.element(page.getByRole('tab', { name: 'My Monday' })).toHaveAttribute('aria-selected', 'true')
  expect(page.getByRole('dialog').elements()).toEqual([])
})
