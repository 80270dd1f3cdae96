import type { Locator } from 'playwright-core'
import { expect } from 'vitest'

/** No screen has this many Tab stops. */
const STOPS_MAX = 80

export const isFocused = (locator: Locator): Promise<boolean> => locator.evaluate((element) => element === document.activeElement)

export async function tabTo(target: Locator): Promise<void> {
  await target.waitFor({ state: 'attached' })
  for (let stops = 0; stops < STOPS_MAX; stops += 1) {
    if (await isFocused(target)) return
    await target.page().keyboard.press('Tab')
  }
  throw new Error(`The Tab key does not get to ${target}`)
}

/** Presses a key on an element. Expects that the page still has a focused element afterwards. */
export async function press(target: Locator, key: 'Enter' | 'Space' = 'Enter'): Promise<void> {
  await tabTo(target)
  await target.page().keyboard.press(key)
  await expect.poll(() => target.page().evaluate(() => document.activeElement !== document.body)).toBe(true)
}

export async function typeIn(target: Locator, text: string): Promise<void> {
  await tabTo(target)
  await target.page().keyboard.type(text)
}

/** Types a date as month, day and year, which is the order of the date field in US English. */
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
