import { type CompanyProfile, getCompanyProfile, updateCompanyProfile } from '@app/contracts/http/company.ts'
import { signIn } from '@app/contracts/http/identity.ts'
import { beforeEach, expect, it } from 'vitest'
import { commands, page, userEvent } from 'vitest/browser'
import { answer, never, refusal, reply, type Sent } from '../../../testing/api.ts'
import { company, ownerWith, picture } from '../../../testing/fixtures.ts'
import { sendToOwnerStream } from '../../../testing/live.ts'
import { address, go, openApp, signInAs, tokenOf } from '../../../testing/open.tsx'
import { areSideBySide, atEachWidth } from '../../../testing/widths.ts'
import '../CompanyProfile.tsx'
import '../sheet/BrandSheet.tsx'
import './EditProfile.tsx'

const UPDATED = 'Company profile updated successfully!'
const CHANGED = 'This profile was changed elsewhere. Please look at what changed.'
const REQUIRED = 'Please fill in all required fields'

const seen: CompanyProfile = {
  ...company,
  companyName: 'Bakery',
  industry: 'Bread',
  email: 'hello@bakery.example',
  phone: '8035550142',
  city: 'Beaufort',
  zip: '29902',
  color1: '#1f6b4f',
  color2: '#ffffff',
  color3: '#ffffff',
  logo: picture('coral'),
  brandRelateImage1: picture('navy'),
  brandRelateImage2: picture('olive'),
  version: 3,
}

const field = (label: string) => page.getByRole('textbox', { name: label, exact: true })
const button = (name: string) => page.getByRole('button', { name, exact: true })
const save = button('Save Changes')
const toast = (text: string) => page.getByRole('alert').filter({ hasText: text })
const upload = (label: string, name: string, type: string) => userEvent.upload(button(label), new File(['picture'], name, { type }))

/** The profile that the mock server stores, and the requests it has received. */
let stored: CompanyProfile
let sent: Sent[]
const sentTexts = (at = -1) =>
  Object.fromEntries([...((sent.at(at)?.body as FormData) ?? [])].filter(([, value]) => typeof value === 'string'))
const sentFiles = (at = -1) =>
  Object.fromEntries(
    [...((sent.at(at)?.body as FormData) ?? [])].flatMap(([name, value]) => (value instanceof File ? [[name, value.name]] : [])),
  )

/** Saves as the company service does: it checks the version, and absent fields keep their value. */
function saveAsServer({ body }: Sent): Response {
  const form = body as FormData
  if (form.get('version') !== String(stored.version)) return refusal(409, CHANGED, { companyProfile: stored })
  const texts = [...form].filter(([name, value]) => typeof value === 'string' && name !== 'version')
  stored = { ...stored, ...Object.fromEntries(texts), version: (stored.version ?? 0) + 1 }
  return reply(updateCompanyProfile, { companyProfile: stored, message: UPDATED })
}

beforeEach(() => {
  stored = seen
  ownerWith()
  answer(getCompanyProfile, () => reply(getCompanyProfile, stored))
  sent = answer(updateCompanyProfile, saveAsServer)
})

async function openForm(token?: string) {
  if (token) signInAs.owner(token)
  const app = await openApp('/management?section=4&show=edit')
  await expect.element(field('Company Name')).toHaveValue(stored.companyName)
  return app
}

it('marks changed fields with their previous value, restores them, and sends only changed fields', async () => {
  await openForm()
  await expect.element(page.getByText('No changes yet')).toBeVisible()
  await atEachWidth(async (width) => {
    expect(areSideBySide(field('Company Name').element(), field('DBA').element())).toBe(width !== 390)
    await expect.element(save).toBeInViewport()
  })
  await field('City').fill('Columbia')
  await expect.element(field('City')).toHaveAccessibleDescription('Changed. Before: Beaufort')
  await field('Phone').fill('803-555-0199')
  await expect.element(field('Phone')).toHaveAccessibleDescription('Changed. Before: 8035550142')
  await button('Undo change to Phone').click()
  await field('DBA').fill('Ann’s')
  await expect.element(field('DBA')).toHaveAccessibleDescription('Changed. It was empty.')
  await field('Primary Color').fill('#102030')
  await expect.element(field('Primary Color')).toHaveAccessibleDescription(/Changed\. Before: #1f6b4f/)
  await field('ZIP Code').fill('29201')
  await expect.element(page.getByText('4 changes')).toBeVisible()
  await button('Undo change to ZIP Code').click()
  await expect.element(field('ZIP Code')).toHaveFocus()
  await expect.element(field('ZIP Code')).toHaveValue('29902')

  await save.click()
  await expect.element(toast(UPDATED)).toBeInTheDocument()
  expect(sentTexts()).toEqual({ _id: seen._id, version: '3', city: 'Columbia', dba: 'Ann’s', color1: '#102030' })
  await expect.element(button('Edit Profile')).toHaveFocus()
  await expect.poll(address).toBe('/management?section=4')
  await expect.element(page.getByRole('banner').getByText('Ann’s', { exact: true })).toBeVisible()
  await expect.element(page.getByRole('main').getByText('Columbia')).toBeVisible()
})

it('the time zone is a select, and a profile without a time zone has the default', async () => {
  await openForm()
  const zone = page.getByRole('combobox', { name: 'Time Zone' })
  await expect.element(zone).toHaveValue('America/New_York')
  await atEachWidth(() => expect(zone.element().getBoundingClientRect().height).toBeGreaterThanOrEqual(40))
  await userEvent.selectOptions(zone, 'America/Chicago')
  await expect
    .element(zone)
    .toHaveAccessibleDescription(/We email reminders at 9:00 AM in this time zone\. .*Changed\. Before: Eastern Time \(New York\)/)
  await button('Undo change to Time Zone').click()
  await expect.element(zone).toHaveFocus()
  await userEvent.selectOptions(zone, 'America/Chicago')
  await save.click()
  await expect.element(toast(UPDATED)).toBeInTheDocument()
  expect(sentTexts()).toEqual({ _id: seen._id, version: '3', timeZone: 'America/Chicago' })
})

it('shows an error under each missing field, focuses the first one and sends nothing', async () => {
  await openForm()
  const sentences = {
    'Company Name': 'Company name is required',
    Industry: 'Industry is required',
    Email: 'Email is required',
    Phone: 'Phone number is required',
  }
  for (const label of Object.keys(sentences)) await field(label).fill('')
  await save.click()
  await expect.element(toast(REQUIRED)).toBeInTheDocument()
  for (const sentence of Object.values(sentences)) await expect.element(page.getByText(sentence)).toBeVisible()
  await expect.element(field('Company Name')).toHaveFocus()
  for (const [label, value] of [
    ['Company Name', 'Bakery'],
    ['Industry', 'Bread'],
    ['Email', 'ann@bakery'],
    ['Phone', '80355501420000'],
  ] as const)
    await field(label).fill(value)
  await save.click()
  await expect.element(toast('Please enter a valid email address')).toBeInTheDocument()
  await expect.element(field('Phone')).toHaveValue('8035550142000')
  expect(sent).toHaveLength(0)
})

it('each picture can be kept, replaced or removed; a file of another type is rejected and cleared', async () => {
  sent = answer(updateCompanyProfile, never)
  await openForm()
  await upload('Brand Relate Image 3', 'dance.gif', 'image/gif')
  await expect.element(page.getByText('Only JPEG and PNG images are allowed.').first()).toBeVisible()
  await upload('Brand Relate Image 1', 'shop.png', 'image/png')
  await expect.element(page.getByText('shop.png')).toBeVisible()
  await upload('Brand Relate Image 1', 'dance.gif', 'image/gif')
  await expect.element(page.getByText('shop.png')).not.toBeInTheDocument()
  await expect.element(page.getByText('No changes yet')).toBeVisible()

  await upload('Logo', 'logo.png', 'image/png')
  await upload('Brand Relate Image 4', 'promo.jpg', 'image/jpeg')
  await button('Remove Brand Relate Image 2').click()
  await expect.element(page.getByText('It will be removed when you save.', { exact: false })).toBeVisible()
  await button('Keep Brand Relate Image 2').click()
  await button('Remove Brand Relate Image 1').click()
  await expect.element(page.getByText('3 changes')).toBeVisible()
  await save.click()
  await expect.element(button('Saving...')).toBeVisible()
  for (const name of ['logo.png', 'promo.jpg'])
    await expect.element(page.getByRole('progressbar', { name: `Upload of ${name}` })).toBeVisible()
  expect(sentFiles()).toEqual({ logo: 'logo.png', brandRelateImage4: 'promo.jpg' })
  expect(sentTexts()).toEqual({ _id: seen._id, version: '3', brandRelateImage1: '' })
})

it('on a concurrent edit, the second owner sees each conflicting field and chooses a value', { tags: 'nightly' }, async () => {
  await openForm()
  await field('City').fill('Columbia')
  await field('Phone').fill('8035550199')
  await field('Industry').fill('Bread and cake')
  stored = { ...seen, city: 'Charleston', phone: '8035550100', zip: '29401', gsapi: 'https://sheet.example', version: 4 }
  await save.click()
  await expect.element(toast(CHANGED)).toBeInTheDocument()
  await expect.element(page.getByRole('heading', { name: 'This profile was changed elsewhere' })).toHaveFocus()
  const choice = (label: string) => page.getByRole('group', { name: label, exact: true })
  await expect.element(choice('ZIP Code').getByRole('radio', { name: 'Use theirs 29401' })).toBeChecked()
  await expect.element(field('ZIP Code')).toHaveValue('29401')
  await expect.element(field('City')).toHaveValue('Columbia')

  await save.click()
  await expect.element(choice('Phone').getByRole('radio').first()).toHaveFocus()
  await expect.element(choice('City')).toHaveAccessibleDescription('Choose which value to keep')
  expect(sent).toHaveLength(1)
  await choice('City').getByRole('radio', { name: 'Use theirs Charleston' }).click()
  await choice('Phone').getByRole('radio', { name: 'Keep mine (803) 555-0199' }).click()
  await choice('ZIP Code').getByRole('radio', { name: 'Keep previous 29902' }).click()
  await expect.element(field('City')).toHaveValue('Charleston')
  await save.click()
  await expect.element(toast(UPDATED)).toBeInTheDocument()
  expect(sentTexts()).toEqual({ _id: seen._id, version: '4', phone: '8035550199', industry: 'Bread and cake', zip: '29902' })
})

it('a change made elsewhere is announced while the owner types, and merged on request; the entered values stay', async () => {
  await openForm()
  await field('City').fill('Columbia')
  stored = { ...seen, zip: '29401', version: 4 }
  sendToOwnerStream()
  await expect.element(page.getByRole('status').filter({ hasText: 'This profile was changed elsewhere: ZIP Code.' })).toBeVisible()
  await expect.element(field('ZIP Code')).toHaveValue('29902')
  await expect.element(field('City')).toHaveValue('Columbia')
  await button('See what changed').click()
  await expect.element(field('ZIP Code')).toHaveValue('29401')
  await expect.element(page.getByText('1 change', { exact: true })).toBeVisible()

  // The form does not contain `gsapi`, the URL of the spreadsheet script. So if an admin changes this URL, the owner need not decide
  // anything, whether the event of the change arrives or not.
  stored = { ...stored, gsapi: 'https://sheet.example', version: 5 }
  sendToOwnerStream()
  stored = { ...stored, gsapi: '', version: 6 }
  await save.click()
  await expect.element(toast(UPDATED)).toBeInTheDocument()
  expect(sentTexts()).toEqual({ _id: seen._id, version: '6', city: 'Columbia' })
})

it('the owner’s own save is not announced as a change made elsewhere, even if its event arrives before the response', async () => {
  const { promise: answered, resolve } = Promise.withResolvers<void>()
  sent = answer(updateCompanyProfile, async (request) => {
    const saved = saveAsServer(request)
    await answered
    return saved
  })
  await openForm()
  const asked = answer(getCompanyProfile, () => reply(getCompanyProfile, stored))
  await field('City').fill('Columbia')
  await save.click()
  await expect.poll(() => sent.length).toBe(1)
  sendToOwnerStream()
  await expect.poll(() => asked.length).toBe(1)
  expect(page.getByText('This profile was changed elsewhere', { exact: false }).query()).toBeNull()
  resolve()
  await expect.element(button('Edit Profile')).toBeVisible()
})

it('leaving with unsaved changes by Cancel, Back or a link asks for confirmation', { tags: 'nightly' }, async () => {
  await openApp('/management?section=4')
  await button('Edit Profile').click()
  await field('City').fill('Columbia')
  const question = page.getByRole('dialog', { name: 'Discard what you entered?' })
  const stay = question.getByRole('button', { name: 'Keep editing' })
  await button('Cancel').click()
  await stay.click()
  await page.getByRole('link', { name: 'Digital Content' }).click()
  await stay.click()
  window.history.back()
  await stay.click()
  await expect.element(field('City')).toHaveValue('Columbia')
  await page.getByRole('link', { name: 'Digital Content' }).click()
  await question.getByRole('button', { name: 'Discard' }).click()
  await expect.element(page.getByRole('heading', { name: 'Tasks' })).toBeVisible()
  await go(-1)
  await expect.element(field('City')).toHaveValue('Beaufort')
})

it('the entered values are restored after signing in again', { tags: 'nightly' }, async () => {
  sent = answer(updateCompanyProfile, () => refusal(401, 'Sign in first'))
  await openForm(tokenOf('ann'))
  await field('City').fill('Columbia')
  await save.click()
  await expect.element(toast('Session expired. Please log in again')).toBeVisible()
  await expect.poll(address).toMatch(/^\/login/)
  answer(signIn, () => reply(signIn, { Token: tokenOf('ann'), message: '' }))
  await page.getByRole('textbox', { name: 'Email' }).first().fill('ann@bakery.example')
  await page.getByRole('textbox', { name: 'Password' }).first().fill('Palmetto!1')
  await button('Login').click()
  await expect.element(field('City')).toHaveValue('Columbia')
  await expect.element(page.getByText('We restored what you entered before.')).toBeVisible()
})

it('on a phone, a focused field is not covered by the submit bar', async () => {
  await page.viewport(390, 800)
  await openForm()
  const bar = save.element().getBoundingClientRect().top
  for (const input of document.querySelectorAll<HTMLElement>('form input:not([type="file"])')) {
    input.focus()
    expect(input.getBoundingClientRect().bottom).toBeLessThan(bar)
  }
  await page.viewport(1440, 900)
})

it('without a session, saving shows that a login is required', async () => {
  await openForm()
  localStorage.removeItem('token')
  await save.click()
  await expect.element(toast('You must be logged in to update company profile')).toBeInTheDocument()
  await expect.poll(address).toMatch(/^\/login/)
  expect(sent).toHaveLength(0)
})

it('during a slow save the form is busy and read-only, and the request is sent once', { tags: 'nightly' }, async () => {
  const { promise: answered, resolve } = Promise.withResolvers<void>()
  sent = answer(updateCompanyProfile, async (request) => {
    await answered
    return saveAsServer(request)
  })
  await openForm()
  await field('City').fill('Columbia')
  await save.dblClick()
  const saving = button('Saving...')
  await expect.element(saving).toHaveAttribute('aria-busy', 'true')
  await expect.element(field('City')).toHaveAttribute('readonly')
  // The test dispatches the event, because the test driver does not click a disabled button.
  saving.element().dispatchEvent(new MouseEvent('click', { bubbles: true, cancelable: true }))
  await field('City').click()
  await userEvent.keyboard('{Enter}')
  await expect.element(saving).toBeVisible()
  expect(page.getByRole('alert').query()).toBeNull()
  resolve()
  await expect.element(toast(UPDATED)).toBeInTheDocument()
  expect(sent).toHaveLength(1)
})

it('server errors, such as a file that is too large, are shown at their field, which gets the focus', { tags: 'nightly' }, async () => {
  await openForm()
  await field('Website').fill('ann')
  await field('ZIP Code').fill('29')
  answer(updateCompanyProfile, () =>
    refusal(422, 'Please check your entries', {
      errors: [
        { field: 'zip', message: 'This is not a ZIP code' },
        { field: 'website', message: 'This is not a web address' },
      ],
    }),
  )
  await save.click()
  await expect.element(field('Website')).toHaveFocus()
  await expect.element(field('Website')).toHaveAccessibleDescription(/This is not a web address/)
  await expect.element(field('Website')).toHaveAttribute('aria-invalid', 'true')
  await expect.element(field('ZIP Code')).toHaveAccessibleDescription(/This is not a ZIP code/)
  await expect.element(toast('Please check your entries')).toBeInTheDocument()
  await field('Website').fill('https://ann.example')
  await expect.element(field('Website')).not.toHaveAttribute('aria-invalid', 'true')
  await expect.element(field('ZIP Code')).toHaveAccessibleDescription(/This is not a ZIP code/)

  await upload('Brand Relate Image 3', 'shop.png', 'image/png')
  const tooLarge = 'The file is too large: at most 10 MB.'
  answer(updateCompanyProfile, () => refusal(413, tooLarge, { errors: [{ field: 'brandRelateImage3', message: tooLarge }] }))
  await save.click()
  await expect.element(button('Brand Relate Image 3')).toHaveFocus()
  await expect.element(button('Brand Relate Image 3')).toHaveAccessibleDescription(new RegExp(tooLarge))

  // A proxy in front of the server does not use our error format.
  answer(updateCompanyProfile, () => new Response('<html>', { status: 413 }))
  await save.click()
  await expect.element(page.getByRole('main').getByText(/^Your network refused this as too large/)).toBeVisible()
  await expect.element(page.getByText('shop.png')).toBeVisible()
  await expect.element(field('Website')).toHaveValue('https://ann.example')
})

it('keeps the entered values when saving fails, and shows the error, at its field if possible', { tags: 'nightly' }, async () => {
  await openForm()
  await field('City').fill('Columbia')
  await upload('Brand Relate Image 3', 'shop.png', 'image/png')
  const refused = 'Only JPEG and PNG images are allowed.'
  sent = answer(updateCompanyProfile, () => refusal(415, refused, { errors: [{ field: 'brandRelateImage3', message: refused }] }))
  await save.click()
  await expect.element(button('Brand Relate Image 3')).toHaveAccessibleDescription(new RegExp(refused))
  await expect.element(button('Brand Relate Image 3')).toHaveFocus()

  answer(updateCompanyProfile, () => refusal(503, 'This part of our service is restarting. Please try again in a moment.'))
  await save.click()
  await expect.element(page.getByText('This part of our service is restarting. Please try again in a moment.').first()).toBeVisible()
  answer(updateCompanyProfile, () => new Response('', { status: 500 }))
  await save.click()
  await expect.element(page.getByText('Failed to update company profile').first()).toBeVisible()
  await commands.setOffline(true)
  await save.click()
  await expect.element(page.getByText('You are offline. Try again when you have a connection.').first()).toBeVisible()
  await commands.setOffline(false)
  await expect.element(page.getByText('shop.png')).toBeVisible()
  await expect.element(field('City')).toHaveValue('Columbia')
})

it('the fields have the specified order, with the logo first', async () => {
  await openForm()
  const names = [...document.querySelectorAll<HTMLInputElement>('main form [name]')].map(({ name }) => name)
  const specified = ['logo', 'companyName', 'dba', 'fedraltaxid', 'industry', 'email', 'phone', 'website', 'address1', 'address2', 'city']
  const others = ['state', 'zip', 'country', 'linkedin', 'facebook', 'insta', 'x', 'youtube', 'fontfamily', 'color1', 'color2', 'color3']
  const all = [...specified, ...others, 'brandRelateImage1', 'brandRelateImage6']
  expect([...new Set(names)].filter((name) => all.includes(name))).toEqual(all)
})
