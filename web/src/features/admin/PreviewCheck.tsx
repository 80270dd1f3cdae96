import { setPreviewCheck } from '@app/contracts/http/preview-deliveries.ts'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useId } from 'react'
import { isStatus, messageOf } from '../../shared/api/api-error.ts'
import { adminCall } from '../../shared/api/call.ts'
import { claimsOf, useAdminSession } from '../../shared/stores/session.ts'
import { Checkbox } from '../../shared/ui/Checkbox.tsx'
import { toast } from '../../shared/ui/notify.tsx'
import { companyQuery } from './board/queries.ts'
import styles from './CompanyPanel.module.css'

const REQUIRED = 'A second admin must check each preview before you can deliver it.'
const NOT_REQUIRED = 'Previews need no check by a second admin.'

/**
 * Whether previews of a company need a check by a second admin before delivery. Operators change the setting, and the switch takes effect at
 * once. Other admins only see it, because the setting controls them.
 */
export function PreviewCheck({ companyProfileId }: { companyProfileId: string }) {
  const headingId = useId()
  const queryClient = useQueryClient()
  const isOperator = useAdminSession(({ token }) => claimsOf(token)?.operator === true)
  const query = companyQuery(companyProfileId)
  const company = useQuery(query)
  const change = useMutation({
    mutationFn: (requiresCheck: boolean) => adminCall(setPreviewCheck, { params: { companyProfileId }, body: { requiresCheck } }),
    async onSuccess({ requiresCheck }) {
      // A response that was requested before the change must not replace the new value.
      await queryClient.cancelQueries({ queryKey: query.queryKey })
      queryClient.setQueryData(query.queryKey, (known) => known && { ...known, requiresCheck })
      toast.success('Setting saved')
    },
    // `useAccess` handles an expired session (401).
    onError: (error) => isStatus(error, 401) || toast.failed(messageOf(error, 'We couldn’t save the setting')),
  })

  return (
    <section className={styles.group} aria-labelledby={headingId}>
      <h3 id={headingId}>Previews</h3>
      {isOperator ? (
        <Checkbox
          look="switch"
          label="A second admin must check previews"
          hint="Save each preview as a draft. After another admin has checked it, you can deliver it. The other admins get an email about a change."
          checked={change.isPending ? change.variables : (company.data?.requiresCheck ?? false)}
          disabled={!company.data}
          onChange={({ currentTarget }) => change.isPending || change.mutate(currentTarget.checked)}
        />
      ) : (
        company.data && <p>{company.data.requiresCheck ? REQUIRED : NOT_REQUIRED} Only operators can change this.</p>
      )}
    </section>
  )
}
