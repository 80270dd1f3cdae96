import { fetchFromService } from '@app/chassis/http/fetch-from-service.ts'
import { internalDataHeaders } from '@app/chassis/keys/internal-data-key.ts'
import type { ServiceName } from '@app/contracts/define.ts'
import { eraseCompany, erasePerson } from '@app/contracts/http/internal-erasure.ts'
import { Value } from 'typebox/value'

/**
 * The services that erase their data before `company` does, in this order: the owner is signed out first, so that no request adds data. The
 * emails about the erasure are sent before `notifications` erases them.
 */
export const erasingServices = [
  'identity',
  'tasks',
  'documents',
  'crm-proxy',
  'campaigns',
  'notifications',
] as const satisfies ServiceName[]
export type ErasingService = (typeof erasingServices)[number]
export type ServiceUrls = Readonly<Record<ErasingService, string>>

/** Returns the origins of the services from the settings. */
export const serviceUrlsOf = (config: {
  IDENTITY_URL: string
  TASKS_URL: string
  DOCUMENTS_URL: string
  CRM_PROXY_URL: string
  CAMPAIGNS_URL: string
  NOTIFICATIONS_URL: string
}): ServiceUrls => ({
  identity: config.IDENTITY_URL,
  tasks: config.TASKS_URL,
  documents: config.DOCUMENTS_URL,
  'crm-proxy': config.CRM_PROXY_URL,
  campaigns: config.CAMPAIGNS_URL,
  notifications: config.NOTIFICATIONS_URL,
})

/** The routes erase for up to 10 s. */
const TIMEOUT_MS = 30_000

export interface ServiceCalls {
  serviceUrls: ServiceUrls
  internalDataKey: string
}

interface ErasedCompany {
  companyId: string
  ownerId: string
  isLast: boolean
}

const post = ({ serviceUrls, internalDataKey }: ServiceCalls, service: ErasingService, path: string, json: unknown): Promise<Response> =>
  fetchFromService(new URL(path, serviceUrls[service]), { headers: internalDataHeaders(internalDataKey), json, timeoutMs: TIMEOUT_MS })

/** Lets a service erase a company until its time is over. Throws if the service is unavailable. */
export async function eraseCompanyIn(calls: ServiceCalls, service: ErasingService, { companyId, ownerId, isLast }: ErasedCompany) {
  const response = await post(calls, service, eraseCompany.url.replace(':companyProfileId', companyId), { ownerId, isLast })
  const body: unknown = await response.json()
  if (!response.ok) throw new Error(`The service ${service} responded with status ${response.status}`)
  return Value.Parse(eraseCompany.schema.response[200], body)
}

/** Lets a service erase a person until its time is over. `conflict`: the person has an account. Throws if the service is unavailable. */
export async function erasePersonIn(calls: ServiceCalls, service: ErasingService, email: string) {
  const response = await post(calls, service, erasePerson.url, { email })
  const body: unknown = await response.json()
  if (response.status === 409) return 'conflict'
  if (!response.ok) throw new Error(`The service ${service} responded with status ${response.status}`)
  return Value.Parse(erasePerson.schema.response[200], body)
}
