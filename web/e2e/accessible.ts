import axe from 'axe-core'
import type { Frame, Page } from 'playwright-core'
import { expect } from 'vitest'

declare global {
  interface Window {
    axe: typeof axe
  }
}

/** Axe tags of the success criteria of WCAG 2.2 up to level AA. */
export const WCAG = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa']
const ALL_RULES = [...WCAG, 'best-practice']
const NARROW = 320

export async function expectAxeFindsNothing(page: Page, tags: readonly string[] = ALL_RULES): Promise<void> {
  await Promise.all(page.frames().map(giveAxe))
  expect(await page.evaluate(violationsOf, [...tags])).toEqual([])
}

/** Loads axe into a frame, once per document, because compiling half a megabyte of code is slow. */
async function giveAxe(frame: Frame): Promise<void> {
  if (await frame.evaluate(() => !('axe' in window))) await frame.evaluate(axe.source)
}

/** Returns the violations that axe finds. Without `resultTypes`, axe also describes passed checks and takes twice as long. */
async function violationsOf(tags: string[]): Promise<string[]> {
  const { violations } = await window.axe.run({ runOnly: tags, resultTypes: ['violations'] })
  return violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.target.join(' ')).join(', ')}`)
}

/** Expects no axe violation, and no sideways scrolling at a width of 320 px. The page stays at 320 px afterwards. */
export async function expectAccessible(page: Page): Promise<void> {
  await expectAxeFindsNothing(page)
  await page.setViewportSize({ width: NARROW, height: 700 })
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(NARROW)
}
