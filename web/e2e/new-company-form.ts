import type { Page } from 'playwright-core'

const business = { 'Company Name': 'Fern & Fig Florists', Industry: 'Flowers' }
const contact = { 'Company Email': 'hello@fernfig.example', Phone: '8035550144' }

/** The texts that the functions below enter, in the order of the form. */
export const entered = { ...business, ...contact }

export const next = (page: Page) => page.getByRole('button', { name: 'Next', exact: true })
export const back = (page: Page) => page.getByRole('button', { name: 'Back', exact: true })
export const create = (page: Page) => page.getByRole('button', { name: 'Create Company Profile' })
/** Shows or hides the optional fields of the open step. */
export const details = (page: Page) => page.getByRole('button', { name: /^(Add more|Hide) details/ })

async function fill(page: Page, texts: Record<string, string>): Promise<void> {
  for (const [label, text] of Object.entries(texts)) await page.getByLabel(label).fill(text)
}

/** Fills in the first step of the form for a new company, and opens the second. */
export async function passBusinessStep(page: Page): Promise<void> {
  await fill(page, business)
  await next(page).click()
  await page.getByLabel('Phone').waitFor()
}

/** Fills in the first two steps, and opens the last. */
export async function passContactStep(page: Page): Promise<void> {
  await passBusinessStep(page)
  await fill(page, contact)
  await next(page).click()
  await create(page).waitFor()
}
