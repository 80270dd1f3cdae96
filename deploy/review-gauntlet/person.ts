import type { Locator, Page } from 'playwright-core'
import { until } from '../bench/owner.ts'
import { holdByTouch, phone } from '../test/hold-by-touch.ts'
import type { Letter } from './deliver.ts'
import type { Gauntlet } from './gauntlet.ts'
import type { Intent } from './plan.ts'
import { withPage } from './scanners/page.ts'
import { DESKTOP, PHONE } from './scanners/visit.ts'
import { areAllSent, decisionsOf, passTime } from './stored.ts'

const HELD_MS = 800
/** Time from the request for a new link until the person opens it. */
const READING_SECONDS = 60
const OUTCOME = /^(Approved|Referred back)/
const UNCONFIRMED = 'Approved, but not confirmed'
const ENDED = /replaced this one$|^This link has expired$/

/** The experience of a person with a link. */
export interface Experience {
  /** Heading of the page after it was opened, or `open` if the person could decide. */
  found: string
  /** Whether the person approved the preview, or confirmed an approval. */
  isApproved: boolean
  /**
   * Number of touches from the email to the page that says Approved. Set only if the link was still open and the person approved by touch.
   */
  touches?: number
  /** Whether the person approved and then had to enter the code from the receipt of this approval. */
  askedForCode?: boolean
  /** Why the person could neither decide, nor see the decision, nor request a new link. */
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

interface Act {
  /** Heading of the page after the decision. */
  heading: string
  touches?: number
}

async function approveByTouch(page: Page): Promise<Act> {
  // The first touch opens the link in the email.
  let touches = 1
  const touch = async (step: Promise<void>) => {
    touches += 1
    await step
  }
  await touch(button(page, 'Approve').tap())
  await touch(holdByTouch(button(page, 'Press and hold to approve')))
  return { heading: await outcomeOf(page), touches }
}

async function approveByKeyboard(page: Page): Promise<Act> {
  await button(page, 'Approve').focus()
  await page.keyboard.press('Enter')
  await button(page, 'Press and hold to approve').waitFor()
  await page.keyboard.down('Enter')
  await page.waitForTimeout(HELD_MS)
  await page.keyboard.up('Enter')
  return { heading: await outcomeOf(page) }
}

async function referBack(page: Page): Promise<Act> {
  await button(page, 'Refer Back').tap()
  await page.getByLabel('What should be different?').fill('Please show the new price.')
  await holdByTouch(button(page, 'Press and hold to send'))
  return { heading: await outcomeOf(page) }
}

/** Enters the code of the newest receipt, if the page asks to confirm the approval. Returns whether it asked. */
async function confirmIfAsked(page: Page, { gauntlet, letter }: Person, heading: string): Promise<boolean> {
  const field = page.getByLabel('Six-digit code')
  // After the link has expired, the page asks to sign in instead.
  if (heading !== UNCONFIRMED || !(await field.isVisible())) return false
  const receipts = (await decisionsOf(gauntlet.database, letter.taskId)).filter(({ kind, hasSigns }) => kind === 'approve' && hasSigns)
  await field.fill(await gauntlet.inbox.confirmationCode(letter.title, receipts.length))
  await button(page, 'Confirm').click()
  await h1(page)
    .filter({ hasText: /^Approved$/ })
    .waitFor()
  return true
}

/** Decides on the page of an open link. A scanner may have decided since the page was opened. */
async function decide(page: Page, person: Person): Promise<Experience> {
  const act = person.intent === 'refer back' ? referBack : person.intent === 'approve by keyboard' ? approveByKeyboard : approveByTouch
  const { heading, touches } = await act(page)
  const isSaved = !(await page.getByText('Your answer wasn’t saved').isVisible())
  const askedForCode = await confirmIfAsked(page, person, heading)
  return { found: 'open', touches, askedForCode: isSaved && askedForCode, isApproved: askedForCode || (isSaved && act !== referBack) }
}

/**
 * Requests a new link and returns it. If scanners have requested too many links, the product sends no new link. In this case, returns the
 * newest earlier link to this task that is not the ended link. If there is no such link, returns undefined.
 */
async function requestLink(page: Page, { gauntlet, letter }: Person): Promise<string | undefined> {
  const { inbox } = gauntlet
  const before = (await inbox.reviewMails(letter.title, 1)).length
  await page.getByRole('button', { name: /^Email me/ }).click()
  const sent = page.getByText('Check the inbox of')
  const refusal = page.getByRole('alert').filter({ hasText: /\S/ })
  await sent.or(refusal).first().waitFor()
  const isRefused = await refusal.isVisible()
  const mails = await inbox.reviewMails(letter.title, isRefused ? 1 : before + 1)
  return mails.map(({ link }) => link).findLast((link) => link !== letter.link)
}

/** Gets a new link from the page of an ended link, and approves with it. */
async function replaceLink(page: Page, person: Person, found: string): Promise<Experience> {
  // If the newest preview is decided, the page contains a link to sign in, and no button that requests a new link.
  if (await page.getByRole('link', { name: 'Sign in', exact: true }).isVisible()) return { found, isApproved: false }
  const link = await requestLink(page, person)
  if (!link) return { found, isApproved: false, problem: 'no new link could be requested' }
  const { database } = person.gauntlet
  await until('the new link is recorded as sent', () => areAllSent(database, person.letter.taskId))
  await passTime(database, person.letter.taskId, READING_SECONDS)
  const fresh = await open({ ...person, letter: { ...person.letter, link }, intent: 'approve', whileOpen: async () => {} })
  return { ...fresh, found, touches: undefined }
}

async function look(page: Page, person: Person): Promise<Experience> {
  if (await button(page, 'Approve').isVisible()) {
    await person.whileOpen()
    return decide(page, person)
  }
  await person.whileOpen()
  const found = (await h1(page).textContent()) ?? ''
  if (ENDED.test(found)) return replaceLink(page, person, found)
  if (!OUTCOME.test(found)) return { found, isApproved: false, problem: `the page says “${found}”` }
  return { found, isApproved: person.intent !== 'refer back' && (await confirmIfAsked(page, person, found)) }
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
  open(person).catch((error: unknown) => ({ found: 'error', isApproved: false, problem: String(error).slice(0, 300) }))
