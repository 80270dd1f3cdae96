import { mkdir } from 'node:fs/promises'
import { startTestProduct } from '../../deploy/test/product.ts'
import { screens, variants } from './all-screens.ts'
import { launchChromium } from './chromium.ts'
import { type Look, windowsOf } from './open-screen.ts'
import { WIDTHS } from './screen.ts'
import { makeWorld } from './world.ts'

const FOLDER = 'screens'
const colorSchemes = ['light', 'dark'] as const

/** `npm run screens [-- part-of-a-name]`: a picture of every screen at each width and in both themes, into `screens/`. */
const wanted = process.argv[2] ?? ''
const looks: Look[] = WIDTHS.flatMap((width) => colorSchemes.map((colorScheme) => ({ width, colorScheme })))
await mkdir(FOLDER, { recursive: true })
const product = await startTestProduct()
const browser = await launchChromium()
try {
  const world = await makeWorld(product.url)
  for (const look of looks) {
    const show = windowsOf(browser, product.url, world, look)
    for (const screen of [...screens, ...variants].filter(({ name }) => name.includes(wanted))) {
      const page = await show(screen)
      await page.waitForLoadState('networkidle', { timeout: 1_000 }).catch(() => {})
      await page.screenshot({ path: `${FOLDER}/${screen.name}-${look.width}-${look.colorScheme}.png` })
    }
    process.stdout.write(`${look.width} ${look.colorScheme}\n`)
  }
} finally {
  await browser.close()
  await product.stop()
}
