import type { CompanyTasks } from '@app/contracts/http/all-companies.ts'
import type { ReactNode } from 'react'
import { LogoChip } from '../../../shared/ui/LogoChip.tsx'
import styles from './CompanyLine.module.css'

interface CompanyLineProps extends CompanyTasks {
  /** Its place in the list, from 1. */
  index: number
  actions: ReactNode
}

/** A company in one row: number, logo, name, mobile, e-mail and how many tasks it has. */
export function CompanyLine({ company, tasks, index, actions }: CompanyLineProps) {
  const { companyName, phone, email, logo, color1 } = company
  return (
    <div className={styles.line}>
      <span className={styles.index}>{index}</span>
      <LogoChip name={companyName} src={logo} colour={color1} />
      <h3 className={styles.name}>{companyName}</h3>
      <span className={styles.phone}>{phone}</span>
      <span className={styles.email}>{email}</span>
      <span className={styles.count}>{tasks.length === 1 ? '1 task' : `${tasks.length} tasks`}</span>
      <span className={styles.actions}>{actions}</span>
    </div>
  )
}
