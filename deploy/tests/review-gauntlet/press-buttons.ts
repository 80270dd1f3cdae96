import { errors, type Locator, type Page } from 'playwright-core'
import { pickFrom } from '../faults/fuzz/worst-cases.ts'

const BUTTONS = 'button, input[type=submit], [role=button], summary'
const FIELDS = 'input:not([type=submit]):not([type=file]):not([type=hidden]), textarea'
/** Texts that programs type into fields, by the attributes `type` and `inputmode`. */
const texts: Readonly<Record<string, string>> = { email: 'test@example.com', numeric: '1', tel: '1234567890' }
const CLOSE = 'Close'
const PRESSES_MAX = 30
/** Time in ms that the page needs to show the effect of a press. */
const SETTLE_MS = 60
/** A button that cannot be pressed for this time in ms was removed. */
const REMOVED_AFTER_MS = 3_000

/** Returns the names of buttons. This function runs in the page. */
const labelsOf = (elements: { textContent: string | null; getAttribute(name: string): string | null }[]): string[] =>
  elements.map((element) => element.getAttribute('aria-label') ?? element.textContent ?? '')

/** Returns the visible buttons of the top dialog or, if no dialog is open, of the page. `key` contains the heading and the label. */
async function buttonsOnTop(page: Page): Promise<{ button: Locator; label: string; key: string }[]> {
  const dialogs = page.locator('dialog[open]')
  const top = (await dialogs.count()) > 0 ? dialogs.last() : page.locator('body')
  // Does not wait for a heading, because the page can close the dialog at any time.
  const [heading] = await top.locator('h1, h2').allTextContents()
  const buttons = top.locator(BUTTONS).filter({ visible: true })
  const labels = await buttons.evaluateAll(labelsOf)
  return labels.map((label, at) => ({ button: buttons.nth(at), label, key: `${heading} | ${label}` }))
}

/** Types a text into each empty field that is visible, with trusted events. */
async function fillFields(page: Page): Promise<void> {
  for (const field of await page.locator(FIELDS).all()) {
    if (!(await field.isVisible()) || (await field.inputValue()) !== '') continue
    const kind = (await field.getAttribute('inputmode')) ?? (await field.getAttribute('type')) ?? ''
    await field.focus()
    await page.keyboard.type(texts[kind] ?? 'test')
  }
}

/** Ignores the error of a step if the page has removed the button, for example because a response has arrived. */
function ignoreRemoval(error: unknown): void {
  if (!(error instanceof errors.TimeoutError || String(error).includes('not attached'))) throw error
}

/** Presses each button once in random order, also those in dialogs. Dialogs are closed last. */
export async function pressButtons(
  page: Page,
  random: () => number,
  press: (button: Locator) => Promise<void>,
  { fillsFields = false } = {},
): Promise<void> {
  const pressed = new Set<string>()
  page.setDefaultTimeout(REMOVED_AFTER_MS)
  for (let count = 0; count < PRESSES_MAX; count++) {
    const found = await buttonsOnTop(page)
    const waiting = found.filter(({ label, key }) => label !== CLOSE && !pressed.has(key))
    const next = waiting.length > 0 ? pickFrom(waiting, random) : found.find(({ label }) => label === CLOSE)
    if (!next) return
    pressed.add(next.key)
    const step = async () => {
      if (fillsFields) await fillFields(page)
      await press(next.button)
    }
    await step().catch(ignoreRemoval)
    await page.waitForTimeout(SETTLE_MS)
  }
}
