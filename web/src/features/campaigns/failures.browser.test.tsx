import { cancelCampaign, changeStep, createCampaign, getCampaign, pauseCampaign, skipDispatch } from '@app/contracts/http/campaigns.ts'
import { countAudience } from '@app/contracts/http/customers.ts'
import { downloadRecipients, listRecipients, resolveUnknown } from '@app/contracts/http/dispatches.ts'
import { previewMail, sendTestMail } from '@app/contracts/http/mails.ts'
import { getCameBack } from '@app/contracts/http/reports.ts'
import { liftSuppression, listSuppressions } from '@app/contracts/http/suppressions.ts'
import { expect, it } from 'vitest'
import { commands, page } from 'vitest/browser'
import { queryClient } from '../../shared/api/query-client.tsx'
import { answer, never, refusal, reply } from '../../testing/api.ts'
import { cameBackOf, campaignOf, dispatchOf, recipientOf, stepOf } from '../../testing/campaign-data.ts'
import { audienceOf, ownerWithCampaigns } from '../../testing/campaigns.ts'
import { clickNow } from '../../testing/click-now.ts'
import { address, openApp, signInAs, tokenOf } from '../../testing/open.tsx'

const SECTION = '/management?section=2'
const CAMPAIGN = `${SECTION}&open=campaign-1`
const OFFLINE = 'You are offline. Try again when you have a connection.'
const RESTARTED = 'This part of our service is restarting.'
const NO_PREVIEW = 'The preview is away.'
const dialog = page.getByRole('dialog')
const button = (name: string) => page.getByRole('button', { name, exact: true })
const said = (sentence: string) => expect.element(page.getByRole('alert').getByText(sentence).first()).toBeInTheDocument()
const away = () => refusal(503, RESTARTED)

const steps = [stepOf(), stepOf({ type: 'Final', date: '2026-12-11' })]
const sent = dispatchOf({ state: 'done', audience: 300, counts: { accepted: 290, unknown: 1, bounced: 3 } })
const toCome = dispatchOf({ _id: 'dispatch-2', stepId: 'step-Final', date: '2026-12-11' })
const campaign = campaignOf({ steps, dispatches: [sent, toCome] })

/** Mocks a campaign of the signed-in owner. Tests change `served.now` to simulate changes by other people. */
function serve() {
  const served = { now: campaign }
  ownerWithCampaigns(() => [served.now])
  signInAs.owner(tokenOf('ann'))
  answer(countAudience, () => reply(countAudience, audienceOf()))
  answer(getCameBack, () => reply(getCameBack, cameBackOf()))
  answer(previewMail, () => refusal(500, NO_PREVIEW))
  return served
}

/** Runs `act` while the browser is offline and expects the offline message. */
async function offline(act: () => Promise<unknown>): Promise<void> {
  await commands.setOffline(true)
  await act()
  await said(OFFLINE)
  await commands.setOffline(false)
}

it('a campaign that fails to load, fully or partly, can be retried; a deleted campaign returns to the list', {
  tags: 'nightly',
}, async () => {
  serve()
  answer(getCampaign, () => refusal(500, 'Something broke.'))
  await openApp(CAMPAIGN)
  await expect.element(page.getByText('We couldn’t load this campaign.')).toBeVisible()
  answer(getCampaign, () => reply(getCampaign, campaign))
  answer(getCameBack, () => refusal(500, 'Something broke.'))
  await button('Try again').click()
  await expect.element(page.getByText('We couldn’t load bounces, unsubscribes and spam reports.')).toBeVisible()
  await expect.element(page.getByRole('table', { name: 'Results of each email' })).toBeInTheDocument()
  answer(getCameBack, () => reply(getCameBack, cameBackOf()))
  clickNow(button('Try again'))
  await expect.element(page.getByRole('table', { name: 'Bounces, unsubscribes and spam reports by hour' })).toBeInTheDocument()

  // The campaign was deleted in the meantime, so all further requests fail with 404.
  answer(getCampaign, () => refusal(404, 'Campaign not found'))
  answer(pauseCampaign, () => refusal(404, 'Campaign not found'))
  await button('Pause').click()
  await dialog.getByRole('button', { name: 'Pause' }).click()
  await said('Campaign not found')
  await expect.poll(address).toBe(SECTION)
})

it('a failed action shows its error and can be retried, and a double click sends one request', async () => {
  serve()
  await openApp(CAMPAIGN)
  const acts = [
    ['Pause', pauseCampaign, 'Pause'],
    ['Cancel campaign', cancelCampaign, 'Cancel campaign'],
    ['Skip this email', skipDispatch, 'Skip this email'],
  ] as const
  for (const [name, route, confirm] of acts) {
    const confirmed = async () => {
      await button(name).click()
      await dialog.getByRole('button', { name: confirm }).click()
    }
    answer(route, away)
    await confirmed()
    await said(RESTARTED)
    await expect.element(dialog).not.toBeInTheDocument()
    await offline(confirmed)
    await expect.element(dialog).not.toBeInTheDocument()
  }
  const asked = answer(cancelCampaign, never)
  await button('Cancel campaign').click()
  const confirm = dialog.getByRole('button', { name: 'Cancel campaign' })
  await confirm.click()
  await expect.element(confirm).toHaveAttribute('aria-disabled', 'true')
  await confirm.click({ force: true })
  expect(asked).toHaveLength(1)
})

it('a failed change of a step keeps the entered text; after a cancellation elsewhere the text can still be read', {
  tags: 'nightly',
}, async () => {
  const served = serve()
  const app = await openApp(CAMPAIGN)
  await page.getByRole('button', { name: 'Change' }).first().click()
  const subject = dialog.getByLabelText(/^Email Subject/)
  const save = dialog.getByRole('button', { name: 'Save Changes' })
  await expect.element(dialog.getByText(NO_PREVIEW)).toBeVisible()
  answer(sendTestMail, away)
  await dialog.getByRole('button', { name: 'Send a test to me' }).click()
  await said(RESTARTED)
  await offline(() => dialog.getByRole('button', { name: 'Send a test to me' }).click())

  await subject.fill('Last chance')
  const image = 'The maximum is 10 MB.'
  const failures = [
    [503, RESTARTED, {}],
    [409, 'This step was sent already.', {}],
    [413, image, { errors: [{ field: 'attachment', message: image }] }],
    [422, 'Step 1 incomplete.', { errors: [{ field: 'subject', message: 'Step 1 incomplete.' }] }],
  ] as const
  for (const [status, sentence, more] of failures) {
    answer(changeStep, () => refusal(status, sentence, more))
    await save.click()
    await said(sentence)
  }
  await expect.element(subject).toHaveFocus()
  await offline(() => save.click())
  await expect.element(subject).toHaveValue('Last chance')

  served.now = { ...campaign, state: 'cancelled' }
  answer(changeStep, () => refusal(409, 'This campaign was canceled.'))
  await save.click()
  await said('This campaign was canceled.')
  await expect.element(dialog.getByText('This campaign was canceled and can no longer be changed.')).toBeVisible()
  await expect.element(subject).toHaveValue('Last chance')
  await expect.element(save).toHaveAttribute('aria-disabled', 'true')

  served.now = campaign
  await queryClient.refetchQueries()
  answer(changeStep, () => refusal(401, 'Expired.'))
  await save.click()
  await expect.poll(() => window.location.pathname).toBe('/login')
  await app.unmount()
  serve()
  await openApp(CAMPAIGN)
  await page.getByRole('button', { name: 'Change' }).first().click()
  await expect.element(subject).toHaveValue('Last chance')
})

it('lists of recipients and suppressed addresses can be retried; a double click on an action sends one request', {
  tags: 'nightly',
}, async () => {
  serve()
  const unknown = recipientOf({ state: 'unknown', reason: 'No answer came.' })
  answer(listRecipients, () => refusal(500, 'Something broke.'))
  await openApp(CAMPAIGN)
  await button('Recipients').click()
  await expect.element(dialog.getByText('We couldn’t load the recipients.')).toBeVisible()
  answer(listRecipients, () => reply(listRecipients, [unknown]))
  clickNow(dialog.getByRole('button', { name: 'Try again' }))
  answer(downloadRecipients, away)
  await dialog.getByRole('button', { name: 'Export CSV' }).click()
  await said('We couldn’t download the list. Try again.')
  answer(resolveUnknown, () => refusal(409, 'This delivery is already resolved.'))
  const delivered = dialog.getByRole('button', { name: 'Mark as delivered' })
  await delivered.click()
  await said('This delivery is already resolved.')
  const asked = answer(resolveUnknown, never)
  await delivered.click()
  await expect.element(delivered).toHaveAttribute('aria-disabled', 'true')
  await dialog.getByRole('button', { name: 'Send again' }).click({ force: true })
  expect(asked).toHaveLength(1)
  await dialog.getByRole('button', { name: 'Close' }).click()

  await button('All campaigns').click()
  answer(listSuppressions, () => refusal(500, 'Something broke.'))
  await button('Unsubscribed and blocked').click()
  await expect.element(dialog.getByText('We couldn’t load these addresses.')).toBeVisible()
  const ann = { _id: 'suppression-1', email: 'ann@shop.example', reason: 'bounced', createdAt: '2026-12-07T14:01:00.000Z' } as const
  answer(listSuppressions, () => reply(listSuppressions, [ann]))
  await dialog.getByRole('button', { name: 'Try again' }).click()
  answer(liftSuppression, away)
  await dialog.getByRole('button', { name: 'Allow emails again' }).click()
  await page.getByRole('button', { name: 'They asked me to' }).click()
  await said(RESTARTED)
  await expect.element(dialog.getByText('ann@shop.example')).toBeVisible()
})

it('server errors of a new campaign are shown at their step, and the entered values stay', { tags: 'nightly' }, async () => {
  serve()
  await openApp(`${SECTION}&show=new`)
  await page.getByLabelText(/^Campaign Name/).fill('Oyster roast')
  await page.getByLabelText(/^Campaign Category/).selectOptions('Special Event')
  await page.getByLabelText(/^Set Date/).fill('2027-12-07')
  await page.getByRole('button', { name: 'Add Details' }).click()
  await page.getByLabelText(/^Email Subject/).fill('Come by')
  await page.getByLabelText(/^Body Content/).fill('We shuck at six.')
  await button('Save').click()
  await expect.element(dialog).not.toBeInTheDocument()
  const damaged = 'This picture is damaged or incomplete. Please choose another one.'
  const failures = [
    [503, RESTARTED, []],
    [413, 'The maximum is 10 MB.', [{ field: 'stepAttachment_0', message: 'The maximum is 10 MB.' }]],
    [415, damaged, [{ field: 'stepAttachment_0', message: damaged }]],
    [422, 'Set Date must be tomorrow or later', [{ field: 'steps.0.date', message: 'Set Date must be tomorrow or later' }]],
  ] as const
  const focused: unknown[] = []
  for (const [status, sentence, errors] of failures) {
    answer(createCampaign, () => refusal(status, sentence, { errors }))
    await button('Submit Campaign').click()
    await said(sentence)
    if (errors.length > 0) await expect.element(page.getByRole('group', { name: 'Steps' }).getByText(sentence)).toBeVisible()
    focused.push(document.activeElement?.getAttribute('name'))
  }
  expect(focused.slice(1)).toEqual(['steps.0.details', 'steps.0.details', 'steps.0.date'])
  await offline(() => button('Submit Campaign').click())
  await expect.element(page.getByLabelText(/^Campaign Name/)).toHaveValue('Oyster roast')
  const asked = answer(createCampaign, never)
  await button('Submit Campaign').click()
  await page.getByRole('button', { name: 'Submitting...' }).click({ force: true })
  expect(asked).toHaveLength(1)
})
