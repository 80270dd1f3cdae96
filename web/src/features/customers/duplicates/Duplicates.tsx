import type { CompanyProfile } from '@app/contracts/http/company.ts'
import type { Customer } from '@app/contracts/http/customers.ts'
import { duplicatesOf } from '@app/contracts/rules/customers.ts'
import { useMemo } from 'react'
import { SidePanel } from '../../../shared/ui/Dialog.tsx'
import { ShowMore, useShowMore } from '../../../shared/ui/ShowMore.tsx'
import { DuplicateGroup } from './DuplicateGroup.tsx'
import styles from './Duplicates.module.css'

const AT_ONCE = 20

interface DuplicatesProps {
  profile: CompanyProfile
  rows: readonly Customer[]
  /** The company's script can take rows away. */
  canMerge: boolean
  onClose: () => void
}

/** The rows that share an address, and what merging them would do before it is done. */
export default function Duplicates({ profile, rows, canMerge, onClose }: DuplicatesProps) {
  const groups = useMemo(() => duplicatesOf(rows), [rows])
  const { some, more } = useShowMore(groups, AT_ONCE)

  return (
    <SidePanel title="Duplicates" wide onClose={onClose}>
      <div className={styles.panel}>
        <p className={styles.lead} role="status">
          {groups.length === 0
            ? 'No address stands in more than one row.'
            : 'These rows share an address. A campaign sends one mail to each address, and none where one of its rows says No or Lost.'}
        </p>
        {!canMerge && groups.length > 0 && (
          <p className={styles.needed}>
            Merging takes rows out of your spreadsheet, which the script that stands in it cannot do. Ask your administrator for the one
            that comes with this product; until then you can take rows out by hand.
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
