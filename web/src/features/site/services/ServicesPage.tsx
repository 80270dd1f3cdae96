import { LinkButton } from '../../../shared/ui/Button.tsx'
import { ClosingBand } from '../parts/ClosingBand.tsx'
import { PageTop } from '../parts/PageTop.tsx'
import { Section } from '../parts/Section.tsx'
import { PlanCard } from './PlanCard.tsx'
import { PlanTable } from './PlanTable.tsx'
import { PriceList } from './PriceList.tsx'
import { PRICING_NOTE, plans } from './pricing.ts'
import { ServiceCard } from './ServiceCard.tsx'
import styles from './ServicesPage.module.css'
import { services } from './services.ts'

export default function ServicesPage() {
  return (
    <>
      <PageTop
        heading="Take the help you need, leave the rest."
        intro="Three services that work alone or together, at prices you can read on this page."
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
      <Section
        ground="sunken"
        heading="Package & Pricing"
        intro="Begin with the free plan. Move up when you want help with hiring and decisions."
      >
        <ul className={styles.plans} id="pricing">
          {plans.map((plan, index) => (
            <li key={plan.name}>
              <PlanCard plan={plan} before={plans[index - 1]} />
            </li>
          ))}
        </ul>
        <PlanTable />
        <p className={styles.note}>{PRICING_NOTE}</p>
      </Section>
      <ClosingBand heading="Not sure which one fits?" line="Tell us what takes up your week. If the free plan is enough, we will say so.">
        <LinkButton to="/contact">Contact us</LinkButton>
      </ClosingBand>
    </>
  )
}
