import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { userQuery } from '../../../shared/api/owner.ts'
import { signOut } from '../../../shared/api/sign-out.ts'
import { useOwner, useSession } from '../../../shared/stores/session.ts'

/** Who visits: a name once the stored token's user is there, `coming` until then; nobody for everybody else. */
export function useVisitor() {
  const queryClient = useQueryClient()
  const token = useSession((session) => session.token)
  const user = useOwner((owner) => owner.user)
  /** The token whose user has been asked for and was told, or not. */
  const [asked, setAsked] = useState<string | null>(null)

  useEffect(() => {
    if (token) void queryClient.prefetchQuery(userQuery).then(() => setAsked(token))
  }, [token, queryClient])

  // Signed out, here or in another tab: whoever signs in next is asked for anew.
  useEffect(
    () => useSession.subscribe(({ token: now }) => now === null && queryClient.removeQueries({ queryKey: userQuery.queryKey })),
    [queryClient],
  )

  return {
    username: user?.username,
    coming: token !== asked && !user && token !== null,
    logout: () => {
      signOut('owner')
      queryClient.clear()
    },
  }
}

export type Visitor = ReturnType<typeof useVisitor>
