import { type CampaignDetail, pauseCampaign, resumeCampaign, sendNow, sendToMissed, skipDispatch } from '@app/contracts/http/campaigns.ts'
import { downloadRecipients, listRecipients, resolveUnknown } from '@app/contracts/http/dispatches.ts'
import { getCameBack } from '@app/contracts/http/reports.ts'
import { expect, it, vi } from 'vitest'
import { page } from 'vitest/browser'
import { answer, refusal, reply } from '../../../testing/api.ts'
import { cameBackOf, campaignOf, dispatchOf, recipientOf, stepOf } from '../../../testing/campaign-data.ts'
import { ownerWithCampaigns } from '../../../testing/campaigns.ts'
import { address, go, openApp, signInAs, tokenOf } from '../../../testing/open.tsx'
import { highestRow, rowsOf, shareOfWindow } from '../../../testing/rows.ts'
import { atEachWidth } from '../../../testing/widths.ts'

const CAMPAIGN = '/management?section=2&open=campaign-1'
const sendings = page.getByRole('region', { name: 'Email schedule' })
const dialog = page.getByRole('dialog')
const said = (sentence: string) => expect.element(page.getByRole('alert').getByText(sentence).first()).toBeInTheDocument()
const button = (name: string) => page.getByRole('button', { name, exact: true })
const lines = () =>
  sendings
    .getByRole('listitem')
    .elements()
    .map((line) => [line.querySelector('h3')?.textContent, line.querySelector('h3 + span')?.textContent].join(' '))

const steps = [
  stepOf({ isSent: true }),
  stepOf({ type: '1st Follow Up', date: '2026-12-09' }),
  stepOf({ type: 'Final', date: '2026-12-11' }),
]
const [, second, third] = steps.map(({ _id }) => _id)
const skipped = { lost: 2, otherStage: 0, notSubscribed: 12, noAddress: 0, duplicate: 0 }
const under = dispatchOf({
  state: 'sending',
  audience: 300,
  skipped,
  asOf: '2026-12-07T14:00:00.000Z',
  counts: { queued: 86, accepted: 210, failed: 4 },
})
const campaign = campaignOf({
  steps,
  dispatches: [
    under,
    dispatchOf({ _id: 'dispatch-2', stepId: second, date: '2026-12-09' }),
    dispatchOf({ _id: 'dispatch-3', stepId: third, date: '2026-12-11' }),
  ],
})

/** Mocks a campaign of the signed-in owner. `done` replaces the campaign and returns the body of the response. */
function serve(begin: CampaignDetail) {
  const served = { now: begin }
  ownerWithCampaigns(() => [served.now])
  signInAs.owner(tokenOf('ann'))
  function done(campaign: CampaignDetail, message = 'Done') {
    served.now = campaign
    return { message, campaign }
  }
  return { served, done }
}

it('a dispatch is reloaded every 2 s while it is in progress, but not afterwards', async () => {
  const { served } = serve(campaign)
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval', 'Date'], shouldAdvanceTime: true })
  try {
    await openApp(CAMPAIGN)
    await expect.poll(lines).toEqual(['Initial Sending', '1st Follow Up Scheduled', 'Final Scheduled'])
    await expect.element(sendings.getByText('214 of 300')).toBeVisible()
    await expect.element(sendings.getByText(/^300 people; 12 not subscribed, 2 marked as lost/)).toBeVisible()
    served.now = {
      ...campaign,
      dispatches: [{ ...under, counts: { ...under.counts, queued: 0, accepted: 296 } }, ...campaign.dispatches.slice(1)],
    }
    await vi.advanceTimersByTimeAsync(2_000)
    await expect.element(sendings.getByText('300 of 300')).toBeVisible()
    served.now = {
      ...served.now,
      dispatches: [{ ...under, state: 'done', finishedAt: '2026-12-07T14:09:00.000Z' }, ...campaign.dispatches.slice(1)],
    }
    await vi.advanceTimersByTimeAsync(2_000)
    await expect.poll(lines).toEqual(['1st Follow Up Scheduled', 'Final Scheduled', 'Initial Sent'])
    served.now = campaign
    await vi.advanceTimersByTimeAsync(10_000)
    expect(lines()).toEqual(['1st Follow Up Scheduled', 'Final Scheduled', 'Initial Sent'])
  } finally {
    vi.useRealTimers()
  }
})

it('a recurring campaign shows its past emails and the next three; the others are shown on request', async () => {
  const coming = ['14', '21', '28', '30'].map((day) => dispatchOf({ _id: `dispatch-${day}`, date: `2026-12-${day}` }))
  const sent = dispatchOf({ state: 'done', audience: 10, counts: { accepted: 10 } })
  serve(campaignOf({ campaignCategory: 'Recurring', dispatches: [sent, ...coming] }))
  await openApp(CAMPAIGN)
  await expect.poll(lines).toEqual(['Initial Scheduled', 'Initial Scheduled', 'Initial Scheduled', 'Initial Sent'])
  await sendings.getByRole('button', { name: 'Show more' }).click()
  await expect.poll(() => lines().length).toBe(5)
})

it('pausing and canceling a campaign first show how many emails are left; a paused campaign can be resumed', async () => {
  const { done } = serve(campaign)
  const paused: CampaignDetail = {
    ...campaign,
    state: 'paused',
    dispatches: [{ ...under, state: 'paused' }, ...campaign.dispatches.slice(1)],
  }
  await openApp(CAMPAIGN)
  await expect.element(page.getByText('Next email: Mon, Dec 7, 2026, 9:00 AM EST')).toBeVisible()
  await button('Pause').click()
  await expect
    .element(dialog.getByText(/^86 people are still waiting for an email, and 2 emails are scheduled\. Sending stops right away/))
    .toBeVisible()
  answer(pauseCampaign, () => refusal(409, 'This campaign is over.'))
  await dialog.getByRole('button', { name: 'Pause' }).click()
  await said('This campaign is over.')
  answer(pauseCampaign, () => reply(pauseCampaign, done(paused, 'Paused')))
  await button('Pause').click()
  await dialog.getByRole('button', { name: 'Pause' }).click()
  await expect.poll(lines).toEqual(['Initial Paused', '1st Follow Up Scheduled', 'Final Scheduled'])
  await expect.element(dialog).not.toBeInTheDocument()

  answer(resumeCampaign, () => reply(resumeCampaign, done(campaign)))
  await button('Resume').click()
  await expect.poll(() => lines()[0]).toBe('Initial Sending')
  await button('Cancel campaign').click()
  await expect.element(dialog.getByText(/No more emails of this campaign will be sent/)).toBeVisible()
  await dialog.getByRole('button', { name: 'Keep sending' }).click()
})

it('a missed email can be sent now, a failed one sent again, and a scheduled one skipped', async () => {
  const missed = dispatchOf({ state: 'missed', reason: 'The spreadsheet could not be read on that day.' })
  const failed = dispatchOf({ _id: 'dispatch-2', stepId: second, state: 'done', audience: 10, counts: { accepted: 7, failed: 3 } })
  const held = { ...campaign, dispatches: [missed, failed, dispatchOf({ _id: 'dispatch-3', stepId: third })] }
  const { done } = serve(held)
  await openApp(CAMPAIGN)
  await expect.element(sendings.getByText('The spreadsheet could not be read on that day.')).toBeVisible()
  const acts = [
    ['Send now', sendNow, 'dispatch-1', /^We’ll read your spreadsheet/],
    ['Retry failed emails', sendToMissed, 'dispatch-2', /^The email failed for 3 people/],
    ['Skip this email', skipDispatch, 'dispatch-3', /^This email won’t be sent/],
  ] as const
  for (const [label, route, id, question] of acts) {
    const sent = answer(route, () => reply(route, done(held)))
    await sendings.getByRole('button', { name: label }).click()
    await expect.element(dialog.getByText(question)).toBeVisible()
    await dialog.getByRole('button', { name: label }).click()
    await expect.poll(() => sent[0]?.address).toContain(`/api/campaign/dispatches/${id}/`)
    await expect.element(dialog).not.toBeInTheDocument()
  }
})

it('the recipients of an email can be filtered, searched and exported, and an unknown delivery can be resolved', async () => {
  serve(campaign)
  const people = [
    recipientOf(),
    recipientOf({ _id: 'person-2', email: 'bea@shop.example', name: '', state: 'unknown', reason: 'No answer came.', maybeTwice: true }),
  ]
  const asked = answer(listRecipients, ({ address }) => {
    const only = new URL(address, window.location.href).searchParams.get('only')
    return reply(listRecipients, only ? people.filter(({ state }) => state === only) : people)
  })
  await openApp(CAMPAIGN)
  await sendings.getByRole('button', { name: 'Recipients' }).click()
  expect(address()).toBe(`${CAMPAIGN}&people=dispatch-1`)
  const rows = () =>
    dialog
      .getByRole('rowheader')
      .elements()
      .map(({ textContent }) => textContent?.trim())
  await expect.poll(rows).toEqual(['Ann Lee ann@shop.example', 'bea@shop.example'])
  await dialog.getByLabelText('Show').selectOptions('Unknown')
  await expect.poll(rows).toEqual(['bea@shop.example'])
  await expect.element(dialog.getByText('Possible duplicate').last()).toBeVisible()
  await expect.element(dialog.getByText('No answer came.')).toBeVisible()
  await dialog.getByLabelText('Search').fill('bea@')
  await expect.poll(() => asked.at(-1)?.address).toBe('/api/campaign/dispatches/dispatch-1/people?only=unknown&search=bea%40&limit=200')

  const resolved = answer(resolveUnknown, () => reply(resolveUnknown, recipientOf()))
  await dialog.getByRole('button', { name: 'Mark as delivered' }).click()
  await dialog.getByRole('button', { name: 'Send again' }).click()
  await expect
    .poll(() => resolved.map(({ address, body }) => [address, body]))
    .toEqual([
      ['/api/campaign/dispatches/dispatch-1/people/person-2/resolve', '{"as":"delivered"}'],
      ['/api/campaign/dispatches/dispatch-1/people/person-2/resolve', '{"as":"send-again"}'],
    ])

  const saved: string[] = []
  const make = vi.spyOn(URL, 'createObjectURL').mockImplementation((blob) => {
    void (blob as Blob).text().then((text) => saved.push(text))
    return 'blob:saved'
  })
  answer(downloadRecipients, () => new Response('Email\r\nann@shop.example\r\n', { headers: { 'content-type': 'text/csv' } }))
  await dialog.getByRole('button', { name: 'Export CSV' }).click()
  await expect.poll(() => saved).toEqual(['Email\r\nann@shop.example\r\n'])
  make.mockRestore()
  await go(-1)
  await expect.element(dialog).not.toBeInTheDocument()
  expect(address()).toBe(CAMPAIGN)
})

it('long lists of recipients load in parts; filters and details of a recipient are in the URL', { tags: 'nightly' }, async () => {
  serve(campaign)
  const people = Array.from({ length: 450 }, (_, at) =>
    recipientOf({
      _id: `person-${at}`,
      email: `person-${at}@${'department-'.repeat(5)}.example`,
      name: `Person ${at}`,
      state: 'failed',
      reason: 'The recipient’s mail service did not accept the email within a day.',
      settledAt: '2026-12-07T14:05:00.000Z',
    }),
  )
  const asked = answer(listRecipients, ({ address }) => {
    const parameters = new URL(address, window.location.href).searchParams
    const [from, limit] = [Number(parameters.get('cursor') ?? 0), Number(parameters.get('limit'))]
    const next = `</campaign/dispatches/dispatch-1/people?limit=${limit}&cursor=${from + limit}>; rel="next"`
    const headers = from + limit < people.length ? { link: next } : undefined
    return Response.json(people.slice(from, from + limit), { headers })
  })
  await openApp(`${CAMPAIGN}&people=dispatch-1&only=failed&find=person`)
  await expect.poll(() => rowsOf('people').length).toBeGreaterThan(0)
  expect(asked[0]?.address).toBe('/api/campaign/dispatches/dispatch-1/people?only=failed&search=person&limit=200')
  await expect.element(dialog.getByLabelText('Search')).toHaveValue('person')
  expect(shareOfWindow(page.getByRole('table', { name: 'people' }).element())).toBeGreaterThan(1 / 3)
  const end = () => dialog.getByRole('button', { name: 'Show more' }).query()?.scrollIntoView()
  const count = () => Number(page.getByRole('table', { name: 'people' }).element().getAttribute('aria-rowcount')) - 1
  await expect
    .poll(() => {
      end()
      return count()
    })
    .toBe(450)
  try {
    await page.viewport(390, 844)
    await expect.poll(() => highestRow('people')).toBeLessThanOrEqual(72)
  } finally {
    await page.viewport(1440, 900)
  }

  dialog.getByLabelText('Show').element().scrollIntoView()
  await dialog.getByLabelText('Show').selectOptions('Everyone')
  await expect.poll(address).toBe(`${CAMPAIGN}&people=dispatch-1&find=person`)
  const third = dialog.getByRole('link', { name: /^Person 3 ?person-3@/ })
  const thirdAddress = `${CAMPAIGN}&people=dispatch-1&find=person&recipient=person-3`
  // The address changes before the links are rendered again.
  await expect.element(third).toHaveAttribute('href', thirdAddress)
  await third.click()
  await expect.poll(address).toBe(thirdAddress)
  const details = page.getByRole('dialog', { name: 'Person 3', exact: true })
  await expect.element(details.getByText('The recipient’s mail service did not accept the email within a day.')).toBeVisible()
  await details.getByRole('button', { name: 'Close' }).click()
  await expect.element(details).not.toBeInTheDocument()
  await page.getByRole('dialog', { name: 'Recipients' }).getByRole('button', { name: 'Close' }).click()
  await expect.poll(address).toBe(CAMPAIGN)
})

it('the report shows the results of each email in numbers; a suspension is shown with its reason', async () => {
  const counts = { accepted: 290, failed: 4, suppressed: 5, unknown: 1, bounced: 3, unsubscribed: 2 }
  const sent = dispatchOf({ state: 'done', audience: 300, counts })
  const suspension = { scope: 'company', reason: 'Too many people called your mails spam.', since: '2026-12-08T12:00:00.000Z' } as const
  serve({ ...campaign, suspension, countsOpens: true, dispatches: [sent, ...campaign.dispatches.slice(1)] })
  const asked = answer(getCameBack, () => reply(getCameBack, cameBackOf({ opened: 121, clicked: 14 })))
  await openApp(CAMPAIGN)
  await expect
    .element(page.getByText(/^We have suspended all campaigns of this company. Too many people called your mails spam./))
    .toBeVisible()
  await expect.element(page.getByText(/^Next email/)).not.toBeInTheDocument()
  const cellsOf = (name: string) => {
    const rows = page.getByRole('table', { name, exact: true }).getByRole('row').elements()
    return rows.map(({ children }) => [...children].map(({ textContent }) => textContent))
  }
  const cells = (row: number) => cellsOf('Results of each email')[row]
  // Counters at 0 are shown on request.
  await expect.poll(() => cells(0)).toEqual(['Email', 'People', 'Accepted', 'Failed', 'Not sent', 'Unknown', 'Bounced', 'Unsubscribed'])
  await page.getByRole('button', { name: 'Show zeros' }).click()
  await expect
    .poll(() => cells(0))
    .toEqual(['Email', 'People', 'Accepted', 'Failed', 'Not sent', 'Unknown', 'Queued', 'Bounced', 'Unsubscribed', 'Reported as spam'])
  expect(cells(1)).toEqual(['Initial, Mon, Dec 7, 2026', '300', '290', '4', '5', '1', '0', '3', '2', '0'])
  // Only hours with events are listed, in the business's time zone.
  await expect
    .poll(() => cellsOf('Bounces, unsubscribes and spam reports by hour'))
    .toEqual([
      ['When', 'Bounced', 'Unsubscribed', 'Reported as spam'],
      ['Mon, Dec 7, 2026, 9:00 AM', '3', '0', '0'],
      ['Mon, Dec 7, 2026, 11:00 AM', '0', '1', '0'],
    ])
  expect(asked[0]?.address).toBe('/api/campaign/campaign-1/came-back')
  await expect
    .element(page.getByText(/^People opened about 121 emails and clicked a link in about 14\. Opens are an estimate/))
    .toBeVisible()
  await atEachWidth(() => {})
})
