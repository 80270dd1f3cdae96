import { brand } from '@app/contracts/brand.ts'
import { ORIGIN_IN_PAGES } from '@app/contracts/rules/served-pages.ts'
import { articles } from '../blog/articles.ts'
import type { SitePage } from '../pages.ts'
import { descriptionOf } from './descriptions.ts'
import { structuredDataOf } from './structured-data.ts'

const PICTURE = { width: 1200, height: 630 }

/** What stands in a public page's <head> for search engines and for whoever shares it. */
export function headOf({ path, title }: SitePage): string {
  const article = articles.find((one) => one.path === path)
  const description = descriptionOf(path)
  const url = `${ORIGIN_IN_PAGES}${path}`
  const picture = `${ORIGIN_IN_PAGES}/og/${article ? path.slice(1) : 'site'}.png`
  const named = { description, 'twitter:card': 'summary_large_image' }
  const openGraph = {
    'og:site_name': brand.name,
    'og:type': article ? 'article' : 'website',
    'og:locale': 'en_US',
    'og:title': title,
    'og:description': description,
    'og:url': url,
    'og:image': picture,
    'og:image:width': String(PICTURE.width),
    'og:image:height': String(PICTURE.height),
    'og:image:alt': title,
    ...(article && { 'article:published_time': article.date }),
  }
  return [
    `<title>${escaped(title)}</title>`,
    `<link rel="canonical" href="${url}" />`,
    ...Object.entries(named).map(([name, content]) => `<meta name="${name}" content="${escaped(content)}" />`),
    ...Object.entries(openGraph).map(([property, content]) => `<meta property="${property}" content="${escaped(content)}" />`),
    `<script type="application/ld+json">${JSON.stringify(structuredDataOf(path)).replaceAll('<', '\\u003c')}</script>`,
  ].join('\n    ')
}

const escaped = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;')
