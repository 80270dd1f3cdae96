import { formatDate } from '@app/contracts/format/dates.ts'
import { ArrowRight } from 'lucide-react'
import { Children, type ReactNode } from 'react'
import { Link } from '../../../shared/ui/Link.tsx'
import blog2 from '../art/cover-blog2.svg?raw'
import blog3 from '../art/cover-blog3.svg?raw'
import blog4 from '../art/cover-blog4.svg?raw'
import digital from '../art/cover-digital.svg?raw'
import { Art } from '../parts/Art.tsx'
import { ArtCard } from '../parts/ArtCard.tsx'
import type { Article, ArticlePath } from './articles.ts'
import styles from './BlogCard.module.css'

/** The cover drawings. They are not part of the article data, so that pages that show only titles do not load them. */
export const covers: Record<ArticlePath, string> = { '/digital': digital, '/blog2': blog2, '/blog3': blog3, '/blog4': blog4 }

export function BlogCards({ children }: { children: ReactNode }) {
  return (
    <ul className={styles.cards}>
      {Children.map(children, (card) => (
        <li>{card}</li>
      ))}
    </ul>
  )
}

interface BlogCardProps {
  article: Article
  /** Level of the card's heading, one below the heading of the surrounding section. */
  heading: 'h2' | 'h3'
}

export function BlogCard({ article, heading: Heading }: BlogCardProps) {
  return (
    <ArtCard className={styles.card} sides={styles.sides}>
      <Art svg={covers[article.path]} />
      <div className={styles.text}>
        <ArticleLine article={article} />
        <Heading className={styles.title}>
          <Link to={article.path} className={styles.link} data-covers>
            {article.title}
          </Link>
        </Heading>
        <p className={styles.teaser}>{article.teaser}</p>
        <span className={styles.more} aria-hidden="true">
          Read the article <ArrowRight />
        </span>
      </div>
    </ArtCard>
  )
}

export function ArticleLine({ article, minutes = false }: { article: Article; minutes?: boolean }) {
  return (
    <p className={styles.line}>
      {/* The prerendered date has the default locale. If the deployment has another locale, React must not report the difference. */}
      <time dateTime={article.date} suppressHydrationWarning>
        {formatDate(article.date)}
      </time>
      {minutes && <span>{article.minutes}-minute read</span>}
      <span>
        {article.comments} {article.comments === 1 ? 'comment' : 'comments'}
      </span>
    </p>
  )
}
