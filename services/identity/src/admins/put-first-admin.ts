import type { IdentityConfig } from '../config.ts'
import type { IdentityDeps } from '../deps.ts'
import { putAdmin } from './put-admin.ts'

type PutFirstAdminDeps = Pick<IdentityDeps, 'db' | 'passwords' | 'now' | 'log'>

/** Creates the admin of `ADMIN_EMAIL`. If that is not possible, logs the reason, and the service starts without the admin. */
export async function putFirstAdmin(deps: PutFirstAdminDeps, { ADMIN_EMAIL, ADMIN_PASSWORD }: IdentityConfig): Promise<void> {
  if (!ADMIN_EMAIL || !ADMIN_PASSWORD) return
  const outcome = await putAdmin(deps, { email: ADMIN_EMAIL, password: ADMIN_PASSWORD, by: 'configuration' })
  if (outcome === "an owner's address")
    deps.log.error('ADMIN_EMAIL belongs to a business owner, so no admin was added. Choose another email address')
  else if (outcome === 'was removed')
    deps.log.warn('the admin of ADMIN_EMAIL was removed and is not added again. To restore it, run add-admin.ts with --operator')
  else deps.log.info(`first admin: ${outcome}`)
}
