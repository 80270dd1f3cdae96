import { refusedField } from '@app/chassis/http/errors.ts'
import { isPersonKey } from '@app/contracts/rules/customer-notes.ts'

/** Throws a 422 if the text is not a key as `personKeyOf` returns it. */
export function requirePersonKey(person: string): void {
  if (!isPersonKey(person)) throw refusedField('person', 'This is not the key of a person.')
}
