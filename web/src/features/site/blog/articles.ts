import blog2 from '../../../../content/articles/blog2.md'
import blog3 from '../../../../content/articles/blog3.md'
import blog4 from '../../../../content/articles/blog4.md'
import digital from '../../../../content/articles/digital.md'
import blog2Cover from '../art/cover-blog2.svg?raw'
import blog3Cover from '../art/cover-blog3.svg?raw'
import blog4Cover from '../art/cover-blog4.svg?raw'
import digitalCover from '../art/cover-digital.svg?raw'
import type { ArticleFacts } from './article-facts.ts'

export interface Article extends ArticleFacts {
  path: '/digital' | '/blog2' | '/blog3' | '/blog4'
  /** The drawing, as SVG. */
  cover: string
}

/** The articles, newest first. */
export const articles: readonly Article[] = [
  { path: '/blog4', cover: blog4Cover, ...blog4 },
  { path: '/blog3', cover: blog3Cover, ...blog3 },
  { path: '/blog2', cover: blog2Cover, ...blog2 },
  { path: '/digital', cover: digitalCover, ...digital },
]
