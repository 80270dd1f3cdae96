import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, it } from 'vitest'
import { sharedChromium } from '../../deploy/test/chromium.ts'
import { expectAccessible } from './accessible.ts'
import { openGallery, serveGallery } from './gallery.ts'
import type { Look } from './open-screen.ts'

let gallery: Awaited<ReturnType<typeof serveGallery>>
let browser: Browser
beforeAll(async () => {
  ;[gallery, browser] = await Promise.all([serveGallery(), sharedChromium()])
})
afterAll(async () => {
  await browser?.close()
  await gallery?.stop()
})

const looks: Look[] = [
  { width: 1440, colorScheme: 'light' },
  { width: 390, colorScheme: 'dark' },
]
it.each(looks)('the component gallery at $width px, $colorScheme: no axe violation, no sideways scrolling at 320 px', async (look) => {
  const { width, colorScheme } = look
  const page = await browser.newPage({ viewport: { width, height: 900 }, colorScheme, reducedMotion: 'reduce' })
  await openGallery(page, gallery.url)
  await expectAccessible(page)
})
