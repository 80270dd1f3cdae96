import { type App, createApp } from '@app/chassis/http/app.ts'
import forms, { withForm } from '@app/chassis/http/receive-form.ts'
import type { ObjectStore } from '@app/chassis/storage/object-store.ts'
import { testTokens } from '@app/chassis/testing/people.ts'
import { recordingLogger } from '@app/chassis/testing/recording-logger.ts'
import { defineRoute } from '@app/contracts/define.ts'
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
    fields: Type.Object({ title: Type.Optional(Type.String()), text: Type.Optional(Type.String()) }, { additionalProperties: false }),
    files: { photo: { kind: 'photo', maxBytes: 1_000, refusal: 'No photo' } },
  },
})

let app: App
beforeAll(async () => {
  app = await createApp({ log: recordingLogger().log, ...testTokens, checks: {} })
  await app.register(forms)
  const target = { store: { remove: async () => {} } as unknown as ObjectStore, prefix: 'public/tests/' }
  app.route({ ...route, handler: (request) => withForm(request, route, target, async ({ fields }) => ({ taken: fields.title ?? '' })) })
})
afterAll(() => app.close())

type Part = readonly [name: string, value: string, more?: string]

/** A form of these text fields, in this order. */
async function send(parts: readonly Part[]) {
  const bodies = parts.map(([name, value, more = '']) => `--b\r\ncontent-disposition: form-data; name="${name}"${more}\r\n\r\n${value}\r\n`)
  const headers = { 'content-type': 'multipart/form-data; boundary=b' }
  const answer = await app.inject({ method: 'POST', url: '/fields', payload: `${bodies.join('')}--b--\r\n`, headers })
  const { errors, taken } = answer.json()
  return { status: answer.statusCode, field: errors?.[0]?.field, says: errors?.[0]?.message, taken }
}

const unknown = (count: number): Part[] => Array.from({ length: count }, (_, n) => [`nonsense${n}`, 'x'])

it.each([
  [
    'a field nobody knows',
    [
      ['title', 'a'],
      ['nonsense', 'x'],
    ],
    'nonsense',
    'is not known here',
  ],
  ['three that nobody knows', unknown(3), 'nonsense0', 'is not known here'],
  ['a thousand that nobody knows', [['title', 'a'], ['text', 'b'], ...unknown(1_000)], 'nonsense0', 'is not known here'],
  [
    'a member of every object',
    [
      ['title', 'a'],
      ['hasOwn', 'x'],
    ],
    'hasOwn',
    'is not known here',
  ],
  [
    'a field that comes twice',
    [
      ['title', 'a'],
      ['text', 'b'],
      ['title', 'c'],
    ],
    'title',
    'was sent more than once',
  ],
  ['one that comes a thousand times', Array.from({ length: 1_000 }, () => ['title', 'a'] as const), 'title', 'was sent more than once'],
  ['a field that is JSON', [['title', '{"a":1}', '\r\ncontent-type: application/json']], 'title', 'is not plain text'],
] as [string, Part[], string, string][])('%s is refused by its name', async (_what, parts, field, says) => {
  expect(await send(parts)).toEqual({ status: 400, field, says, taken: undefined })
})

it('a field that is too long is refused by its name, not cut', async () => {
  const longest = 'x'.repeat(64 * 1024)
  expect(await send([['title', longest.slice(1)]])).toMatchObject({ status: 200, taken: longest.slice(1) })
  expect(
    await send([
      ['text', 'a'],
      ['title', `${longest}x`],
    ]),
  ).toMatchObject({ status: 413, field: 'title' })
})
