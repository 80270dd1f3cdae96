import '../AdminDashboardPage.tsx'
import './CampaignPanel.tsx'
import './CampaignsTab.tsx'
import { getCampaign, listAllCampaigns } from '@app/contracts/http/campaigns.ts'
import { listRecipients } from '@app/contracts/http/dispatches.ts'
import { releaseSuspension, suspendSending } from '@app/contracts/http/suspensions.ts'
import { expect, it } from 'vitest'
import { page } from 'vitest/browser'
import { answer, refusal, reply } from '../../../testing/api.ts'
import { boardOf } from '../../../testing/board.ts'
import { campaignOf, dispatchOf, recipientOf } from '../../../testing/campaign-data.ts'
import { clickNow } from '../../../testing/click-now.ts'
import { address, dismissToast, go, openApp, signInAs } from '../../../testing/open.tsx'
import { atEachWidth } from '../../../testing/widths.ts'

const TAB = '/admin/dashboard?tab=campaigns'
const since = '2026-12-08T12:00:00.000Z'
const suspensionOfBakery = { scope: 'company', reason: 'Too many complaints.', since, id: 'company-1', name: 'Bakery' } as const
const roast = campaignOf({ dispatches: [dispatchOf({ state: 'done', audience: 300, counts: { accepted: 300 } })] })
const dialog = (name: string | RegExp) => page.getByRole('dialog', { name })
const bodyOf = (sent: { body: unknown } | undefined) => JSON.parse(String(sent?.body))

function serve(suspensions: (typeof suspensionOfBakery)[] = []) {
  signInAs.admin()
  boardOf()
  answer(getCampaign, ({ address }) => (address.endsWith('/campaign-1') ? reply(getCampaign, roast) : refusal(404, 'Campaign not found')))
  answer(listRecipients, () => reply(listRecipients, [recipientOf()]))
  return answer(listAllCampaigns, () => reply(listAllCampaigns, { data: [{ ...roast, suspension: suspensions[0] ?? null }], suspensions }))
}

it('an admin lists and opens campaigns of all companies, and suspends a campaign or a company with a reason', async () => {
  const asked = serve()
  await openApp(TAB)
  await expect.element(page.getByText('Bakery · Special Event · Customers · next Mon, Dec 7, 2026, 9:00 AM EST')).toBeVisible()
  await page.getByLabelText('Search campaigns').fill('roast')
  await expect.poll(() => asked.at(-1)?.address).toBe('/api/admin/campaigns?search=roast&limit=200')
  await page.getByRole('link', { name: 'View Oyster roast' }).click()
  expect(address()).toBe(`${TAB}&campaign=campaign-1`)
  const panel = dialog('Oyster roast')
  await expect.element(panel.getByRole('table', { name: 'Results of each email' })).toBeVisible()
  expect(panel.getByRole('button', { name: /Pause|Change|Send now/ }).elements()).toHaveLength(0)
  await panel.getByRole('button', { name: 'Recipients' }).click()
  await expect.element(dialog('Recipients').getByText('ann@shop.example')).toBeVisible()
  await dialog('Recipients').getByRole('button', { name: 'Close' }).click()

  const suspended = answer(suspendSending, () => reply(suspendSending, { message: 'Suspended' }))
  await panel.getByRole('button', { name: 'Suspend this company' }).click()
  const question = dialog('Suspend all campaigns of Bakery?')
  await question.getByRole('button', { name: 'Suspend sending' }).click()
  await expect.element(question.getByText('Enter a reason. The company will see it.')).toBeVisible()
  expect(suspended).toHaveLength(0)
  await question.getByLabelText(/^Reason/).fill(' Too many complaints. ')
  await question.getByRole('button', { name: 'Suspend sending' }).click()
  await expect.poll(() => suspended.map(bodyOf)).toEqual([{ scope: 'company', id: 'company-1', reason: 'Too many complaints.' }])
  await expect.element(question).not.toBeInTheDocument()
  await panel.getByRole('button', { name: 'Suspend this campaign' }).click()
  await dialog('Suspend Oyster roast?')
    .getByLabelText(/^Reason/)
    .fill('Odd words.')
  await dialog('Suspend Oyster roast?').getByRole('button', { name: 'Suspend sending' }).click()
  await expect.poll(() => bodyOf(suspended[1])).toEqual({ scope: 'campaign', id: 'campaign-1', reason: 'Odd words.' })
  await expect.element(dialog('Suspend Oyster roast?')).not.toBeInTheDocument()
  await go(-1)
  await expect.element(panel).not.toBeInTheDocument()
})

it('suspensions are listed above the campaigns until they are released; all sending can be suspended there', {
  tags: 'nightly',
}, async () => {
  const suspensions = [suspensionOfBakery]
  serve(suspensions)
  await openApp(`${TAB}&campaign=none`)
  await expect.poll(address).toBe(TAB)
  await expect.element(page.getByText(/^Sending for Bakery is suspended\. Too many complaints\./)).toBeVisible()
  await expect.element(page.getByText('Suspended', { exact: true })).toBeVisible()
  await atEachWidth(() => {})
  const released = answer(releaseSuspension, () => {
    suspensions.pop()
    return reply(releaseSuspension, { message: 'Released' })
  })
  await page.getByRole('button', { name: 'Resume' }).click()
  await page.getByRole('button', { name: 'Resume sending' }).click()
  await expect.poll(() => released.map(bodyOf)).toEqual([{ scope: 'company', id: 'company-1' }])
  await expect.element(page.getByText(/^Sending for Bakery is suspended/)).not.toBeInTheDocument()

  const suspended = answer(suspendSending, () => reply(suspendSending, { message: 'Suspended' }))
  await page.getByRole('button', { name: 'Suspend all sending' }).click()
  await dialog('Suspend all sending?')
    .getByLabelText(/^Reason/)
    .fill('The relay is on fire.')
  await dialog('Suspend all sending?').getByRole('button', { name: 'Suspend sending' }).click()
  await expect.poll(() => suspended.map(bodyOf)).toEqual([{ scope: 'all', reason: 'The relay is on fire.' }])
})

it.each([
  { scope: 'campaign', offered: ['Suspend this company'] },
  { scope: 'company', offered: [] },
  { scope: 'all', offered: [] },
] as const)(
  'a campaign that is suspended by the scope $scope offers only wider suspensions, and has no next email',
  async ({ scope, offered }) => {
    const suspension = { scope, reason: 'Too many complaints.', since }
    serve()
    answer(listAllCampaigns, () => reply(listAllCampaigns, { data: [{ ...roast, suspension }], suspensions: [] }))
    answer(getCampaign, () => reply(getCampaign, { ...roast, dispatches: [dispatchOf()], suspension }))
    await openApp(TAB)
    await expect.element(page.getByText('Bakery · Special Event · Customers', { exact: true })).toBeVisible()
    await page.getByRole('link', { name: 'View Oyster roast' }).click()
    const panel = dialog('Oyster roast')
    await expect.element(panel.getByText(/Too many complaints/)).toBeVisible()
    await expect.element(panel.getByRole('listitem').filter({ hasText: 'Initial' }).getByText('Suspended', { exact: true })).toBeVisible()
    const buttons = panel.getByRole('button', { name: /^Suspend/ }).elements()
    expect(buttons.map(({ textContent }) => textContent)).toEqual(offered)
  },
)

it('failures are shown: lists can be loaded again, and the reason for a suspension stays in the form', { tags: 'nightly' }, async () => {
  serve([suspensionOfBakery])
  const restarted = () => refusal(503, 'Being restarted.')
  const said = (sentence: string) => expect.element(page.getByRole('alert').getByText(sentence).first()).toBeInTheDocument()
  answer(listAllCampaigns, () => refusal(500, 'Something broke.'))
  await openApp(TAB)
  await expect.element(page.getByText('We couldn’t load the campaigns.')).toBeVisible()
  serve([suspensionOfBakery])
  clickNow(page.getByRole('button', { name: 'Try again' }))
  answer(releaseSuspension, restarted)
  await page.getByRole('button', { name: 'Resume' }).click()
  await page.getByRole('button', { name: 'Resume sending' }).click()
  await said('Being restarted.')
  await expect.element(page.getByText(/^Sending for Bakery is suspended/)).toBeVisible()

  answer(getCampaign, () => refusal(500, 'Something broke.'))
  await page.getByRole('link', { name: 'View Oyster roast' }).click()
  await expect.element(dialog('Campaign').getByText('We couldn’t load this campaign.')).toBeVisible()
  serve([suspensionOfBakery])
  clickNow(page.getByRole('button', { name: 'Try again' }))
  await dialog('Oyster roast').getByRole('button', { name: 'Suspend this campaign' }).click()
  const question = dialog('Suspend Oyster roast?')
  const reason = question.getByLabelText(/^Reason/)
  await reason.fill('Odd words.')
  const stop = question.getByRole('button', { name: 'Suspend sending' })
  const sentence = 'A reason has at most 500 characters.'
  for (const refused of [restarted, () => refusal(422, sentence, { errors: [{ field: 'reason', message: sentence }] })]) {
    answer(suspendSending, refused)
    await stop.click()
    await expect.element(reason).toHaveValue('Odd words.')
  }
  await expect.element(reason).toHaveFocus()
  await dismissToast()
  await expect.element(question.getByText(sentence)).toBeVisible()
  answer(suspendSending, () => refusal(401, 'Expired.'))
  await stop.click()
  await expect.poll(() => window.location.pathname).toBe('/admin/login')
})
