import { getCompanyProfile } from '@app/contracts/http/company.ts'
import { toast } from 'react-toastify/unstyled'
import { afterEach, expect, it } from 'vitest'
import { page } from 'vitest/browser'
import { keepResetCode, startReset } from '../features/auth/password-reset.ts'
import { answer, refusal } from '../testing/api.ts'
import { ownerWithCampaigns } from '../testing/campaigns.ts'
import { listOf, ownerWithCustomers } from '../testing/customers.ts'
import { ownerAtWork, ownerWith, ownerWithDocuments } from '../testing/fixtures.ts'
import { openApp, signInAs, tokenOf } from '../testing/open.tsx'

const DESKTOP = [1440, 900] as const
/** A phone without and with an open keyboard. */
const PHONES = [
  [390, 844],
  [390, 440],
] as const

afterEach(async () => {
  toast.dismiss()
  await page.viewport(...DESKTOP)
})

const button = (name: string) => page.getByRole('button', { name, exact: true })
const signInOwner = () => signInAs.owner(tokenOf('ann'))

/** The forms. `isToast`: whether the specification defines a toast for their input errors. */
const forms = [
  { name: 'the contact form', submit: 'Submit', isToast: false, open: () => openApp('/contact') },
  { name: 'the sign-in', submit: 'Login', isToast: false, open: () => openApp('/login') },
  {
    name: 'the sign-up',
    submit: 'Sign Up',
    isToast: false,
    async open() {
      await openApp('/login')
      await button('Create an account').click()
      await page.getByRole('textbox', { name: 'Password' }).last().fill('Palmetto!2')
    },
  },
  { name: 'the request of a reset code', submit: 'Reset Password', isToast: false, open: () => openApp('/reset-password') },
  {
    name: 'the reset code',
    submit: 'Verify',
    isToast: false,
    open() {
      startReset('ann@bakery.example')
      keepResetCode('AC4')
      return openApp('/otp')
    },
  },
  { name: 'the admin login', submit: 'Login', isToast: false, open: () => openApp('/admin/login') },
  {
    name: 'a new company',
    submit: 'Next',
    isToast: true,
    open() {
      signInOwner()
      ownerAtWork(() => [])
      answer(getCompanyProfile, () => refusal(404, 'There is no company profile yet'))
      return openApp('/new-company')
    },
  },
  {
    name: 'a new task',
    submit: 'Submit',
    isToast: true,
    open() {
      ownerWith()
      return openApp('/management?show=new')
    },
  },
  {
    name: 'a new document',
    submit: 'Submit',
    isToast: true,
    open() {
      ownerWithDocuments([])
      return openApp('/management?section=3&show=new')
    },
  },
  {
    name: 'a new customer',
    submit: 'Submit',
    isToast: true,
    open() {
      ownerWithCustomers(() => listOf([]))
      signInOwner()
      return openApp('/management?section=1&show=new')
    },
  },
  {
    name: 'a new campaign',
    submit: 'Submit Campaign',
    isToast: true,
    open() {
      ownerWithCampaigns(() => [])
      signInOwner()
      return openApp('/management?section=2&show=new')
    },
  },
]

/** Returns the parts of the field that has the focus: the control, its labels and the texts that describe it. */
function focusedField(): Element[] {
  const control = document.activeElement as HTMLInputElement
  const ids = (control.getAttribute('aria-describedby') ?? '').split(' ')
  return [control, ...(control.labels ?? []), ...ids.flatMap((id) => document.getElementById(id) ?? [])]
}

function isCovered(part: Element, toasts: readonly Element[]): boolean {
  const { top, bottom } = part.getBoundingClientRect()
  return toasts.some((toast) => toast.getBoundingClientRect().top < bottom && top < toast.getBoundingClientRect().bottom)
}

it.each(forms)(
  'a phone shows an input error of $name at its field, which has the focus and is not covered',
  { tags: 'nightly' },
  async ({ submit, isToast, open }) => {
    await open()
    await expect.element(button(submit)).toBeVisible()
    for (const [width, height] of PHONES) {
      await page.viewport(width, height)
      await button(submit).click()
      const toasts = () => [...document.querySelectorAll('.Toastify__toast[role]')].filter((one) => one.checkVisibility())
      await expect.poll(() => document.activeElement?.getAttribute('aria-invalid')).toBe('true')
      await expect.poll(() => focusedField().filter((part) => part.matches('[data-field-error]') && part.textContent)).toHaveLength(1)
      await expect.poll(() => toasts()).toHaveLength(isToast ? 1 : 0)
      await expect
        .poll(() => focusedField().filter((part) => isCovered(part, toasts())), { message: `${width} × ${height} px` })
        .toEqual([])
      for (const one of toasts()) expect(one.getBoundingClientRect().bottom).toBeLessThanOrEqual(height)
    }
  },
)
