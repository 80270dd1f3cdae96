import { LinkButton } from '../../../shared/ui/LinkButton.tsx'
import { Section } from '../parts/Section.tsx'
import styles from './Businesses.module.css'

const businesses = [
  ['Gift and home shops', 'A posting plan around the seasons, with photos that match.'],
  ['Clothing and shoe stores', 'New arrivals online in the week they reach the rack.'],
  ['Bakeries, cafes and food shops', 'The week’s specials, and weekend staff found in time.'],
  ['Hardware and garden stores', 'The advice you give at the counter, turned into posts.'],
  ['Salons and studios', 'Reminders for quiet weeks, and help at the front desk.'],
  ['Real-estate offices', 'Posts about places, and somebody to answer messages.'],
] as const

export function Businesses() {
  return (
    <Section
      ground="sunken"
      beside
      heading="Businesses we help"
      intro="Every kind of shop gets asked different questions. Here is where we would begin."
      aside={
        <div className={styles.action}>
          <LinkButton to="/service">Package &amp; Pricing</LinkButton>
        </div>
      }
    >
      <dl className={styles.list}>
        {businesses.map(([kind, beginning]) => (
          <div key={kind} className={styles.business}>
            <dt className={styles.kind}>{kind}</dt>
            <dd className={styles.beginning}>{beginning}</dd>
          </div>
        ))}
      </dl>
    </Section>
  )
}
