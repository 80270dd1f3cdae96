import { listCampaigns } from '@app/contracts/http/campaigns.ts'
import { liftSuppression, listSuppressions } from '@app/contracts/http/suppressions.ts'
import { expect, it, vi } from 'vitest'
import { commands, page } from 'vitest/browser'
import { queryClient } from '../../shared/api/query-client.tsx'
import { answer, refusal, reply } from '../../testing/api.ts'
import { campaignOf, stepOf } from '../../testing/campaign-data.ts'
import { ownerWithCampaigns } from '../../testing/campaigns.ts'
import { clickNow } from '../../testing/click-now.ts'
import { picture } from '../../testing/fixtures.ts'
import { sendToOwnerStream } from '../../testing/live.ts'
import { address, go, openApp } from '../../testing/open.tsx'
import { atEachWidth } from '../../testing/widths.ts'

const SECTION = '/management?section=2'
const arrows = page.getByRole('button', { name: /^Scroll (left|right)$/ })
const names = () =>
  page
    .getByRole('heading', { level: 2 })
    .elements()
    .map(({ textContent }) => textContent)

const five = ['Oyster roast', 'Winter bread', 'Spring menu', 'Summer hours', 'Harvest'].map((name, at) =>
  campaignOf({ _id: `campaign-${at + 1}`, name }),
)

it('campaigns are cards in a scroll row; with more than four cards it has arrows that scroll by 350 px', async () => {
  let campaigns = five.slice(0, 4)
  ownerWithCampaigns(() => campaigns)
  await openApp(SECTION)
  await expect.element(page.getByRole('heading', { name: 'On-Going Campaign', level: 1 })).toBeVisible()
  await expect.poll(names).toEqual(five.slice(0, 4).map(({ name }) => name))
  await expect.element(page.getByText('Mon, Dec 7, 2026, 9:00 AM EST').first()).toBeVisible()
  expect(arrows.elements()).toHaveLength(0)

  campaigns = five
  sendToOwnerStream('campaigns.campaign-changed.v1')
  await expect.poll(names).toHaveLength(5)
  await page.getByRole('button', { name: 'Scroll right' }).click()
  const strip = page.getByRole('group', { name: 'Campaigns' })
  await expect.poll(() => strip.element().scrollLeft).toBe(350)
  await atEachWidth(() => expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(window.innerWidth))
})

it('an empty list explains how to create the first campaign', async () => {
  ownerWithCampaigns(() => [])
  await openApp(SECTION)
  await expect.element(page.getByText('No campaigns yet – click above to create your first campaign!')).toBeVisible()
})

it('a campaign page replaces the list and is in the URL, and Back returns to the list', { tags: 'nightly' }, async () => {
  const steps = [
    stepOf({ attachmentUrl: picture('coral'), attachmentName: 'shells.png' }),
    stepOf({ type: 'Final', date: '2026-12-09', attachmentUrl: '/files/menu', attachmentName: 'menu.avif' }),
  ]
  ownerWithCampaigns(() => [campaignOf({ steps })])
  const app = await openApp(SECTION)
  await page.getByRole('link', { name: 'Oyster roast' }).click()
  expect(address()).toBe(`${SECTION}&open=campaign-1`)
  await expect.element(page.getByRole('heading', { name: 'Oyster roast', level: 1 })).toHaveFocus()
  const facts = page.getByRole('main').element().querySelector('dl')?.textContent
  expect(facts).toBe('Campaign NameOyster roastCategorySpecial EventTarget AudienceCustomersStart DateNot setEnd DateNot set')
  const first = page.getByRole('listitem').filter({ hasText: 'Initial' })
  await expect.element(first.getByText('Mon, Dec 7, 2026')).toBeVisible()
  await first.getByRole('button', { name: 'View' }).click()
  await expect.element(first.getByText('we shuck at six.')).toBeVisible()
  await expect.element(first.getByRole('img', { name: 'shells.png' })).toBeVisible()
  await first.getByRole('button', { name: 'Hide' }).click()
  await expect.element(first.getByText('we shuck at six.')).not.toBeInTheDocument()
  const last = page.getByRole('listitem').filter({ hasText: 'Final' })
  await last.getByRole('button', { name: 'View' }).click()
  await expect.element(last.getByRole('link', { name: 'Open Attachment' })).toHaveAttribute('href', '/files/menu')

  await page.getByRole('button', { name: 'All campaigns' }).click()
  await expect.element(page.getByRole('heading', { name: 'On-Going Campaign' })).toBeVisible()
  expect(address()).toBe(SECTION)
  await go(1)
  await expect.element(page.getByRole('heading', { name: 'Oyster roast', level: 1 })).toBeVisible()
  await app.unmount()
  queryClient.clear()

  await openApp(`${SECTION}&open=campaign-404`)
  await expect.element(page.getByText('Campaign not found')).toBeInTheDocument()
  await expect.poll(address).toBe(SECTION)
})

it('a recurring campaign shows its start and end date', async () => {
  ownerWithCampaigns(() => [
    campaignOf({ campaignCategory: 'Recurring', startDate: '2026-12-07', endDate: '2026-12-28', steps: [stepOf({ date: null })] }),
  ])
  await openApp(`${SECTION}&open=campaign-1`)
  await expect.element(page.getByText('Mon, Dec 28, 2026')).toBeVisible()
})

it('a list that fails to load shows the error for this kind of failure and can be retried', async () => {
  ownerWithCampaigns(() => five)
  answer(listCampaigns, () => refusal(500, 'Something broke.'))
  const app = await openApp(SECTION)
  await expect.element(page.getByRole('main').getByText('Unable to load campaigns')).toBeVisible()
  await expect.element(page.getByText('Unable to load campaigns')).toHaveLength(1)
  answer(listCampaigns, () => reply(listCampaigns, five))
  clickNow(page.getByRole('button', { name: 'Try again' }))
  await expect.poll(names).toHaveLength(5)
  await app.unmount()
  queryClient.clear()

  await openApp('/management')
  await expect.element(page.getByRole('heading', { name: 'Tasks' })).toBeVisible()
  await commands.setOffline(true)
  await page.getByRole('link', { name: 'Campaign' }).click()
  await expect.element(page.getByRole('main').getByText('You are offline. Try again when you have a connection.')).toBeVisible()
})

it('an expired session shows the specified message for one second before the login page opens', async () => {
  ownerWithCampaigns(() => [])
  answer(listCampaigns, () => refusal(401, 'Expired.'))
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  try {
    await openApp(SECTION)
    await expect.element(page.getByRole('alert').getByText('Session expired. Please login.')).toBeInTheDocument()
    expect(localStorage.getItem('token')).toBeNull()
    await vi.advanceTimersByTimeAsync(500)
    expect(window.location.pathname).toBe('/management')
    await vi.advanceTimersByTimeAsync(500)
    await expect.poll(() => window.location.pathname).toBe('/login')
  } finally {
    vi.useRealTimers()
  }
})

it('suppressed addresses are listed with the reason; allowing emails again asks for confirmation', { tags: 'nightly' }, async () => {
  ownerWithCampaigns(() => [])
  const bea = { _id: 'suppression-1', email: 'bea@shop.example', reason: 'unsubscribed', createdAt: '2025-12-07T14:01:00.000Z' } as const
  const asked = answer(listSuppressions, () => reply(listSuppressions, [bea]))
  const lifted = answer(liftSuppression, () => reply(liftSuppression, { message: 'Lifted' }))
  await openApp(SECTION)
  await page.getByRole('button', { name: 'Unsubscribed and blocked' }).click()
  expect(address()).toBe(`${SECTION}&show=suppressed`)
  await expect.element(page.getByText(/^Unsubscribed · Sun, Dec 7, 2025/)).toBeVisible()
  await page.getByLabelText('Search').fill('bea')
  await expect.poll(() => asked.at(-1)?.address).toBe('/api/campaign/company/company-1/suppressions?search=bea&limit=200')
  await page.getByRole('button', { name: 'Allow emails again' }).click()
  expect(lifted).toHaveLength(0)
  const before = asked.length
  await page.getByRole('button', { name: 'They asked me to' }).click()
  await expect.poll(() => lifted[0]?.address).toBe('/api/campaign/suppressions/suppression-1')
  await expect.poll(() => asked.length).toBeGreaterThan(before)
})

it('a suspended campaign says so in the list, with the reason, and offers no Resume', async () => {
  const suspension = { scope: 'company', reason: 'Too many people called your mails spam.', since: '2026-12-08T12:00:00.000Z' } as const
  const ended = campaignOf({ _id: 'campaign-2', name: 'Winter bread', state: 'done', suspension })
  ownerWithCampaigns(() => [campaignOf({ state: 'paused', suspension }), ended])
  await openApp(SECTION)
  await expect.element(page.getByText('Suspended', { exact: true })).toBeVisible()
  await expect.element(page.getByText('We’ve stopped sending: Too many people called your mails spam.')).toBeVisible()
  await expect.element(page.getByText('Ended', { exact: true })).toBeVisible()
  await expect.element(page.getByText('Paused', { exact: true })).not.toBeInTheDocument()
  await page.getByRole('link', { name: 'Oyster roast' }).click()
  await expect.element(page.getByText('Please write to support@palmettoworks.example to continue.', { exact: false })).toBeVisible()
  await expect.element(page.getByRole('button', { name: 'Cancel campaign' })).toBeVisible()
  await expect.element(page.getByRole('button', { name: 'Resume' })).not.toBeInTheDocument()
})
