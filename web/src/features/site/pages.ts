import { brand } from '@app/contracts/brand.ts'
import { type ComponentType, lazy } from 'react'

export interface SitePage {
  path: string
  /** The document's title, whole. */
  title: string
  /** The file that `Content` is loaded from, for the build, which names its scripts and styles in the page. */
  module: string
  Content: ComponentType
  /** Fetches the scripts and styles of `Content`, for whoever seems about to go there. */
  load: () => Promise<unknown>
}

const loaded = (load: () => Promise<{ default: ComponentType }>) => ({ load, Content: lazy(load) })

const article = { module: 'blog/ArticlePage.tsx', ...loaded(() => import('./blog/ArticlePage.tsx')) }

/** The public pages: what is routed, written to HTML by the build, and listed in the sitemap. */
export const sitePages: readonly SitePage[] = [
  {
    path: '/',
    title: `${brand.name}: marketing and staffing for small shops`,
    module: 'home/HomePage.tsx',
    ...loaded(() => import('./home/HomePage.tsx')),
  },
  {
    path: '/service',
    title: `Services and pricing for small retailers | ${brand.name}`,
    module: 'services/ServicesPage.tsx',
    ...loaded(() => import('./services/ServicesPage.tsx')),
  },
  {
    path: '/blog',
    title: `Blog: marketing guides for small shops | ${brand.name}`,
    module: 'blog/BlogPage.tsx',
    ...loaded(() => import('./blog/BlogPage.tsx')),
  },
  {
    ...article,
    path: '/digital',
    title: 'Digital marketing strategies for small shops',
  },
  {
    ...article,
    path: '/blog2',
    title: `Building a sticky brand | ${brand.name}`,
  },
  {
    ...article,
    path: '/blog3',
    title: `Real-estate client case study | ${brand.name}`,
  },
  {
    ...article,
    path: '/blog4',
    title: 'Low-Budget Digital Marketing Strategies That Actually Work',
  },
  {
    path: '/contact',
    title: `Contact ${brand.name} in ${brand.city}, ${brand.state}`,
    module: 'contact/ContactPage.tsx',
    ...loaded(() => import('./contact/ContactPage.tsx')),
  },
]
