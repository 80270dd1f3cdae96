import { formatNumber } from '@app/contracts/format/numbers.ts'
import { Link } from '../../../shared/ui/Link.tsx'
import styles from './ChoiceChips.module.css'

interface Choice<T> {
  /** Undefined for the choice that shows all items. */
  value: T | undefined
  words: string
  /** Number of items with this value. Absent if it is unknown. */
  count?: number | undefined
}

interface ChoiceChipsProps<T> {
  label: string
  choices: readonly Choice<T>[]
  chosen: T | undefined
  onChoose: (value: T | undefined) => void
}

/** A link to a filtered list, in the look of the buttons that filter a list. */
export const ChoiceLink = ({ to, words, count }: { to: string; words: string; count: string }) => (
  <Link className={styles.choice} to={to}>
    {words} <span className={styles.count}>{count}</span>
  </Link>
)

/** A row of buttons that filter a list. Exactly one button is pressed. */
export const ChoiceChips = <T extends string>({ label, choices, chosen, onChoose }: ChoiceChipsProps<T>) => (
  // biome-ignore lint/a11y/useSemanticElements: a fieldset is for forms
  <div className={styles.choices} role="group" aria-label={label}>
    {choices.map(({ value, words, count }) => (
      <button key={words} type="button" className={styles.choice} aria-pressed={value === chosen} onClick={() => onChoose(value)}>
        {words} {count !== undefined && <span className={styles.count}>{formatNumber(count)}</span>}
      </button>
    ))}
  </div>
)
