import { mkdir } from 'node:fs/promises'
import type { Browser, Page } from 'playwright-core'
import { launchChromium } from '../../deploy/test/chromium.ts'
import { startTestProduct } from '../../deploy/test/product.ts'
import { screens, variants } from './all-screens.ts'
import { axeViolations, WCAG } from './axe-violations.ts'
import { allEmails, EMAIL_WIDTHS, showEmail } from './emails.ts'
import { galleryParts, serveGallery } from './gallery.ts'
import { type Look, windowsOf } from './open-screen.ts'
import { WIDTHS } from './screen.ts'
import { makeWorld } from './world.ts'

const FOLDER = 'screens'
const colorSchemes = ['light', 'dark'] as const

/**
 * The command `npm run screens [-- part-of-a-name]` writes screenshots of each screen, at each width and in both themes, to `screens/`.
 * The command also checks each screen with axe. If there are violations or screens that could not be shown, the command prints them, and
 * ends with the exit code 1.
 */
const wanted = process.argv[2] ?? ''
const looks: Look[] = WIDTHS.flatMap((width) => colorSchemes.map((colorScheme) => ({ width, colorScheme })))
const isWanted = ({ name }: { name: string }) => name.includes(wanted)

async function photograph(page: Page, name: string, { width, colorScheme }: Look): Promise<void> {
  await page.waitForLoadState('networkidle', { timeout: 1_000 }).catch(() => {})
  await waitForPictures(page)
  await page.screenshot({ path: `${FOLDER}/${name}-${width}-${colorScheme}.png` })
  await checkWithAxe(page, `${name} ${width} ${colorScheme}`)
}

/** Waits at most 5 s until the pictures in the viewport are decoded. Pictures outside the viewport may not load until they are near it. */
async function waitForPictures(page: Page): Promise<void> {
  await page.evaluate(async () => {
    const isInViewport = (picture: HTMLImageElement) => {
      const { top, bottom, left, right } = picture.getBoundingClientRect()
      return bottom > 0 && top < window.innerHeight && right > 0 && left < window.innerWidth
    }
    const pictures = [...document.images].filter(isInViewport)
    const timeout = new Promise((resolve) => setTimeout(resolve, 5_000))
    // A broken picture cannot be decoded. The screenshot shows it as the user sees it.
    await Promise.race([timeout, Promise.allSettled(pictures.map((picture) => picture.decode()))])
  })
}

async function checkWithAxe(page: Page, name: string, tags?: readonly string[]): Promise<void> {
  for (const violation of await axeViolations(page, tags)) report(`${name}: ${violation}`)
}

function report(problem: string): void {
  process.stdout.write(`${problem}\n`)
  process.exitCode = 1
}

async function photographScreens(browser: Browser): Promise<void> {
  const shown = [...screens, ...variants].filter(isWanted)
  if (shown.length === 0) return
  const product = await startTestProduct()
  try {
    const world = await makeWorld(product)
    for (const look of looks) {
      const show = windowsOf(browser, product.url, world, look)
      for (const screen of shown) {
        try {
          await photograph(await show(screen), screen.name, look)
        } catch (error) {
          if (!browser.isConnected()) throw error
          report(`${screen.name} ${look.width} ${look.colorScheme}: ${error}`)
        }
      }
      process.stdout.write(`${look.width} ${look.colorScheme}\n`)
    }
  } finally {
    await product.stop()
  }
}

/** Takes a screenshot of each email in its full height, because the height of the window differs between mail programs. */
async function photographEmails(browser: Browser): Promise<void> {
  const emails = allEmails().filter(isWanted)
  for (const colorScheme of colorSchemes) {
    for (const width of EMAIL_WIDTHS) {
      const page = await browser.newPage({ viewport: { width, height: 900 }, colorScheme })
      for (const email of emails) {
        await showEmail(page, email)
        await page.screenshot({ path: `${FOLDER}/${email.name}-${width}-${colorScheme}.png`, fullPage: true })
        // An email has no landmarks, because a mail program shows the email inside its own page. So axe checks only the criteria of
        // WCAG, and not the best practices, which require landmarks.
        await checkWithAxe(page, `${email.name} ${width} ${colorScheme}`, WCAG)
      }
      await page.close()
    }
  }
}

async function photographGallery(browser: Browser): Promise<void> {
  const gallery = await serveGallery()
  try {
    for (const look of looks) {
      const { width, colorScheme } = look
      const page = await browser.newPage({ viewport: { width, height: 900 }, colorScheme, reducedMotion: 'reduce' })
      const parts = await galleryParts(page, gallery.url)
      for (const { name, show } of parts.filter(isWanted)) {
        await show()
        // The viewport gets the height of the page, because parts outside the viewport are not rendered.
        await page.setViewportSize({ width, height: await page.evaluate(() => document.documentElement.scrollHeight) })
        await photograph(page, name, look)
      }
      await page.close()
    }
  } finally {
    await gallery.stop()
  }
}

await mkdir(FOLDER, { recursive: true })
const browser = await launchChromium()
try {
  await photographScreens(browser)
  await photographEmails(browser)
  await photographGallery(browser)
} finally {
  await browser.close()
}
