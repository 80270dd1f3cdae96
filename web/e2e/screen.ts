import type { Page } from 'playwright-core'
import type { World } from './world.ts'

/** A desk, a tablet, a phone: what screens are tested and looked at on, in px. */
export const WIDTHS = [1440, 768, 390]

/** One page at each width: what depends on it is laid out anew by the browser. */
export async function atEachWidth(page: Page, look: (width: number) => Promise<void>): Promise<void> {
  for (const width of WIDTHS) {
    await page.setViewportSize({ width, height: 900 })
    await look(width)
  }
}

export interface Screen {
  name: string
  path: (world: World) => string
  /** Whose session the browser holds. */
  as?: keyof World['tokens']
  /** Has calls answered in place of the product, from its first one on: an answer of the product may change the address. */
  answer?: (page: Page) => Promise<unknown>
  /** What has to be on screen, or done, before it counts as shown. */
  shown: (page: Page, world: World) => Promise<void>
}

export const heading = (name: string | RegExp) => async (page: Page) => void (await page.getByRole('heading', { name }).first().waitFor())

export const dialog = (name: (world: World) => string) => async (page: Page, world: World) =>
  void (await page
    .getByRole('dialog', { name: name(world) })
    .first()
    .waitFor())
