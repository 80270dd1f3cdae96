import type { Audience } from '@app/contracts/rules/campaigns.ts'
import { Users } from 'lucide-react'
import type { ReactNode } from 'react'
import { isStatus, messageOf } from '../../../shared/api/api-error.ts'
import { formatCount, leftOutText } from '../../../shared/campaign/left-out.ts'
import { useAudience } from '../audience.ts'
import styles from './AudienceCount.module.css'

/** How many people a campaign would reach by the spreadsheet as it was read last, and why others are left out. */
export function AudienceCount({ companyProfileId, audience }: { companyProfileId: string; audience: Audience }) {
  const { data, error } = useAudience(companyProfileId, audience)

  function words(): ReactNode {
    if (isStatus(error, 409)) return 'Your company has no spreadsheet of customers yet, so nobody would get this. Ask us to set one up.'
    if (error) return messageOf(error, 'How many people this reaches is not known at the moment.')
    if (!data) return 'Counting people…'
    const { count, customers, leads, skipped } = data
    const others = leftOutText(skipped)
    return (
      <>
        <strong className={styles.count}>{formatCount(count, 'person', 'people')}</strong>:{' '}
        {formatCount(customers, 'customer', 'customers')}, {formatCount(leads, 'lead', 'leads')}
        {others && `; ${others}`}
      </>
    )
  }

  return (
    <p className={styles.audience} role="status">
      <Users aria-hidden="true" />
      <span>{words()}</span>
    </p>
  )
}
