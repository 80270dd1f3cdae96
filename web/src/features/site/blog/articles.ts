import blog2 from '../../../../content/articles/blog2.md'
import blog3 from '../../../../content/articles/blog3.md'
import blog4 from '../../../../content/articles/blog4.md'
import digital from '../../../../content/articles/digital.md'
import type { ArticleFacts } from '../../../../read-article.ts'

export type ArticlePath = '/digital' | '/blog2' | '/blog3' | '/blog4'

export interface Article extends ArticleFacts {
  path: ArticlePath
}

/** The articles, newest first. */
export const articles: readonly Article[] = [
  { path: '/blog4', ...blog4 },
  { path: '/blog3', ...blog3 },
  { path: '/blog2', ...blog2 },
  { path: '/digital', ...digital },
]
