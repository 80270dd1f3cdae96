import { connect } from '@app/chassis/db/connect.ts'
import { ownerWithCompany } from '@app/chassis/testing/companies.ts'
import { createTestDatabase } from '@app/chassis/testing/database.ts'
import { recordingLogger } from '@app/chassis/testing/recording-logger.ts'
import { startRelay, type TestRelay } from '@app/chassis/testing/relay.ts'
import type { Tracer } from '@app/chassis/tracing/tracer.ts'
import type { AudiencePerson } from '@app/contracts/http/audience.ts'
import { type Kysely, sql } from 'kysely'
import { Registry } from 'prom-client'
import { v7 as uuidv7 } from 'uuid'
import { afterAll, afterEach, beforeAll, beforeEach, expect } from 'vitest'
import { compileMail } from '../src/content/compile-mail.ts'
import { findSender, type MailSettings } from '../src/content/mail-input.ts'
import { migrations } from '../src/db/migrations/index.ts'
import type { Tables } from '../src/db/tables.ts'
import { addRecipients } from '../src/sending/add-recipients.ts'
import { startSender } from '../src/sending/sender.ts'
import type { SendingRates } from '../src/sending/token-buckets.ts'

const settings: MailSettings = {
  publicUrl: 'https://portal.example',
  senderDomain: 'mail.example',
  postalAddress: '1 Main Street, Columbia, SC 29201',
}

export const people = (count: number, domain = 'people.example'): AudiencePerson[] =>
  Array.from({ length: count }, (_, n) => ({ email: `p${n}@${domain}`, merge: { 'First Name': `Person ${n}` } }))

export const eventually = <T>(read: () => Promise<T> | T) => expect.poll(read, { timeout: 40_000, interval: 20 })

async function setUp() {
  const database = await createTestDatabase('campaigns', migrations)
  const db: Kysely<Tables> = connect<Tables>({ url: database.url, schema: 'campaigns', max: 10, onIdleError: () => {} })
  const { log, lines } = recordingLogger()
  const senders: (() => Promise<void>)[] = []
  const { company } = await ownerWithCompany({ db })

  /** Inserts a dispatch in state `sending` for these recipients. Returns its id. */
  async function dispatchTo(
    audience: readonly AudiencePerson[],
    { companyId = company._id, body = 'Dear {{First Name|friend}},\n\nwe bake.' } = {},
  ) {
    const [campaignId, stepId, id] = [uuidv7(), uuidv7(), uuidv7()]
    const step = { type: 'Initial', subject: 'Pies for {{First Name|you}}', body } as const
    await db
      .insertInto('campaign')
      .values({ id: campaignId, company_id: companyId, name: 'Pies', audience: 'All', category: 'Special Event' })
      .execute()
    await db
      .insertInto('step')
      .values({ id: stepId, campaign_id: campaignId, position: 0, ...step })
      .execute()
    const sender = await findSender(db, companyId, settings)
    if (!sender) throw new Error('no company')
    const input = { company: sender, campaignId, step, attachment: null, countsOpens: true, at: new Date('2026-11-22T14:00:00Z') }
    const { links, ...mail } = await compileMail(input, settings)
    await db
      .insertInto('dispatch')
      .values({
        id,
        campaign_id: campaignId,
        step_id: stepId,
        company_id: companyId,
        date: '2026-11-22',
        sends_at: '2026-11-22T14:00:00Z',
        state: 'gathering',
        mail: JSON.stringify(mail),
        links,
      })
      .execute()
    await db.transaction().execute(async (trx) => {
      await addRecipients(trx, { id, companyId, pulled: 0 }, audience, (email) => email)
      const { count } = await trx
        .selectFrom('delivery')
        .select(sql<number>`count(*)::int`.as('count'))
        .where('dispatch_id', '=', id)
        .executeTakeFirstOrThrow()
      await trx.updateTable('dispatch').set({ state: 'sending', audience: count }).where('id', '=', id).execute()
    })
    return id
  }

  function start(
    smtpUrl: string,
    {
      relay = 10_000,
      company: ofCompany = relay,
      stopMs = 5_000,
      db: itsDb = db,
      tracer,
    }: Partial<SendingRates> & { stopMs?: number; db?: Kysely<Tables>; tracer?: Tracer } = {},
  ): () => Promise<void> {
    const rates = { relay, company: ofCompany }
    const stop = startSender({ db: itsDb, databaseUrl: database.url, smtpUrl, rates, stopMs, registry: new Registry(), tracer, log })
    senders.push(stop)
    return stop
  }

  async function states(id: string): Promise<Record<string, number>> {
    const { rows } = await sql<{ state: string; count: number }>`
      select state, count(*)::int as count from delivery where dispatch_id = ${id} group by state order by state`.execute(db)
    return Object.fromEntries(rows.map(({ state, count }) => [state, count]))
  }

  const dispatch = (id: string) =>
    db.selectFrom('dispatch').select(['state', 'code', 'reason']).where('id', '=', id).executeTakeFirstOrThrow()

  async function codes(id: string): Promise<(string | null)[]> {
    const rows = await db.selectFrom('delivery').select('code').distinct().where('dispatch_id', '=', id).orderBy('code').execute()
    return rows.map(({ code }) => code)
  }

  const quiet = async () => void (await Promise.all(senders.splice(0).map((stop) => stop())))

  return {
    db,
    databaseUrl: database.url,
    adminUrl: database.adminUrl,
    log,
    lines,
    company,
    dispatchTo,
    start,
    states,
    dispatch,
    codes,
    untilDone: (id: string) => eventually(async () => (await dispatch(id)).state).toBe('done'),
    makeDue: () => sql`update delivery set due_at = now() where state in ('queued', 'unknown')`.execute(db),
    quiet,
    async empty() {
      await quiet()
      for (const table of ['delivery', 'dispatch', 'step', 'campaign', 'suppression', 'rate'] as const) await db.deleteFrom(table).execute()
      await db.insertInto('rate').values({ name: 'relay' }).execute()
    },
    async stop() {
      await quiet()
      await db.destroy()
      await database.drop()
    },
  }
}

type Sending = Awaited<ReturnType<typeof setUp>> & { relay: TestRelay }

/** Sets up a database for senders, and a new mail relay for each test. */
export function setSending(): Sending {
  const sending = {} as Sending
  beforeAll(async () => void Object.assign(sending, await setUp()))
  afterAll(() => sending.stop())
  beforeEach(async () => {
    sending.relay = await startRelay()
  })
  afterEach(async () => {
    sending.relay.answerNow()
    await sending.empty()
    await sending.relay.close()
  })
  return sending
}
