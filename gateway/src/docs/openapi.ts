import { brand } from '@app/contracts/brand.ts'
import type { FormContract, RouteContract } from '@app/contracts/define.ts'
import { Problem } from '@app/contracts/primitives.ts'
import { acceptedTypes } from '@app/contracts/rules/accepted-types.ts'
import { IDEMPOTENCY_KEY_HOURS, IDEMPOTENCY_KEY_PATTERN } from '@app/contracts/rules/idempotency.ts'
import { allRoutes } from '@app/contracts/surface.ts'
import type * as Type from 'typebox'

type Json = Record<string, unknown>

const problem = (description: string): Json => ({
  description,
  content: { 'application/problem+json': { schema: { $ref: '#/components/schemas/Problem' } } },
})

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
  description: `Use a new key for each new operation, and the same key for each retry. Within ${IDEMPOTENCY_KEY_HOURS} hours, a retry has no second effect and gets the first response again, with \`Idempotency-Replayed: true\`. The same key with another body is rejected with 422 \`idempotency-key-reused\`. Error responses are not stored, so a corrected request may use the same key.`,
}

const seenVersion: Json = {
  name: 'If-Match',
  in: 'header',
  required: true,
  schema: { type: 'string', pattern: '^"[0-9]{1,9}"$' },
  description:
    'The `version` of the record that you have seen, in quotation marks. Without it, the request is rejected with 428. An old version is rejected with 409 and the current record.',
}

/** Returns the request body of a form. A field may accept both a file and the URL of a stored file. */
function formBody({ fields, files }: FormContract): Json {
  const fileParts = Object.entries(files).map(([name, { kind, maxBytes }]) => {
    const description = `${acceptedTypes[kind].join(', ')}; at most ${maxBytes} bytes`
    const file = { type: 'string', format: 'binary', description }
    const kept = fields.properties[name]
    return [name, kept ? { anyOf: [file, kept] } : file]
  })
  const encoding = Object.fromEntries(
    Object.entries(files).map(([name, { kind }]) => [name, { contentType: acceptedTypes[kind].join(', ') }]),
  )
  const schema = { ...fields, properties: { ...fields.properties, ...Object.fromEntries(fileParts) } }
  return { required: true, content: { 'multipart/form-data': { schema, encoding } } }
}

const nextLink: Json = {
  Link: {
    description: 'The URL of the next page as `<…>; rel="next"`, if there is one. Also sent when the request has no `limit`.',
    schema: { type: 'string' },
  },
}

function bodyOf({ form, schema }: RouteContract): Json | undefined {
  if (form) return formBody(form)
  return schema.body && { required: true, content: { 'application/json': { schema: schema.body } } }
}

function operationOf(route: RouteContract): Json {
  const { id, service, summary, access, stream, answers = 'application/json', idempotent, versioned, schema } = route
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
    ...(!isOpen && { description: `Access: ${access}.` }),
    parameters: [
      ...parametersOf('path', schema.params),
      ...parametersOf('query', schema.querystring),
      ...(idempotent ? [idempotencyKey] : []),
      ...(versioned ? [seenVersion] : []),
    ],
    ...(requestBody && { requestBody }),
    responses: {
      ...Object.fromEntries(successes),
      ...(!isOpen && { 401: problem('Missing or invalid token'), 403: problem('Not allowed for this role') }),
      '4XX': problem('The request was rejected'),
      '5XX': problem('A service is unavailable, or an unexpected error occurred'),
    },
  }
}

/** Returns an OpenAPI 3.1 document of all public routes, generated from the contracts. */
export function openApi(): Json {
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
        'All routes are also available without the `/api` prefix. URLs of files are relative to the origin of the product: `/files/…`. Errors are problem details (RFC 9457) with a message for the user in `message`.',
    },
    // Relative to the document, so that the API reference works on every host.
    servers: [{ url: '/api' }],
    tags: [...new Set(routes.map(({ service }) => service))].map((name) => ({ name })),
    paths,
    components: {
      schemas: { Problem },
      securitySchemes: { bearer: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' } },
    },
  }
  // The schemas contain properties that are only for TypeScript. Serializing removes them.
  return JSON.parse(JSON.stringify(document)) as Json
}
