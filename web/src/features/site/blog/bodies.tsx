import { type Prepared, prepared } from '../prepared.tsx'
import { ArticleBody } from './ArticleBody.tsx'
import type { ArticlePath } from './articles.ts'

const bodyFrom = (load: () => Promise<{ default: string }>): Prepared =>
  prepared(async () => {
    const { default: html } = await load()
    return { default: () => <ArticleBody html={html} /> }
  })

/** The articles' texts, each in a chunk of its own. */
export const bodies: Record<ArticlePath, Prepared> = {
  '/digital': bodyFrom(() => import('../../../../content/articles/digital.md?body')),
  '/blog2': bodyFrom(() => import('../../../../content/articles/blog2.md?body')),
  '/blog3': bodyFrom(() => import('../../../../content/articles/blog3.md?body')),
  '/blog4': bodyFrom(() => import('../../../../content/articles/blog4.md?body')),
}
