import { brand } from '@app/contracts/brand.ts'
import type { ComponentType } from 'react'
import { type LazyPart, lazyPart } from '../../shared/ui/lazy-part.tsx'
import type { ArticlePath } from './blog/articles.ts'

export interface SitePage {
  path: string
  title: string
  /** Path of the module that exports `Content`. The build adds links to its scripts and styles to the prerendered page. */
  module: string
  Content: LazyPart
}

const sitePart = (fetch: () => Promise<{ default: ComponentType }>) => lazyPart(fetch, { suspends: true })

const article = ({ path, title }: { path: ArticlePath; title: string }): SitePage => ({
  path,
  title,
  module: 'blog/ArticlePage.tsx',
  Content: sitePart(async () => {
    const page = await import('./blog/ArticlePage.tsx')
    await page.loadBody(path)
    return page
  }),
})

/** The public pages. They are routed, prerendered to HTML by the build, and listed in the sitemap. */
export const sitePages: readonly SitePage[] = [
  {
    path: '/',
    title: `${brand.name}: marketing and staffing for small shops`,
    module: 'home/HomePage.tsx',
    Content: sitePart(() => import('./home/HomePage.tsx')),
  },
  {
    path: '/service',
    title: `Services and pricing for small retailers | ${brand.name}`,
    module: 'services/ServicesPage.tsx',
    Content: sitePart(() => import('./services/ServicesPage.tsx')),
  },
  {
    path: '/blog',
    title: `Blog: marketing guides for small shops | ${brand.name}`,
    module: 'blog/BlogPage.tsx',
    Content: sitePart(() => import('./blog/BlogPage.tsx')),
  },
  article({ path: '/digital', title: 'Digital marketing strategies for small shops' }),
  article({ path: '/blog2', title: `Building a sticky brand | ${brand.name}` }),
  article({ path: '/blog3', title: `Real-estate client case study | ${brand.name}` }),
  article({ path: '/blog4', title: 'Low-Budget Digital Marketing Strategies That Actually Work' }),
  {
    path: '/contact',
    title: `Contact ${brand.name} in ${brand.city}, ${brand.state}`,
    module: 'contact/ContactPage.tsx',
    Content: sitePart(() => import('./contact/ContactPage.tsx')),
  },
]
