import type { CompanyProfile } from '@app/contracts/http/company.ts'
import { dropWrite, type SheetWrite, updateCustomer } from '@app/contracts/http/customers.ts'
import { useMutation } from '@tanstack/react-query'
import { call } from '../../shared/api/call.ts'
import { useWrites } from './api.ts'
import { toChanges } from './entry/customer-form.ts'
import { toast } from './toasts.ts'

export const UPDATE_SUBMITTED = 'Update submitted! Refreshing data to verify...'
export const UPDATE_FAILURE = 'Failed to update customer'

/** Discards an unfinished change. The spreadsheet stays unchanged. */
export function useDropWrite(profile: CompanyProfile) {
  const { forget, reload } = useWrites(profile)
  return useMutation({
    mutationFn: ({ id }: SheetWrite) => call(dropWrite, { params: { id } }),
    onSuccess: (_answer, write) => forget(write),
    onError(error) {
      toast.failed('We couldn’t discard the change', error)
      reload()
    },
  })
}

/** Submits a change again after a conflict. The owner has seen the value in the spreadsheet and overwrites it. */
export function useResubmit(profile: CompanyProfile) {
  const { keep, reload } = useWrites(profile)
  return useMutation({
    mutationFn: ({ customerId, values, theirs }: SheetWrite) =>
      call(updateCustomer, { params: { customerId }, body: { values: toChanges(values), seen: theirs ?? {} } }),
    onSuccess({ write }) {
      keep(write)
      toast.submitted(UPDATE_SUBMITTED)
    },
    onError(error) {
      toast.failed(UPDATE_FAILURE, error)
      reload()
    },
  })
}
