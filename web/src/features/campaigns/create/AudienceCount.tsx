import type { Audience } from '@app/contracts/rules/campaigns.ts'
import { Users } from 'lucide-react'
import type { ReactNode } from 'react'
import { isStatus, messageOf } from '../../../shared/api/api-error.ts'
import { useAudience } from '../audience.ts'
import styles from './AudienceCount.module.css'

const counted = (count: number, one: string, many: string): string => `${count.toLocaleString('en-US')} ${count === 1 ? one : many}`
const listed = new Intl.ListFormat('en-US', { style: 'narrow', type: 'conjunction' })

/** How many people a campaign would reach by the spreadsheet as it was read last, and why others are left out. */
export function AudienceCount({ companyProfileId, audience }: { companyProfileId: string; audience: Audience }) {
  const { data, error } = useAudience(companyProfileId, audience)

  function words(): ReactNode {
    if (isStatus(error, 409)) return 'Your company has no spreadsheet of customers yet, so nobody would get this. Ask us to set one up.'
    if (error) return messageOf(error, 'How many people this reaches is not known at the moment.')
    if (!data) return 'Counting people…'
    const { count, customers, leads, skipped } = data
    const leftOut = [
      skipped.notSubscribed && `${skipped.notSubscribed} said no`,
      skipped.lost && counted(skipped.lost, 'is lost', 'are lost'),
      skipped.noAddress && counted(skipped.noAddress, 'has no usable address', 'have no usable address'),
      skipped.duplicate && counted(skipped.duplicate, 'row repeats an address', 'rows repeat an address'),
    ].filter((part) => typeof part === 'string')
    return (
      <>
        <strong className={styles.count}>{counted(count, 'person', 'people')}</strong>: {counted(customers, 'customer', 'customers')},{' '}
        {counted(leads, 'lead', 'leads')}
        {leftOut.length > 0 && `; ${listed.format(leftOut)}`}
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
