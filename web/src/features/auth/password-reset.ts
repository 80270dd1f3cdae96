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
