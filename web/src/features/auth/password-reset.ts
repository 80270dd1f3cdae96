import { requestReset, resetPassword } from '@app/contracts/http/identity.ts'
import { useMutation } from '@tanstack/react-query'
import { call } from '../../shared/api/call.ts'

export const useRequestReset = () => useMutation({ mutationFn: (email: string) => call(requestReset, { body: { email } }) })

interface Reset {
  code: string
  /** Wrong tries then count against this address's code alone. */
  email: string
  password: string
}

export const useSetNewPassword = () =>
  useMutation({ mutationFn: ({ code, email, password }: Reset) => call(resetPassword, { params: { code }, body: { password, email } }) })

const EMAIL = 'resetEmail'
const TOKEN = 'resetToken'

export interface ResetSession {
  email: string | null
  token: string | null
}

/** A password reset under way: kept in this browser tab, gone when it closes. */
export const readReset = (): ResetSession => ({ email: sessionStorage.getItem(EMAIL), token: sessionStorage.getItem(TOKEN) })

export function startReset(email: string): void {
  sessionStorage.setItem(EMAIL, email)
  sessionStorage.removeItem(TOKEN)
}

export const keepResetCode = (code: string): void => sessionStorage.setItem(TOKEN, code)
export const dropResetCode = (): void => sessionStorage.removeItem(TOKEN)

export function endReset(): void {
  sessionStorage.removeItem(EMAIL)
  sessionStorage.removeItem(TOKEN)
}
