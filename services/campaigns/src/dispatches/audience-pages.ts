import { fetchFromService } from '@app/chassis/http/fetch-from-service.ts'
import { readAudience } from '@app/contracts/http/audience.ts'
import type * as Type from 'typebox'
import { Value } from 'typebox/value'

const Page = readAudience.schema.response[200]
export type AudiencePage = Type.Static<typeof Page>

/** crm-proxy does not answer, or cannot serve the page at the moment. */
export class CrmProxyAway extends Error {
  constructor(cause: unknown) {
    super('crm-proxy does not serve the recipients of a sending', { cause })
    this.name = 'CrmProxyAway'
  }
}

/** What crm-proxy answered cannot be used, and will not be better when it is asked again. */
export class UnusableAudience extends Error {
  constructor(message: string) {
    super(message)
    this.name = 'UnusableAudience'
  }
}

interface PageRequest {
  /** Where crm-proxy answers. */
  crmProxyUrl: string
  dispatchId: string
  ticket: string
  /** People already had. */
  after: number
}

interface Answer {
  status: number
  text: string
}

async function ask({ crmProxyUrl, dispatchId, ticket, after }: PageRequest): Promise<Answer> {
  const url = new URL(`${readAudience.url.replace(':dispatchId', dispatchId)}?after=${after}`, crmProxyUrl)
  try {
    const response = await fetchFromService(url, { authorization: `Ticket ${ticket}` })
    return { status: response.status, text: await response.text() }
  } catch (error) {
    throw new CrmProxyAway(error)
  }
}

/** Replaces what PostgreSQL does not store: removes NUL characters, and puts U+FFFD for halves of surrogate pairs. */
const storable = (text: string): string => text.replaceAll('\0', '').toWellFormed()

function pageIn(text: string): AudiencePage {
  const { people, next } = Value.Parse(Page, JSON.parse(text))
  if (next !== null && people.length === 0) throw new UnusableAudience('crm-proxy answered an empty page that is not the last')
  return {
    next,
    people: people.map(({ email, merge }) => ({
      email: storable(email),
      merge: Object.fromEntries(Object.entries(merge).map(([column, cell]) => [storable(column), storable(cell)])),
    })),
  }
}

/** Returns a page of the recipients that were read for a sending; undefined when the ticket is no longer valid. */
export async function fetchPage(asked: PageRequest): Promise<AudiencePage | undefined> {
  const { status, text } = await ask(asked)
  if (status === 200) return pageIn(text)
  if (status === 404) return undefined
  const message = `crm-proxy answered ${status} to a ticket`
  throw status >= 500 || status === 429 ? new CrmProxyAway(new Error(message)) : new UnusableAudience(message)
}
