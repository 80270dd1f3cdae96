import { connect } from '@app/chassis/db/connect.ts'
import type { Migrations } from '@app/chassis/db/migrate.ts'
import { type App, createApp } from '@app/chassis/http/app.ts'
import forms, { type ReceivedForm, withForm } from '@app/chassis/http/receive-form.ts'
import { createIdempotencyKeyTable } from '@app/chassis/idempotency/keys.ts'
import idempotency, { idempotentRequestOf } from '@app/chassis/idempotency/plugin.ts'
import type { ObjectStore } from '@app/chassis/storage/object-store.ts'
import { testTokens } from '@app/chassis/testing/people.ts'
import { recordingLogger } from '@app/chassis/testing/recording-logger.ts'
import { defineRoute } from '@app/contracts/define.ts'
import { type Kysely, sql } from 'kysely'
import * as Type from 'typebox'

export interface Tables {
  effect: { n: number; name: string }
}

/** The table `effect` has no unique key. If a request causes its effect twice, the table gets two rows. */
export const migrations: Migrations = {
  '0001-effects': {
    async up(db) {
      await sql`create table effect (n integer generated always as identity, name text not null)`.execute(db)
    },
  },
  '0002-idempotency-keys': { up: createIdempotencyKeyTable },
}

export const open = (url: string): Kysely<Tables> => connect<Tables>({ url, schema: 'tasks', max: 10, onIdleError: () => {} })

const Effect = Type.Object({ n: Type.Integer(), name: Type.String() })
const Named = Type.Object(
  { name: Type.String(), password: Type.Optional(Type.String({ description: 'secret: never kept' })) },
  { additionalProperties: false },
)
const common = { service: 'tasks', access: 'signed-in', summary: 'A test', schema: { response: { 201: Effect } } } as const

export const post = defineRoute({
  ...common,
  id: 'post',
  method: 'POST',
  url: '/effects',
  idempotent: true,
  schema: { ...common.schema, body: Named },
})
const postAnyway = defineRoute({ ...post, id: 'postAnyway', url: '/effects-anyway', idempotent: undefined })
const form = defineRoute({
  ...common,
  id: 'form',
  method: 'POST',
  url: '/form',
  idempotent: true,
  form: {
    fields: Type.Object({ name: Type.String() }, { additionalProperties: false }),
    files: { photo: { kind: 'photo', maxBytes: 20_000_000, refusal: 'No photo' } },
  },
})

export interface Moments {
  /** Called after the effect, before the response is stored. */
  done?: () => Promise<unknown>
  /** Called after the commit, before the response is sent. */
  committed?: () => Promise<unknown>
}

export async function buildTested(db: Kysely<Tables>, store: ObjectStore, moments: Moments = {}): Promise<App> {
  const app = await createApp({ log: recordingLogger().log, ...testTokens, checks: {} })
  await app.register(forms)
  await app.register(idempotency, { db })

  async function effect(name: string, idempotentRequest: ReturnType<typeof idempotentRequestOf>): Promise<{ n: number; name: string }> {
    const result = await db.transaction().execute(async (trx) => {
      const { rows } = await sql<{ n: number; name: string }>`insert into effect (name) values (${name}) returning n, name`.execute(trx)
      await moments.done?.()
      if (name === 'refused') throw Object.assign(new Error('Not this one'), { statusCode: 409 })
      return idempotentRequest.storeResponse(trx, rows[0] ?? { n: 0, name })
    })
    await moments.committed?.()
    return result
  }

  for (const route of [post, postAnyway]) {
    app.route({
      ...route,
      handler: async (request, reply) => reply.code(201).send(await effect(request.body.name, idempotentRequestOf(request))),
    })
  }
  app.route({
    ...form,
    handler: async (request, reply) => {
      const target = { store, prefix: 'public/tests/' }
      const handle = async ({ fields, acceptFiles }: ReceivedForm<typeof form>) => {
        await acceptFiles()
        return effect(fields.name, idempotentRequestOf(request))
      }
      return reply.code(201).send(await withForm(request, form, target, handle))
    },
  })
  return app
}
