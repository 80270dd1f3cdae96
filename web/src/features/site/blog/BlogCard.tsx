import { ArrowRight } from 'lucide-react'
import { Link } from 'react-router-dom'
import { Card } from '../../../shared/ui/Card.tsx'
import { Art } from '../parts/Art.tsx'
import { ArticleLine } from './ArticleLine.tsx'
import type { Article } from './articles.ts'
import styles from './BlogCard.module.css'

interface BlogCardProps {
  article: Article
  /** The heading's level, one below that of the place the card stands in. */
  heading: 'h2' | 'h3'
}

export function BlogCard({ article, heading: Heading }: BlogCardProps) {
  return (
    <Card className={styles.card}>
      <Art svg={article.cover} />
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
    </Card>
  )
}
