import { AxeBuilder } from '@axe-core/playwright'
import type { Page } from 'playwright-core'
import { expect } from 'vitest'

const TAGS = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']
const NARROW = 320

/** As the page stands, axe finds nothing serious or slight. */
export async function expectAxeFindsNothing(page: Page): Promise<void> {
  // In one piece, without a second page to put results together in: there are no frames of other origins to ask.
  const { violations } = await new AxeBuilder({ page }).withTags(TAGS).setLegacyMode().analyze()
  expect(violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.target.join(' ')).join(', ')}`)).toEqual([])
}

/** Nor does anything scroll sideways at 320 px. Leaves it that narrow. */
export async function expectAccessible(page: Page): Promise<void> {
  await expectAxeFindsNothing(page)
  await page.setViewportSize({ width: NARROW, height: 700 })
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(NARROW)
}
