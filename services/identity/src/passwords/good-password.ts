import { refusedField } from '@app/chassis/http/errors.ts'
import { checkPassword, isPasswordValid, PASSWORD_COMMON, PASSWORD_INVALID } from '@app/contracts/rules/password.ts'
import { isCommonPassword } from './common-passwords.ts'

export function passwordFault(password: string): string | undefined {
  if (isPasswordValid(password)) return isCommonPassword(password) ? PASSWORD_COMMON : undefined
  const isOnlyCommon = checkPassword(password).every(({ id, met }) => id === 'common' || met)
  return isOnlyCommon && isCommonPassword(password) ? PASSWORD_COMMON : PASSWORD_INVALID
}

export function assertGoodPassword(password: string): void {
  const fault = passwordFault(password)
  if (fault) throw refusedField('password', fault)
}
