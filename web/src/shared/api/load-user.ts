import { getMe, type Me } from '@app/contracts/http/identity.ts'
import { queryOptions } from '@tanstack/react-query'
import { useOwner } from '../stores/session.ts'
import { call } from './call.ts'

/** Asks who the stored token belongs to and keeps the answer; on any failure there is no user. */
async function loadUser(): Promise<Me> {
  const { setUser } = useOwner.getState()
  try {
    const user = await call(getMe, {})
    if (!user.email) throw new Error('The user has no address')
    setUser(user)
    return user
  } catch (error) {
    // biome-ignore lint/suspicious/noConsole: a failure that the user is shown nothing of
    console.error('Failed to fetch user data', error)
    setUser(null)
    throw error
  }
}

/** Asked once a session: that it has ended is told by any other call, and a failure later on ends nothing. */
export const userQuery = queryOptions({ queryKey: ['me'], queryFn: loadUser, staleTime: 'static' })
