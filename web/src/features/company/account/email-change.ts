import { cancelEmailChange, changeEmail, getEmailChange } from '@app/contracts/http/email-changes.ts'
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { refreshUser } from '../../../domain/account/user.ts'
import { call } from '../../../shared/api/call.ts'

/** The value of `?show=` that opens the panel in which an owner changes the sign-in address. */
export const SIGN_IN_EMAIL = 'sign-in-email'

/**
 * The change of the sign-in address that is not confirmed yet. The owner may confirm it in another tab or on another device, so the account
 * is reloaded with it.
 */
export const emailChangeQuery = queryOptions({
  queryKey: ['email-change'],
  queryFn: async ({ signal }) => {
    const [{ pending }] = await Promise.all([call(getEmailChange, { signal }), refreshUser()])
    return pending
  },
  staleTime: 0,
})

interface NewEmail {
  newEmail: string
  password: string
}

/** Returns a function that sends a link to a new address. Resolves when the pending change is loaded. */
export function useChangeEmail() {
  const queryClient = useQueryClient()
  return async (body: NewEmail): Promise<{ message: string }> => {
    const reply = await call(changeEmail, { body })
    await queryClient.invalidateQueries({ queryKey: emailChangeQuery.queryKey })
    return reply
  }
}

export function useCancelEmailChange() {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: () => call(cancelEmailChange, {}),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: emailChangeQuery.queryKey }),
  })
}
