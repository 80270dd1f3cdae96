import { changeStep } from '@app/contracts/http/campaigns.ts'
import { countAudience } from '@app/contracts/http/customers.ts'
import { previewMail, sendTestMail } from '@app/contracts/http/mails.ts'
import { expect, it } from 'vitest'
import { page } from 'vitest/browser'
import { answer, refusal, reply } from '../../../testing/api.ts'
import { campaignOf, stepOf } from '../../../testing/campaign-data.ts'
import { audienceOf, ownerWithCampaigns } from '../../../testing/campaigns.ts'
import { dismissToast, go, openApp, signInAs, tokenOf } from '../../../testing/open.tsx'
import { entriesOf } from '../../../testing/uploads.ts'

const CAMPAIGN = '/management?section=2&open=campaign-1'
const picture = 'data:image/gif;base64,R0lGODlhAQABAAAAACw='
const dialog = page.getByRole('dialog')
const save = dialog.getByRole('button', { name: 'Save Changes' })
const said = (sentence: string) => expect.element(page.getByRole('alert').getByText(sentence).first()).toBeInTheDocument()

/** Mocks a campaign with one step and opens the panel that edits this step. Tests change `served.now` later. */
async function openStep(changes: Parameters<typeof stepOf>[0] = {}) {
  const served = { now: campaignOf({ steps: [stepOf(changes)] }) }
  ownerWithCampaigns(() => [served.now])
  answer(countAudience, () => reply(countAudience, audienceOf()))
  const mail = { from: '', replyTo: '', subject: 'Oysters', html: '<p>Oysters</p>', text: '', findings: [] }
  const previews = answer(previewMail, () => reply(previewMail, mail))
  signInAs.owner(tokenOf('ann'))
  await openApp(CAMPAIGN)
  await page.getByRole('button', { name: 'Change' }).click()
  await expect.element(dialog.getByRole('heading', { name: 'Change Initial' })).toBeVisible()
  return { served, previews }
}

it('saving an unsent step sends only the changed fields; a concurrent change shows a notice', { tags: 'nightly' }, async () => {
  const { served } = await openStep()
  await dialog.getByLabelText(/^Email Subject/).fill('')
  await save.click()
  await said('Subject is required')
  await expect.element(dialog.getByLabelText(/^Email Subject/)).toHaveFocus()
  await dialog.getByLabelText(/^Email Subject/).fill('Last chance')
  await dialog.getByLabelText(/^Set Date/).fill('2026-01-01')
  await save.click()
  await said('Set Date must be tomorrow or later')
  await dialog.getByLabelText(/^Set Date/).fill('2027-12-10')

  answer(changeStep, () => {
    served.now = campaignOf({ steps: [stepOf({ version: 2, attachmentUrl: picture, attachmentName: 'new.png' })] })
    return refusal(409, 'This step was changed in the meantime.')
  })
  await save.click()
  await said('This step was changed in the meantime.')
  await expect
    .element(dialog.getByText('This step was changed elsewhere while you were editing. If you save, your version replaces it.'))
    .toBeVisible()
  const sent = answer(changeStep, () => reply(changeStep, { message: 'Changed', campaign: served.now }))
  await save.click()
  await expect.element(dialog).not.toBeInTheDocument()
  // The request contains no image, so that the image added by the concurrent change is kept.
  expect(entriesOf(sent[0] ?? expect.fail('not sent'))).toEqual({ version: '2', date: '2027-12-10', subject: 'Last chance' })
  expect(sent[0]?.address).toBe('/api/campaign/campaign-1/steps/step-Initial')
})

it('replacing or removing the image of a step also changes the preview and the test email', async () => {
  const { served, previews } = await openStep({ attachmentUrl: picture, attachmentName: 'pie.svg', attachmentSize: 2_000 })
  const shown = () => JSON.parse(String(previews.at(-1)?.body)).attachment
  const tests = answer(sendTestMail, () => reply(sendTestMail, { message: 'Sent to ann@shop.example' }))
  async function tested(): Promise<Record<string, unknown>> {
    const before = tests.length
    await dialog.getByRole('button', { name: 'Send a test to me' }).click()
    await expect.poll(() => tests.length).toBe(before + 1)
    return entriesOf(tests.at(-1) ?? expect.fail('not sent'))
  }
  const image = dialog.getByLabelText('Attachment', { exact: true })
  await expect.poll(shown).toEqual({ fileName: 'pie.svg', size: 2_000 })
  await expect.element(dialog.getByText('pie.svg')).toBeVisible()
  expect(await tested()).toMatchObject({ stepId: 'step-Initial' })

  await image.upload(new File(['%PDF'], 'menu.pdf', { type: 'application/pdf' }))
  await said('Only image files are allowed.')
  const shells = new File(['GIF89a'], 'shells.gif', { type: 'image/gif' })
  await image.upload(shells)
  await expect.poll(shown).toEqual({ fileName: 'shells.gif', size: 6 })
  const { attachment: chosen, ...others } = await tested()
  expect([(chosen as File).name, others.stepId]).toEqual(['shells.gif', undefined])
  answer(changeStep, () => refusal(415, 'This picture is damaged or incomplete. Please choose another one.', fault('attachment')))
  await save.click()
  await said('This picture is damaged or incomplete. Please choose another one.')
  await expect.element(image).toHaveFocus()

  await dialog.getByRole('button', { name: 'Remove the file' }).click()
  await dialog.getByRole('button', { name: 'Remove Attachment' }).click()
  await expect.poll(shown).toBeUndefined()
  expect(Object.keys(await tested())).toEqual(['companyProfileId', 'subject', 'body', 'valuesJson'])
  const sent = answer(changeStep, () => reply(changeStep, { message: 'Changed', campaign: served.now }))
  await save.click()
  await expect.element(dialog).not.toBeInTheDocument()
  expect(entriesOf(sent[0] ?? expect.fail('not sent'))).toEqual({ version: '1', attachment: '' })

  await page.getByRole('button', { name: 'Change' }).click()
  await image.upload(shells)
  await save.click()
  await expect.poll(() => sent.length).toBe(2)
  expect(entriesOf(sent[1] ?? expect.fail('not sent'))).toEqual({
    version: '1',
    attachment: expect.objectContaining({ name: 'shells.gif' }),
  })
})

it('a change that is rejected because of the postal address links to that profile field, and Back returns to the form', {
  tags: 'nightly',
}, async () => {
  await openStep()
  const shells = new File(['GIF89a'], 'shells.gif', { type: 'image/gif' })
  await dialog.getByLabelText('Attachment', { exact: true }).upload(shells)
  await dialog.getByLabelText(/^Email Subject/).fill('Last chance')
  const message = 'Marketing emails must show a postal address. Add your street and city in Company Profile.'
  answer(changeStep, () => refusal(422, message, { errors: [{ field: 'companyProfile.city', message }] }))
  await save.click()
  await expect.element(dialog.getByRole('link', { name: 'Open Company Profile' })).toHaveFocus()
  await dismissToast()
  await dialog.getByRole('link', { name: 'Open Company Profile' }).click()
  await expect.element(page.getByRole('textbox', { name: 'City' })).toHaveFocus()
  await go(-1)
  await expect.element(dialog.getByLabelText(/^Email Subject/)).toHaveValue('Last chance')
  await expect.element(dialog.getByText('shells.gif').first()).toBeVisible()
  await expect.element(dialog.getByText(/choose it again/)).not.toBeInTheDocument()
})

const fault = (field: string) => ({ errors: [{ field, message: 'This picture is damaged or incomplete. Please choose another one.' }] })
