import {
  type AdminAccount,
  beginSecondFactor,
  confirmSecondFactor,
  getMe,
  listAdmins,
  removeAdmin,
  removeSecondFactor,
} from '@app/contracts/http/identity.ts'
import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { adminCall } from '../../../shared/api/call.ts'

export interface Admin extends AdminAccount {
  /** The one who asks. */
  isSelf: boolean
}

const adminsQuery = queryOptions({
  queryKey: ['admin', 'admins'],
  queryFn: async ({ signal }): Promise<Admin[]> => {
    const [admins, me] = await Promise.all([adminCall(listAdmins, { signal }), adminCall(getMe, { signal })])
    return admins.map((admin) => ({ ...admin, isSelf: admin._id === me._id }))
  },
  staleTime: 0,
})

export const useAdmins = () => useQuery(adminsQuery)

/** What changes the list. */
function useChange<Input, Result>(mutationFn: (input: Input) => Promise<Result>) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn,
    onSettled: () => queryClient.invalidateQueries({ queryKey: adminsQuery.queryKey }),
  })
}

/** A code of the operator's second factor; its password where it has none. */
export interface OperatorProof {
  code?: string
  password?: string
}

export const useRemoveAdmin = () =>
  useChange(({ id, proof }: { id: string; proof: OperatorProof }) => adminCall(removeAdmin, { params: { id }, body: proof }))
export const useBeginSecondFactor = () => useChange(() => adminCall(beginSecondFactor, {}))
export const useConfirmSecondFactor = () => useChange((code: string) => adminCall(confirmSecondFactor, { body: { code } }))
export const useRemoveSecondFactor = () => useChange((code: string) => adminCall(removeSecondFactor, { body: { code } }))
