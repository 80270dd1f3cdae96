import { brand } from '@app/contracts/brand.ts'
import { office } from '@app/contracts/brand-office.ts'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { sharedChromium } from '../../deploy/tests/support/chromium.ts'
import { publicPages } from './public-pages.ts'

interface Content {
  heading: string
  /** A text from the lower part of the page. */
  text: string
  data: string
}

const content: Readonly<Record<string, Content>> = {
  '/': { heading: 'Good work, seen.', text: 'happy customers', data: 'LocalBusiness' },
  '/service': { heading: 'Take the help you need', text: 'A written plan each quarter', data: 'Service' },
  '/blog': { heading: 'Notes for small shops', text: 'Building a sticky brand', data: 'Blog' },
  '/digital': { heading: 'Digital marketing strategies', text: 'Read next', data: 'Article' },
  '/blog2': { heading: 'Building a sticky brand', text: 'Read next', data: 'Article' },
  '/blog3': { heading: 'Case study', text: 'Read next', data: 'Article' },
  '/blog4': { heading: 'Low-Budget Digital Marketing Strategies That Actually Work', text: 'Final Thoughts', data: 'Article' },
  '/contact': { heading: 'Tell us about your shop', text: office.hours[1].time, data: 'LocalBusiness' },
}
const PICTURE_LIMIT = 60_000

const origin = inject('productUrl')
const paths = (await publicPages(origin)).map((address) => new URL(address).pathname)
let browser: Browser
beforeAll(async () => {
  browser = await sharedChromium()
})
afterAll(() => browser?.close())

async function openPlain(path: string) {
  const page = await browser.newPage({ javaScriptEnabled: false })
  await page.goto(origin + path)
  return page
}

describe.each(paths)('%s without JavaScript', (path) => {
  it('has its full content and its metadata', async () => {
    const page = await openPlain(path)
    const { heading = '', text, data } = content[path] ?? {}
    expect(await page.getByRole('heading', { level: 1 }).allInnerTexts()).toEqual([expect.stringMatching(`^${heading}`)])
    const main = page.getByRole('main')
    expect(await main.count()).toBe(1)
    if (text) await main.getByText(text).first().scrollIntoViewIfNeeded()
    expect(await page.getByRole('banner').getByRole('link', { name: 'Login' }).isVisible()).toBe(true)

    const meta = (name: string) => page.locator(`meta[name="${name}"], meta[property="${name}"]`).getAttribute('content')
    const title = await page.title()
    expect(title.length).toBeLessThanOrEqual(60)
    expect((await meta('description'))?.length).toBeGreaterThan(100)
    expect(await page.locator('link[rel=canonical]').getAttribute('href')).toBe(origin + path)
    expect(await meta('og:url')).toBe(origin + path)
    expect(await meta('og:title')).toBe(title)
    expect(await meta('og:description')).toBe(await meta('description'))
    expect(await meta('og:type')).toBe(data === 'Article' ? 'article' : 'website')
    expect(await meta('og:site_name')).toBe(brand.name)
    expect(await meta('twitter:card')).toBe('summary_large_image')

    const picture = await fetch((await meta('og:image')) ?? '')
    expect(picture.headers.get('content-type')).toBe('image/png')
    const bytes = Buffer.from(await picture.arrayBuffer())
    expect([bytes.readUInt32BE(16), bytes.readUInt32BE(20)]).toEqual([1200, 630])
    expect(bytes.length).toBeLessThan(PICTURE_LIMIT)

    const structured = await page.locator('script[type="application/ld+json"]').textContent()
    expect(structured).not.toContain('origin.invalid')
    expect(JSON.parse(structured ?? '')).toMatchObject({ '@context': 'https://schema.org', ...(data && { '@type': data }) })
    await page.context().close()
  })
})

describe('the data for search engines', () => {
  const dataOf = async (path: string) => {
    const html = await (await fetch(origin + path)).text()
    return JSON.parse(html.match(/<script type="application\/ld\+json">(.*?)<\/script>/)?.[1] ?? '')
  }

  it('has the business with address, hours and phone', async () => {
    expect(await dataOf('/contact')).toMatchObject({
      name: brand.name,
      telephone: '+18035550142',
      address: { streetAddress: '1201 Main Street', addressLocality: brand.city, addressRegion: 'SC', postalCode: '29201' },
      openingHours: ['Mo-Fr 09:00-18:00', 'Sa 09:00-16:00'],
    })
  })

  it('has the three prices', async () => {
    const { offers } = await dataOf('/service')
    expect(offers.map(({ price, priceCurrency }: Record<string, string>) => `${price} ${priceCurrency}`)).toEqual([
      '0 USD',
      '99 USD',
      '199 USD',
    ])
  })

  it('describes each article', async () => {
    const article = await dataOf('/blog4')
    expect(article.headline).toBe('Low-Budget Digital Marketing Strategies That Actually Work')
    expect(article.datePublished).toMatch(/^\d{4}-\d{2}-\d{2}$/)
  })

  it('has all public pages in the sitemap, and the private pages in robots.txt', async () => {
    expect(await publicPages(origin)).toEqual(expect.arrayContaining(Object.keys(content).map((path) => origin + path)))
    const robots = await (await fetch(`${origin}/robots.txt`)).text()
    for (const path of ['/management', '/new-company', '/admin/']) expect(robots).toContain(`Disallow: ${path}\n`)
    expect(robots).toContain(`Sitemap: ${origin}/sitemap.xml`)
  })

  it('excludes all other pages from the index', async () => {
    for (const path of ['/login', '/management', '/no-such-page']) {
      const html = await (await fetch(origin + path, { headers: { accept: 'text/html' } })).text()
      expect(html, path).toContain('<meta name="robots" content="noindex" />')
      expect(html, path).not.toContain('rel="canonical"')
    }
    expect(await (await fetch(origin)).text()).not.toContain('noindex')
  })

  it('has unique titles and descriptions', async () => {
    const heads = await Promise.all(paths.map(async (path) => (await fetch(origin + path)).text()))
    for (const pattern of [/<title>(.*?)<\/title>/, /<meta name="description" content="(.*?)"/]) {
      expect(new Set(heads.map((html) => html.match(pattern)?.[1])).size).toBe(paths.length)
    }
  })
})

describe.each(paths)('%s with JavaScript', (path) => {
  it('hydrates the content without console messages and without requests to other sites', async () => {
    const page = await browser.newPage()
    const complaints: string[] = []
    const foreign: string[] = []
    page.on('console', (message) => complaints.push(message.text()))
    page.on('pageerror', (error) => complaints.push(String(error)))
    page.on('request', (request) => !request.url().startsWith(origin) && foreign.push(request.url()))
    // Stores the heading element of the prerendered HTML, because hydration must keep this element.
    await page.addInitScript(() => {
      document.addEventListener('readystatechange', () => {
        if (document.readyState === 'interactive') Object.assign(window, { heading: document.querySelector('h1') })
      })
    })
    await page.goto(origin + path)
    await page.waitForFunction(() => {
      const heading = document.querySelector('h1')
      return heading && Object.keys(heading).some((key) => key.startsWith('__react'))
    })
    await page.waitForLoadState('networkidle')
    const kept = await page.evaluate(() => 'heading' in window && window.heading === document.querySelector('h1'))
    expect(complaints).toEqual([])
    expect(kept).toBe(true)
    expect(foreign).toEqual([])
    await page.context().close()
  })
})
