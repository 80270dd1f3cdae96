import { createApp } from '@app/chassis/http/app.ts'
import { serializerCompiler } from '@app/chassis/http/serializer.ts'
import { testTokens } from '@app/chassis/testing/people.ts'
import { recordingLogger } from '@app/chassis/testing/recording-logger.ts'
import * as Type from 'typebox'
import { expect, it } from 'vitest'

const routeDefinition = { method: 'GET', url: '/thing', httpStatus: '200' }

it('a schema is compiled once, also for several routes, and only its fields are serialized', () => {
  const schema = Type.Object({ name: Type.String() })
  const serialize = serializerCompiler({ ...routeDefinition, schema })
  expect(serializerCompiler({ method: 'HEAD', url: '/other', httpStatus: '200', schema })).toBe(serialize)
  expect(serialize({ name: 'Coffee', secret: 'x' })).toBe('{"name":"Coffee"}')
})

it('two schemas have two serializers', () => {
  const first = serializerCompiler({ ...routeDefinition, schema: Type.Object({ a: Type.Integer() }) })
  const second = serializerCompiler({ ...routeDefinition, schema: Type.Object({ b: Type.Integer() }) })
  expect([first({ a: 1, b: 2 }), second({ a: 1, b: 2 })]).toEqual(['{"a":1}', '{"b":2}'])
})

it('the HTTP server of a process uses these serializers', async () => {
  const app = await createApp({ log: recordingLogger().log, ...testTokens, checks: {} })
  expect(app.serializerCompiler).toBe(serializerCompiler)
  await app.close()
})
