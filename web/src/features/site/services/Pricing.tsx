import { Check, Minus } from 'lucide-react'
import { LinkButton } from '../../../shared/ui/LinkButton.tsx'
import { Section } from '../parts/Section.tsx'
import styles from './Pricing.module.css'
import { type Plan, plans, priceLabel } from './plans.ts'

export function Pricing() {
  return (
    <Section
      ground="sunken"
      heading="Package & Pricing"
      intro="Start with the free plan. Upgrade when you want help with hiring and decisions."
    >
      <ul className={styles.plans} id="pricing">
        {plans.map((plan, index) => (
          <li key={plan.name}>
            <PlanCard plan={plan} before={plans[index - 1]} />
          </li>
        ))}
      </ul>
      <PlanTable />
      <p className={styles.small}>Prices in US dollars. Wages of people you hire and money spent on ads are not included.</p>
    </Section>
  )
}

function PlanCard({ plan, before }: { plan: Plan; before?: Plan }) {
  return (
    <article className={styles.plan} data-featured={plan.featured}>
      <header>
        <h3 className={styles.name}>{plan.name}</h3>
        <p className={styles.planPrice}>
          {priceLabel(plan)}
          {plan.price > 0 && <span className={styles.period}>/month</span>}
        </p>
        <p className={styles.forWhom}>{plan.forWhom}</p>
      </header>
      <div className={styles.included}>
        {before && <p className={styles.lead}>Everything in {before.name}, and:</p>}
        <CheckList items={plan.items} />
      </div>
      <footer className={styles.action}>
        {plan.action.note && <p className={styles.note}>{plan.action.note}</p>}
        <LinkButton to={plan.action.to} tone={plan.featured ? 'primary' : 'quiet'}>
          {plan.action.label}
        </LinkButton>
      </footer>
    </article>
  )
}

const rows = plans.flatMap(({ items }, since) => items.map((item) => ({ item, since })))

/** Compares the plans on narrow screens, where the cards of the plans are not side by side. */
function PlanTable() {
  return (
    <table className={styles.table}>
      <caption className={styles.caption}>Side by side</caption>
      <thead>
        <tr>
          <td />
          {plans.map((plan) => (
            <th key={plan.name} scope="col">
              {plan.name}
              <span className={styles.price}>{priceLabel(plan)}</span>
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map(({ item, since }) => (
          <tr key={item}>
            <th scope="row">{item}</th>
            {plans.map(({ name }, index) => (
              <td key={name}>
                {index < since ? <Minus role="img" aria-label="Not included" /> : <Check role="img" aria-label="Included" />}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  )
}

export function CheckList({ items }: { items: readonly string[] }) {
  return (
    <ul className={styles.checks}>
      {items.map((item) => (
        <li key={item} className={styles.check}>
          <Check />
          {item}
        </li>
      ))}
    </ul>
  )
}
