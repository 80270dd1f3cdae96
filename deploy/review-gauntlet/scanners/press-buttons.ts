import type { Locator, Page } from 'playwright-core'

const BUTTONS = 'button, input[type=submit], [role=button], summary'
const CLOSE = 'Close'
const PRESSES_MAX = 30
/** Time in ms that the page needs to show the effect of a press. */
const SETTLE_MS = 60

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

/** Returns the visible buttons of the top dialog, or of the page without a dialog. */
async function buttonsOnTop(page: Page): Promise<Candidate[]> {
  const dialogs = page.locator('dialog[open]')
  const top = (await dialogs.count()) > 0 ? dialogs.last() : page.locator('body')
  const heading = await top.locator('h1, h2').first().textContent()
  const buttons = top.locator(BUTTONS).filter({ visible: true })
  const labels = await buttons.evaluateAll(labelsOf)
  return labels.map((label, at) => ({ button: buttons.nth(at), label, key: `${heading} | ${label}` }))
}

/** Presses each button once, also those in dialogs. Dialogs are closed last. Calls `before` before each press, for example to fill fields. */
export async function pressButtons(
  page: Page,
  press: (button: Locator) => Promise<void>,
  before: () => Promise<void> = async () => {},
): Promise<void> {
  const pressed = new Set<string>()
  for (let count = 0; count < PRESSES_MAX; count++) {
    const found = await buttonsOnTop(page)
    const next = found.find(({ label, key }) => label !== CLOSE && !pressed.has(key)) ?? found.find(({ label }) => label === CLOSE)
    if (!next) return
    pressed.add(next.key)
    await before()
    await press(next.button)
    await page.waitForTimeout(SETTLE_MS)
  }
}
