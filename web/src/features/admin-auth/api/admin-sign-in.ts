import { adminSignIn, type SecondFactorSecret } from '@app/contracts/http/identity.ts'
import { useMutation } from '@tanstack/react-query'
import { ApiError } from '../../../shared/api/api-error.ts'
import { adminCall } from '../../../shared/api/call.ts'

export interface AdminCredentials {
  email: string
  password: string
}

interface SignIn extends AdminCredentials {
  /** Of the second factor, or a recovery code. */
  code?: string
}

export const useAdminSignIn = () => useMutation({ mutationFn: (body: SignIn) => adminCall(adminSignIn, { body }) })

export const wantsCode = (error: Error): boolean => error instanceof ApiError && error.code === 'second-factor-required'

/** The secret of the second factor that has to be set up before anybody is let in; undefined for any other refusal. */
export function secretToSetUp(error: Error): SecondFactorSecret | undefined {
  if (!(error instanceof ApiError) || error.code !== 'second-factor-to-set-up') return undefined
  return (error.details as { secondFactor: SecondFactorSecret }).secondFactor
}
