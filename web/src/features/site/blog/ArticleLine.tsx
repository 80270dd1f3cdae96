import { Time } from '../../../shared/ui/Time.tsx'
import styles from './ArticleLine.module.css'
import type { Article } from './articles.ts'

/** When an article came out and how much was said about it; on its own page also how long it takes. */
export function ArticleLine({ article, minutes = false }: { article: Article; minutes?: boolean }) {
  return (
    <p className={styles.line}>
      <Time value={article.date} />
      {minutes && <span>{article.minutes} minute read</span>}
      <span>
        {article.comments} {article.comments === 1 ? 'comment' : 'comments'}
      </span>
    </p>
  )
}
