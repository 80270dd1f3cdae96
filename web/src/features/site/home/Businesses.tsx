import { LinkButton } from '../../../shared/ui/Button.tsx'
import clothes from '../art/shop-clothes.svg?raw'
import food from '../art/shop-food.svg?raw'
import garden from '../art/shop-garden.svg?raw'
import gifts from '../art/shop-gifts.svg?raw'
import homes from '../art/shop-homes.svg?raw'
import salon from '../art/shop-salon.svg?raw'
import { Art } from '../parts/Art.tsx'
import { Section } from '../parts/Section.tsx'
import styles from './Businesses.module.css'

const businesses = [
  { art: gifts, kind: 'Gift and home shops', beginning: 'A posting plan around the seasons, with photos that match.' },
  { art: clothes, kind: 'Clothing and shoe stores', beginning: 'New arrivals online in the week they reach the rack.' },
  { art: food, kind: 'Bakeries, cafes and food shops', beginning: 'The week’s specials, and weekend staff found in time.' },
  { art: garden, kind: 'Hardware and garden stores', beginning: 'The advice you give at the counter, turned into posts.' },
  { art: salon, kind: 'Salons and studios', beginning: 'Reminders for quiet weeks, and help at the front desk.' },
  { art: homes, kind: 'Real-estate offices', beginning: 'Posts about places, and somebody to answer messages.' },
]

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
      <ul className={styles.list}>
        {businesses.map(({ art, kind, beginning }) => (
          <li key={kind} className={styles.business}>
            <Art svg={art} className={styles.art} />
            <h3 className={styles.kind}>{kind}</h3>
            <p className={styles.beginning}>{beginning}</p>
          </li>
        ))}
      </ul>
    </Section>
  )
}
