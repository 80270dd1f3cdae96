import { createCampaign } from '@app/contracts/http/campaigns.ts'
import { getCompanyProfile, updateCompanyProfile } from '@app/contracts/http/company.ts'
import { previewMail } from '@app/contracts/http/mails.ts'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { queryClient } from '../../../shared/api/query-client.tsx'
import { answer, refusal, reply, type Sent } from '../../../testing/api.ts'
import { campaignOf } from '../../../testing/campaign-data.ts'
import { ownerWithCampaigns } from '../../../testing/campaigns.ts'
import { company, picture } from '../../../testing/fixtures.ts'
import { address, dismissToast, openApp, signInAs, tokenOf } from '../../../testing/open.tsx'
import { entriesOf } from '../../../testing/uploads.ts'
import { atEachWidth } from '../../../testing/widths.ts'

const SECTION = '/management?section=2'
const FORM = `${SECTION}&show=new`
const field = (name: string) => page.getByLabelText(new RegExp(`^${name}\\*?$`))
const rows = page.getByRole('group', { name: 'Steps' }).getByRole('listitem')
const submit = page.getByRole('button', { name: /^Submit/ })
const said = (sentence: string) => expect.element(page.getByRole('alert').getByText(sentence).first()).toBeInTheDocument()
const optionsOf = (select: Element) => [...select.querySelectorAll('option')].map(({ value }) => value)
const typesOf = (at: number) => optionsOf(rows.nth(at).getByLabelText('Type').element())

/** 10 AM on a Tuesday in the business's time zone. */
beforeEach(() => void vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-12-01T15:00:00Z') }))
afterEach(() => void vi.useRealTimers())

async function openForm(at = FORM) {
  const asked = ownerWithCampaigns(() => [])
  signInAs.owner(tokenOf('ann'))
  return { asked, ...(await openApp(at)) }
}

async function describeStep(at: number, subject: string, body: string, picture?: File) {
  await rows
    .nth(at)
    .getByRole('button', { name: /(Add|Update) Details/ })
    .click()
  await field('Email Subject').fill(subject)
  await field('Body Content').fill(body)
  if (picture) await page.getByLabelText('Attachment').upload(picture)
  await page.getByRole('button', { name: 'Save' }).click()
  await expect.element(page.getByRole('dialog')).not.toBeInTheDocument()
}

it('an incomplete special event shows the specified errors; a complete one is sent with the right fields', async () => {
  const { asked } = await openForm(SECTION)
  await page.getByRole('button', { name: 'Create Campaign' }).click()
  expect(address()).toBe(FORM)
  await expect.element(page.getByRole('button', { name: 'Close Form' })).toBeVisible()
  await expect.element(field('Campaign Name')).toHaveFocus()
  await expect.element(field('Target Audience')).toHaveValue('Customers')
  expect(optionsOf(field('Campaign Category').element())).toEqual(['', 'Recurring', 'Special Event'])
  await submit.click()
  await said('Campaign name required')
  await field('Campaign Name').fill('  Oyster roast ')
  await submit.click()
  await said('Please fill all required fields.')
  await expect.element(field('Campaign Category')).toHaveFocus()
  await expect.element(page.getByLabelText('Set Date')).not.toBeInTheDocument()

  await field('Campaign Category').selectOptions('Special Event')
  await expect.element(page.getByLabelText('Start Date')).not.toBeInTheDocument()
  await rows.nth(0).getByRole('button', { name: 'View' }).click()
  await expect.element(page.getByText('No details to preview. Please add details first.')).toBeInTheDocument()
  expect(field('Set Date').element().getAttribute('min')).toBe('2026-12-02')
  await submit.click()
  await said('Step 1 incomplete.')
  await expect.element(field('Set Date')).toHaveFocus()
  await field('Set Date').fill('2026-12-07')

  await rows.nth(0).getByRole('button', { name: 'Add Details' }).click()
  await expect.element(page.getByRole('dialog', { name: 'Add Initial Details' })).toBeVisible()
  await page.getByRole('button', { name: 'Save' }).click()
  await expect.element(field('Email Subject')).toHaveFocus()
  await dismissToast()
  const dialog = page.getByRole('dialog')
  await expect.element(dialog.getByText('Subject is required')).toBeVisible()
  await expect.element(dialog.getByText('Body is required')).toBeVisible()
  await field('Email Subject').fill('   ')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect.element(field('Email Subject')).toHaveFocus()
  await dismissToast()
  await field('Email Subject').fill('Come by')
  await expect.element(dialog.getByText('Subject is required')).not.toBeInTheDocument()
  await page.getByRole('button', { name: 'Save' }).click()
  await expect.element(field('Body Content')).toHaveFocus()
  await expect.element(page.getByText('Details saved (not yet submitted)')).not.toBeInTheDocument()
  await page.getByRole('button', { name: 'Cancel' }).click()
  await page.getByRole('button', { name: 'Discard' }).click()
  await describeStep(
    0,
    'Come by',
    'Hello {{First Name|there}},\n\nwe shuck at six.',
    new File(['<svg/>'], 'shells.svg', { type: 'image/svg+xml' }),
  )
  await expect.element(page.getByText('Details saved (not yet submitted)')).toBeInTheDocument()
  await rows.nth(0).getByRole('button', { name: 'View' }).click()
  await expect.element(rows.nth(0).getByText('we shuck at six.')).toBeVisible()
  await expect.element(rows.nth(0).getByRole('img', { name: 'shells.svg' })).toBeInTheDocument()

  await rows.nth(0).getByRole('button', { name: 'Add a step' }).click()
  await rows.nth(1).getByRole('button', { name: 'Add a step' }).click()
  await expect.element(rows.nth(2).getByLabelText('Type')).toHaveFocus()
  expect(rows.elements().map((row) => row.querySelector('select')?.value)).toEqual(['Initial', '1st Follow Up', '2nd Follow Up'])
  expect(typesOf(1)).not.toContain('Initial')
  await rows.nth(2).getByLabelText('Type').selectOptions('Final')
  await rows.nth(1).getByRole('button', { name: 'Remove step 2' }).click()
  await rows
    .nth(1)
    .getByLabelText(/^Set Date/)
    .fill('2026-12-09')
  await submit.click()
  await said('Step 2 incomplete.')
  await expect.element(rows.nth(1).getByRole('button', { name: 'Add Details' })).toHaveFocus()
  await describeStep(1, 'Last call', 'Tonight.', new File(['GIF'], 'last.gif', { type: 'image/gif' }))

  answer(createCampaign, () => refusal(422, 'Somebody else says no.'))
  await submit.click()
  await said('Somebody else says no.')
  const sent = answer(createCampaign, () => reply(createCampaign, { message: 'Created', campaign: campaignOf() }))
  const before = asked.length
  await submit.click()
  await said('Campaign created successfully!')
  await expect.element(page.getByRole('button', { name: 'Submitted' })).toBeVisible()
  const { stepsJson, ...entries } = entriesOf(sent[0] ?? expect.fail('not sent'))
  expect(JSON.parse(String(stepsJson))).toEqual([
    { type: 'Initial', date: '2026-12-07', subject: 'Come by', body: 'Hello {{First Name|there}},\n\nwe shuck at six.' },
    { type: 'Final', date: '2026-12-09', subject: 'Last call', body: 'Tonight.' },
  ])
  expect(entries).toMatchObject({
    companyProfileId: 'company-1',
    name: 'Oyster roast',
    audience: 'Customers',
    campaignCategory: 'Special Event',
    startDate: '',
    endDate: '',
    stepAttachment_0: expect.objectContaining({ name: 'shells.svg' }),
    stepAttachment_1: expect.objectContaining({ name: 'last.gif' }),
  })
  await expect.poll(address).toBe(SECTION)
  await expect.element(page.getByRole('button', { name: 'Create Campaign' })).toHaveFocus()
  expect(asked.length).toBeGreaterThan(before)
})

it('a recurring campaign has one step and two dates; the end date is disabled until a start date is set', async () => {
  await openForm()
  await field('Campaign Name').fill('Bread of the week')
  await field('Campaign Category').selectOptions('Special Event')
  await rows.nth(0).getByRole('button', { name: 'Add a step' }).click()
  await describeStep(1, 'Later', 'Goes.')
  await field('Campaign Category').selectOptions('Recurring')
  expect(rows.elements()).toHaveLength(1)
  await expect.element(page.getByRole('button', { name: 'Add a step' })).not.toBeInTheDocument()
  await expect.element(page.getByLabelText('Set Date')).not.toBeInTheDocument()
  await submit.click()
  await said('Recurring campaigns require Start Date and End Date.')

  expect(field('Start Date').element().getAttribute('min')).toBe('2026-12-02')
  await expect.element(field('End Date')).toBeDisabled()
  await field('End Date').click({ force: true })
  await said('Please select start date first')
  await field('Start Date').fill('2026-12-07')
  expect(field('End Date').element().getAttribute('min')).toBe('2026-12-13')
  await field('End Date').fill('2026-12-10')
  await submit.click()
  await said('End date must be at least 6 days after start date')
  await field('End Date').fill('2026-12-14')
  await field('Start Date').fill('2026-12-09')
  await expect.element(field('End Date')).toHaveValue('')
  await field('End Date').fill('2026-12-28')
  await submit.click()
  await said('Recurring campaign step requires Type, Subject and Body.')
  await field('Campaign Category').selectOptions('Special Event')
  await field('Campaign Category').selectOptions('Recurring')
  await expect.element(field('Start Date')).toHaveValue('')
})

it('leaving the form asks for confirmation, and its draft is kept until the campaign is submitted', { tags: 'nightly' }, async () => {
  const app = await openForm()
  await field('Campaign Name').fill('Oyster roast')
  await field('Campaign Category').selectOptions('Special Event')
  await describeStep(0, 'Come by', 'We shuck at six.')
  await rows.nth(0).getByRole('button', { name: 'Update Details' }).click()
  await field('Email Subject').fill('Come by on Friday')
  await userEvent.keyboard('{Escape}')
  await page.getByRole('button', { name: 'Keep editing' }).click()
  await expect.element(field('Email Subject')).toHaveValue('Come by on Friday')
  await page.getByRole('button', { name: 'Cancel' }).click()
  await page.getByRole('button', { name: 'Discard' }).click()
  await page.getByRole('button', { name: 'Close Form' }).click()
  await page.getByRole('button', { name: 'Keep editing' }).click()
  answer(createCampaign, () => refusal(401, 'Expired.'))
  await field('Set Date').fill('2026-12-07')
  await submit.click()
  await expect.poll(() => window.location.pathname).toBe('/login')
  await app.unmount()
  queryClient.clear()

  await openForm()
  await expect.element(page.getByText(/^We restored what you entered before\./)).toBeVisible()
  await expect.element(field('Set Date')).toHaveValue('2026-12-07')
  await rows.nth(0).getByRole('button', { name: 'View' }).click()
  await expect.element(rows.nth(0).getByText('We shuck at six.')).toBeVisible()
})

it('errors that would block sending are shown above the form and at the step, with a link to the profile field; after saving the profile, the draft is complete', async () => {
  const colours = { color1: '#1f6b4f', color2: '#ffffff', color3: '#ffffff' }
  const contact = { industry: 'Bread', email: 'ann@bakery.example', phone: '8035550142' }
  const profile = { ...company, ...contact, ...colours, logo: picture('coral') }
  ownerWithCampaigns(() => [])
  answer(getCompanyProfile, () => reply(getCompanyProfile, profile))
  signInAs.owner(tokenOf('ann'))
  await openApp(SECTION)
  await page.getByRole('button', { name: 'Create Campaign' }).click()
  await field('Campaign Name').fill('Oyster roast')
  await field('Campaign Category').selectOptions('Special Event')
  await field('Set Date').fill('2026-12-07')
  await describeStep(0, 'Come by', 'We shuck at six.', new File(['GIF'], 'shells.gif', { type: 'image/gif' }))
  const message = 'Marketing emails must show a postal address. Add your street and city in Company Profile.'
  const errors = [
    { field: 'companyProfile.address1', message },
    { field: 'steps.0.body', message: 'Shorten the body.' },
  ]
  answer(createCampaign, () => refusal(422, message, { errors }))
  await submit.click()
  await said(message)
  await expect.element(rows.nth(0).getByText('Shorten the body.')).toBeVisible()
  const link = page.getByRole('alert').getByRole('link', { name: 'Open Company Profile' })
  await expect.element(link).toBeVisible()
  await atEachWidth(() => {})
  await link.click()
  const street = page.getByRole('textbox', { name: 'Address Line 1' })
  await expect.element(street).toHaveFocus()
  await street.fill('12 Elm Street')
  answer(updateCompanyProfile, () =>
    reply(updateCompanyProfile, { companyProfile: { ...profile, address1: '12 Elm Street' }, message: 'Saved' }),
  )
  await page.getByRole('button', { name: 'Save Changes' }).click()

  await expect.poll(address).toBe(FORM)
  await expect.element(page.getByText('We restored what you entered before.')).toBeVisible()
  await expect.element(page.getByText(/Attach your pictures again/)).not.toBeInTheDocument()
  const sent = answer(createCampaign, () => reply(createCampaign, { message: 'Created', campaign: campaignOf() }))
  await submit.click()
  await said('Campaign created successfully!')
  const entries = entriesOf(sent[0] ?? expect.fail('not sent'))
  expect(entries).toMatchObject({ name: 'Oyster roast', stepAttachment_0: expect.objectContaining({ name: 'shells.gif' }) })
  expect(JSON.parse(String(entries.stepsJson))).toMatchObject([{ date: '2026-12-07', subject: 'Come by', body: 'We shuck at six.' }])
})

it('a failed request shows the error for this kind of failure', { tags: 'nightly' }, async () => {
  await openForm()
  await field('Campaign Name').fill('Oyster roast')
  await field('Campaign Category').selectOptions('Special Event')
  await field('Set Date').fill('2026-12-07')
  await describeStep(0, 'Come by', 'We shuck at six.')
  answer(createCampaign, () => new Response(null, { status: 500 }))
  await submit.click()
  await said('Campaign creation failed')
  answer(createCampaign, () => Promise.reject(new TypeError('Failed to fetch')))
  await submit.click()
  await said('Network error.')
  answer(createCampaign, () => refusal(403, 'No token provided'))
  await submit.click()
  await expect.poll(() => window.location.pathname).toBe('/login')
})

it('an owner without a postal address is asked for it when the form opens, and saves it there', async () => {
  ownerWithCampaigns(() => [])
  signInAs.owner(tokenOf('ann'))
  const finding = { code: 'no-postal-address', severity: 'error', message: 'Marketing emails must show a postal address.' } as const
  const mail = { from: 'Bakery', replyTo: '', subject: '', html: '', text: '' }
  answer(previewMail, () => reply(previewMail, { ...mail, findings: [finding] }))
  const sent = answer(updateCompanyProfile, (call) => {
    const saved = entriesOf(call)
    return reply(updateCompanyProfile, {
      companyProfile: { ...company, address1: String(saved.address1), city: String(saved.city) },
      message: '',
    })
  })
  await openApp(FORM)
  const notice = page.getByRole('region', { name: 'Add your postal address first' })
  await notice.getByRole('button', { name: 'Save address' }).click()
  await expect.element(notice.getByText('Enter your city.')).toBeVisible()
  await notice.getByLabelText(/^Address Line 1/).fill('12 Dock Street')
  await notice.getByLabelText(/^City/).fill('Columbia')
  await notice.getByRole('button', { name: 'Save address' }).click()
  await expect.element(notice).not.toBeInTheDocument()
  await expect.element(field('Campaign Name')).toBeVisible()
  expect(entriesOf(sent[0] as Sent)).toMatchObject({ _id: company._id, address1: '12 Dock Street', city: 'Columbia' })
})

it('if the service has another postal address, the owner is not asked for one', async () => {
  const asked = answer(previewMail, () =>
    reply(previewMail, { from: 'Bakery', replyTo: '', subject: '', html: '', text: '', findings: [] }),
  )
  await openForm()
  await expect.poll(() => asked.length).toBe(1)
  await expect.element(field('Campaign Name')).toBeVisible()
  await expect.element(page.getByText('Add your postal address first')).not.toBeInTheDocument()
})
