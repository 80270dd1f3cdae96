import { brand } from '@app/contracts/brand.ts'
import { ArrowLeft } from 'lucide-react'
import { Link, matchPath, useLocation } from 'react-router-dom'
import { LinkButton } from '../../../shared/ui/Button.tsx'
import { Art } from '../parts/Art.tsx'
import { ClosingBand } from '../parts/ClosingBand.tsx'
import { Section } from '../parts/Section.tsx'
import { ArticleLine } from './ArticleLine.tsx'
import styles from './ArticlePage.module.css'
import { type ArticlePath, articles } from './articles.ts'
import { BlogCard } from './BlogCard.tsx'
import { BlogCards } from './BlogCards.tsx'
import { bodies } from './bodies.tsx'
import { covers, coverTexts } from './covers.ts'

export const loadBody = (path: ArticlePath) => bodies[path].load()

/** One of the articles, by its address. */
export default function ArticlePage() {
  const { pathname } = useLocation()
  const article = articles.find(({ path }) => matchPath(path, pathname))
  if (!article) throw new Error(`${pathname} is no article's address`)
  const Body = bodies[article.path]
  const others = articles.filter((other) => other !== article)

  return (
    <>
      <article>
        <header className={styles.top}>
          <div className={styles.words}>
            <Link to="/blog" className={styles.back}>
              <ArrowLeft />
              All articles
            </Link>
            <h1 className={styles.title}>{article.title}</h1>
            <ArticleLine article={article} minutes />
          </div>
          <Art svg={covers[article.path]} label={coverTexts[article.path]} className={styles.cover} />
        </header>
        <div className={styles.text}>
          <Body />
        </div>
      </article>
      <ClosingBand heading="Prefer to talk it through?" line="Tell us about your shop, and we will say plainly whether we can help.">
        <LinkButton to="/contact">Contact us</LinkButton>
        <a href={brand.phoneHref}>Call {brand.phone}</a>
      </ClosingBand>
      <Section heading="Read next">
        <BlogCards>
          {others.map((other) => (
            <BlogCard key={other.path} article={other} heading="h3" />
          ))}
        </BlogCards>
      </Section>
    </>
  )
}
