import { brandImageFields, type CompanyProfile, getCompanyProfile } from '@app/contracts/http/company.ts'
import { getMe } from '@app/contracts/http/session.ts'
import { afterEach, expect, it, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { answer, reply } from '../../testing/api.ts'
import { company, owner, ownerWith, picture } from '../../testing/fixtures.ts'
import { sendToOwnerStream } from '../../testing/live.ts'
import { address, go, openApp } from '../../testing/open.tsx'
import { areSideBySide, atEachWidth } from '../../testing/widths.ts'
import './CompanyProfile.tsx'
import './edit/EditProfile.tsx'
import './sheet/BrandSheet.tsx'

const heading = (name: string | RegExp) => page.getByRole('heading', { name })
const button = (name: string | RegExp) => page.getByRole('button', { name })
const fact = (label: string) =>
  [...document.querySelectorAll('dl > div')].find((div) => div.querySelector('dt')?.textContent === label)?.querySelector('dd')

const whole: CompanyProfile = {
  ...company,
  companyName: 'Harbor & Pine Coffee Company',
  dba: 'Harbor & Pine',
  industry: 'Coffee',
  email: 'hello@harborpine.example',
  phone: '(803) 555-0142',
  website: 'https://harborpine.example/',
  address1: '12 Bay Street',
  city: 'Beaufort',
  state: 'SC',
  linkedin: 'javascript:alert(1)',
  insta: 'https://instagram.com/harborpine',
  fontfamily: 'Fraunces, serif',
  color1: '#1f6b4f',
  color2: '#f0b472',
  color3: '#ffffff',
  logo: picture('coral'),
  brandRelateImage2: picture('navy'),
  version: 3,
}

let stored: CompanyProfile
async function openPortal(search: string, profile = whole) {
  stored = profile
  ownerWith()
  answer(getCompanyProfile, () => reply(getCompanyProfile, stored))
  await openApp(`/management${search}`)
}

async function openSheet(profile = whole) {
  await openPortal('?section=4', profile)
  await expect.element(heading('Company Profile')).toBeVisible()
}

afterEach(() => page.viewport(1440, 900))

it('shows the logo on a light and a dark background, the colors with their contrast, a font sample, and the profile fields', async () => {
  await openSheet()
  for (const ground of ['light', 'dark'])
    await expect.element(page.getByRole('img', { name: `Logo of Harbor & Pine on ${ground}` })).toBeVisible()
  const [light, dark] = ['light', 'dark'].map((ground) => page.getByRole('img', { name: `Logo of Harbor & Pine on ${ground}` }).element())
  await atEachWidth((width) => {
    expect(areSideBySide(light as Element, dark as Element)).toBe(true)
    expect(areSideBySide(heading('Logo').element(), heading('Font').element())).toBe(width === 1440)
  })
  await expect.element(page.getByText('White text is easy to read on this color.')).toBeVisible()
  await expect.element(page.getByText('Dark text is easy to read on this color.').first()).toBeVisible()
  await expect.element(page.getByText('Shown in this font.')).toBeVisible()
  expect(getComputedStyle(page.getByText('AaBbCc', { exact: false }).element()).fontFamily).toMatch(/^"Fraunces Variable"/)
  expect([fact('Company Name')?.textContent, fact('ZIP Code')?.textContent, fact('State')?.textContent]).toEqual([
    'Harbor & Pine Coffee Company',
    'Not added yet',
    'SC',
  ])
  const link = page.getByRole('link', { name: 'https://instagram.com/harborpine' })
  await expect.element(link).toHaveAttribute('rel', 'noopener noreferrer')
  await expect.element(page.getByRole('link', { name: whole.email })).toHaveAttribute('href', `mailto:${whole.email}`)
  await expect.element(page.getByRole('link', { name: whole.phone })).toHaveAttribute('href', 'tel:8035550142')
  expect(fact('LinkedIn')?.innerHTML).toBe('javascript:alert(1)')
  await expect.element(heading('Company Brand Details (Brand Logos, Website/Promo Banner, Product or Service Image, etc)')).toBeVisible()
  for (const [at] of brandImageFields.entries()) await expect.element(page.getByText(`Brand Relate Image ${at + 1}`)).toBeVisible()
})

it('pressing a color copies its code, and pressing a picture enlarges it at its own URL', async () => {
  const copied: string[] = []
  vi.spyOn(navigator.clipboard, 'writeText').mockImplementation(async (text) => void copied.push(text))
  await openSheet()
  await button('Copy #1f6b4f, the Primary Color').click()
  await expect.element(page.getByRole('status').filter({ hasText: 'Primary Color copied: #1f6b4f' })).toBeVisible()
  expect(copied).toEqual(['#1f6b4f'])

  const large = page.getByRole('dialog', { name: 'Brand Relate Image 2' })
  await button('Enlarge Brand Relate Image 2').click()
  await expect.element(large.getByRole('img')).toBeVisible()
  expect(address()).toBe('/management?section=4&show=brandRelateImage2')
  await userEvent.keyboard('{Escape}')
  await expect.element(large).not.toBeInTheDocument()
  await expect.poll(address).toBe('/management?section=4')
})

it('empty fields show a placeholder, and a font that we do not provide is shown with its fallback', async () => {
  await openSheet({ ...company, fontfamily: 'Georgia' })
  await expect
    .element(page.getByText('Shown in Georgia if it is installed on your device, otherwise in Inter', { exact: false }))
    .toBeVisible()
  expect(page.getByText('Not added yet').elements().length).toBeGreaterThan(12)
})

it('colors that were not chosen are not shown', async () => {
  await openSheet({ ...whole, color1: '#FFFFFF', color2: '#ffffff', color3: '' })
  await expect.element(page.getByText('Not added yet').first()).toBeVisible()
  await expect.element(button(/^Copy #/)).not.toBeInTheDocument()
})

it('a change made elsewhere is shown at once in the profile and in the top bar', async () => {
  await openSheet()
  stored = { ...whole, dba: 'Pine & Harbor', version: 4 }
  sendToOwnerStream()
  await expect.element(page.getByRole('banner').getByText('Pine & Harbor', { exact: true })).toBeVisible()
  await expect.element(page.getByRole('main').getByText('Pine & Harbor', { exact: true }).first()).toBeVisible()
})

it('the form opens from the menu in the top bar at its own URL; Back and Cancel return to the profile', async () => {
  await openPortal('')
  await page.getByRole('button', { name: /^Menu of/ }).click()
  await page.getByRole('menuitem', { name: 'Edit Profile' }).click()
  const first = page.getByRole('button', { name: 'Logo', exact: true })
  await expect.element(first).toHaveFocus()
  expect(address()).toBe('/management?section=4&show=edit')
  await button('Cancel').click()
  await expect.element(button('Edit Profile')).toHaveFocus()
  await expect.poll(address).toBe('/management?section=4')

  await button('Edit Profile').click()
  await expect.element(first).toHaveFocus()
  await go(-1)
  await expect.element(button('Edit Profile')).toBeVisible()
  expect(address()).toBe('/management?section=4')
  await go(-1)
  await expect.element(heading('Tasks')).toBeVisible()
})

it('an owner with an unconfirmed email address can request another link; the notice disappears after the confirmation', async () => {
  const notice = page.getByText('Confirm your email to approve from your inbox.', { exact: false })
  let emailVerified = false
  ownerWith()
  answer(getMe, () => reply(getMe, { ...owner, emailVerified }))
  answer(getCompanyProfile, () => reply(getCompanyProfile, whole))
  await openApp('/management?section=4')
  await expect.element(notice).toBeVisible()
  await expect.element(button('Send the email again')).toBeVisible()
  // The owner confirms the address on a phone and then returns to this tab.
  emailVerified = true
  document.dispatchEvent(new Event('visibilitychange'))
  await expect.element(notice).not.toBeInTheDocument()
})
