import { getMe, type Me } from '@app/contracts/http/session.ts'
import { useOwner, useSession } from '../stores/session.ts'
import { call } from './call.ts'

/** Requests the user of the stored token and stores the user. On any failure, it stores null and throws the error. */
async function loadUser(): Promise<Me> {
  const { setUser } = useOwner.getState()
  try {
    const user = await call(getMe, {})
    if (!user.email) throw new Error('The user has no email address')
    setUser(user)
    return user
  } catch (error) {
    // biome-ignore lint/suspicious/noConsole: the error is not shown on the screen
    console.error('Failed to fetch user data', error)
    setUser(null)
    throw error
  }
}

let prefetched: { token: string | null; user: Promise<Me> } | undefined

/** Requests the signed-in user before the query client has loaded. `userQuery` uses the response. */
export function prefetchUser(): void {
  prefetched = { token: useSession.getState().token, user: loadUser() }
  prefetched.user.catch(() => {})
}

function takePrefetchedUser(): Promise<Me> {
  const taken = prefetched
  prefetched = undefined
  return taken?.token === useSession.getState().token ? taken.user : loadUser()
}

/** Query for the signed-in user, loaded once per session. If the session ends later, the next call fails with 401. */
export const userQuery = { queryKey: ['me'], queryFn: takePrefetchedUser, staleTime: 'static' } as const
