import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { axeViolations } from '../src/testing/axe-violations.ts'

const NARROW = 320

export async function expectAxeFindsNothing(page: Page, tags?: readonly string[]): Promise<void> {
  expect(await axeViolations(page, tags)).toEqual([])
}

/** Expects no axe violation, and no sideways scrolling at a width of 320 px. The page stays at 320 px afterwards. */
export async function expectAccessible(page: Page): Promise<void> {
  await expectAxeFindsNothing(page)
  await page.setViewportSize({ width: NARROW, height: 700 })
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(NARROW)
}
