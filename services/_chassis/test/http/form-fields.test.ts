import { type App, createApp } from '@app/chassis/http/app.ts'
import forms, { withForm } from '@app/chassis/http/receive-form.ts'
import { testTokens } from '@app/chassis/testing/people.ts'
import { recordingLogger } from '@app/chassis/testing/recording-logger.ts'
import { createTestStore } from '@app/chassis/testing/store.ts'
import { defineRoute } from '@app/contracts/define.ts'
import { dateText } from '@app/contracts/primitives.ts'
import * as Type from 'typebox'
import { afterAll, beforeAll, expect, it } from 'vitest'

const route = defineRoute({
  id: 'fields',
  service: 'tasks',
  method: 'POST',
  url: '/fields',
  access: 'public',
  summary: 'A test',
  schema: { response: { 200: Type.Object({ taken: Type.String() }) } },
  form: {
    fields: Type.Object(
      { title: Type.Optional(Type.String()), text: Type.Optional(Type.String()), day: Type.Optional(dateText()) },
      { additionalProperties: false },
    ),
    files: { photo: { kind: 'photo', maxBytes: 1_000, refusal: 'No photo' } },
  },
})

let app: App
beforeAll(async () => {
  app = await createApp({ log: recordingLogger().log, ...testTokens, checks: {} })
  await app.register(forms)
  const target = { store: await createTestStore(), prefix: 'public/tests/' }
  app.route({
    ...route,
    handler: (request) => withForm(request, route, target, async ({ fields }) => ({ taken: fields.day ?? fields.title ?? '' })),
  })
})
afterAll(() => app.close())

type Part = readonly [name: string, value: string, more?: string]

async function send(parts: readonly Part[]) {
  const bodies = parts.map(
    ([name, value, more = '']) => `--test-boundary\r\ncontent-disposition: form-data; name="${name}"${more}\r\n\r\n${value}\r\n`,
  )
  const headers = { 'content-type': 'multipart/form-data; boundary=test-boundary' }
  const response = await app.inject({ method: 'POST', url: '/fields', payload: `${bodies.join('')}--test-boundary--\r\n`, headers })
  const { errors, taken } = response.json()
  return { status: response.statusCode, field: errors?.[0]?.field, says: errors?.[0]?.message, taken }
}

const unknown = (count: number): Part[] => Array.from({ length: count }, (_, n) => [`nonsense${n}`, 'x'])

const title: Part = ['title', 'a']
const text: Part = ['text', 'b']
const nonsense: Part = ['nonsense', 'x']
const NOT_KNOWN = 'is not a known field'
const TWICE = 'was sent more than once'

const refused: [what: string, parts: readonly Part[], field: string, says: string][] = [
  ['an unknown field', [title, nonsense], 'nonsense', NOT_KNOWN],
  ['the first of three unknown fields', unknown(3), 'nonsense0', NOT_KNOWN],
  ['the first of a thousand unknown fields', [title, text, ...unknown(1_000)], 'nonsense0', NOT_KNOWN],
  ['a field with the name of an object method', [title, ['hasOwn', 'x']], 'hasOwn', NOT_KNOWN],
  ['a field that is sent twice', [title, text, title], 'title', TWICE],
  ['a field that is sent a thousand times', Array.from({ length: 1_000 }, () => title), 'title', TWICE],
  ['a field that is JSON', [['title', '{"a":1}', '\r\ncontent-type: application/json']], 'title', 'is not plain text'],
]

it.each(refused)('%s is rejected with its name', async (_what, parts, field, says) => {
  expect(await send(parts)).toEqual({ status: 400, field, says, taken: undefined })
})

it('a field that is too long is rejected with its name, not truncated', async () => {
  const longest = 'x'.repeat(64 * 1024)
  expect(await send([['title', longest.slice(1)]])).toMatchObject({ status: 200, taken: longest.slice(1) })
  expect(await send([text, ['title', `${longest}x`]])).toMatchObject({ status: 413, field: 'title' })
})

it('links with tokens are removed from the fields', async () => {
  const token = 'NgnVjRtTQOGF7NlVT1M7vEWcS56gySLSRPjLOnIgbf8'
  expect(await send([['title', `See http://h/review/${token}`]])).toMatchObject({ taken: 'See [link removed]' })
})

it.each([
  ['2026-12-07T00:00:00.000Z', '2026-12-07'],
  ['2026-12-07T23:30-05:00', '2026-12-07'],
  ['2026-12-07', '2026-12-07'],
  ['', ''],
])('the handler gets the date of %s', async (sent, taken) => {
  expect(await send([['day', sent]])).toMatchObject({ status: 200, taken })
})

it.each(['2026-12-07T', '2026-12-07T00:00:00.000Z x', '2026-12-07 and more'])('%s is no date: 400', async (day) => {
  expect(await send([['day', day]])).toMatchObject({ status: 400, field: 'day' })
})
