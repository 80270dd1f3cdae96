import { ArrowDown } from 'lucide-react'
import { LinkButton } from '../../../shared/ui/LinkButton.tsx'
import consultation from '../art/service-consultation.svg?raw'
import social from '../art/service-social.svg?raw'
import staffing from '../art/service-staffing.svg?raw'
import { Art } from '../parts/Art.tsx'
import { ArtCard } from '../parts/ArtCard.tsx'
import { ClosingBand } from '../parts/ClosingBand.tsx'
import { PageTop } from '../parts/PageTop.tsx'
import { Section } from '../parts/Section.tsx'
import { CheckList, Pricing } from './Pricing.tsx'
import { plans, priceLabel } from './plans.ts'
import styles from './ServicesPage.module.css'

const services = [
  {
    id: 'business-consultation',
    name: 'Business consultation',
    drawing: consultation,
    shows: 'Two people talk over a sheet of paper at a small table.',
    text: 'We look at your shop, your figures and your website the way a customer would. Then we tell you what to do first, what can wait and what to stop.',
    items: ['A review of how customers find you', 'A short written plan with costs and dates', 'A follow-up to see what worked'],
  },
  {
    id: 'online-staffing-support',
    name: 'Online staffing support',
    drawing: staffing,
    shows: 'Three candidate cards, the middle one with a check mark.',
    text: 'We help you describe the job, post it on a hiring platform and sort the replies. You meet a few suitable people and make the choice yourself.',
    items: ['Job descriptions in plain words', 'Applications sorted by your requirements', 'Interview times arranged with candidates'],
  },
  {
    id: 'social-media-marketing',
    name: 'Social media marketing',
    drawing: social,
    shows: 'Three prints and a phone with a post hang from a line.',
    text: 'We prepare posts in your colors for the platforms your customers use. Nothing goes out before you approve it, and you can send a post back with a comment.',
    items: [
      'Up to 3 posts per week per platform',
      'X, Facebook, Instagram and LinkedIn',
      'Deadlines, versions and your comments in one place',
    ],
  },
] as const

export default function ServicesPage() {
  return (
    <>
      <PageTop
        heading="Take the help you need, leave the rest."
        intro="Three services that work alone or together. All prices are on this page."
      >
        <PriceList />
      </PageTop>
      <Section heading="What we do">
        <ul className={styles.cards}>
          {services.map((service) => (
            <li key={service.id} id={service.id} className={styles.place}>
              <ServiceCard service={service} />
            </li>
          ))}
        </ul>
      </Section>
      <Pricing />
      <ClosingBand heading="Not sure which one fits?" line="Tell us what takes up your week. If the free plan is enough, we’ll tell you.">
        <LinkButton to="/contact">Contact us</LinkButton>
      </ClosingBand>
    </>
  )
}

function PriceList() {
  return (
    <nav className={styles.list} aria-label="On this page">
      <ul className={styles.lines}>
        {services.map(({ id, name }) => (
          <li key={id}>
            <a className={styles.line} href={`#${id}`}>
              {name}
              <ArrowDown />
            </a>
          </li>
        ))}
        <li>
          <a className={styles.line} href="#pricing">
            Prices
            <span className={styles.prices}>{plans.map(priceLabel).join(' · ')}</span>
          </a>
        </li>
      </ul>
    </nav>
  )
}

function ServiceCard({ service }: { service: (typeof services)[number] }) {
  return (
    <ArtCard className={styles.card} sides={styles.sides}>
      <Art svg={service.drawing} label={service.shows} className={styles.drawing} />
      <div className={styles.text}>
        <h3 className={styles.name}>{service.name}</h3>
        <p>{service.text}</p>
        <CheckList items={service.items} />
      </div>
    </ArtCard>
  )
}
