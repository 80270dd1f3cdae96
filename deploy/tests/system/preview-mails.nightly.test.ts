import { pdf } from '@app/chassis/testing/documents.ts'
import { png } from '@app/chassis/testing/pictures.ts'
import { mp4 } from '@app/chassis/testing/videos.ts'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { launchChromium } from '../support/chromium.ts'
import { assignTask, clientOf, confirmEmail, createCompany, mailTo, must, signInAdmin, signUpOwner } from '../support/client.ts'
import { type RunningProduct, startTestProduct } from '../support/product.ts'

let product: RunningProduct
let browser: Browser
beforeAll(async () => {
  product = await startTestProduct({})
  browser = await launchChromium()
})
afterAll(async () => {
  await browser?.close()
  await product?.stop()
})

const TOUCH_TARGET = 44
/** The logo of the company and the thumbnails of four files. */
const ALL_PICTURES = [true, true, true, true, true]
const looks = [360, 600, 700].flatMap((width) => [{ width, colorScheme: 'light' } as const, { width, colorScheme: 'dark' } as const])

interface Shown {
  /** Pixels by which the page is wider than the window. */
  sideways: number
  /** Whether each picture is loaded. */
  pictures: boolean[]
  /** Heights of the buttons, in pixels. */
  buttons: number[]
}

/** A script for the page, which returns a `Shown`. */
const measure = `({
  sideways: document.documentElement.scrollWidth - document.documentElement.clientWidth,
  pictures: [...document.images].map(({ complete, naturalWidth }) => complete && naturalWidth > 0),
  buttons: [...document.querySelectorAll('a.button, a.secondButton')].map((button) => button.getBoundingClientRect().height),
})`

it('the email about a preview fits on phones and screens, shows all pictures, and has two large buttons', async () => {
  const send = clientOf(product.url)
  const owner = await signUpOwner(send)
  await confirmEmail(send, product.inboxUrl, owner.email)
  const company = await createCompany(send, owner.token)
  const task = await assignTask(send, owner.token, company._id)
  const admin = await signInAdmin(send)
  const files = { file1: png(), file2: mp4(), poster2: png(), file3: pdf(), file4: png() }
  const fields = { caption: `Fresh bread\n${'w'.repeat(2_000)}`, duration2: '65200' }
  await must(send('POST', `/admin/tasks/${task._id}/previews`, { token: admin, fields, files }))
  const { html } = await mailTo(product.inboxUrl, owner.email, /^Ready for your review/, 30_000)

  for (const look of looks) {
    const page = await browser.newPage({ viewport: { width: look.width, height: 800 }, colorScheme: look.colorScheme })
    await page.setContent(html, { waitUntil: 'load' })
    const shown = await page.evaluate<Shown>(measure)
    expect(shown.sideways, `${look.width} px`).toBe(0)
    expect(shown.pictures).toEqual(ALL_PICTURES)
    expect(shown.buttons).toHaveLength(2)
    expect(Math.min(...shown.buttons)).toBeGreaterThanOrEqual(TOUCH_TARGET)
    expect(await page.getByText('Video · 1:05').isVisible()).toBe(true)
    await page.close()
  }
})
