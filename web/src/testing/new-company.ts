import '../features/company/CreateCompanyForm.tsx'
import '../features/company/NewCompanyPage.tsx'
import { getCompanyProfile, getUploadUrl } from '@app/contracts/http/company.ts'
import { getMe } from '@app/contracts/http/session.ts'
import { page } from 'vitest/browser'
import { answer, refusal, reply } from './api.ts'
import { owner } from './fixtures.ts'
import { openApp, signInAs, tokenOf } from './open.tsx'

const textbox = (name: string) => page.getByRole('textbox', { name })

/** The form for a new company. A field exists only while its step is open. */
export const newCompany = {
  name: textbox('Company Name'),
  industry: textbox('Industry'),
  email: textbox('Company Email'),
  phone: textbox('Phone'),
  logo: page.getByLabelText(/^Company logo/),
  details: page.getByRole('button', { name: /^(Add more|Hide) details/ }),
  next: page.getByRole('button', { name: 'Next' }),
  back: page.getByRole('button', { name: 'Back' }),
  create: page.getByRole('button', { name: 'Create Company Profile' }),
}

/** Opens the form as an owner without a company. The file store accepts no uploads, so the form sends the logo with the other fields. */
export async function openNewCompany(address = '/new-company') {
  answer(getMe, () => reply(getMe, owner))
  answer(getCompanyProfile, () => refusal(404, 'There is no company profile yet'))
  answer(getUploadUrl, () => refusal(503, 'Being restarted.'))
  signInAs.owner(tokenOf('ann'))
  return openApp(address)
}

/** Fills in the first step, and opens the second. */
export async function passBusinessStep(): Promise<void> {
  await newCompany.name.fill('Ann’s Bakery')
  await newCompany.industry.fill('Bread')
  await newCompany.next.click()
}

/** Fills in the first two steps, and opens the last. */
export async function passContactStep(): Promise<void> {
  await passBusinessStep()
  await newCompany.phone.fill('8035550144')
  await newCompany.next.click()
}
