import { brand } from '@app/contracts/brand.ts'
import type { FormContract, RouteContract } from '@app/contracts/define.ts'
import { Problem } from '@app/contracts/primitives.ts'
import { mediaTypes } from '@app/contracts/rules/files.ts'
import { IDEMPOTENCY_KEY_HOURS, IDEMPOTENCY_KEY_PATTERN } from '@app/contracts/rules/idempotency.ts'
import { allRoutes } from '@app/contracts/surface.ts'
import type * as Type from 'typebox'

type Json = Record<string, unknown>

const problem = (description: string): Json => ({
  description,
  content: { 'application/problem+json': { schema: { $ref: '#/components/schemas/Problem' } } },
})

/** `/task/:id` as OpenAPI writes it. */
const pathOf = (url: string): string => url.replace(/:(\w+)/g, '{$1}')

function parametersOf(place: 'path' | 'query', schema: Type.TObject | undefined): Json[] {
  if (!schema) return []
  const required: readonly string[] = schema.required ?? []
  return Object.entries(schema.properties).map(([name, property]) => ({
    name,
    in: place,
    required: place === 'path' || required.includes(name),
    schema: property,
  }))
}

const idempotencyKey: Json = {
  name: 'Idempotency-Key',
  in: 'header',
  required: false,
  schema: { type: 'string', pattern: IDEMPOTENCY_KEY_PATTERN },
  description: `New for each thing intended, the same each time it is sent again: within ${IDEMPOTENCY_KEY_HOURS} hours it happens once and is answered as the first time, with \`Idempotency-Replayed: true\`. With another body: 422 \`idempotency-key-reused\`. Refusals are not kept.`,
}

/** A form on the wire: its texts, and at most one file under each file field. A field may be both: the file or its kept address. */
function formBody({ fields, files }: FormContract): Json {
  const fileParts = Object.entries(files).map(([name, { kind, maxBytes }]) => {
    const description = `${mediaTypes[kind].join(', ')}; at most ${maxBytes} bytes`
    const file = { type: 'string', format: 'binary', description }
    const kept = fields.properties[name]
    return [name, kept ? { anyOf: [file, kept] } : file]
  })
  const encoding = Object.fromEntries(Object.entries(files).map(([name, { kind }]) => [name, { contentType: mediaTypes[kind].join(', ') }]))
  const schema = { ...fields, properties: { ...fields.properties, ...Object.fromEntries(fileParts) } }
  return { required: true, content: { 'multipart/form-data': { schema, encoding } } }
}

/** On lists that come by page. */
const nextLink: Json = {
  Link: {
    description: '`<address>; rel="next"` of the next page, when there is one: also when no `limit` was asked for.',
    schema: { type: 'string' },
  },
}

function bodyOf({ form, schema }: RouteContract): Json | undefined {
  if (form) return formBody(form)
  return schema.body && { required: true, content: { 'application/json': { schema: schema.body } } }
}

function operationOf(route: RouteContract): Json {
  const { id, service, summary, access, stream, answers = 'application/json', idempotent, schema } = route
  const requestBody = bodyOf(route)
  const successes = Object.entries(schema.response).map(([status, reply]) => [
    status,
    {
      description: 'Done',
      ...(schema.querystring?.properties.cursor && { headers: nextLink }),
      content: { [stream ? 'text/event-stream' : answers]: { schema: reply } },
    },
  ])
  const isOpen = access === 'public'
  return {
    operationId: id,
    tags: [service],
    summary,
    security: isOpen ? [] : [{ bearer: [] }],
    ...(!isOpen && { description: `For: ${access}.` }),
    parameters: [
      ...parametersOf('path', schema.params),
      ...parametersOf('query', schema.querystring),
      ...(idempotent ? [idempotencyKey] : []),
    ],
    ...(requestBody && { requestBody }),
    responses: {
      ...Object.fromEntries(successes),
      ...(!isOpen && { 401: problem('No token, or one that has ended'), 403: problem('Not for this role') }),
      '4XX': problem('Refused'),
      '5XX': problem('A part is away, or failed'),
    },
  }
}

/** OpenAPI 3.1 of everything the gateway passes on, from the contracts. */
export function openApi(publicUrl: string): Json {
  const paths: Record<string, Json> = {}
  const routes = allRoutes.filter((route) => !route.internal)
  for (const route of routes) {
    const path = pathOf(route.url)
    paths[path] = { ...paths[path], [route.method.toLowerCase()]: operationOf(route) }
  }
  const document = {
    openapi: '3.1.1',
    info: {
      title: brand.name,
      version: '1',
      description:
        'Every call also answers without the `/api` prefix. Refusals are problems (RFC 9457) with the sentence to show in `message`.',
    },
    servers: [{ url: new URL('/api', publicUrl).href }],
    tags: [...new Set(routes.map(({ service }) => service))].map((name) => ({ name })),
    paths,
    components: {
      schemas: { Problem },
      securitySchemes: { bearer: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' } },
    },
  }
  // Schemas carry members for TypeScript only; what is written out is plain JSON Schema.
  return JSON.parse(JSON.stringify(document)) as Json
}
