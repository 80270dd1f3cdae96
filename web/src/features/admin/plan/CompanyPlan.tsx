import { formatNumber } from '@app/contracts/format/numbers.ts'
import { getQuota } from '@app/contracts/http/quotas.ts'
import { planTitles, type Quota, quotaKinds, quotaLimits } from '@app/contracts/rules/quotas.ts'
import { useQuery } from '@tanstack/react-query'
import { useId } from 'react'
import { usedOf } from '../../../domain/quota/quota-notices.ts'
import { unlessOffline } from '../../../shared/api/api-error.ts'
import { adminCall } from '../../../shared/api/call.ts'
import { claimsOf, useAdminSession } from '../../../shared/stores/session.ts'
import { Facts } from '../../../shared/ui/Facts.tsx'
import { lazyPart } from '../../../shared/ui/lazy-part.tsx'
import { RetryNotice, Skeleton } from '../../../shared/ui/states.tsx'
import styles from './CompanyPlan.module.css'
import { quotaKey, quotaTitles } from './quota.ts'

const ChangePlan = lazyPart(() => import('./ChangePlan.tsx'), { waiting: <Skeleton shape="block" /> })

/** The plan of a company and how much of its limits is used. Only operators can change the plan. */
export function CompanyPlan({ companyProfileId }: { companyProfileId: string }) {
  const headingId = useId()
  const isOperator = useAdminSession(({ token }) => claimsOf(token)?.operator === true)
  const quota = useQuery({
    queryKey: quotaKey(companyProfileId),
    queryFn: ({ signal }) => adminCall(getQuota, { params: { companyProfileId }, signal }),
  })
  return (
    <section className={styles.plan} aria-labelledby={headingId}>
      <h3 id={headingId}>Plan</h3>
      {quota.isPending && <Skeleton shape="line" />}
      {quota.isLoadingError && (
        <RetryNotice
          message={unlessOffline(quota.error, 'We couldn’t load the plan.')}
          busy={quota.isFetching}
          onRetry={() => void quota.refetch()}
        />
      )}
      {quota.data && <Facts emptyText="N/A" facts={factsOf(quota.data)} />}
      {quota.data && isOperator && <ChangePlan companyProfileId={companyProfileId} quota={quota.data} />}
    </section>
  )
}

function factsOf(quota: Quota) {
  const [used, limits] = [usedOf(quota.usage), quotaLimits(quota)]
  return [
    { label: 'Plan', value: planTitles[quota.plan] },
    { label: 'Email address', value: quota.isConfirmed ? 'Confirmed' : 'Not confirmed' },
    ...quotaKinds.map((kind) => ({
      label: quotaTitles[kind],
      value: `${formatNumber(used[kind])} of ${formatNumber(limits[kind])}`,
    })),
  ]
}
