import { type AdminInvitation, inviteAdmin, listAdminInvitations, revokeAdminInvitation } from '@app/contracts/http/admin-invitations.ts'
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { adminCall } from '../../../shared/api/call.ts'
import type { OperatorProof } from './api.ts'

/** The open invitations of admins, oldest first. Only operators may load them. */
export const invitationsQuery = queryOptions({
  queryKey: ['admin', 'invitations'],
  queryFn: ({ signal }) => adminCall(listAdminInvitations, { signal }),
  staleTime: 0,
})

export interface Invite extends OperatorProof {
  email: string
}

/** Invites an admin. An open invitation of the same address is replaced. */
export function useInvite() {
  const queryClient = useQueryClient()
  return async (invite: Invite): Promise<AdminInvitation> => {
    const invitation = await adminCall(inviteAdmin, { body: invite })
    void queryClient.invalidateQueries({ queryKey: invitationsQuery.queryKey })
    return invitation
  }
}

export function useRevokeInvitation() {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (id: string) => adminCall(revokeAdminInvitation, { params: { id } }),
    onSettled: () => queryClient.invalidateQueries({ queryKey: invitationsQuery.queryKey }),
  })
}
