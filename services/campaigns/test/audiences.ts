import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { inTransaction } from '@app/chassis/db/in-transaction.ts'
import { outboxOf } from '@app/chassis/testing/outbox.ts'
import { runDueWork } from '@app/chassis/testing/run-due-work.ts'
import type { EventContract, EventData } from '@app/contracts/define.ts'
import { AudienceWanted } from '@app/contracts/events/campaigns.ts'
import { AudienceSettled } from '@app/contracts/events/crm-proxy.ts'
import type { AudiencePerson } from '@app/contracts/http/audience.ts'
import { subscriptions } from '../src/consumers.ts'
import type { AdvanceDeps } from '../src/dispatches/advance-dispatch.ts'
import { dispatchWork, queueDueDispatches } from '../src/dispatches/scheduler.ts'
import type { Service } from './setup.ts'

export const people = (count: number, domain = 'a.example'): AudiencePerson[] =>
  Array.from({ length: count }, (_, n) => ({ email: `p${n}@${domain}`, merge: { 'First Name': `Ann ${n}`, 'Last Name': 'Lee' } }))

const SKIPPED = { lost: 1, otherStage: 0, notSubscribed: 2, noAddress: 0, duplicate: 0 }

/** Starts a fake crm-proxy, which returns pages of recipients for a valid ticket. */
export async function startAudiences(pageSize = 500) {
  const read = new Map<string, { ticket: string; people: AudiencePerson[] }>()
  let served = 0
  let onPage = (_served: number): unknown => undefined
  let failing = 0
  let pageOf: ((after: number) => object) | undefined
  const server = createServer(async (request, response) => {
    const url = new URL(request.url ?? '', 'http://crm.test')
    const stored = read.get(url.pathname.split('/').at(-1) ?? '')
    const after = Number(url.searchParams.get('after'))
    served += 1
    if (failing-- > 0) return request.socket.destroy()
    if (!stored || request.headers.authorization !== `Ticket ${stored.ticket}`) return response.writeHead(404).end('{}')
    const page = stored.people.slice(after, after + pageSize)
    const had = after + page.length
    await onPage(served)
    const body = pageOf?.(after) ?? { people: page, next: had < stored.people.length ? had : null }
    return response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(body))
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')

  async function deliver<E extends EventContract>(service: Service, event: E, data: EventData<E>): Promise<void> {
    const subscription = subscriptions(service.deps.now).find((one) => one.event.type === event.type)
    await inTransaction(service.db, async (trx) => subscription?.handle(trx, { id: crypto.randomUUID(), data } as never))
  }

  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    served: () => served,
    /** Sets a function that runs before each page is returned. */
    duringPages(happens: typeof onPage) {
      onPage = happens
    },
    /** Sets a function that returns the page for a response. By default, the pages contain the recipients of `publishRead`. */
    servePages(make: typeof pageOf) {
      pageOf = make
    },
    /** Closes the connections of the next `count` requests without a response. */
    failNext(count: number) {
      failing = count
    },
    /** Stores the recipients `found` in the fake crm-proxy, and delivers crm-proxy's event to the service. */
    async publishRead(
      service: Service,
      wanted: { dispatchId: string; companyProfileId: string },
      found: AudiencePerson[],
      asOf = new Date(),
    ) {
      const ticket = crypto.randomUUID()
      read.set(wanted.dispatchId, { ticket, people: found })
      const { dispatchId, companyProfileId } = wanted
      const times = { asOf: asOf.toISOString(), expiresAt: new Date(asOf.getTime() + 7 * 86_400_000).toISOString() }
      const snapshot = { count: found.length, skipped: SKIPPED, ticket, ...times }
      await deliver(service, AudienceSettled, { companyProfileId, dispatchId, snapshot })
    },
    publishUnread: (service: Service, { dispatchId, companyProfileId }: { dispatchId: string; companyProfileId: string }) =>
      deliver(service, AudienceSettled, {
        dispatchId,
        companyProfileId,
        failure: { fault: 'http-status', reason: 'HTTP error! status: 503' },
      }),
    stop() {
      server.closeAllConnections()
      server.close()
    },
  }
}

export type Audiences = Awaited<ReturnType<typeof startAudiences>>

export const audienceRequests = async ({ db }: Service, dispatchId: string) =>
  (await outboxOf(db as never, AudienceWanted)).flatMap(({ data }) => (data.dispatchId === dispatchId ? [data] : []))

/** Queues all due dispatches, and runs their steps until none is due. When `signal` aborts, the process stops. */
export async function tick(deps: AdvanceDeps, signal?: AbortSignal): Promise<void> {
  await queueDueDispatches(deps)
  await runDueWork(dispatchWork(deps), signal)
}

/** Runs one tick of the scheduler at a time of the business clock. */
export const tickAt = async (service: Service, crmProxyUrl: string, at?: string): Promise<void> => {
  if (at) service.clock.now = new Date(at)
  await tick({ ...service.deps, crmProxyUrl })
}
