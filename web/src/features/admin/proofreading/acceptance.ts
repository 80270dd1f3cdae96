import { acceptFinding, undoAcceptFinding } from '@app/contracts/http/proofreading.ts'
import { useMutation } from '@tanstack/react-query'
import { isStatus, messageOf } from '../../../shared/api/api-error.ts'
import { adminCall } from '../../../shared/api/call.ts'
import { queryClient } from '../../../shared/api/query-client.tsx'
import { toast } from '../../../shared/ui/notify.tsx'
import { refreshChanged } from '../board/changes.ts'
import type { ChangedTask } from '../task-actions.ts'
import { proofreadingQuery } from './queries.ts'

interface Acceptance {
  findingId: string
  isAccepted: boolean
}

/** Marks a finding of a preview as right, or takes the mark back. Lists of tasks show the number of open findings, so they are reloaded. */
export function useAcceptance(previewId: string, { task }: ChangedTask) {
  const { queryKey } = proofreadingQuery(previewId)
  return useMutation({
    mutationFn: ({ findingId, isAccepted }: Acceptance) =>
      adminCall(isAccepted ? acceptFinding : undoAcceptFinding, { params: { previewId, findingId } }),
    async onSuccess(changed) {
      // A response that was requested before the change must not replace the changed findings.
      await queryClient.cancelQueries({ queryKey })
      queryClient.setQueryData(queryKey, changed)
      void queryClient.invalidateQueries({ queryKey: acceptedKey(task.companyProfileId) })
      void refreshChanged(task.companyProfileId, task.taskId)
    },
    // `useAccess` handles an expired session (401).
    onError: (error) => isStatus(error, 401) || toast.failed(messageOf(error, 'We couldn’t save this. Please try again.')),
  })
}

/** Key of the words that admins marked as right for a company. */
export const acceptedKey = (companyProfileId: string) => ['accepted-findings', companyProfileId] as const
