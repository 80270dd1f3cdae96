import { Checkbox } from '../../../shared/ui/Checkbox.tsx'
import styles from './SelectItem.module.css'

interface SelectItemProps {
  label: string
  checked: boolean
  onToggle: () => void
}

/** The checkbox with which an item of a list is selected. It is above the link that covers the card or the row. */
export const SelectItem = ({ label, checked, onToggle }: SelectItemProps) => (
  <span className={styles.select}>
    <Checkbox label={<span className="visually-hidden">{label}</span>} checked={checked} onChange={onToggle} />
  </span>
)
