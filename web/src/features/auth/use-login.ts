import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { isOffline, isStatus, messageOf } from '../../shared/api/api-error.ts'
import { userQuery } from '../../shared/api/owner.ts'
import { useSession } from '../../shared/stores/session.ts'
import { useAskedFor, useGoLater } from '../../shared/ui/navigation.ts'
import { notify } from '../../shared/ui/notify.tsx'
import { findLanding } from './api/find-landing.ts'
import { useSignIn } from './api/sign-in.ts'
import { LOGIN_TOAST } from './toasts.ts'

const REDIRECT_MS = 1500

/** Signs in, keeps the session, and leaves for the right page once "Login Successful" has been read. Rejects, and says why, if it does not. */
export function useLogin() {
  const { mutateAsync: signIn } = useSignIn()
  const queryClient = useQueryClient()
  const goLater = useGoLater()
  const asked = useAskedFor()
  const [failure, setFailure] = useState<string>()

  async function login(credentials: { email: string; password: string }): Promise<void> {
    setFailure(undefined)
    try {
      const { Token } = await signIn(credentials)
      startSession(Token)
    } catch (error) {
      if (isStatus(error, 0) && !isOffline(error)) notify.error('An error occurred during login. Please try again.', LOGIN_TOAST)
      else setFailure(messageOf(error, 'Login failed. Please check your credentials.'))
      throw error
    }
    void queryClient.prefetchQuery(userQuery)
    void goOn()
  }

  async function goOn(): Promise<void> {
    const startedAt = Date.now()
    const landing = await findLanding(queryClient)
    goLater(landing === '/management' ? landing + asked : landing, Math.max(0, startedAt + REDIRECT_MS - Date.now()))
  }

  /** Nothing of whoever was signed in here before stays. */
  function startSession(token: string): void {
    queryClient.clear()
    useSession.getState().login(token)
  }

  return { login, failure }
}
