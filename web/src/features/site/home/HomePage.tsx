import { office } from '@app/contracts/brand-office.ts'
import { Phone } from 'lucide-react'
import { Fragment, useId } from 'react'
import { CardRow } from '../../../shared/ui/CardRow.tsx'
import { Link } from '../../../shared/ui/Link.tsx'
import { LinkButton } from '../../../shared/ui/LinkButton.tsx'
import talk from '../art/service-consultation.svg?raw'
import clothes from '../art/shop-clothes.svg?raw'
import food from '../art/shop-food.svg?raw'
import garden from '../art/shop-garden.svg?raw'
import gifts from '../art/shop-gifts.svg?raw'
import homes from '../art/shop-homes.svg?raw'
import salon from '../art/shop-salon.svg?raw'
import { articles } from '../blog/articles.ts'
import { BlogCard } from '../blog/BlogCard.tsx'
import { Art } from '../parts/Art.tsx'
import { Section, SectionHeading } from '../parts/Section.tsx'
import { Counters } from './Counters.tsx'
import { Hero } from './Hero.tsx'
import styles from './HomePage.module.css'
import { Levers } from './Levers.tsx'

export default function HomePage() {
  return (
    <>
      <Hero />
      <Levers />
      <Businesses />
      <Counters />
      <CallUs />
      <Articles />
    </>
  )
}

const businesses = [
  { art: gifts, kind: 'Gift and home shops', beginning: 'A posting plan around the seasons, with photos that match.' },
  { art: clothes, kind: 'Clothing and shoe stores', beginning: 'New arrivals online in the week they reach the rack.' },
  { art: food, kind: 'Bakeries, cafes and food shops', beginning: 'The week’s specials, and weekend staff found in time.' },
  { art: garden, kind: 'Hardware and garden stores', beginning: 'The advice you give at the counter, turned into posts.' },
  { art: salon, kind: 'Salons and studios', beginning: 'Reminders for quiet weeks, and help at the front desk.' },
  { art: homes, kind: 'Real-estate offices', beginning: 'Posts about your listings, and someone to answer messages.' },
]

function Businesses() {
  return (
    <Section
      ground="sunken"
      beside
      heading="Businesses we help"
      intro="Every kind of shop has different questions. Here is where we’d start."
      aside={
        <div className={styles.pricing}>
          <LinkButton to="/service">Package &amp; Pricing</LinkButton>
        </div>
      }
    >
      <ul className={styles.businesses}>
        {businesses.map(({ art, kind, beginning }) => (
          <li key={kind} className={styles.business}>
            <Art svg={art} className={styles.sign} />
            <h3 className={styles.kind}>{kind}</h3>
            <p className={styles.beginning}>{beginning}</p>
          </li>
        ))}
      </ul>
    </Section>
  )
}

const openHours = office.hours.filter(({ time }) => time !== 'closed')

function CallUs() {
  const id = useId()
  return (
    <Section labelledBy={id}>
      <div className={styles.call}>
        <div className={styles.callWords}>
          <h2 id={id} className={styles.callHeading}>
            Prefer to talk it through?
          </h2>
          <p className={styles.callLine}>Call us, tell us about your shop, and we’ll tell you plainly whether we can help.</p>
          <a href={office.phoneHref} className={styles.phone}>
            <Phone aria-hidden="true" />
            Call {office.phone}
          </a>
          <p className={styles.hours}>
            {openHours.map(({ days, time }, index) => (
              <Fragment key={days}>
                {index > 0 && ', '}
                <span className={styles.open}>
                  {days} {time}
                </span>
              </Fragment>
            ))}
          </p>
        </div>
        <Art svg={talk} className={styles.callArt} />
      </div>
    </Section>
  )
}

const STEP_PX = 500
const ARTICLES_HEADING = 'Worth ten minutes behind the counter'

function Articles() {
  const id = useId()
  return (
    <Section labelledBy={id} className={styles.articles}>
      <CardRow
        label={ARTICLES_HEADING}
        step={STEP_PX}
        arrows={{ back: 'Previous articles', on: 'Next articles' }}
        heading={
          <div className={styles.articlesTop}>
            <SectionHeading id={id} heading={ARTICLES_HEADING} intro="Guides for small shops, with worked examples." />
          </div>
        }
      >
        {articles.map((article) => (
          <BlogCard key={article.path} article={article} heading="h3" />
        ))}
      </CardRow>
      <Link to="/blog" className={styles.allArticles}>
        All articles
      </Link>
    </Section>
  )
}
