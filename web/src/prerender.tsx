import { StrictMode } from 'react'
import { prerender } from 'react-dom/static'
import { StaticRouter } from 'react-router-dom'
import type { PrerenderedPage } from '../fill-page.ts'
import { App } from './app/App.tsx'
import { appPages, SitePages } from './app/pages.tsx'
import { signInPages } from './app/sign-in-pages.ts'
import { headOf } from './features/site/head.ts'
import { sitePages } from './features/site/pages.ts'

export const pagePaths: readonly string[] = [...sitePages, ...signInPages, ...appPages].map(({ path }) => path)

export async function prerenderPages(): Promise<PrerenderedPage[]> {
  await SitePages.load()
  return Promise.all(
    sitePages.map(async (page) => ({ path: page.path, module: page.module, head: headOf(page), markup: await markupAt(page.path) })),
  )
}

async function markupAt(path: string): Promise<string> {
  const failures: unknown[] = []
  const { prelude } = await prerender(
    <StrictMode>
      <App router={(routes) => <StaticRouter location={path}>{routes}</StaticRouter>} />
    </StrictMode>,
    {
      onError: (error) => void failures.push(error),
      // With the default size, React would put large parts of a page at the end of the HTML and move them with an inline script. The
      // content security policy blocks inline scripts.
      progressiveChunkSize: Number.MAX_SAFE_INTEGER,
    },
  )
  const markup = await new Response(prelude).text()
  if (failures.length > 0) throw new Error(`${path} cannot be rendered`, { cause: failures[0] })
  return markup
}
