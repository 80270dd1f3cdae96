import type { CustomerList } from '@app/contracts/http/customers.ts'
import { SidePanel } from '../../../shared/ui/Dialog.tsx'
import styles from './NotUnderstood.module.css'

/** The cells that say something which nobody here can make out, by their places. */
export default function NotUnderstood({ cells, onClose }: { cells: CustomerList['notUnderstood']; onClose: () => void }) {
  const { count, first } = cells
  return (
    <SidePanel title="Cells that were not understood" onClose={onClose}>
      <p className={styles.lead}>
        They are shown as they stand in your spreadsheet, and nothing is changed in them.
        {count > first.length && ` The first ${first.length} of ${count}:`}
      </p>
      <ul className={styles.cells}>
        {first.map(({ row, column, value, message }) => (
          <li key={`${row} ${column}`} className={styles.cell}>
            <p className={styles.place}>
              {column}, row {row}
            </p>
            <p className={styles.value}>{value}</p>
            <p>{message}</p>
          </li>
        ))}
      </ul>
    </SidePanel>
  )
}
