import { refusedField } from '@app/chassis/http/errors.ts'
import { ADMIN_NAME_DEFAULT } from '@app/contracts/rules/admin-names.ts'
import { usernameFault } from '@app/contracts/rules/username.ts'

/** Returns the name of an admin without surrounding spaces, or the default for an empty one. Throws 422 for links and addresses. */
export function adminNameOf(name: string): string {
  const username = name.trim() || ADMIN_NAME_DEFAULT
  const fault = usernameFault(username)
  if (fault) throw refusedField('name', fault)
  return username
}
