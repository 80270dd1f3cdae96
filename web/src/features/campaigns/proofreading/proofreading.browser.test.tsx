import { proofreadStep, type StepProofreading } from '@app/contracts/http/campaign-proofreading.ts'
import { changeStep, createCampaign } from '@app/contracts/http/campaigns.ts'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { page } from 'vitest/browser'
import { answer, never, refusal, reply } from '../../../testing/api.ts'
import { campaignOf, findingOf, stepOf } from '../../../testing/campaign-data.ts'
import { ownerWithCampaigns } from '../../../testing/campaigns.ts'
import { openApp, signInAs, tokenOf } from '../../../testing/open.tsx'
import { entriesOf } from '../../../testing/uploads.ts'

const rows = page.getByRole('group', { name: 'Steps' }).getByRole('listitem')
const dialog = page.getByRole('dialog', { name: 'Is this right?' })
const button = (name: string | RegExp) => page.getByRole('button', { name })
const said = (sentence: string) => expect.element(page.getByRole('alert').getByText(sentence).first()).toBeInTheDocument()

const WEEKDAY = 'The body says Wednesday, December 8. December 8, 2026 is a Tuesday.'
const PHONE = 'The body says “(803) 555-0124”. The phone number in the profile is (803) 555-0142.'
const weekday = findingOf({ kind: 'weekday', words: 'Wednesday, December 8', message: WEEKDAY })
const phone = findingOf({ kind: 'phone', words: '(803) 555-0124', message: PHONE })
const spelling = findingOf({ certainty: 'likely', words: 'shuk', message: 'The picture says “shuk”. Did you mean “shuck”?' })

const found = (result: Partial<StepProofreading>) =>
  answer(proofreadStep, () => reply(proofreadStep, { findings: [], isPictureUnchecked: false, ...result }))
const submitted = () => answer(createCampaign, () => reply(createCampaign, { message: 'Created', campaign: campaignOf() }))

beforeEach(() => void vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-12-01T15:00:00Z') }))
afterEach(() => void vi.useRealTimers())

/** Opens the form of a new campaign, which is complete except for the details of its step. */
async function openForm() {
  ownerWithCampaigns(() => [])
  signInAs.owner(tokenOf('ann'))
  await openApp('/management?section=2&show=new')
  await page.getByLabelText(/^Campaign Name/).fill('Oyster roast')
  await page.getByLabelText(/^Campaign Category/).selectOptions('Special Event')
  await page.getByLabelText(/^Set Date/).fill('2026-12-07')
}

async function describeStep(body: string, picture?: File): Promise<void> {
  await rows
    .first()
    .getByRole('button', { name: /(Add|Update) Details/ })
    .click()
  await page.getByLabelText(/^Email Subject/).fill('Come by')
  await page.getByLabelText(/^Body Content/).fill(body)
  if (picture) await page.getByLabelText('Attachment').upload(picture)
  await button('Save').click()
  await expect.element(page.getByRole('dialog')).not.toBeInTheDocument()
}

it('a complete step is checked; sure findings are shown beside it and asked about once, the others are one line', async () => {
  await openForm()
  const checks = found({ findings: [weekday, phone, spelling] })
  await describeStep('See you on Wednesday, December 8.', new File(['GIF89a'], 'shells.gif', { type: 'image/gif' }))
  await expect.element(rows.first().getByText(WEEKDAY)).toBeVisible()
  expect(entriesOf(checks[0] ?? expect.fail('not checked'))).toMatchObject({
    companyProfileId: 'company-1',
    subject: 'Come by',
    body: 'See you on Wednesday, December 8.',
    date: '2026-12-07',
    attachment: expect.objectContaining({ name: 'shells.gif' }),
  })
  await expect.element(rows.first().getByText(spelling.message)).not.toBeVisible()
  await rows.first().getByText('1 thing to look at').click()
  await expect.element(rows.first().getByText(spelling.message)).toBeVisible()
  await rows.first().getByRole('listitem').filter({ hasText: PHONE }).getByRole('button', { name: 'This is right' }).click()
  await expect.element(page.getByText(PHONE)).not.toBeInTheDocument()

  const sent = submitted()
  await button('Submit Campaign').click()
  await expect.element(dialog.getByText(WEEKDAY)).toBeVisible()
  expect(dialog.getByRole('listitem').elements()).toHaveLength(1)
  await expect.element(dialog.getByRole('button', { name: 'Change it' })).toHaveFocus()
  await dialog.getByRole('button', { name: 'Change it' }).click()
  await expect.element(button('Submit Campaign')).toHaveFocus()
  await rows.first().getByRole('button', { name: 'Update Details' }).click()
  await expect.element(page.getByRole('dialog').getByText(WEEKDAY)).toBeVisible()
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click()
  expect([checks.length, sent.length]).toEqual([1, 0])

  answer(createCampaign, () => refusal(422, 'Somebody else says no.'))
  await button('Submit Campaign').click()
  await dialog.getByRole('button', { name: 'Submit anyway' }).click()
  await said('Somebody else says no.')
  submitted()
  await button('Submit Campaign').click()
  await said('Campaign created successfully!')
})

it('a campaign whose check failed is submitted all the same', async () => {
  await openForm()
  answer(proofreadStep, () => refusal(500, 'Broken.'))
  await describeStep('We shuck at six.')
  await expect.element(rows.first().getByText('We couldn’t check this email for mistakes.')).toBeVisible()
  found({ isPictureUnchecked: true })
  await describeStep('We shuck at seven.')
  await expect.element(rows.first().getByText('We couldn’t check the picture for mistakes.')).toBeVisible()
  submitted()
  await button('Submit Campaign').click()
  await said('Campaign created successfully!')
})

it('a campaign is submitted without a check that takes too long', { tags: 'nightly' }, async () => {
  await openForm()
  answer(proofreadStep, never)
  await describeStep('We shuck at eight.')
  await expect.element(rows.first().getByText('Checking for mistakes…')).toBeVisible()
  const sent = submitted()
  await button('Submit Campaign').click()
  await expect.element(button('Checking…')).toBeVisible()
  await expect.element(page.getByText('We couldn’t check this for mistakes in time')).toBeInTheDocument()
  await expect.poll(() => sent.length).toBe(1)
})

it('a changed step is checked when it is saved', async () => {
  const campaign = campaignOf({
    steps: [stepOf({ attachmentUrl: 'data:image/gif;base64,R0lGODlhAQABAAAAACw=', attachmentName: 'pie.gif' })],
  })
  ownerWithCampaigns(() => [campaign])
  const checks = found({ findings: [weekday] })
  const sent = answer(changeStep, () => reply(changeStep, { message: 'Changed', campaign }))
  await openApp('/management?section=2&open=campaign-1&edit=step-Initial')
  await page.getByLabelText(/^Email Subject/).fill('Last chance')
  await button('Save Changes').click()
  await dialog.getByRole('button', { name: 'Change it' }).click()
  await expect.element(page.getByRole('dialog').getByText(WEEKDAY)).toBeVisible()
  expect(entriesOf(checks[0] ?? expect.fail('not checked'))).toMatchObject({ subject: 'Last chance', stepId: 'step-Initial' })
  expect(sent).toHaveLength(0)
  await button('Save Changes').click()
  await dialog.getByRole('button', { name: 'Save anyway' }).click()
  await expect.poll(() => sent.length).toBe(1)
})
