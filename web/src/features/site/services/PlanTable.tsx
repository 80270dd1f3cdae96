import { Check, Minus } from 'lucide-react'
import styles from './PlanTable.module.css'
import { plans, priceLabel } from './pricing.ts'

const rows = plans.flatMap(({ items }, since) => items.map((item) => ({ item, since })))

/** All plans side by side, where their cards stand one under the other. */
export function PlanTable() {
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
