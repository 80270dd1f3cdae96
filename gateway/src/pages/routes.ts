import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { join, sep } from 'node:path'
import { ConfigError } from '@app/chassis/config/config.ts'
import type { App } from '@app/chassis/http/app.ts'
import { notFoundHandler } from '@app/chassis/http/error-handler.ts'
import { trimTrailing } from '@app/chassis/text/trim-trailing.ts'
import { clockAheadMs } from '@app/chassis/time/business-clock.ts'
import type { RouteContract } from '@app/contracts/define.ts'
import { getInvitation } from '@app/contracts/http/colleagues.ts'
import { getReview } from '@app/contracts/http/reviews.ts'
import { APP_BUILD, ORIGIN_IN_PAGES } from '@app/contracts/rules/served-pages.ts'
import { allRoutes } from '@app/contracts/surface.ts'
import { decodedPath } from '../limits/decoded-path.ts'
import { forBrowsers } from './browser-constraint.ts'
import { CACHE_IMMUTABLE, type SendFile, staticFile } from './static-file.ts'

const REVALIDATE = 'no-cache'
const CACHE_DAY = 'public, max-age=86400'

/** The page of all screens without a prerendered file. */
const APP_PAGE = 'app.html'

/** The page of review links, and of invitations to colleagues. The page is a separate, smaller build. */
const REVIEW_PAGE = 'review.html'
const reviewPageIds: ReadonlySet<string> = new Set([getReview.id, getInvitation.id])

/** The build writes the paths of all pages to this file. */
const PAGE_PATHS = 'pages.json'

/** Files that contain absolute URLs of pages. */
const forRobots = /^(sitemap\.xml|robots\.txt)$/

/** Files that are not served under their own name: pages, the list of page paths, source maps and precompressed copies. */
const notServed = /\.(html|map|br|gz)$|^pages\.json$/

const open = { access: 'public', compress: false } as const

export const get = (app: App, url: string, handler: SendFile, extra: object = {}) =>
  app.route({ method: 'GET', url, handler, ...open, ...extra } as Parameters<App['route']>[0])

/** Returns the build id: a hash of the app's page, which contains the hashed names of its scripts. Throws if there is no build. */
export async function buildIn(folder: string): Promise<string> {
  const page = await readFile(join(folder, APP_PAGE)).catch(() => {
    throw new ConfigError([`WEB_DIST: there is no built web app in ${folder}`])
  })
  return createHash('sha256').update(page).digest('base64url').slice(0, 16)
}

async function pagePathsIn(folder: string): Promise<string[]> {
  const text = await readFile(join(folder, PAGE_PATHS), 'utf8').catch(() => {
    throw new ConfigError([`WEB_DIST: there is no ${PAGE_PATHS} in ${folder}; build the web app again`])
  })
  return JSON.parse(text)
}

async function filesIn(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  const files = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name).slice(folder.length + 1))
  return files.map((file) => file.split(sep).join('/'))
}

/** Types of responses that a browser gets if it opens the URL of a route: pages, calendars for other programs, pictures of emails. */
const forBrowsersToo: ReadonlySet<RouteContract['answers']> = new Set(['text/html', 'text/calendar', 'image/gif'])

function pageFile(url: string, files: readonly string[]): string {
  const own = url === '/' ? 'index.html' : `${url.slice(1)}.html`
  return files.includes(own) ? own : APP_PAGE
}

/** Returns the URL of the page whose path differs from that of `url` only in capitals, trailing slashes or encoding. Keeps the query string. */
function pageMeant(url: string, pagePaths: readonly string[]): string | undefined {
  const mark = url.indexOf('?')
  const meant = trimTrailing(decodedPath(url).toLowerCase(), '/')
  return pagePaths.includes(meant) ? meant + (mark < 0 ? '' : url.slice(mark)) : undefined
}

interface Deployment {
  PUBLIC_URL: string
  NODE_ENV: string
  BUSINESS_TIMEZONE: string
  BUSINESS_LOCALE: string
  CLOCK_AHEAD: string
  WEB_DIST: string
}

/** Returns a function that inserts the values of this deployment: public origin, time zone, locale, clock offset and build id. */
function completed(deployment: Deployment, build: string) {
  const { origin } = new URL(deployment.PUBLIC_URL)
  const aheadMs = clockAheadMs(deployment)
  return (file: Buffer) =>
    Buffer.from(
      file
        .toString()
        .replaceAll(ORIGIN_IN_PAGES, origin)
        .replace(/(<meta name="business-timezone" content=")[^"]*/, `$1${deployment.BUSINESS_TIMEZONE}`)
        .replace(/(<meta name="business-locale" content=")[^"]*/, `$1${deployment.BUSINESS_LOCALE}`)
        .replace(/(<meta name="business-clock-ahead" content=")[^"]*/, `$1${aheadMs}`)
        .replace(`<meta name="${APP_BUILD}" content=""`, `<meta name="${APP_BUILD}" content="${build}"`),
    )
}

/** Registers the web app: its files, its pages, redirects for misspelled URLs, and the not-found page. */
export async function registerPages(app: App, deployment: Deployment, build: string): Promise<void> {
  const folder = join(deployment.WEB_DIST)
  const [files, pagePaths] = await Promise.all([filesIn(folder), pagePathsIn(folder)])
  const complete = completed(deployment, build)
  for (const file of files.filter((name) => !notServed.test(name))) {
    const keep = file.startsWith('assets/') ? CACHE_IMMUTABLE : CACHE_DAY
    const prepare = forRobots.test(file) ? complete : undefined
    const brotliCopy = files.includes(`${file}.br`) ? join(folder, `${file}.br`) : undefined
    get(app, `/${file}`, await staticFile(join(folder, file), keep, { prepare, brotliCopy }))
  }

  const page = (file: string) => staticFile(join(folder, file), REVALIDATE, { prepare: complete })
  for (const url of pagePaths) get(app, url, await page(pageFile(url, files)))

  const appPage = await page(APP_PAGE)
  const notFoundPage: SendFile = async (request, reply) => {
    const known = pageMeant(request.url, pagePaths)
    return known ? reply.redirect(known, 301) : appPage(request, reply.code(404))
  }
  const browsersOnly = { constraints: forBrowsers, exposeHeadRoute: false }
  // Unknown paths with the following prefixes get a problem response instead of the not-found page.
  get(app, '/api/*', notFoundHandler, { exposeHeadRoute: false })
  get(app, '/assets/*', notFoundHandler, { exposeHeadRoute: false })
  get(app, '/files/*', notFoundHandler, { exposeHeadRoute: false })
  get(app, '/*', notFoundPage, browsersOnly)
  const reviewPage = await page(REVIEW_PAGE)
  for (const route of allRoutes) {
    if (route.method !== 'GET' || route.internal || forBrowsersToo.has(route.answers)) continue
    if (reviewPageIds.has(route.id)) for (const end of ['', '/']) get(app, route.url + end, reviewPage, browsersOnly)
    else get(app, route.url, notFoundPage, browsersOnly)
  }
}
