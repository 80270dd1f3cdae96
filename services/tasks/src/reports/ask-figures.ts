import { fetchFromService } from '@app/chassis/http/fetch-from-service.ts'
import { internalMailHeaders } from '@app/chassis/mail/internal-key.ts'
import { getCampaignFigures, getCustomerFigures } from '@app/contracts/http/report-figures.ts'
import type { Month } from '@app/contracts/rules/monthly-report.ts'
import type * as Type from 'typebox'
import { Value } from 'typebox/value'
import type { TasksDeps } from '../deps.ts'

/** Another service doesn't return its figures at the moment. A retry may succeed. */
export class FiguresUnavailable extends Error {
  constructor(service: string, cause: unknown) {
    super(`${service} does not return the figures of a report`, { cause })
    this.name = 'FiguresUnavailable'
  }
}

interface FiguresRoute<S extends Type.TSchema> {
  url: string
  service: string
  schema: { response: { 200: S } }
}

interface Asked {
  internalMailKey: string
  companyId: string
  month: Month
}

/** Requests the figures of a company for a month and the month before. Throws `FiguresUnavailable`. */
async function ask<S extends Type.TSchema>(
  { url: path, service, schema }: FiguresRoute<S>,
  origin: string,
  { internalMailKey, companyId, month }: Asked,
): Promise<Type.Static<S>> {
  try {
    const url = new URL(path.replace(':companyProfileId', companyId), origin)
    url.searchParams.set('month', month)
    const response = await fetchFromService(url, { headers: internalMailHeaders(internalMailKey) })
    const body: unknown = await response.json()
    if (!response.ok) throw new Error(`The service ${service} responded with status ${response.status}`)
    return Value.Parse(schema.response[200], body)
  } catch (cause) {
    throw new FiguresUnavailable(service, cause)
  }
}

/** Requests the figures that other services compute. */
export async function askFigures(
  { campaignsUrl, crmProxyUrl, internalMailKey }: Pick<TasksDeps, 'campaignsUrl' | 'crmProxyUrl' | 'internalMailKey'>,
  companyId: string,
  month: Month,
) {
  const asked = { internalMailKey, companyId, month }
  const [campaigns, customers] = await Promise.all([
    ask(getCampaignFigures, campaignsUrl, asked),
    ask(getCustomerFigures, crmProxyUrl, asked),
  ])
  return { campaigns, customers }
}
