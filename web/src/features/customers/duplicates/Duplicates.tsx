import type { CompanyProfile } from '@app/contracts/http/company.ts'
import type { Customer } from '@app/contracts/http/customers.ts'
import { useMemo } from 'react'
import { SidePanel } from '../../../shared/ui/Dialog.tsx'
import { ShowMore, useShowMore } from '../../../shared/ui/ShowMore.tsx'
import { duplicatesOf } from '../customer.ts'
import { DuplicateGroup } from './DuplicateGroup.tsx'
import styles from './Duplicates.module.css'

const AT_ONCE = 20

interface DuplicatesProps {
  profile: CompanyProfile
  rows: readonly Customer[]
  /** Whether the script of the company's spreadsheet can delete rows. */
  canMerge: boolean
  onClose: () => void
}

export default function Duplicates({ profile, rows, canMerge, onClose }: DuplicatesProps) {
  const groups = useMemo(() => duplicatesOf(rows), [rows])
  const { some, more } = useShowMore(groups, AT_ONCE)

  return (
    <SidePanel title="Duplicates" wide onClose={onClose}>
      <div className={styles.panel}>
        <p className={styles.lead} role="status">
          {groups.length === 0
            ? 'No email address is in more than one row.'
            : 'These rows share an email address. Campaigns email each address once. They skip an address if any of its rows has No for Email Subscription or Lost for Stage.'}
        </p>
        {!canMerge && groups.length > 0 && (
          <p className={styles.needed}>
            Merging removes rows from your spreadsheet, but the script in your spreadsheet can’t do that. Contact us to install our script.
            Until then, you can delete the extra rows in the spreadsheet.
          </p>
        )}
        {some.map((group) => (
          <DuplicateGroup key={group[0]?.['Email id'].trim().toLowerCase()} profile={profile} group={group} canMerge={canMerge} />
        ))}
        <ShowMore onMore={more} />
      </div>
    </SidePanel>
  )
}
