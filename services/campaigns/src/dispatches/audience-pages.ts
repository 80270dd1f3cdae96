import { askPeer } from '@app/chassis/http/ask-peer.ts'
import { readAudience } from '@app/contracts/http/audience.ts'
import type * as Type from 'typebox'
import { Value } from 'typebox/value'

const Page = readAudience.schema.response[200]
export type AudiencePage = Type.Static<typeof Page>

interface Asked {
  /** Where crm-proxy answers. */
  crmProxyUrl: string
  dispatchId: string
  ticket: string
  /** People already had. */
  after: number
}

/** A page of the people that were read for a sending; undefined when the ticket is good no more. */
export async function fetchPage({ crmProxyUrl, dispatchId, ticket, after }: Asked): Promise<AudiencePage | undefined> {
  const url = new URL(`${readAudience.url.replace(':dispatchId', dispatchId)}?after=${after}`, crmProxyUrl)
  const response = await askPeer(url, { authorization: `Ticket ${ticket}` })
  if (response.ok) return Value.Parse(Page, await response.json())
  await response.body?.cancel()
  if (response.status === 404) return undefined
  throw new Error(`crm-proxy answered ${response.status} to a ticket`)
}
