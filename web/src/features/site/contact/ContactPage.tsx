import { PageTop } from '../parts/PageTop.tsx'
import { Section } from '../parts/Section.tsx'
import { ContactForm } from './ContactForm.tsx'
import styles from './ContactPage.module.css'
import { Details } from './Details.tsx'
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
