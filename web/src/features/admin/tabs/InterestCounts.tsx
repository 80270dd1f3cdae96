import { type AnnouncedFeature, countInterests } from '@app/contracts/http/notifications.ts'
import { useQuery } from '@tanstack/react-query'
import { adminCall } from '../../../shared/api/call.ts'
import styles from './tabs.module.css'

const names: Record<AnnouncedFeature, string> = { 'tracking-expense': 'Tracking Expense', invoice: 'Invoice' }

export function InterestCounts() {
  const counts = useQuery({ queryKey: ['admin', 'interests'], queryFn: ({ signal }) => adminCall(countInterests, { signal }) })
  const text = counts.data?.map(({ feature, count }) => `${names[feature]} ${count}`).join(' · ')
  return (
    <p className={styles.waiting}>{text ? `Interested: ${text}` : counts.isError && 'We couldn’t load the number of interested owners.'}</p>
  )
}
