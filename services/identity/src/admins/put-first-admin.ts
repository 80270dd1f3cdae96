import type { IdentityConfig } from '../config.ts'
import type { IdentityDeps } from '../deps.ts'
import { putAdmin } from './put-admin.ts'

type PutFirstAdminDeps = Pick<IdentityDeps, 'db' | 'passwords' | 'now' | 'log'>

/** The admin that the environment names, if it does. One that cannot be is no reason to keep everybody else out. */
export async function putFirstAdmin(deps: PutFirstAdminDeps, { ADMIN_EMAIL, ADMIN_PASSWORD }: IdentityConfig): Promise<void> {
  if (!ADMIN_EMAIL || !ADMIN_PASSWORD) return
  const outcome = await putAdmin(deps, { email: ADMIN_EMAIL, password: ADMIN_PASSWORD, by: 'configuration' })
  if (outcome === "an owner's address") deps.log.error('ADMIN_EMAIL belongs to a business owner: choose another address. No admin was made')
  else if (outcome === 'was removed') deps.log.warn('the admin of ADMIN_EMAIL was removed and is not made again')
  else deps.log.info(`first admin: ${outcome}`)
}
