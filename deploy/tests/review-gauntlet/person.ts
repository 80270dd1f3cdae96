import type { Page } from 'playwright-core'
import { until } from '../bench/owner.ts'
import { holdByTouch, phone } from '../support/hold-by-touch.ts'
import type { Letter } from './deliver.ts'
import type { Gauntlet } from './gauntlet.ts'
import { DESKTOP, PHONE, withPage } from './page.ts'
import type { Intent } from './plan.ts'
import { areAllSent, decisionsOf, passTime } from './stored.ts'

const HELD_MS = 800
/** Time from the request for a new link until the person opens it. */
const READING_SECONDS = 60
const OUTCOME = /^(Approved|Referred back)/
const UNCONFIRMED = 'Approved, but not confirmed'
const ENDED = /replaced this one$|^This link has expired$/

/** The experience of a person with a link. */
export interface Experience {
  /** Whether the person approved the preview, or confirmed an approval. */
  isApproved: boolean
  /** Whether the person approved and then had to enter the code from the receipt of this approval. */
  askedForCode?: boolean
}

interface Person {
  gauntlet: Gauntlet
  letter: Letter
  intent: Intent
  /** Runs while the page is open, before the person decides. */
  whileOpen?: () => Promise<void>
}

const h1 = (page: Page) => page.getByRole('heading', { level: 1 })
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })

/** With the touch on the link in the email, an approval takes three touches. */
async function approveByTouch(page: Page): Promise<void> {
  await button(page, 'Approve').tap()
  await holdByTouch(button(page, 'Press and hold to approve'))
}

async function approveByKeyboard(page: Page): Promise<void> {
  await button(page, 'Approve').focus()
  await page.keyboard.press('Enter')
  await button(page, 'Press and hold to approve').waitFor()
  await page.keyboard.down('Enter')
  await page.waitForTimeout(HELD_MS)
  await page.keyboard.up('Enter')
}

async function referBack(page: Page): Promise<void> {
  await button(page, 'Refer Back').tap()
  await page.getByLabel('What should be different?').fill('Please show the new price.')
  await holdByTouch(button(page, 'Press and hold to send'))
}

/** Enters the code of the newest receipt, if the page asks to confirm the approval. Returns whether it asked. */
async function confirmIfAsked(page: Page, { gauntlet, letter }: Person, heading: string): Promise<boolean> {
  const field = page.getByLabel('Six-digit code')
  // After the link has expired, the page asks to sign in instead.
  if (heading !== UNCONFIRMED || !(await field.isVisible())) return false
  const receipts = (await decisionsOf(gauntlet.database, letter.taskId)).filter(({ kind, hasSigns }) => kind === 'approve' && hasSigns)
  await field.fill(await gauntlet.inbox.confirmationCode(letter.title, receipts.length))
  await button(page, 'Confirm').click()
  await page.getByRole('heading', { level: 1, name: 'Approved', exact: true }).waitFor()
  return true
}

/** Decides on the page of an open link. A scanner may have decided since the page was opened. */
async function decide(page: Page, person: Person): Promise<Experience> {
  const act = person.intent === 'refer back' ? referBack : person.intent === 'approve by keyboard' ? approveByKeyboard : approveByTouch
  await act(page)
  const heading = (await h1(page).filter({ hasText: OUTCOME }).textContent()) ?? ''
  const isSaved = !(await page.getByText('Your answer wasn’t saved').isVisible())
  const isConfirmed = await confirmIfAsked(page, person, heading)
  return { askedForCode: isSaved && isConfirmed, isApproved: isConfirmed || (isSaved && act !== referBack) }
}

/**
 * Gets a new link from the page of an ended link, and approves with it. If scanners have requested too many links, the product sends no new
 * link. In this case, the person uses the newest earlier link.
 */
async function replaceLink(page: Page, person: Person): Promise<Experience> {
  const { letter } = person
  const { inbox, database } = person.gauntlet
  // If the newest preview is decided, the page contains a link to sign in, and no button that requests a new link.
  if (await page.getByRole('link', { name: 'Sign in', exact: true }).isVisible()) return { isApproved: false }
  const before = (await inbox.reviewMails(letter.title, 1)).length
  await page.getByRole('button', { name: /^Email me/ }).click()
  const refusal = page.getByRole('alert').filter({ hasText: /\S/ })
  await page.getByText('Check the inbox of').or(refusal).first().waitFor()
  const mails = await inbox.reviewMails(letter.title, (await refusal.isVisible()) ? 1 : before + 1)
  const link = mails.map((mail) => mail.link).findLast((each) => each !== letter.link)
  if (!link) throw new Error('no new link could be requested')
  await until('the new link is recorded as sent', () => areAllSent(database, [letter.taskId]))
  await passTime(database, letter.taskId, READING_SECONDS)
  const { isApproved } = await visitAsPerson({ gauntlet: person.gauntlet, letter: { ...letter, link }, intent: 'approve' })
  return { isApproved }
}

async function look(page: Page, person: Person): Promise<Experience> {
  const isOpen = await button(page, 'Approve').isVisible()
  await person.whileOpen?.()
  if (isOpen) return decide(page, person)
  const heading = (await h1(page).textContent()) ?? ''
  if (ENDED.test(heading)) return replaceLink(page, person)
  if (!OUTCOME.test(heading)) throw new Error(`the page says “${heading}”`)
  return { isApproved: person.intent !== 'refer back' && (await confirmIfAsked(page, person, heading)) }
}

/** Opens a link as a person, decides, and follows the page's advice if the link has ended. Rejects if the person can do nothing. */
export function visitAsPerson(person: Person): Promise<Experience> {
  const { browser, newAddress } = person.gauntlet
  const desktop = { viewport: { width: 1280, height: 900 }, userAgent: DESKTOP }
  const device = person.intent === 'approve by keyboard' ? desktop : { ...phone, userAgent: PHONE }
  return withPage({ browser, link: person.letter.link, address: newAddress(), look: device }, (page) => look(page, person))
}
