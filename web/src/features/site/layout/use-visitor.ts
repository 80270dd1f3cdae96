import { useQuery, useQueryClient } from '@tanstack/react-query'
import { userQuery } from '../../../shared/api/load-user.ts'
import { useOwner, useSession } from '../../../shared/stores/session.ts'

/** Who visits: a name once the stored token's user is there, `coming` until then; nobody for everybody else. */
export function useVisitor() {
  const queryClient = useQueryClient()
  const token = useSession((session) => session.token)
  const user = useOwner((owner) => owner.user)
  const { isError } = useQuery({ ...userQuery, enabled: token !== null })

  return {
    username: user?.username,
    coming: token !== null && !user && !isError,
    logout: () => {
      useSession.getState().logout()
      queryClient.clear()
    },
  }
}

export type Visitor = ReturnType<typeof useVisitor>
