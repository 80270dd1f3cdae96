import { brand } from '@app/contracts/brand.ts'
import { useId } from 'react'
import { PageTop } from '../parts/PageTop.tsx'
import { Section } from '../parts/Section.tsx'
import { ContactForm } from './ContactForm.tsx'
import styles from './ContactPage.module.css'
import { FindUs } from './FindUs.tsx'

export default function ContactPage() {
  return (
    <>
      <PageTop
        heading="Tell us about your shop"
        intro="A few lines are enough: what you sell, what takes too much of your time, and how to reach you. We read every message."
      />
      <Section className={styles.columns}>
        <ContactForm />
        <Details />
      </Section>
      <FindUs />
    </>
  )
}

/** How to reach us without the form. */
function Details() {
  const id = useId()
  return (
    <section aria-labelledby={id}>
      <h2 id={id} className={styles.detailsHeading}>
        Or reach us directly
      </h2>
      <dl className={styles.facts}>
        <div className={styles.fact}>
          <dt className={styles.name}>Location</dt>
          <dd>
            {brand.city}, {brand.state}
          </dd>
        </div>
        <div className={styles.fact}>
          <dt className={styles.name}>Phone</dt>
          <dd>
            <a href={brand.phoneHref} className={styles.link}>
              {brand.phone}
            </a>
          </dd>
        </div>
        <div className={styles.fact}>
          <dt className={styles.name}>Support email</dt>
          <dd>
            <a href={`mailto:${brand.email}`} className={styles.link}>
              {brand.email}
            </a>
          </dd>
        </div>
        <div className={styles.fact}>
          <dt className={styles.name}>Office hours</dt>
          <dd>
            <ul className={styles.hours}>
              {brand.hours.map(({ days, time }) => (
                <li key={days}>
                  <span>{days}</span> <span>{time}</span>
                </li>
              ))}
            </ul>
          </dd>
        </div>
      </dl>
    </section>
  )
}
