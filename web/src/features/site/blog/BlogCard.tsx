import { ArrowRight } from 'lucide-react'
import { Link } from 'react-router-dom'
import { Art } from '../parts/Art.tsx'
import { ArtCard } from '../parts/ArtCard.tsx'
import { ArticleLine } from './ArticleLine.tsx'
import type { Article } from './articles.ts'
import styles from './BlogCard.module.css'
import { covers } from './covers.ts'

interface BlogCardProps {
  article: Article
  /** The heading's level, one below that of the place the card stands in. */
  heading: 'h2' | 'h3'
}

/** An article's card; a wide one has its cover beside the text. */
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
