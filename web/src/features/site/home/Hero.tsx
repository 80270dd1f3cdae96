import { brand } from '@app/contracts/brand.ts'
import { LinkButton } from '../../../shared/ui/LinkButton.tsx'
import hero from '../art/hero.svg?raw'
import { Art } from '../parts/Art.tsx'
import styles from './Hero.module.css'

export function Hero() {
  return (
    <section className={styles.hero} aria-labelledby="slogan">
      <div className={styles.words}>
        <h1 id="slogan" className={styles.slogan}>
          <span className={styles.line}>Good work, seen.</span> <span className={styles.line}>Good people, found.</span>
        </h1>
        <p className={styles.description}>
          From {brand.city}, {brand.state}, we help small retail brands do three things: post regularly, hire online and decide what to do
          next. You approve every picture before it is posted.
        </p>
        <div className={styles.actions}>
          <LinkButton to="/service">See services and pricing</LinkButton>
          <LinkButton to="/contact" tone="quiet">
            Contact us
          </LinkButton>
        </div>
      </div>
      <Art
        svg={hero}
        className={styles.scene}
        label="A corner shop by the water. The poster in its window is the picture that a hand in front of it holds up on a phone."
      />
    </section>
  )
}
