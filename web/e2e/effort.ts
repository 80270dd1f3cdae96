import type { Locator, Page } from 'playwright-core'

/**
 * Typing speed on a phone: 36.2 words of five characters per minute, the mean of 37,000 people in "How do people type on mobile devices?"
 * (Palin, Feit, Kim, Kristensson and Oulasvirta, MobileHCI 2019).
 */
const CHARACTERS_PER_SECOND = (36.2 * 5) / 60

/** Touches to pick a date: one on the field, one on the day, and one on the button that confirms. Another month needs one more touch. */
const DATE_TOUCHES = 3
/** Touches to choose a picture: one on the field, one on the picture, and one on the button that confirms. */
const PICTURE_TOUCHES = 3
/** Distance that a swipe scrolls, in px. */
const SWIPE_PX = 500

/**
 * The work of a person who uses a phone.
 * - A touch is one tap on a control. Taps on the keyboard are not touches, but characters.
 * - Characters are the typed characters. The key Next of the keyboard moves to the next text field, and counts as one character.
 * - A swipe scrolls by `SWIPE_PX`.
 * - A wait is a moment in which the person can only wait for the product.
 */
interface Effort {
  touches: number
  characters: number
  swipes: number
  waits: { what: string; ms: number }[]
}

/** Returns functions that operate a page like a person with a phone, and the counted effort. The page needs a touch screen. */
export function personOnPhone(page: Page) {
  const effort: Effort = { touches: 0, characters: 0, swipes: 0, waits: [] }

  async function bringIntoView(target: Locator): Promise<void> {
    await target.waitFor()
    effort.swipes += Math.ceil((await target.evaluate(distanceFromView)) / SWIPE_PX)
    await target.scrollIntoViewIfNeeded()
  }

  async function tap(target: Locator): Promise<void> {
    await bringIntoView(target)
    effort.touches += 1
    await target.tap()
  }

  /** Enters a text. A field that already has the focus needs no touch, and the next field of the form needs only the key Next. */
  async function write(field: Locator, text: string): Promise<void> {
    const way = await field.evaluate(wayToField)
    if (way === 'next') {
      effort.characters += 1
      await field.focus()
    } else if (way === 'tap') {
      await tap(field)
    }
    effort.characters += text.length
    await page.keyboard.type(text)
  }

  /** Picks a date (YYYY-MM-DD). The picker of a phone opens in the month of the earliest allowed date. */
  async function pickDate(field: Locator, date: string): Promise<void> {
    await bringIntoView(field)
    const earliest = (await field.getAttribute('min')) ?? date
    effort.touches += DATE_TOUCHES + monthsBetween(earliest, date)
    await field.fill(date)
  }

  async function pickPicture(field: Locator, picture: Parameters<Locator['setInputFiles']>[0]): Promise<void> {
    await bringIntoView(field)
    effort.touches += PICTURE_TOUCHES
    await field.setInputFiles(picture)
  }

  async function waitFor(what: string, until: () => Promise<unknown>): Promise<void> {
    const start = performance.now()
    await until()
    effort.waits.push({ what, ms: Math.round(performance.now() - start) })
  }

  return { page, effort, tap, write, pickDate, pickPicture, waitFor }
}

export type PersonOnPhone = ReturnType<typeof personOnPhone>

export const typingSeconds = ({ characters }: Effort): number => Math.round(characters / CHARACTERS_PER_SECOND)

/** Returns the effort as one line of text. */
export function describeEffort(effort: Effort): string {
  const { touches, characters, swipes, waits } = effort
  const waited = waits.map(({ what, ms }) => `${what} ${ms} ms`).join(', ')
  return `${touches} touches, ${characters} characters (${typingSeconds(effort)} s of typing), ${swipes} swipes, ${waits.length} waits (${waited})`
}

const monthsBetween = (from: string, to: string): number => {
  const [fromYear = 0, fromMonth = 0] = from.split('-').map(Number)
  const [toYear = 0, toMonth = 0] = to.split('-').map(Number)
  return (toYear - fromYear) * 12 + toMonth - fromMonth
}

/** Runs in the page. Returns the distance in px between an element and the middle of the screen, or 0 if a finger can reach the element. */
function distanceFromView(element: Element): number {
  const { left, top, width, height } = element.getBoundingClientRect()
  const [x, y] = [left + width / 2, top + height / 2]
  const hit = document.elementFromPoint(x, y)
  if (hit && (element.contains(hit) || hit.contains(element))) return 0
  return Math.abs(y - window.innerHeight / 2)
}

/**
 * Runs in the page. Returns how a person gets to a text field. `focused`: the field already has the focus. `next`: the key Next of the
 * keyboard moves to the field. `tap`: the person must tap the field.
 */
function wayToField(field: Element): 'focused' | 'next' | 'tap' {
  const fields = [...((field as HTMLInputElement).form?.elements ?? [])].filter(
    (control) =>
      control.matches('textarea, input:not([type=date], [type=file], [type=checkbox], [type=color])') && control.checkVisibility(),
  )
  const at = fields.indexOf(document.activeElement as Element)
  if (document.activeElement === field) return 'focused'
  return at >= 0 && fields[at + 1] === field ? 'next' : 'tap'
}
