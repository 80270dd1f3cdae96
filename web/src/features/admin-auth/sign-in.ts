import { adminSignIn, type SecondFactorSecret } from '@app/contracts/http/identity.ts'
import { ApiError } from '../../shared/api/api-error.ts'
import { adminCall } from '../../shared/api/call.ts'
import { useAdminSession } from '../../shared/stores/session.ts'
import { useGoLater, useReturnSearch } from '../../shared/ui/navigation.ts'
import { notify } from '../../shared/ui/notify.tsx'

export interface AdminCredentials {
  email: string
  password: string
}

interface SignIn extends AdminCredentials {
  /** A code of the second factor, or a recovery code. */
  code?: string
}

export const signIn = (body: SignIn) => adminCall(adminSignIn, { body })

export const isSecondFactorRequired = (error: Error): boolean => error instanceof ApiError && error.code === 'second-factor-required'

/** Returns the secret of the second factor that the admin must set up before the sign-in. Returns `undefined` for other errors. */
export function secretToSetUp(error: Error): SecondFactorSecret | undefined {
  if (!(error instanceof ApiError) || error.code !== 'second-factor-to-set-up') return undefined
  return (error.details as { secondFactor: SecondFactorSecret }).secondFactor
}

export const ADMIN_TOAST = { autoClose: 500 }
const REDIRECT_MS = 500

export function useStartAdminSession(): (token: string) => void {
  const goLater = useGoLater()
  const returnSearch = useReturnSearch()
  return (token) => {
    useAdminSession.getState().login(token)
    notify.success('Login Successful!', ADMIN_TOAST)
    goLater(`/admin/dashboard${returnSearch}`, REDIRECT_MS)
  }
}
