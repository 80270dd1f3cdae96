import '../AdminDashboardPage.tsx'
import './CampaignPanel.tsx'
import './CampaignsTab.tsx'
import { putBrake, releaseBrake } from '@app/contracts/http/brakes.ts'
import { getCampaign, listAllCampaigns } from '@app/contracts/http/campaigns.ts'
import { listRecipients } from '@app/contracts/http/dispatches.ts'
import { expect, it } from 'vitest'
import { page } from 'vitest/browser'
import { answer, refusal, reply } from '../../../testing/api.ts'
import { boardOf } from '../../../testing/board.ts'
import { campaignOf, dispatchOf, recipientOf } from '../../../testing/campaign-data.ts'
import { address, go, openApp, signInAs } from '../../../testing/open.tsx'
import { atEachWidth } from '../../../testing/widths.ts'

const TAB = '/admin/dashboard?tab=campaigns'
const since = '2026-12-08T12:00:00.000Z'
const brakeOfBakery = { scope: 'company', reason: 'Too many complaints.', since, id: 'company-1', name: 'Bakery' } as const
const roast = campaignOf({ dispatches: [dispatchOf({ state: 'done', audience: 300, counts: { accepted: 300 } })] })
const dialog = (name: string | RegExp) => page.getByRole('dialog', { name })
const bodyOf = (sent: { body: unknown } | undefined) => JSON.parse(String(sent?.body))

/** An admin before the campaigns of all companies, with these brakes at the time. */
function serve(brakes: (typeof brakeOfBakery)[] = []) {
  signInAs.admin()
  boardOf()
  answer(getCampaign, ({ address }) => (address.endsWith('/campaign-1') ? reply(getCampaign, roast) : refusal(404, 'There is none.')))
  answer(listRecipients, () => reply(listRecipients, [recipientOf()]))
  return answer(listAllCampaigns, () => reply(listAllCampaigns, { data: [{ ...roast, brake: brakes[0] ?? null }], brakes }))
}

it('campaigns of all companies are listed and read, and one or a company is stopped with a reason', async () => {
  const asked = serve()
  await openApp(TAB)
  await expect.element(page.getByText('Bakery · Special Event · Customers · next Mon 7 Dec 2026, 9:00 AM EST')).toBeVisible()
  await page.getByLabelText('Search campaigns').fill('roast')
  await expect.poll(() => asked.at(-1)?.address).toBe('/api/admin/campaigns?search=roast&limit=200')
  await page.getByRole('link', { name: 'View Oyster roast' }).click()
  expect(address()).toBe(`${TAB}&campaign=campaign-1`)
  const panel = dialog('Oyster roast')
  await expect.element(panel.getByRole('table', { name: 'What became of each sending' })).toBeVisible()
  expect(panel.getByRole('button', { name: /Pause|Change|Send now/ }).elements()).toHaveLength(0)
  await panel.getByRole('button', { name: 'Who got it' }).click()
  await expect.element(dialog('Who got it').getByText('ann@shop.example')).toBeVisible()
  await dialog('Who got it').getByRole('button', { name: 'Close' }).click()

  const put = answer(putBrake, () => reply(putBrake, { message: 'Stopped' }))
  await panel.getByRole('button', { name: 'Stop this company' }).click()
  const question = dialog('Stop all campaigns of Bakery?')
  await question.getByRole('button', { name: 'Stop sending' }).click()
  await expect.element(question.getByText('Say why: the owner reads it.')).toBeVisible()
  expect(put).toHaveLength(0)
  await question.getByLabelText(/^Reason/).fill(' Too many complaints. ')
  await question.getByRole('button', { name: 'Stop sending' }).click()
  await expect.poll(() => put.map(bodyOf)).toEqual([{ scope: 'company', id: 'company-1', reason: 'Too many complaints.' }])
  await expect.element(question).not.toBeInTheDocument()
  await panel.getByRole('button', { name: 'Stop this campaign' }).click()
  await dialog('Stop Oyster roast?')
    .getByLabelText(/^Reason/)
    .fill('Odd words.')
  await dialog('Stop Oyster roast?').getByRole('button', { name: 'Stop sending' }).click()
  await expect.poll(() => bodyOf(put[1])).toEqual({ scope: 'campaign', id: 'campaign-1', reason: 'Odd words.' })
  await expect.element(dialog('Stop Oyster roast?')).not.toBeInTheDocument()
  await go(-1)
  await expect.element(panel).not.toBeInTheDocument()
})

it('a brake stands above the list until it is released; all sending is stopped from there', async () => {
  const brakes = [brakeOfBakery]
  serve(brakes)
  await openApp(`${TAB}&campaign=none`)
  await expect.poll(address).toBe(TAB)
  await expect.element(page.getByText(/^Sending of Bakery is stopped\. Too many complaints\./)).toBeVisible()
  await expect.element(page.getByText('Stopped', { exact: true })).toBeVisible()
  await atEachWidth(() => {})
  const released = answer(releaseBrake, () => {
    brakes.pop()
    return reply(releaseBrake, { message: 'Released' })
  })
  await page.getByRole('button', { name: 'Release' }).click()
  await page.getByRole('button', { name: 'Let it go on' }).click()
  await expect.poll(() => released.map(bodyOf)).toEqual([{ scope: 'company', id: 'company-1' }])
  await expect.element(page.getByText(/^Sending of Bakery is stopped/)).not.toBeInTheDocument()

  const put = answer(putBrake, () => reply(putBrake, { message: 'Stopped' }))
  await page.getByRole('button', { name: 'Stop all sending' }).click()
  await dialog('Stop all sending?')
    .getByLabelText(/^Reason/)
    .fill('The relay is on fire.')
  await dialog('Stop all sending?').getByRole('button', { name: 'Stop sending' }).click()
  await expect.poll(() => put.map(bodyOf)).toEqual([{ scope: 'all', reason: 'The relay is on fire.' }])
})

it('what fails is said: lists are loaded again, and the reason for a brake stays where it was written', async () => {
  serve([brakeOfBakery])
  const restarted = () => refusal(503, 'Being restarted.')
  const said = (sentence: string) => expect.element(page.getByRole('alert').getByText(sentence).first()).toBeInTheDocument()
  answer(listAllCampaigns, () => refusal(500, 'Something broke.'))
  await openApp(TAB)
  await expect.element(page.getByText('The campaigns could not be loaded.')).toBeVisible()
  serve([brakeOfBakery])
  await page.getByRole('button', { name: 'Try again' }).click()
  answer(releaseBrake, restarted)
  await page.getByRole('button', { name: 'Release' }).click()
  await page.getByRole('button', { name: 'Let it go on' }).click()
  await said('Being restarted.')
  await expect.element(page.getByText(/^Sending of Bakery is stopped/)).toBeVisible()

  answer(getCampaign, () => refusal(500, 'Something broke.'))
  await page.getByRole('link', { name: 'View Oyster roast' }).click()
  await expect.element(dialog('Campaign').getByText('This campaign could not be loaded.')).toBeVisible()
  serve([brakeOfBakery])
  await page.getByRole('button', { name: 'Try again' }).click()
  await dialog('Oyster roast').getByRole('button', { name: 'Stop this campaign' }).click()
  const question = dialog('Stop Oyster roast?')
  const reason = question.getByLabelText(/^Reason/)
  await reason.fill('Odd words.')
  const stop = question.getByRole('button', { name: 'Stop sending' })
  const sentence = 'A reason has at most 500 characters.'
  for (const refused of [restarted, () => refusal(422, sentence, { errors: [{ field: 'reason', message: sentence }] })]) {
    answer(putBrake, refused)
    await stop.click()
    await expect.element(reason).toHaveValue('Odd words.')
  }
  await expect.element(question.getByText(sentence)).toBeVisible()
  await expect.element(reason).toHaveFocus()
  answer(putBrake, () => refusal(401, 'Expired.'))
  await stop.click()
  await expect.poll(() => window.location.pathname).toBe('/admin/login')
})
