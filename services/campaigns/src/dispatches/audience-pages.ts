import { fetchFromService } from '@app/chassis/http/fetch-from-service.ts'
import { readAudience } from '@app/contracts/http/audience.ts'
import type * as Type from 'typebox'
import { Value } from 'typebox/value'

const Page = readAudience.schema.response[200]
export type AudiencePage = Type.Static<typeof Page>

/** crm-proxy does not respond, or cannot return the page at the moment. A retry may succeed. */
export class CrmProxyUnavailable extends Error {
  constructor(cause: unknown) {
    super('crm-proxy does not return the recipients of a dispatch', { cause })
    this.name = 'CrmProxyUnavailable'
  }
}

/** The response of crm-proxy is not usable, and a retry would get the same response. */
export class UnusableAudience extends Error {
  override name = 'UnusableAudience'
}

interface PageRequest {
  crmProxyUrl: string
  dispatchId: string
  ticket: string
  /** Number of recipients fetched so far. */
  after: number
}

interface PageResponse {
  status: number
  text: string
}

async function requestPage({ crmProxyUrl, dispatchId, ticket, after }: PageRequest): Promise<PageResponse> {
  const url = new URL(`${readAudience.url.replace(':dispatchId', dispatchId)}?after=${after}`, crmProxyUrl)
  try {
    const response = await fetchFromService(url, { headers: { authorization: `Ticket ${ticket}` } })
    return { status: response.status, text: await response.text() }
  } catch (error) {
    throw new CrmProxyUnavailable(error)
  }
}

/** Removes NUL characters and replaces lone surrogates by U+FFFD, because PostgreSQL cannot store them. */
const storable = (text: string): string => text.replaceAll('\0', '').toWellFormed()

function pageIn(text: string): AudiencePage {
  const { people, next } = Value.Parse(Page, JSON.parse(text))
  if (next !== null && people.length === 0) throw new UnusableAudience('crm-proxy returned an empty page that is not the last one')
  return {
    next,
    people: people.map(({ email, merge }) => ({
      email: storable(email),
      merge: Object.fromEntries(Object.entries(merge).map(([column, cell]) => [storable(column), storable(cell)])),
    })),
  }
}

/** Fetches a page of a dispatch's recipients from crm-proxy. Returns undefined if the ticket for them is no longer valid. */
export async function fetchPage(request: PageRequest): Promise<AudiencePage | undefined> {
  const { status, text } = await requestPage(request)
  if (status === 200) return pageIn(text)
  if (status === 404) return undefined
  const message = `crm-proxy returned status ${status} for a page of recipients`
  throw status >= 500 || status === 429 ? new CrmProxyUnavailable(new Error(message)) : new UnusableAudience(message)
}
