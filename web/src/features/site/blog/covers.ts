import blog2 from '../art/cover-blog2.svg?raw'
import blog3 from '../art/cover-blog3.svg?raw'
import blog4 from '../art/cover-blog4.svg?raw'
import digital from '../art/cover-digital.svg?raw'
import type { ArticlePath } from './articles.ts'

/** The articles' drawings, apart from their facts: what names a page by its article needs no drawing. */
export const covers: Record<ArticlePath, string> = { '/digital': digital, '/blog2': blog2, '/blog3': blog3, '/blog4': blog4 }

export const coverTexts: Record<ArticlePath, string> = {
  '/digital': 'A phone shows a lighthouse over the sea, with a heart and a rising chart in speech bubbles beside it.',
  '/blog2': 'A takeaway cup, a bag and a hanging sign carry the same sun-over-waves mark.',
  '/blog3': 'A house with a signboard that shows a key, and the same house in a post on a phone.',
  '/blog4': 'A jar of coins with a heart on its label stands beside a market stall.',
}
