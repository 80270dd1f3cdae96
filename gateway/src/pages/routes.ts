import { readdir } from 'node:fs/promises'
import { join, sep } from 'node:path'
import { ConfigError } from '@app/chassis/config.ts'
import type { App } from '@app/chassis/http/app.ts'
import { notFoundHandler } from '@app/chassis/http/error-handler.ts'
import { allRoutes } from '@app/contracts/surface.ts'
import { type SendFile, staticFile } from './static-file.ts'
import { forBrowsers } from './wants-html.ts'

/** Addresses that are screens of the web app. */
export const pagePaths = [
  '/',
  '/service',
  '/blog',
  '/digital',
  '/blog2',
  '/blog3',
  '/blog4',
  '/contact',
  '/login',
  '/reset-password',
  '/otp',
  '/new-company',
  '/management',
  '/admin/login',
  '/admin/dashboard',
] as const

const ASK_EACH_TIME = 'no-cache'
/** Names under /assets carry a hash of their contents. */
const FOR_GOOD = 'public, max-age=31536000, immutable'
const FOR_A_DAY = 'public, max-age=86400'

/** Files that have no address of their own: the page itself, and copies that a build compressed. */
const notServed = /^index\.html$|\.(map|br|gz)$/

const open = { access: 'public', compress: false } as const

const get = (app: App, url: string, handler: SendFile, extra: object = {}) =>
  app.route({ method: 'GET', url, handler, ...open, ...extra } as Parameters<App['route']>[0])

async function filesIn(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => [])
  const files = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name).slice(folder.length + 1))
  if (!files.includes('index.html')) throw new ConfigError([`WEB_DIST: there is no built web app in ${folder}`])
  return files.map((file) => file.split(sep).join('/')).filter((file) => !notServed.test(file))
}

/** Browsers and services must mean the same day: the page names the zone that decides it. */
const withTimeZone = (zone: string) => (page: Buffer) =>
  Buffer.from(page.toString().replace(/(<meta name="business-timezone" content=")[^"]*/, `$1${zone}`))

/** The web app: its files, its screens, and its own words for an address where there is nothing. */
export async function registerPages(app: App, webDist: string, businessTimeZone: string): Promise<void> {
  const folder = join(webDist)
  for (const file of await filesIn(folder)) {
    get(app, `/${file}`, await staticFile(join(folder, file), file.startsWith('assets/') ? FOR_GOOD : FOR_A_DAY))
  }

  const page = await staticFile(join(folder, 'index.html'), ASK_EACH_TIME, withTimeZone(businessTimeZone))
  for (const url of pagePaths) get(app, url, page)

  const noSuchPage: SendFile = (request, reply) => page(request, reply.code(404))
  const browsersOnly = { constraints: forBrowsers, exposeHeadRoute: false }
  // The rest of /api, /assets and /files are no screens.
  get(app, '/api/*', notFoundHandler, { exposeHeadRoute: false })
  get(app, '/assets/*', notFoundHandler, { exposeHeadRoute: false })
  get(app, '/files/*', notFoundHandler, { exposeHeadRoute: false })
  get(app, '/*', noSuchPage, browsersOnly)
  for (const route of allRoutes) {
    if (route.method === 'GET' && !route.internal) get(app, route.url, noSuchPage, browsersOnly)
  }
}
