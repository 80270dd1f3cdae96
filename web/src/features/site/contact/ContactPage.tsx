import { brand } from '@app/contracts/brand.ts'
import { office } from '@app/contracts/brand-office.ts'
import { useId, useState } from 'react'
import { Button } from '../../../shared/ui/Button.tsx'
import drawing from '../art/map.svg?raw'
import { Art } from '../parts/Art.tsx'
import { PageTop } from '../parts/PageTop.tsx'
import { Section } from '../parts/Section.tsx'
import { ContactForm } from './ContactForm.tsx'
import styles from './ContactPage.module.css'

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
            <a href={office.phoneHref} className={styles.link}>
              {office.phone}
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
              {office.hours.map(({ days, time }) => (
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

/** Origin of the interactive map. The gateway's content security policy allows frames from this origin. */
const MAPS = 'https://www.openstreetmap.org'

const { latitude, longitude } = office.place
/** Distance from the center to the edges of the map in degrees, about ten streets. */
const REACH = { latitude: 0.006, longitude: 0.014 }

const box = [longitude - REACH.longitude, latitude - REACH.latitude, longitude + REACH.longitude, latitude + REACH.latitude]

const embeddedMapAddress = `${MAPS}/export/embed.html?${new URLSearchParams({
  bbox: box.map((side) => side.toFixed(4)).join(','),
  layer: 'mapnik',
  marker: `${latitude},${longitude}`,
})}`

const directionsAddress = `${MAPS}/directions?${new URLSearchParams({ to: `${latitude},${longitude}` })}`

const takeFocus = (map: HTMLIFrameElement | null) => map?.focus()

/** The interactive map of a third party is loaded only when the visitor asks for it. */
function FindUs() {
  const [interactive, setInteractive] = useState(false)

  return (
    <Section
      heading="Where to find us"
      intro={office.address}
      aside={
        <a className={styles.directions} href={directionsAddress} target="_blank" rel="noreferrer">
          Open directions in a new tab
        </a>
      }
      beside
      ground="sunken"
    >
      <div>
        <div className={styles.frame}>
          {interactive ? (
            <iframe
              // The focused button was removed, so the map gets the focus.
              ref={takeFocus}
              className={styles.map}
              src={embeddedMapAddress}
              title={`Map of ${brand.city}, ${brand.state}`}
              sandbox="allow-scripts allow-same-origin allow-popups allow-popups-to-escape-sandbox"
            />
          ) : (
            <Art svg={drawing} label={`Drawn map of ${brand.city}, ${brand.state}, with a marker downtown.`} />
          )}
        </div>
        <div className={styles.underMap}>
          {interactive ? (
            <p className={styles.mapNote}>This map is from openstreetmap.org, made by its contributors.</p>
          ) : (
            <>
              <Button tone="quiet" onClick={() => setInteractive(true)}>
                Show the interactive map
              </Button>
              <p className={styles.mapNote}>Pressing the button loads a map from openstreetmap.org.</p>
            </>
          )}
        </div>
      </div>
    </Section>
  )
}
