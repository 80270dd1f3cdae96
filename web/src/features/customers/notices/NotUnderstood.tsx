import type { CustomerList } from '@app/contracts/http/customers.ts'
import { SidePanel } from '../../../shared/ui/Dialog.tsx'
import styles from './NotUnderstood.module.css'

export default function NotUnderstood({ cells, onClose }: { cells: CustomerList['notUnderstood']; onClose: () => void }) {
  const { count, first } = cells
  return (
    <SidePanel title="Cells with invalid values" onClose={onClose}>
      <p className={styles.lead}>
        We don’t change these cells. Correct them in your spreadsheet, then choose Refresh Data.
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
