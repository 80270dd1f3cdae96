import type { Audience } from '@app/contracts/rules/campaigns.ts'
import { Users } from 'lucide-react'
import type { ReactNode } from 'react'
import { formatCount, leftOutText } from '../../../domain/campaign/left-out.ts'
import { isStatus, messageOf } from '../../../shared/api/api-error.ts'
import { useAudience } from '../audience.ts'
import styles from './AudienceCount.module.css'

/** The numbers are from the time when the spreadsheet was last read. */
export function AudienceCount({ companyProfileId, audience }: { companyProfileId: string; audience: Audience }) {
  const { data, error } = useAudience(companyProfileId, audience)

  function words(): ReactNode {
    if (isStatus(error, 409)) return 'Your company has no customer spreadsheet yet, so this campaign has no audience. Ask us to set one up.'
    if (error) return messageOf(error, 'We can’t count this audience right now.')
    if (!data) return 'Counting your audience…'
    const { count, customers, leads, skipped } = data
    const others = leftOutText(skipped)
    return (
      <>
        <strong className={styles.count}>{formatCount(count, 'person', 'people')}</strong>:{' '}
        {formatCount(customers, 'customer', 'customers')}, {formatCount(leads, 'lead', 'leads')}
        {others && `. Left out: ${others}`}
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
