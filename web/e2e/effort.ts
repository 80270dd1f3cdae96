import type { Locator, Page } from 'playwright-core'
import { open } from './people.ts'

/** A point of an element in px, relative to the upper left corner. Undefined: the middle of the element. */
type Point = { x: number; y: number } | undefined

interface Device {
  press: (target: Locator, position: Point) => Promise<void>
  pressesAre: 'touches' | 'clicks'
  charactersPerSecond: number
  /** Presses to pick a date of the month that the picker shows. Another month needs one more press. */
  datePresses: number
}

/**
 * A phone. Typing speed: 36.2 words of five characters per minute, the mean of 37,000 people in "How do people type on mobile devices?"
 * (Palin, Feit, Kim, Kristensson and Oulasvirta, MobileHCI 2019). A date needs touches on the field, the day and the button that confirms.
 */
const phone: Device = {
  press: (target, position) => target.tap(position ? { position } : {}),
  pressesAre: 'touches',
  charactersPerSecond: (36.2 * 5) / 60,
  datePresses: 3,
}

/**
 * A desktop with a mouse. Typing speed: 51.6 words per minute, the mean of 168,000 people in "Observations on Typing from 136 Million
 * Keystrokes" (Dhakal, Feit, Kristensson and Oulasvirta, CHI 2018). A date needs clicks on the button of the field and on the day.
 */
const desktop: Device = {
  press: (target, position) => target.click(position ? { position } : {}),
  pressesAre: 'clicks',
  charactersPerSecond: (51.6 * 5) / 60,
  datePresses: 2,
}

/** Presses to choose pictures, besides one on each picture: one on the field, and one on the button that confirms. */
const PICKER_PRESSES = 2
/** Presses to choose from a list: one on the field, and one on the choice. */
const CHOICE_PRESSES = 2
/** Distance that a swipe scrolls, in px. */
const SWIPE_PX = 500
/** Number of moves of the mouse in a drag. */
const DRAG_STEPS = 5

interface Picture {
  name: string
  mimeType: string
  buffer: Buffer
}

/**
 * The work of a person.
 * - A press is one tap or click on a control. A drag is one press, too. Taps on the keyboard of a phone are not presses, but characters.
 * - Characters are the typed characters. A single key such as Enter, and the keys that paste, count as one character. So does the key Next or
 *   Tab, which moves to the next text field.
 * - A swipe scrolls by `SWIPE_PX`, also with a mouse wheel.
 * - A wait is a moment in which the person can only wait for the product.
 */
interface Effort {
  presses: number
  characters: number
  swipes: number
  waits: { what: string; ms: number }[]
}

/** Returns functions that operate a page like a person with a phone, and the counted effort. The page needs a touch screen. */
export const personOnPhone = (page: Page) => personWith(phone, page)

/** Returns functions that operate a page like a person with a keyboard and a mouse, and the counted effort. */
export const personAtDesktop = (page: Page) => personWith(desktop, page)

function personWith(device: Device, page: Page) {
  const effort: Effort = { presses: 0, characters: 0, swipes: 0, waits: [] }

  async function bringIntoView(target: Locator, position?: Point): Promise<void> {
    await target.waitFor()
    effort.swipes += Math.ceil((await target.evaluate(distanceFromView, position)) / SWIPE_PX)
    await target.scrollIntoViewIfNeeded()
  }

  async function press(target: Locator, position?: Point): Promise<void> {
    await bringIntoView(target, position)
    effort.presses += 1
    await device.press(target, position)
  }

  /** Opens a link of an email. */
  async function openLink(url: string): Promise<void> {
    effort.presses += 1
    await open(page, url)
  }

  /** Enters a text. A field that already has the focus needs no press, and the next field of the form needs only a key. */
  async function write(field: Locator, text: string): Promise<void> {
    const way = await field.evaluate(wayToField)
    if (way === 'next') {
      effort.characters += 1
      await field.focus()
    } else if (way === 'press') {
      await press(field)
    }
    effort.characters += text.length
    await page.keyboard.type(text)
  }

  async function pressKey(key: string): Promise<void> {
    effort.characters += 1
    await page.keyboard.press(key)
  }

  /** Pastes a text that the person has copied before. */
  async function paste(field: Locator, text: string): Promise<void> {
    if ((await field.evaluate(wayToField)) !== 'focused') await press(field)
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
    await page.evaluate((copied) => navigator.clipboard.writeText(copied), text)
    await pressKey('ControlOrMeta+V')
  }

  /** Picks a date (YYYY-MM-DD). The picker opens in the month of the field's date, or else of the earliest allowed date. */
  async function pickDate(field: Locator, date: string): Promise<void> {
    await bringIntoView(field)
    const shown = (await field.inputValue()) || (await field.getAttribute('min')) || date
    effort.presses += device.datePresses + Math.abs(monthsBetween(shown, date))
    await field.fill(date)
  }

  async function pickPictures(field: Locator, ...pictures: Picture[]): Promise<void> {
    await bringIntoView(field)
    effort.presses += PICKER_PRESSES + pictures.length
    await field.setInputFiles(pictures)
  }

  /** Chooses from the list of a field. */
  async function choose(field: Locator, label: string): Promise<void> {
    await bringIntoView(field)
    effort.presses += CHOICE_PRESSES
    await field.selectOption({ label })
  }

  /** Drags an element with the mouse to the middle of another element. Both must be in view. */
  async function drag(element: Locator, to: Locator): Promise<void> {
    const [start, end] = [await middleOf(element), await middleOf(to)]
    effort.presses += 1
    await page.mouse.move(start.x, start.y)
    await page.mouse.down()
    await page.mouse.move(end.x, end.y, { steps: DRAG_STEPS })
    await page.mouse.up()
  }

  async function waitFor(what: string, until: () => Promise<unknown>): Promise<void> {
    const start = performance.now()
    await until()
    effort.waits.push({ what, ms: Math.round(performance.now() - start) })
  }

  const typingSeconds = (): number => Math.round(effort.characters / device.charactersPerSecond)

  /** Returns the effort until now as one line of text. */
  function describeEffort(): string {
    const { presses, characters, swipes, waits } = effort
    const waited = waits.map(({ what, ms }) => `${what} ${ms} ms`).join(', ')
    return `${presses} ${device.pressesAre}, ${characters} characters (${typingSeconds()} s of typing), ${swipes} swipes, ${waits.length} waits (${waited})`
  }

  return {
    page,
    effort,
    press,
    pressKey,
    openLink,
    write,
    paste,
    pickDate,
    pickPictures,
    choose,
    drag,
    waitFor,
    typingSeconds,
    describeEffort,
  }
}

export type Person = ReturnType<typeof personWith>

async function middleOf(element: Locator): Promise<{ x: number; y: number }> {
  await element.waitFor()
  const box = await element.boundingBox()
  if (!box) throw new Error(`${element} is not visible`)
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 }
}

const monthsBetween = (from: string, to: string): number => {
  const [fromYear = 0, fromMonth = 0] = from.split('-').map(Number)
  const [toYear = 0, toMonth = 0] = to.split('-').map(Number)
  return (toYear - fromYear) * 12 + toMonth - fromMonth
}

/** Runs in the page. Returns the distance in px between a point of an element and the middle of the screen, or 0 if it can be pressed. */
function distanceFromView(element: Element, point: Point): number {
  const { left, top, width, height } = element.getBoundingClientRect()
  const [x, y] = point ? [left + point.x, top + point.y] : [left + width / 2, top + height / 2]
  const hit = document.elementFromPoint(x, y)
  if (hit && (element.contains(hit) || hit.contains(element))) return 0
  return Math.abs(y - window.innerHeight / 2)
}

/**
 * Runs in the page. Returns how a person gets to a text field. `focused`: the field already has the focus. `next`: the key Next of the
 * keyboard moves to the field. `press`: the person must tap or click the field.
 */
function wayToField(field: Element): 'focused' | 'next' | 'press' {
  const fields = [...((field as HTMLInputElement).form?.elements ?? [])].filter(
    (control) =>
      control.matches('textarea, input:not([type=date], [type=file], [type=checkbox], [type=color])') && control.checkVisibility(),
  )
  const at = fields.indexOf(document.activeElement as Element)
  if (document.activeElement === field) return 'focused'
  return at >= 0 && fields[at + 1] === field ? 'next' : 'press'
}
