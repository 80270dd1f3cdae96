import { useId } from 'react'
import { Link } from 'react-router-dom'
import { CardRow } from '../../../shared/ui/CardRow.tsx'
import { articles } from '../blog/articles.ts'
import { BlogCard } from '../blog/BlogCard.tsx'
import { Section } from '../parts/Section.tsx'
import { SectionHeading } from '../parts/SectionHeading.tsx'
import styles from './Articles.module.css'

/** As far as an arrow moves the articles. */
const STEP_PX = 500
const heading = 'Worth ten minutes behind the counter'

export function Articles() {
  const id = useId()
  return (
    <Section labelledBy={id} className={styles.articles}>
      <CardRow
        label={heading}
        step={STEP_PX}
        arrows={{ back: 'Previous articles', on: 'Next articles' }}
        heading={
          <div className={styles.top}>
            <SectionHeading id={id} heading={heading} intro="Guides for small shops, with the sums worked out." />
          </div>
        }
      >
        {articles.map((article) => (
          <BlogCard key={article.path} article={article} heading="h3" />
        ))}
      </CardRow>
      <Link to="/blog" className={styles.all}>
        All articles
      </Link>
    </Section>
  )
}
