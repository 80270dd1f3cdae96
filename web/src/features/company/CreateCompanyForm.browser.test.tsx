import { updateCompanyProfile } from '@app/contracts/http/company.ts'
import { signIn } from '@app/contracts/http/identity.ts'
import { expect, it } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { answer, refusal, reply } from '../../testing/api.ts'
import { drawnPicture } from '../../testing/drawn-picture.ts'
import { company, owner } from '../../testing/fixtures.ts'
import { newCompany, openNewCompany, passBusinessStep, passContactStep } from '../../testing/new-company.ts'
import { address, go, tokenOf } from '../../testing/open.tsx'
import { atEachWidth } from '../../testing/widths.ts'

const { name, industry, email, phone, logo, details, next, back, create } = newCompany
const heading = (title: string) => page.getByRole('heading', { name: title, level: 2, exact: true })
const question = page.getByRole('dialog', { name: 'Discard what you entered?' })
const REQUIRED = 'Please fill in all required fields'

const chooseLogo = async () => userEvent.upload(logo, await drawnPicture({ width: 500, height: 500 }, { colour: '#1f6b4f', width: 500 }))

it('each step validates only its own fields before the next step opens, and focuses the first field to fill in', async () => {
  await openNewCompany()
  await expect.element(name).toHaveFocus()
  await next.click()
  await expect.element(page.getByText(REQUIRED)).toBeVisible()
  await expect.element(page.getByText('Company name is required')).toBeVisible()
  await expect.element(name).toHaveFocus()
  expect(phone.query()).toBeNull()

  await passBusinessStep()
  await expect.element(heading('Contact')).toBeVisible()
  await expect.element(page.getByRole('list', { name: 'Step 2 of 3' })).toBeVisible()
  expect(address()).toBe('/new-company?step=contact')
  await expect.element(email).toHaveValue(owner.email)
  await expect.element(phone).toHaveFocus()
  await expect.element(phone).not.toHaveAttribute('aria-invalid')

  await phone.fill('8035550144')
  await email.fill('ann@')
  await next.click()
  await expect.element(email).toHaveFocus()
  await expect.element(email).toHaveAccessibleDescription('Please enter a valid email address')
  await email.fill('ann@bakery.example')
  await next.click()
  await expect.element(heading('Brand')).toBeVisible()
  await expect.element(create).toBeVisible()
  await create.click()
  await expect.element(page.getByText('Company logo is required')).toBeVisible()
})

it('the toast about missing fields closes when they are filled in, and when another step opens', { tags: 'nightly' }, async () => {
  await openNewCompany()
  await next.click()
  const toast = page.getByRole('alert').getByText(REQUIRED)
  await expect.element(toast).toBeVisible()
  await name.fill('Ann’s Bakery')
  await expect.element(toast).toBeVisible()
  await industry.fill('Bread')
  await expect.element(toast).not.toBeInTheDocument()
  await next.click()
  await expect.element(heading('Contact')).toBeVisible()
  await email.fill('')
  await next.click()
  await expect.element(toast).toBeVisible()
  await back.click()
  await expect.element(heading('Business')).toBeVisible()
  await expect.element(toast).not.toBeInTheDocument()
})

it('a color that is not chosen yet is not shown as white', async () => {
  await openNewCompany()
  const colors = page.getByRole('list', { name: 'Colors' }).getByRole('listitem')
  await expect.poll(() => colors.elements().map(({ textContent }) => textContent)).toEqual(['Not chosen', 'Not chosen', 'Not chosen'])
})

it('no step scrolls sideways, and the preview of the brand is beside the form or only in the last step', { tags: 'nightly' }, async () => {
  await openNewCompany()
  const preview = page.getByText('Your brand')
  await expect.element(name).toBeVisible()
  await atEachWidth((width) => (width === 1440 ? expect.element(preview).toBeVisible() : expect.element(preview).not.toBeVisible()))
  await passBusinessStep()
  await details.click()
  await atEachWidth(() => expect.element(page.getByRole('textbox', { name: 'Website' })).toBeVisible())
  await phone.fill('8035550144')
  await next.click()
  await details.click()
  await atEachWidth(() => expect.element(preview).toBeVisible())
})

it('the preview of the brand uses the font of the brand', async () => {
  await openNewCompany()
  await passBusinessStep()
  await phone.fill('8035550144')
  await next.click()
  await details.click()
  await page.getByRole('textbox', { name: /^Font/ }).fill('Fraunces, serif')
  const headline = page.getByRole('figure', { name: 'Your brand' }).getByText('Ann’s Bakery').first()
  await expect.poll(() => getComputedStyle(headline.element()).fontFamily).toMatch(/^"Fraunces Variable"/)
})

it('the Enter key opens the next step', async () => {
  await openNewCompany()
  await name.fill('Ann’s Bakery')
  await industry.fill('Bread')
  await userEvent.keyboard('{Enter}')
  await expect.element(heading('Contact')).toBeVisible()
})

it('optional fields are hidden until the owner opens them, and stay open if they have input or an error', { tags: 'nightly' }, async () => {
  await openNewCompany()
  const dba = page.getByRole('textbox', { name: /^DBA/ })
  await expect.element(details).toHaveAttribute('aria-expanded', 'false')
  expect(dba.query()).toBeNull()
  await details.click()
  await dba.fill('Ann’s')
  await passContactStep()
  await back.click()
  await back.click()
  await expect.element(dba).toHaveValue('Ann’s')
  await dba.fill('')
  await expect.element(dba).toBeVisible()

  await next.click()
  await next.click()
  await chooseLogo()
  await details.click()
  const colour = page.getByRole('textbox', { name: 'Primary Color' })
  await colour.fill('#12')
  await details.click()
  await expect.element(colour).not.toBeInTheDocument()
  await create.click()
  await expect.element(colour).toHaveFocus()
})

it('Back opens the step before without asking, and asks before it leaves the form. The Back button adds no history entry', async () => {
  // Adds the history entry of another page before the entry of the form.
  window.history.pushState({ idx: -1 }, '', '/contact')
  await openNewCompany()
  await passBusinessStep()
  await phone.fill('8035550144')
  await go(-1)
  await expect.element(name).toHaveValue('Ann’s Bakery')
  await go(1)
  await expect.element(phone).toHaveValue('8035550144')
  const entries = window.history.length
  await back.click()
  await expect.element(heading('Business')).toHaveFocus()
  await expect.poll(address).toBe('/new-company')
  expect(window.history.length).toBe(entries)
  expect(question.query()).toBeNull()

  window.history.back()
  await expect.element(question).toBeVisible()
  await question.getByRole('button', { name: 'Keep editing' }).click()
  await expect.element(name).toHaveValue('Ann’s Bakery')
})

it('after a reload, the same step is open with the input, and Back still opens the step before', async () => {
  const app = await openNewCompany()
  await passBusinessStep()
  await phone.fill('8035550144')
  await app.unmount()

  await openNewCompany('/new-company?step=contact')
  await expect.element(page.getByText(/^We restored what you entered before\./)).toBeVisible()
  await expect.element(phone).toHaveValue('8035550144')
  await back.click()
  await expect.element(name).toHaveValue('Ann’s Bakery')
  expect(question.query()).toBeNull()
})

it('a URL of a later step shows the first step with a missing field', async () => {
  await openNewCompany('/new-company?step=brand')
  await expect.element(heading('Business')).toBeVisible()
  await passBusinessStep()
  await expect.element(heading('Contact')).toBeVisible()
})

it('after the session was lost, the owner continues at the same step with the same input', { tags: 'nightly' }, async () => {
  answer(updateCompanyProfile, () => refusal(401, 'Sign in first'))
  await openNewCompany()
  await passContactStep()
  await chooseLogo()
  await create.click()
  await expect.element(page.getByText('Session expired. Please log in again')).toBeVisible()
  await expect.poll(address).toBe('/login')

  answer(signIn, () => reply(signIn, { Token: tokenOf('ann'), message: '' }))
  await page.getByRole('textbox', { name: 'Email' }).first().fill(owner.email)
  await page.getByRole('textbox', { name: 'Password' }).first().fill('Palmetto!1')
  await page.getByRole('button', { name: 'Login' }).click()
  await expect.element(heading('Brand')).toBeVisible()
  await back.click()
  await expect.element(phone).toHaveValue('8035550144')
})

it('an error of the server opens the step of its field', { tags: 'nightly' }, async () => {
  answer(updateCompanyProfile, () =>
    refusal(422, 'Please check your entries', { errors: [{ field: 'email', message: 'Use another address' }] }),
  )
  await openNewCompany()
  await passContactStep()
  await chooseLogo()
  await create.click()
  await expect.element(heading('Contact')).toBeVisible()
  await expect.element(email).toHaveFocus()
  await expect.element(email).toHaveAccessibleDescription('Use another address')
})

it('the last step sends the fields of all steps in one request', async () => {
  const sent = answer(updateCompanyProfile, () => reply(updateCompanyProfile, { companyProfile: company, message: 'Created' }))
  await openNewCompany()
  await passContactStep()
  await chooseLogo()
  await create.click()
  await expect.element(page.getByText('Company profile created successfully!')).toBeInTheDocument()
  expect(sent).toHaveLength(1)
  const form = Object.fromEntries(sent[0]?.body as FormData)
  expect(form).toMatchObject({ companyName: 'Ann’s Bakery', industry: 'Bread', email: owner.email, phone: '8035550144', color1: '#ffffff' })
  expect(form.logo).toBeInstanceOf(File)
})
