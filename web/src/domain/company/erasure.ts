import { keepCompany, requestErasure } from '@app/contracts/http/erasure.ts'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { call } from '../../shared/api/call.ts'
import { companyQuery } from '../../shared/api/company.ts'

/** The value of `?show=` that opens the panel about the owner's data. */
export const YOUR_DATA = 'your-data'
/** The value of `?show=` that opens this panel at the exports. Emails link to it. */
export const YOUR_EXPORTS = 'export'

/** Requests the email with the link that confirms the erasure. Resolves when the profile, which shows the request, is loaded. */
export function useRequestErasure() {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: () => call(requestErasure, {}),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: companyQuery.queryKey }),
  })
}

/** Cancels the erasure. */
export function useKeepCompany() {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: () => call(keepCompany, {}),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: companyQuery.queryKey }),
  })
}
