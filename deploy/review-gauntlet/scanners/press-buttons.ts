import { errors, type Locator, type Page } from 'playwright-core'
import { pickFrom } from '../../test/fuzz/worst-cases.ts'

const BUTTONS = 'button, input[type=submit], [role=button], summary'
const CLOSE = 'Close'
const PRESSES_MAX = 30
/** Time in ms that the page needs to show the effect of a press. */
const SETTLE_MS = 60
/** A button that cannot be pressed for this time in ms was removed. */
const REMOVED_AFTER_MS = 3_000

/** The part of an element that names a button. */
interface Labelled {
  textContent: string | null
  getAttribute(name: string): string | null
}

const labelsOf = (elements: Labelled[]): string[] =>
  elements.map((element) => element.getAttribute('aria-label') ?? element.textContent ?? '')

interface Candidate {
  button: Locator
  label: string
  /** Heading of the dialog or page, and the label. */
  key: string
}

/** Returns the visible buttons of the top dialog. If no dialog is open, returns the visible buttons of the page. */
async function buttonsOnTop(page: Page): Promise<Candidate[]> {
  const dialogs = page.locator('dialog[open]')
  const top = (await dialogs.count()) > 0 ? dialogs.last() : page.locator('body')
  // Does not wait for a heading, because the page can close the dialog at any time.
  const [heading] = await top.locator('h1, h2').allTextContents()
  const buttons = top.locator(BUTTONS).filter({ visible: true })
  const labels = await buttons.evaluateAll(labelsOf)
  return labels.map((label, at) => ({ button: buttons.nth(at), label, key: `${heading} | ${label}` }))
}

interface Presses {
  press(button: Locator): Promise<void>
  /** Called before each press, for example to fill fields. */
  before?(): Promise<void>
  random: () => number
}

/** Runs a step of a scanner. Ignores the error if the page has removed the button, for example because a response has arrived. */
const unlessRemoved = (step: Promise<void>): Promise<void> =>
  step.catch((error: unknown) => {
    const isRemoved = error instanceof errors.TimeoutError || String(error).includes('not attached')
    if (!isRemoved) throw error
  })

/** Presses each button once in random order, also those in dialogs. Dialogs are closed last. */
export async function pressButtons(page: Page, { press, before = async () => {}, random }: Presses): Promise<void> {
  const pressed = new Set<string>()
  page.setDefaultTimeout(REMOVED_AFTER_MS)
  for (let count = 0; count < PRESSES_MAX; count++) {
    const found = await buttonsOnTop(page)
    const waiting = found.filter(({ label, key }) => label !== CLOSE && !pressed.has(key))
    const next = waiting.length > 0 ? pickFrom(waiting, random) : found.find(({ label }) => label === CLOSE)
    if (!next) return
    pressed.add(next.key)
    await unlessRemoved(before().then(() => press(next.button)))
    await page.waitForTimeout(SETTLE_MS)
  }
}
