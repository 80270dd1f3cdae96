import { allRoutes } from '@app/contracts/surface.ts'
import fastJsonStringify from 'fast-json-stringify'
import { expect, it } from 'vitest'
import { validatorCompiler } from '../../src/http/validator.ts'

it('compiles every schema of every route, which otherwise happens at the first request', () => {
  expect(allRoutes.length).toBeGreaterThan(100)
  for (const { id, url, method, schema, form } of allRoutes) {
    const requests = { params: schema.params, querystring: schema.querystring, body: schema.body ?? form?.fields }
    for (const [httpPart, part] of Object.entries(requests)) {
      if (!part) continue
      const validate = validatorCompiler({ schema: part, method, url, httpPart })
      expect(() => validate({}), `${httpPart} of ${id}`).not.toThrow()
    }
    for (const [status, response] of Object.entries(schema.response))
      expect(() => fastJsonStringify(response), `response ${status} of ${id}`).not.toThrow()
  }
})
