import type { Locator } from 'playwright-core'
import { expect } from 'vitest'

/** More than any screen has to stop at. */
const STOPS_MAX = 80

export const isFocused = (locator: Locator): Promise<boolean> => locator.evaluate((element) => element === document.activeElement)

/** Goes there as the Tab key does. */
export async function tabTo(target: Locator): Promise<void> {
  await target.waitFor({ state: 'attached' })
  for (let stops = 0; stops < STOPS_MAX; stops += 1) {
    if (await isFocused(target)) return
    await target.page().keyboard.press('Tab')
  }
  throw new Error(`The Tab key does not get to ${target}`)
}

/** Goes there and presses a key. The focus is somewhere afterwards, and not lost. */
export async function press(target: Locator, key: 'Enter' | 'Space' = 'Enter'): Promise<void> {
  await tabTo(target)
  await target.page().keyboard.press(key)
  await expect.poll(() => target.page().evaluate(() => document.activeElement !== document.body)).toBe(true)
}

/** Goes there and types. */
export async function typeIn(target: Locator, text: string): Promise<void> {
  await tabTo(target)
  await target.page().keyboard.type(text)
}

/** As a date field of this language takes it. */
export async function typeDate(target: Locator, date: string): Promise<void> {
  const [year, month, day] = date.split('-')
  await typeIn(target, `${month}${day}${year}`)
  expect(await target.inputValue()).toBe(date)
}

/** Opens the chooser of a file field and chooses. */
export async function chooseFile(target: Locator, file: { name: string; mimeType: string; buffer: Buffer }): Promise<void> {
  const chooser = target.page().waitForEvent('filechooser')
  await press(target, 'Space')
  await (await chooser).setFiles(file)
}
