import { correctEmail, getOwner, type OwnerAccount, resendConfirmation } from '@app/contracts/http/owners.ts'
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { ApiError } from '../../../shared/api/api-error.ts'
import { adminCall } from '../../../shared/api/call.ts'
import { BOARD } from '../board/queries.ts'

/** The account with which an owner signs in. */
export const ownerQuery = (ownerId: string) =>
  queryOptions({
    queryKey: [BOARD, 'owner', ownerId],
    queryFn: ({ signal }) => adminCall(getOwner, { params: { ownerId }, signal }),
    staleTime: 0,
  })

/** Whether admins may correct the address of an owner. An address that works is changed only by the owner. */
export const canCorrect = ({ emailVerified, bouncedAt }: OwnerAccount): boolean => !emailVerified || bouncedAt !== null

/** Returns a function that corrects the address of an owner. After a conflict, the screens show the current account. */
export function useCorrectEmail({ _id: ownerId, email: currentEmail }: OwnerAccount) {
  const queryClient = useQueryClient()
  const { queryKey } = ownerQuery(ownerId)
  return async (email: string): Promise<OwnerAccount> => {
    try {
      const owner = await adminCall(correctEmail, { params: { ownerId }, body: { email, currentEmail } })
      queryClient.setQueryData(queryKey, owner)
      return owner
    } catch (error) {
      const { owner } = error instanceof ApiError ? (error.details as { owner?: OwnerAccount }) : {}
      if (owner) queryClient.setQueryData(queryKey, owner)
      throw error
    } finally {
      // The lists and the panels contain the address and whether it is confirmed.
      void queryClient.invalidateQueries({ queryKey: [BOARD] })
    }
  }
}

export function useResendConfirmation(ownerId: string) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: () => adminCall(resendConfirmation, { params: { ownerId } }),
    onSuccess: ({ alreadyVerified }) => {
      if (alreadyVerified) void queryClient.invalidateQueries({ queryKey: ownerQuery(ownerId).queryKey })
    },
  })
}
