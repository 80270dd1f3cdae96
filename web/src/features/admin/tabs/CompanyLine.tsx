import { formatPhone } from '@app/contracts/format/phone.ts'
import type { CompanyLine as Line } from '@app/contracts/http/board.ts'
import type { ReactNode } from 'react'
import { Link } from '../../../shared/ui/Link.tsx'
import { LogoChip } from '../../../shared/ui/LogoChip.tsx'
import { inWords } from '../board/counts.ts'
import { useLeading } from '../use-place.ts'
import styles from './CompanyLine.module.css'

interface CompanyLineProps {
  line: Line
  /** Position in the list, starting at 1. */
  index: number
  actions: ReactNode
}

export function CompanyLine({ line, index, actions }: CompanyLineProps) {
  const leading = useLeading()
  const { _id, companyName, phone, email, logo, color1, counts } = line
  return (
    <div className={styles.line}>
      <span className={styles.index}>{index}</span>
      <LogoChip name={companyName} src={logo} colour={color1} />
      <h3 className={styles.name}>
        <Link className={styles.link} {...leading('company', _id)}>
          {companyName}
        </Link>
      </h3>
      <span className={styles.phone}>{formatPhone(phone)}</span>
      <span className={styles.email}>{email}</span>
      <span className={styles.count}>{inWords(counts)}</span>
      <span className={styles.actions}>{actions}</span>
    </div>
  )
}
