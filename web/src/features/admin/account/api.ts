import {
  type AdminAccount,
  beginSecondFactor,
  confirmSecondFactor,
  listAdmins,
  removeAdmin,
  removeSecondFactor,
} from '@app/contracts/http/identity.ts'
import { getMe } from '@app/contracts/http/session.ts'
import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { adminCall } from '../../../shared/api/call.ts'
import { useAdminSession } from '../../../shared/stores/session.ts'

export interface Admin extends AdminAccount {
  isSelf: boolean
}

/** All admins, oldest first. */
export const adminsQuery = queryOptions({
  queryKey: ['admin', 'admins'],
  queryFn: async ({ signal }): Promise<Admin[]> => {
    const [admins, me] = await Promise.all([adminCall(listAdmins, { signal }), adminCall(getMe, { signal })])
    return admins.map((admin) => ({ ...admin, isSelf: admin._id === me._id }))
  },
  staleTime: 0,
})

export const useAdmins = () => useQuery(adminsQuery)

export function useReloadAdmins(): () => void {
  const queryClient = useQueryClient()
  return () => void queryClient.invalidateQueries({ queryKey: adminsQuery.queryKey })
}

function useChange<Input, Result>(mutationFn: (input: Input) => Promise<Result>) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn,
    onSettled: () => queryClient.invalidateQueries({ queryKey: adminsQuery.queryKey }),
  })
}

/** Proof for an action of an operator: a code of the second factor, or the password if the operator has no second factor. */
export interface OperatorProof {
  code?: string
  password?: string
}

export const useRemoveAdmin = () =>
  useChange(({ id, proof }: { id: string; proof: OperatorProof }) => adminCall(removeAdmin, { params: { id }, body: proof }))
export const useBeginSecondFactor = () => useChange(() => adminCall(beginSecondFactor, {}))
/** Sets up the second factor. All sessions of the admin end. This session continues with the new token. */
export const useConfirmSecondFactor = () =>
  useChange(async (code: string) => {
    const { recoveryCodes, token } = await adminCall(confirmSecondFactor, { body: { code } })
    if (token) useAdminSession.getState().login(token)
    return { recoveryCodes }
  })
export const useRemoveSecondFactor = () => useChange((code: string) => adminCall(removeSecondFactor, { body: { code } }))
