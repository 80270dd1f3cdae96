import { getQuota } from '@app/contracts/http/quotas.ts'
import { type QuotaKind, quotaKinds } from '@app/contracts/rules/quotas.ts'
import { useQuery } from '@tanstack/react-query'
import { call } from '../../shared/api/call.ts'
import styles from './QuotaNotice.module.css'
import { quotaNotices } from './quota-notices.ts'

interface QuotaNoticeProps {
  companyProfileId: string
  /** The limits that matter for the form. */
  kinds?: readonly QuotaKind[]
}

/** The limits that are nearly or completely used, so that the owner knows them before the form is sent. Shows nothing if the quota cannot be loaded. */
export function QuotaNotice({ companyProfileId, kinds = quotaKinds }: QuotaNoticeProps) {
  const quota = useQuery({
    queryKey: ['quota', companyProfileId],
    queryFn: ({ signal }) => call(getQuota, { params: { companyProfileId }, signal }),
    staleTime: 0,
    retry: false,
  })
  const notices = quota.data ? quotaNotices(quota.data).filter(({ kind }) => kinds.includes(kind)) : []
  if (notices.length === 0) return null
  return (
    <div className={styles.notice} role="status">
      {notices.map(({ kind, text }) => (
        <p key={kind}>{text}</p>
      ))}
    </div>
  )
}
