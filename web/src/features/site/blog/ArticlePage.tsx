import { office } from '@app/contracts/brand-office.ts'
import { ArrowLeft } from 'lucide-react'
import type { MouseEvent } from 'react'
import { matchPath, type NavigateFunction, useLocation, useNavigate } from 'react-router-dom'
import { Link } from '../../../shared/ui/Link.tsx'
import { LinkButton } from '../../../shared/ui/LinkButton.tsx'
import { type LazyPart, lazyPart } from '../../../shared/ui/lazy-part.tsx'
import { Art } from '../parts/Art.tsx'
import { ClosingBand } from '../parts/ClosingBand.tsx'
import { Section } from '../parts/Section.tsx'
import styles from './ArticlePage.module.css'
import { type ArticlePath, articles } from './articles.ts'
import { ArticleLine, BlogCard, BlogCards, covers } from './BlogCard.tsx'

const coverTexts: Record<ArticlePath, string> = {
  '/digital': 'A phone shows a lighthouse over the sea, with a heart and a rising chart in speech bubbles beside it.',
  '/blog2': 'A takeaway cup, a bag and a hanging sign carry the same sun-over-waves mark.',
  '/blog3': 'A house with a signboard that shows a key, and the same house in a post on a phone.',
  '/blog4': 'A jar of coins with a heart on its label stands beside a market stall.',
}

const bodyFrom = (fetch: () => Promise<{ default: string }>): LazyPart =>
  lazyPart(
    async () => {
      const { default: html } = await fetch()
      return { default: () => <ArticleBody html={html} /> }
    },
    { suspends: true },
  )

const bodies: Record<ArticlePath, LazyPart> = {
  '/digital': bodyFrom(() => import('../../../../content/articles/digital.md?body')),
  '/blog2': bodyFrom(() => import('../../../../content/articles/blog2.md?body')),
  '/blog3': bodyFrom(() => import('../../../../content/articles/blog3.md?body')),
  '/blog4': bodyFrom(() => import('../../../../content/articles/blog4.md?body')),
}

export const loadBody = (path: ArticlePath) => bodies[path].load()

export default function ArticlePage() {
  const { pathname } = useLocation()
  const article = articles.find(({ path }) => matchPath(path, pathname))
  if (!article) throw new Error(`No article has the path ${pathname}`)
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
      <ClosingBand heading="Prefer to talk it through?" line="Tell us about your shop, and we’ll tell you plainly whether we can help.">
        <LinkButton to="/contact">Contact us</LinkButton>
        <a href={office.phoneHref}>Call {office.phone}</a>
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

/** Links to other pages of the app navigate without a page load. */
function ArticleBody({ html }: { html: string }) {
  const navigate = useNavigate()
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions lint/a11y/useKeyWithClickEvents: only the links inside are clicked
    <div
      className={styles.body}
      onClick={(event) => follow(event, navigate)}
      // biome-ignore lint/security/noDangerouslySetInnerHtml: the HTML is generated at build time from files of this repository
      dangerouslySetInnerHTML={{ __html: html }}
    />
  )
}

function follow(event: MouseEvent, navigate: NavigateFunction): void {
  const link = event.target instanceof Element ? event.target.closest('a') : null
  const elsewhere = event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey
  if (!link || elsewhere || link.origin !== location.origin) return
  event.preventDefault()
  navigate(link.pathname + link.search + link.hash)
}
