import type { IdentityConfig } from '../config.ts'
import type { IdentityDeps } from '../deps.ts'
import { putAdmin } from './put-admin.ts'

type PutFirstAdminDeps = Pick<IdentityDeps, 'db' | 'passwords' | 'now' | 'log'>

/** Makes the admin that the environment names. A fault here is logged and does not keep the service from starting. */
export async function putFirstAdmin(deps: PutFirstAdminDeps, { ADMIN_EMAIL, ADMIN_PASSWORD }: IdentityConfig): Promise<void> {
  if (!ADMIN_EMAIL || !ADMIN_PASSWORD) return
  const outcome = await putAdmin(deps, { email: ADMIN_EMAIL, password: ADMIN_PASSWORD, by: 'configuration' })
  if (outcome === "an owner's address") deps.log.error('ADMIN_EMAIL belongs to a business owner: choose another address. No admin was made')
  else if (outcome === 'was removed')
    deps.log.warn('the admin of ADMIN_EMAIL was removed and is not made again; add-admin.ts with --operator restores it')
  else deps.log.info(`first admin: ${outcome}`)
}
