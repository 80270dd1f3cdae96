import { brand } from '@app/contracts/brand.ts'
import { Phone } from 'lucide-react'
import { Fragment, useId } from 'react'
import talk from '../art/service-consultation.svg?raw'
import { Art } from '../parts/Art.tsx'
import { Section } from '../parts/Section.tsx'
import styles from './CallUs.module.css'

const openHours = brand.hours.filter(({ time }) => time !== 'closed')

/** The contact card: the telephone for those who would rather not write. */
export function CallUs() {
  const id = useId()
  return (
    <Section labelledBy={id}>
      <div className={styles.card}>
        <div className={styles.words}>
          <h2 id={id} className={styles.heading}>
            Prefer to talk it through?
          </h2>
          <p className={styles.line}>Call us, tell us about your shop, and we will say plainly whether we can help.</p>
          <a href={brand.phoneHref} className={styles.call}>
            <Phone aria-hidden="true" />
            Call {brand.phone}
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
        <Art svg={talk} className={styles.art} />
      </div>
    </Section>
  )
}
