import { mkdir, rm, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { ORIGIN_IN_PAGES } from '@app/contracts/rules/served-pages.ts'
import { build, type Plugin, type Rolldown } from 'vite'
import { fillPage, type PrerenderedPage } from './fill-page.ts'
import { portalPage } from './portal-page.ts'

type Bundle = Rolldown.OutputBundle

const web = import.meta.dirname
const APP_PAGE = 'app.html'
const PORTAL_PAGE = 'management.html'
/** The paths of all pages. The gateway serves HTML for these paths and 404 for all others. */
const PAGE_PATHS = 'pages.json'
const PORTAL = 'src/app/ManagementRoute.tsx'
const TASKS = 'src/features/digital-content/DigitalContent.tsx'
const SERVER_SCRIPT = 'prerender.js'
const [SITE_SCRIPT, PORTAL_SCRIPT] = ['src/after-first-paint.ts', 'src/prefetch.ts'] as const
export const FIRST_SCRIPTS = [SITE_SCRIPT, PORTAL_SCRIPT]
const SITE = 'src/app/SitePages.tsx'
/** Keeps a page out of search engines: pages behind a sign-in, and the page for unknown paths. */
const NOT_LISTED = '<meta name="robots" content="noindex" />'
/** Paths that search engines must not crawl: screens behind a sign-in, and steps of signing in. */
const PRIVATE = [
  '/management',
  '/new-company',
  '/admin/',
  '/otp',
  '/reset-password',
  '/verify-email',
  '/confirm-email',
  '/revert-email',
  '/api/',
]

let serverBuild: ReturnType<typeof runServerBuild> | undefined

/**
 * Vite plugin that runs after the browser build. It renders the public pages in Node and writes one HTML file for each page. It also writes
 * `app.html` (the page of all other screens), the portal's page with its preload links, sitemap.xml and robots.txt.
 */
export const prerender: Plugin = {
  name: 'prerender',
  apply: ({ build: options }, { command }) => command === 'build' && !options?.ssr,
  // The build for Node runs beside the build for browsers.
  buildStart() {
    serverBuild = runServerBuild()
    // Prevents an unhandled rejection. `writeBundle` throws the error.
    serverBuild.catch(() => {})
  },
  async writeBundle({ dir = '' }, bundle) {
    const shell = textOf(bundle, 'index.html')
    if (!serverBuild) throw new Error('The build has not begun')
    const { pages, pagePaths } = await serverBuild
    const appPage = shell.replace('</head>', `  ${NOT_LISTED}\n  </head>`)
    const write = async (name: string, text: string) => {
      await mkdir(dirname(join(dir, name)), { recursive: true })
      await writeFile(join(dir, name), text)
    }
    await Promise.all([
      write(APP_PAGE, appPage),
      write(PORTAL_PAGE, portalPage(appPage, portalFiles(bundle))),
      ...pages.map((page) => write(fileOf(page.path), fillPage(shell, page, siteFiles(bundle, page.module)))),
      write(PAGE_PATHS, JSON.stringify(pagePaths)),
      write('sitemap.xml', sitemap(pages)),
      write('robots.txt', robots()),
    ])
  },
}

const fileOf = (path: string): string => (path === '/' ? 'index.html' : `${path.slice(1)}.html`)

interface ServerBuild {
  pagePaths: readonly string[]
  prerenderPages: () => Promise<PrerenderedPage[]>
}

/** Renders the public pages with a build for Node. The build must be inside the project, so that Node can resolve its imports. */
async function runServerBuild() {
  const outDir = join(web, `.dist-server-${process.pid}`)
  try {
    await build({
      configFile: join(web, 'vite.config.ts'),
      logLevel: 'warn',
      build: {
        ssr: join(web, 'src/prerender.tsx'),
        outDir,
        copyPublicDir: false,
        minify: false,
        rolldownOptions: { output: { entryFileNames: SERVER_SCRIPT } },
      },
    })
    const { pagePaths, prerenderPages }: ServerBuild = await import(pathToFileURL(join(outDir, SERVER_SCRIPT)).href)
    return { pagePaths, pages: await prerenderPages() }
  } finally {
    await rm(outDir, { recursive: true, force: true })
  }
}

function textOf(bundle: Bundle, name: string): string {
  const file = bundle[name]
  if (file?.type !== 'asset') throw new Error(`The build has no ${name}`)
  return file.source.toString()
}

const isMadeOf = (source: string) => (output: Bundle[string]) =>
  output.type === 'chunk' && [output.facadeModuleId, ...output.moduleIds].includes(join(web, source))

function fileMadeOf(bundle: Bundle, source: string): string {
  const chunk = Object.values(bundle).find(isMadeOf(source))
  if (!chunk) throw new Error(`${source} is in no chunk`)
  return chunk.fileName
}

/** Returns the scripts and styles of the app and of these source files, including their imports. */
function filesOf(bundle: Bundle, ...sources: readonly string[]) {
  const scripts = new Set<string>()
  const styles = new Set<string>()
  const add = (name: string): void => {
    const chunk = bundle[name]
    if (scripts.has(name) || chunk?.type !== 'chunk') return
    scripts.add(name)
    for (const imported of chunk.imports) add(imported)
    for (const style of chunk.viteMetadata?.importedCss ?? []) styles.add(style)
  }
  for (const source of ['index.html', ...sources]) add(fileMadeOf(bundle, source))
  return { scripts: [...scripts], styles: [...styles] }
}

const siteFiles = (bundle: Bundle, module: string) => ({
  first: fileMadeOf(bundle, SITE_SCRIPT),
  ...filesOf(bundle, SITE, `src/features/site/${module}`),
})

const portalFiles = (bundle: Bundle) => ({
  first: fileMadeOf(bundle, PORTAL_SCRIPT),
  portal: filesOf(bundle, PORTAL),
  tasks: filesOf(bundle, PORTAL, TASKS),
})

const sitemap = (pages: readonly PrerenderedPage[]): string =>
  [
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">',
    ...pages.map(({ path }) => `  <url><loc>${ORIGIN_IN_PAGES}${path}</loc></url>`),
    '</urlset>',
    '',
  ].join('\n')

const robots = (): string =>
  ['User-agent: *', ...PRIVATE.map((path) => `Disallow: ${path}`), '', `Sitemap: ${ORIGIN_IN_PAGES}/sitemap.xml`, ''].join('\n')
