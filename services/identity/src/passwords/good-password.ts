import { refusedField } from '@app/chassis/errors.ts'
import { isPasswordValid, PASSWORD_INVALID } from '@app/contracts/rules/password.ts'
import { isCommonPassword } from './common-passwords.ts'

const PASSWORD_COMMON = 'This password is too easy to guess. Please choose another one.'

export function passwordFault(password: string): string | undefined {
  if (!isPasswordValid(password)) return PASSWORD_INVALID
  return isCommonPassword(password) ? PASSWORD_COMMON : undefined
}

export function assertGoodPassword(password: string): void {
  const fault = passwordFault(password)
  if (fault) throw refusedField('password', fault)
}
