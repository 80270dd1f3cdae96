import { LinkButton } from '../../../shared/ui/Button.tsx'
import { CheckList } from './CheckList.tsx'
import styles from './PlanCard.module.css'
import { type Plan, priceLabel } from './pricing.ts'

/** One plan with its price and what it adds to the plan before it. */
export function PlanCard({ plan, before }: { plan: Plan; before?: Plan }) {
  return (
    <article className={styles.plan} data-featured={plan.featured}>
      <header className={styles.top}>
        <h3 className={styles.name}>{plan.name}</h3>
        <p className={styles.price}>
          {priceLabel(plan)}
          {plan.price > 0 && <span className={styles.period}>/month</span>}
        </p>
        <p className={styles.forWhom}>{plan.forWhom}</p>
      </header>
      <div className={styles.list}>
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
