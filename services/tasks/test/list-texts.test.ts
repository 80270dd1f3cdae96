import { ownerWithCompany } from '@app/chassis/testing/companies.ts'
import type { Task } from '@app/contracts/http/tasks.ts'
import fc from 'fast-check'
import { sql } from 'kysely'
import { Registry } from 'prom-client'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { buildApp } from '../src/app.ts'
import { admin, adminCreate, create, deliver, giveFeedback, move, read, remove, setUp, taskFields } from './setup.ts'

let service: Awaited<ReturnType<typeof setUp>>
beforeAll(async () => {
  service = await setUp()
})
afterAll(() => service.stop())

type Owner = Awaited<ReturnType<typeof ownerWithCompany>>

const list = (owner: Owner, headers: Record<string, string> = {}, app = service.app) =>
  app.inject({ url: `/task/tasks/${owner.company._id}`, headers: { ...owner.headers, ...headers } })

const acts = [
  'create',
  'create for',
  'deliver',
  'approve',
  'refer back',
  'give feedback',
  'post',
  'remove',
  'old replica',
  'by hand',
] as const
type Act = { what: (typeof acts)[number]; task: number }

/** Does something to one of an owner's tasks, which may be refused. */
async function play(owner: Owner, { what, task }: Act): Promise<unknown> {
  const { app, db } = service
  if (what === 'create') return create(app, owner, taskFields(owner.company._id))
  if (what === 'create for') return adminCreate(app, taskFields(owner.company._id))
  const tasks: Task[] = (await list(owner)).json()
  const one = tasks[task % Math.max(1, tasks.length)]
  if (!one) return
  if (what === 'deliver') return deliver(app, one._id)
  if (what === 'remove') return remove(app, owner, one._id)
  if (what === 'give feedback') return giveFeedback(app, owner, one._id, { feedback: `Warmer, "please" 🌲 ${task}` })
  if (what === 'post') return move(app, admin, one._id, { currentStatus: 'Posted' })
  if (what === 'old replica')
    return sql`update task set title = title || ${'"\\\u2028'}, version = version + 1, updated_at = now() where id = ${one._id}`.execute(db)
  // As somebody might who knows nothing of versions.
  if (what === 'by hand') return sql`update task set tagline = ${`By hand ${task}`} where id = ${one._id}`.execute(db)
  return move(app, owner, one._id, { currentStatus: what === 'approve' ? 'Approved' : 'Roll Back' })
}

test('a list holds each task as its row has it, whoever changed that; and a tag stands for one list only', async () => {
  const owner = await ownerWithCompany(service.deps)
  const told = new Map<string, unknown>()
  const played = fc.asyncProperty(
    fc.array(fc.record({ what: fc.constantFrom(...acts), task: fc.nat(3) }), { minLength: 1, maxLength: 8 }),
    async (all) => {
      for (const act of all) {
        await play(owner, act)
        const answer = await list(owner)
        const tasks: Task[] = answer.json()
        const alone = await Promise.all(tasks.map(async ({ _id }) => (await read(service.app, admin, _id)).json()))
        expect(tasks).toEqual(alone)
        const tag = String(answer.headers.etag)
        expect(told.get(tag) ?? tasks).toEqual(tasks)
        told.set(tag, tasks)
        expect((await list(owner, { 'if-none-match': tag })).statusCode).toBe(304)
      }
    },
  )
  await fc.assert(played, { numRuns: 25 })
  expect(told.size).toBeGreaterThan(10)
})

test('who has a list is told so by every replica until a task of the company changes, and nobody else is', async () => {
  const owner = await ownerWithCompany(service.deps)
  const stranger = await ownerWithCompany(service.deps)
  const other = await buildApp({ ...service.deps, registry: new Registry() })
  await create(service.app, owner, taskFields(owner.company._id))
  const known = { 'if-none-match': String((await list(owner)).headers.etag) }
  const again = await list(owner, known, other)
  expect([again.statusCode, again.body, again.headers['cache-control']]).toEqual([304, '', 'private, no-cache'])
  expect((await list(owner, { ...known, ...stranger.headers })).statusCode).toBe(404)
  expect((await list(owner, { ...known, authorization: '' })).statusCode).toBe(401)
  await create(service.app, stranger, taskFields(stranger.company._id))
  expect((await list(owner, known, other)).statusCode).toBe(304)
  await create(service.app, owner, taskFields(owner.company._id))
  expect((await list(owner, known, other)).statusCode).toBe(200)
  await other.close()
})

test('a tag from before a restore is not taken for one of the same version after it', async () => {
  const owner = await ownerWithCompany(service.deps)
  await create(service.app, owner, taskFields(owner.company._id))
  const known = { 'if-none-match': String((await list(owner)).headers.etag) }
  await sql`update company_tally set version = version where company_id = ${owner.company._id}`.execute(service.db)
  expect((await list(owner, known)).statusCode).toBe(200)
})

test('another public address makes another list', async () => {
  const owner = await ownerWithCompany(service.deps)
  const { store } = service.deps
  const moved = await buildApp({
    ...service.deps,
    registry: new Registry(),
    store: { ...store, publicUrl: (key) => `https://elsewhere.example/${key}` },
  })
  const created: Task = (await create(service.app, owner, taskFields(owner.company._id))).json()
  await deliver(service.app, created._id)
  const known = { 'if-none-match': String((await list(owner)).headers.etag) }
  const elsewhere = await list(owner, known, moved)
  expect(elsewhere.json()[0].doneTaskImage).toMatch(/^https:\/\/elsewhere\.example\//)
  await moved.close()
})

test('a list larger than all that is kept as text is whole', async () => {
  const owner = await ownerWithCompany(service.deps)
  await sql`
    insert into task (id, company_id, title, tagline, taskpurpose, headline, offerormessage, calltoaction, guidlines, additionalinfo,
      description, platform_x, platform_fb, platform_insta, platform_li, platform_youtube, platform_via_mail, is_recurring, created_by)
    select gen_random_uuid(), ${owner.company._id}, n::text, '', '', '', '', '', '', '', repeat('x', 45000),
      false, false, false, false, false, false, false, 'owner'
    from generate_series(1, 400) n`.execute(service.db)
  for (let times = 0; times < 3; times++) {
    const tasks: Task[] = (await list(owner)).json()
    expect(tasks.map(({ title }) => Number(title))).toEqual(Array.from({ length: 400 }, (_, at) => 400 - at))
  }
})
