import { useEffect, useState } from 'react'
import { userQuery } from '../../../shared/api/owner.ts'
import { signOut } from '../../../shared/api/sign-out.ts'
import { useOwner, useSession } from '../../../shared/stores/session.ts'

/** What keeps who it is comes for those alone who are signed in; if it does not come, they are shown as others are. */
const loadVisitor = () =>
  import('../../../shared/api/query-client.tsx').then(
    ({ queryClient }) => queryClient.prefetchQuery(userQuery),
    () => {},
  )

/** Who visits: a name once the stored token's user is there, `coming` until then; nobody for everybody else. */
export function useVisitor() {
  const token = useSession((session) => session.token)
  const user = useOwner((owner) => owner.user)
  /** The token whose user has been asked for and was told, or not. */
  const [asked, setAsked] = useState<string | null>(null)

  useEffect(() => {
    if (token) void loadVisitor().finally(() => setAsked(token))
  }, [token])

  return {
    username: user?.username,
    coming: token !== asked && !user && token !== null,
    logout: () => signOut('owner'),
  }
}

export type Visitor = ReturnType<typeof useVisitor>
