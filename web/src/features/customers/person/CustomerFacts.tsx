import { formatPhone, telUrl } from '@app/contracts/format/phone.ts'
import type { Customer } from '@app/contracts/http/customers.ts'
import { isCalendarDate } from '@app/contracts/rules/business-dates.ts'
import { Copy } from 'lucide-react'
import { useState } from 'react'
import { IconButton } from '../../../shared/ui/Button.tsx'
import { Facts } from '../../../shared/ui/Facts.tsx'
import { Time } from '../../../shared/ui/Time.tsx'
import { copyText } from '../../../shared/ui/take-text.ts'
import { StageBadge } from '../cells.tsx'
import { fullName, NO_EMAIL, NO_NAME } from '../customer.ts'
import { toast } from '../toasts.ts'
import styles from './CustomerFacts.module.css'

export function CustomerFacts({ customer }: { customer: Customer }) {
  const { 'Mobile No': mobile, 'Customer date': since, 'Lead Date': lead, 'Other Details': details } = customer
  return (
    <Facts
      emptyText="Not set"
      facts={[
        { label: 'Full Name', value: fullName(customer) || NO_NAME },
        { label: 'Email', value: <Address email={customer['Email id']} /> },
        { label: 'Mobile No', value: mobile && <a href={telUrl(mobile)}>{formatPhone(mobile)}</a> },
        { label: 'Stage', value: <StageBadge stage={customer.Stage} />, isShort: true },
        { label: 'Email Subscription', value: customer['Email Subscription'], isShort: true },
        { label: 'Customer Date', value: dateOf(since), isShort: true },
        { label: 'Lead Date', value: dateOf(lead), isShort: true },
        ...(details.trim() ? [{ label: 'Other Details', value: details }] : []),
      ]}
    />
  )
}

const dateOf = (text: string) => (isCalendarDate(text) ? <Time value={text} full /> : text)

function Address({ email }: { email: string }) {
  const [status, setStatus] = useState('')
  if (!email) return NO_EMAIL

  const copy = () =>
    copyText(email).then(
      () => setStatus('Copied'),
      () => toast.refused('This browser doesn’t allow copying.'),
    )

  return (
    <span className={styles.address}>
      <a href={`mailto:${email}`}>{email}</a>
      <IconButton label="Copy email address" icon={<Copy />} onClick={() => void copy()} />
      <span className={styles.status} role="status">
        {status}
      </span>
    </span>
  )
}
