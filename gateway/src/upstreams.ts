import type { Checks } from '@app/chassis/http/health.ts'
import type { ServiceName } from '@app/contracts/define.ts'
import type { Config } from './config.ts'

export type Upstreams = Readonly<Record<ServiceName, string>>

/** Where each service of the contracts is. A service that is added there does not compile until it has an address here. */
export const upstreamsOf = (config: Config): Upstreams => ({
  identity: config.IDENTITY_URL,
  company: config.COMPANY_URL,
  tasks: config.TASKS_URL,
  notifications: config.NOTIFICATIONS_URL,
})

const TIMEOUT_MS = 2_000

/** Whether every part behind the gateway answers. */
export function checksOf(upstreams: Upstreams, storeUrl: string): Checks {
  const services = Object.entries(upstreams).map(([name, url]) => {
    const check = async (): Promise<void> => {
      const answer = await fetch(new URL('/readyz', url), { signal: AbortSignal.timeout(TIMEOUT_MS) })
      await answer.body?.cancel()
      if (!answer.ok) throw new Error(`${name} answered ${answer.status}`)
    }
    return [name, check] as const
  })
  // A store refuses an anonymous caller, and by that it answers; only its own failures count.
  const files = async (): Promise<void> => {
    const answer = await fetch(storeUrl, { method: 'HEAD', signal: AbortSignal.timeout(TIMEOUT_MS) })
    if (answer.status >= 500) throw new Error(`the file store answered ${answer.status}`)
  }
  return { ...Object.fromEntries(services), files }
}
