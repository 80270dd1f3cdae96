import { type LazyPart, lazyPart } from '../../../shared/ui/lazy-part.tsx'
import { ArticleBody } from './ArticleBody.tsx'
import type { ArticlePath } from './articles.ts'

const bodyFrom = (fetch: () => Promise<{ default: string }>): LazyPart =>
  lazyPart(
    async () => {
      const { default: html } = await fetch()
      return { default: () => <ArticleBody html={html} /> }
    },
    { suspends: true },
  )

/** The articles' texts, each in a bundle of its own. */
export const bodies: Record<ArticlePath, LazyPart> = {
  '/digital': bodyFrom(() => import('../../../../content/articles/digital.md?body')),
  '/blog2': bodyFrom(() => import('../../../../content/articles/blog2.md?body')),
  '/blog3': bodyFrom(() => import('../../../../content/articles/blog3.md?body')),
  '/blog4': bodyFrom(() => import('../../../../content/articles/blog4.md?body')),
}
