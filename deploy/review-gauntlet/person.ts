import type { Locator, Page } from 'playwright-core'
import { holdByTouch, phone } from '../test/hold-by-touch.ts'
import type { Letter } from './deliver.ts'
import type { Gauntlet } from './gauntlet.ts'
import type { Intent } from './plan.ts'
import { withPage } from './scanners/page.ts'
import { DESKTOP, PHONE } from './scanners/visit.ts'

const HELD_MS = 800
const OUTCOME = /^(Approved|Referred back)/
const UNCONFIRMED = 'Approved, but not confirmed'
const ENDED = /replaced this one$|^This link has expired$/

/** The experience of a person with a link. */
export interface Experience {
  /** Heading of the page after it was opened, or `open` if the person could decide. */
  found: string
  decided?: 'approve' | 'refer-back'
  /** Touches from the email to the page that says Approved. Undefined without an approval by touch of a link that was open. */
  touches?: number
  /** Whether the person had to enter a code from the receipt of the own approval. */
  askedForCode?: boolean
  /** Whether the request for a new link was rejected, because scanners had requested too many. */
  resendRefused?: boolean
  /** Why the person found nothing useful. */
  problem?: string
}

interface Person {
  gauntlet: Gauntlet
  letter: Letter
  intent: Intent
  /** Runs while the page is open, before the person decides. */
  whileOpen(): Promise<void>
}

const looks = {
  phone: { ...phone, userAgent: PHONE, isHidden: true },
  desktop: { viewport: { width: 1280, height: 900 }, userAgent: DESKTOP, isHidden: true },
}

const h1 = (page: Page): Locator => page.getByRole('heading', { level: 1 })

/** Waits until the page shows the outcome of a decision. Returns its heading. */
async function outcomeOf(page: Page): Promise<string> {
  const heading = h1(page).filter({ hasText: OUTCOME })
  await heading.waitFor()
  return (await heading.textContent()) ?? ''
}

const button = (page: Page, name: string): Locator => page.getByRole('button', { name, exact: true })

async function approveByTouch(page: Page): Promise<string> {
  await button(page, 'Approve').tap()
  await holdByTouch(button(page, 'Press and hold to approve'))
  return outcomeOf(page)
}

async function approveByKeyboard(page: Page): Promise<string> {
  await button(page, 'Approve').focus()
  await page.keyboard.press('Enter')
  await button(page, 'Press and hold to approve').waitFor()
  await page.keyboard.down('Enter')
  await page.waitForTimeout(HELD_MS)
  await page.keyboard.up('Enter')
  return outcomeOf(page)
}

async function referBack(page: Page): Promise<string> {
  await button(page, 'Refer Back').tap()
  await page.getByLabel('What should be different?').fill('Please show the new price.')
  await button(page, 'Send feedback').tap()
  return outcomeOf(page)
}

/** Enters the code of the receipt, if the page asks to confirm the approval. Returns whether it asked. */
async function confirmIfAsked(page: Page, { gauntlet, letter }: Person, heading: string): Promise<boolean> {
  if (heading !== UNCONFIRMED) return false
  await page.getByLabel('Six-digit code').fill(await gauntlet.inbox.confirmationCode(letter.title))
  await button(page, 'Confirm').click()
  await h1(page)
    .filter({ hasText: /^Approved$/ })
    .waitFor()
  return true
}

/** Decides on the page of an open link. A scanner may have decided since the page was opened. */
async function decide(page: Page, person: Person): Promise<Experience> {
  const act = person.intent === 'refer back' ? referBack : person.intent === 'approve by keyboard' ? approveByKeyboard : approveByTouch
  const heading = await act(page)
  const isLate = await page.getByText('Your answer was not saved').isVisible()
  const askedForCode = await confirmIfAsked(page, person, heading)
  const approved = { decided: 'approve', askedForCode } as const
  if (isLate) return { found: 'open', ...(askedForCode && approved) }
  if (act === referBack) return { found: 'open', decided: 'refer-back' }
  // The touches of the link in the email, of Approve, and of the held button.
  return { found: 'open', ...approved, ...(act === approveByTouch && { touches: 3 }) }
}

/** Requests a new link. Returns the link of the newest email about the task, and whether the request was rejected. */
async function requestLink(page: Page, { gauntlet, letter }: Person): Promise<{ link: string | undefined; isRefused: boolean }> {
  const { inbox } = gauntlet
  const before = (await inbox.reviewMails(letter.title, 1)).length
  await page.getByRole('button', { name: /^Email me/ }).click()
  const sent = page.getByText('Check the inbox of')
  const refusal = page.getByRole('alert').filter({ hasText: /\S/ })
  await sent.or(refusal).first().waitFor()
  const isRefused = await refusal.isVisible()
  const mails = await inbox.reviewMails(letter.title, isRefused ? 1 : before + 1)
  return { link: mails.map(({ link }) => link).findLast((link) => link !== letter.link), isRefused }
}

/** Gets a new link from the page of an ended link, and approves with it. */
async function replaceLink(page: Page, person: Person, found: string): Promise<Experience> {
  if (await page.getByRole('link', { name: 'Sign in' }).first().isVisible()) {
    const canRequest = await page.getByRole('button', { name: /^Email me/ }).isVisible()
    if (!canRequest) return { found }
  }
  const { link, isRefused } = await requestLink(page, person)
  if (!link) return { found, problem: 'no new link could be requested', resendRefused: isRefused }
  const fresh = await open({ ...person, letter: { ...person.letter, link }, intent: 'approve', whileOpen: async () => {} })
  return { ...fresh, found, touches: undefined, resendRefused: isRefused }
}

async function look(page: Page, person: Person): Promise<Experience> {
  if (await button(page, 'Approve').isVisible()) {
    await person.whileOpen()
    return decide(page, person)
  }
  await person.whileOpen()
  const found = (await h1(page).textContent()) ?? ''
  if (ENDED.test(found)) return replaceLink(page, person, found)
  if (!OUTCOME.test(found)) return { found, problem: `the page says “${found}”` }
  const isConfirmed = person.intent !== 'refer back' && (await confirmIfAsked(page, person, found))
  return { found, ...(isConfirmed && { decided: 'approve' }) }
}

const open = (person: Person): Promise<Experience> =>
  withPage(
    {
      visit: { browser: person.gauntlet.browser, link: person.letter.link, traffic: { opens: 0, posts: 0 } },
      address: person.gauntlet.newAddress(),
      look: person.intent === 'approve by keyboard' ? looks.desktop : looks.phone,
    },
    (page) => look(page, person),
  )

/** Opens a link as a person, decides, and follows the page's advice if the link has ended. */
export const visitAsPerson = (person: Person): Promise<Experience> =>
  open(person).catch((error: unknown) => ({ found: 'error', problem: String(error).slice(0, 300) }))
