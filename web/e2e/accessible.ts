import axe from 'axe-core'
import type { Frame, Page } from 'playwright-core'
import { expect } from 'vitest'

declare global {
  interface Window {
    axe: typeof axe
  }
}

const TAGS = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']
const NARROW = 320

/** As the page stands, axe finds nothing serious or slight. */
export async function expectAxeFindsNothing(page: Page): Promise<void> {
  await Promise.all(page.frames().map(giveAxe))
  expect(await page.evaluate(violationsOf, TAGS)).toEqual([])
}

/** Once a document, for there is half a megabyte of it to compile. */
async function giveAxe(frame: Frame): Promise<void> {
  if (await frame.evaluate(() => !('axe' in window))) await frame.evaluate(axe.source)
}

/** In the page. To describe what passes as well would take as long again. */
async function violationsOf(tags: string[]): Promise<string[]> {
  const { violations } = await window.axe.run({ runOnly: tags, resultTypes: ['violations'] })
  return violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.target.join(' ')).join(', ')}`)
}

/** Nor does anything scroll sideways at 320 px. Leaves it that narrow. */
export async function expectAccessible(page: Page): Promise<void> {
  await expectAxeFindsNothing(page)
  await page.setViewportSize({ width: NARROW, height: 700 })
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(NARROW)
}
