import type { Page } from 'playwright-core'
import type { World } from './world.ts'

/** Widths of a desktop, a tablet and a phone, in px. */
export const WIDTHS = [1440, 768, 390]

export async function atEachWidth(page: Page, look: (width: number) => Promise<void>): Promise<void> {
  for (const width of WIDTHS) {
    await page.setViewportSize({ width, height: 900 })
    await look(width)
  }
}

export interface Screen {
  name: string
  path: (world: World) => string
  as?: keyof World['tokens']
  /** Mocks API responses. It is called before the first request, because a response may change the URL. */
  answer?: (page: Page) => Promise<unknown>
  /** Opens the screen's content and waits until it is visible. */
  shown: (page: Page, world: World) => Promise<void>
}

export const heading = (name: string | RegExp) => async (page: Page) => void (await page.getByRole('heading', { name }).first().waitFor())

export const dialog = (name: (world: World) => string) => async (page: Page, world: World) =>
  void (await page
    .getByRole('dialog', { name: name(world) })
    .first()
    .waitFor())

export const textbox = (name: string) => (page: Page) => page.getByRole('textbox', { name }).waitFor()
