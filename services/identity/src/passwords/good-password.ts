import { refusedField } from '@app/chassis/errors.ts'
import { isPasswordValid, PASSWORD_INVALID } from '@app/contracts/rules/password.ts'
import { isCommonPassword } from './common-passwords.ts'

const PASSWORD_COMMON = 'This password is among the first that attackers try. Please choose another one.'

/** What is wrong with a new password, as a sentence; undefined when it is good. */
export function passwordFault(password: string): string | undefined {
  if (!isPasswordValid(password)) return PASSWORD_INVALID
  return isCommonPassword(password) ? PASSWORD_COMMON : undefined
}

/** Throws a 422 that says what is wrong. */
export function assertGoodPassword(password: string): void {
  const fault = passwordFault(password)
  if (fault) throw refusedField('password', fault)
}
