import type { Page } from 'playwright-core'
import { createServer } from 'vite'

/** Serves the component gallery with Vite, because no build contains it. */
export async function serveGallery(): Promise<{ url: string; stop: () => Promise<void> }> {
  const server = await createServer({
    configFile: `${import.meta.dirname}/../vite.config.ts`,
    logLevel: 'warn',
    server: { host: '127.0.0.1', port: 0, hmr: false, watch: null },
  })
  await server.listen()
  const url = new URL('/gallery/', server.resolvedUrls?.local[0]).href
  return { url, stop: () => server.close() }
}

export async function openGallery(page: Page, url: string): Promise<void> {
  await page.goto(url)
  await page.getByRole('heading', { level: 3 }).first().waitFor()
  await page.evaluate(() => document.fonts.ready)
}

export async function galleryParts(page: Page, url: string): Promise<{ name: string; show: () => Promise<void> }[]> {
  await openGallery(page, url)
  const links = await page.getByRole('navigation', { name: 'Parts' }).getByRole('link').all()
  return Promise.all(
    links.map(async (link) => {
      const name = (await link.innerText()).toLowerCase().replaceAll(' ', '-')
      const address = new URL((await link.getAttribute('href')) ?? '', url).href
      return { name: `gallery-${name}`, show: () => openGallery(page, address) }
    }),
  )
}
