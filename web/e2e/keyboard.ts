import type { Locator } from 'playwright-core'
import { expect } from 'vitest'

/** More than the number of Tab stops of any screen. */
const STOPS_MAX = 80

export const isFocused = (locator: Locator): Promise<boolean> => locator.evaluate((element) => element === document.activeElement)

/** Moves the focus to an element by the Tab key. */
export async function tabTo(target: Locator): Promise<void> {
  await target.waitFor({ state: 'attached' })
  for (let stops = 0; stops < STOPS_MAX; stops += 1) {
    if (await isFocused(target)) return
    await target.page().keyboard.press('Tab')
  }
  throw new Error(`The Tab key does not get to ${target}`)
}

/** Moves the focus to an element and presses a key. Expects that the focus is not lost afterwards. */
export async function press(target: Locator, key: 'Enter' | 'Space' = 'Enter'): Promise<void> {
  await tabTo(target)
  await target.page().keyboard.press(key)
  await expect.poll(() => target.page().evaluate(() => document.activeElement !== document.body)).toBe(true)
}

export async function typeIn(target: Locator, text: string): Promise<void> {
  await tabTo(target)
  await target.page().keyboard.type(text)
}

/** Types a date in the format of the browser's US English date field. */
export async function typeDate(target: Locator, date: string): Promise<void> {
  const [year, month, day] = date.split('-')
  await typeIn(target, `${month}${day}${year}`)
  expect(await target.inputValue()).toBe(date)
}

export async function chooseFile(target: Locator, file: { name: string; mimeType: string; buffer: Buffer }): Promise<void> {
  const chooser = target.page().waitForEvent('filechooser')
  await press(target, 'Space')
  await (await chooser).setFiles(file)
}
