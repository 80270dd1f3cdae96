import { type Schema, sampleOf } from '@app/chassis/testing/samples.ts'
import { IF_MATCH, ifMatchOf } from '@app/contracts/rules/versions.ts'
import { allRoutes } from '@app/contracts/surface.ts'
import type { Generator, Input, Outcome } from './input.ts'
import { sendSlowly } from './slow-bodies.ts'
import { type FuzzTarget, ROLES, type Role } from './target.ts'
import { type Path, stringsIn, withAt } from './values.ts'
import { pickFrom, worstJson, worstText } from './worst-cases.ts'

type ServiceRoute = (typeof allRoutes)[number]

const BODY_CHARS = 900_000
const ANSWER_MS = 30_000
/** The product rejects longer path parameters and longer query strings. */
const PARAM_CHARS = 280
const QUERY_CHARS = 1_200

interface Request {
  path: string
  /** Origin of the URL. Default: the gateway's. */
  origin?: string
  body?: string | Buffer
  type?: string
}

const failureOf = (error: unknown): string => {
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error
  return cause instanceof Error ? ((cause as NodeJS.ErrnoException).code ?? cause.name) : String(cause)
}

export async function sendTo(
  target: FuzzTarget,
  method: string,
  role: Role,
  { origin = target.url, path, body, type }: Request,
): Promise<Outcome> {
  const token = target.tokenOf(role)
  const headers = {
    'x-forwarded-for': target.newClient(),
    ...(token && { authorization: `Bearer ${token}` }),
    ...(type && { 'content-type': type }),
    ...(method !== 'GET' && { 'idempotency-key': crypto.randomUUID(), [IF_MATCH]: ifMatchOf(1) }),
  }
  try {
    const signal = AbortSignal.timeout(ANSWER_MS)
    const response = await fetch(origin + path, {
      method,
      headers,
      body: method === 'GET' ? undefined : body,
      signal,
      redirect: 'manual',
    })
    // The body of a live stream does not end, so it is canceled.
    if (response.headers.get('content-type')?.startsWith('text/event-stream')) await response.body?.cancel()
    else await response.arrayBuffer()
    if (response.status === 401 && token) await target.signIn()
    return response.status
  } catch (error) {
    return failureOf(error)
  }
}

const encoded = (text: string): string => encodeURIComponent(text.toWellFormed())

function pathOf({ url }: ServiceRoute, params: Readonly<Record<string, string>>): string {
  return `/api${url.replace(/:(\w+)/g, (_, name: string) => params[name] ?? '')}`
}

type Files = Readonly<Record<string, Buffer>>

const BOUNDARY = 'fuzzed-boundary'

/** Builds a form as bytes, so that names and values can be invalid. */
export function formOf(fields: Readonly<Record<string, string>>, files: Files = {}, boundary = BOUNDARY): Buffer {
  const part = (head: string, body: string | Buffer): Buffer[] => [
    Buffer.from(`--${boundary}\r\nContent-Disposition: form-data; ${head}\r\n\r\n`),
    Buffer.from(body as string),
    Buffer.from('\r\n'),
  ]
  return Buffer.concat([
    ...Object.entries(fields).flatMap(([name, value]) => part(`name="${name}"`, value)),
    ...Object.entries(files).flatMap(([name, bytes]) => part(`name="${name}"; filename="${name}.pdf"`, bytes)),
    Buffer.from(`--${boundary}--\r\n`),
  ])
}

export const FORM_TYPE = `multipart/form-data; boundary=${BOUNDARY}`

const worstForms: readonly (readonly [what: string, form: (random: () => number) => { type: string; body: string | Buffer }])[] = [
  [
    '10,000 parts',
    () => ({ type: FORM_TYPE, body: `--${BOUNDARY}\r\nContent-Disposition: form-data; name="a"\r\n\r\nb\r\n`.repeat(10_000) }),
  ],
  ['10,000 headers in a part', () => ({ type: FORM_TYPE, body: `--${BOUNDARY}\r\n${'A: b\r\n'.repeat(10_000)}\r\n` })],
  ['a header of a megabyte', () => ({ type: FORM_TYPE, body: `--${BOUNDARY}\r\nContent-Disposition: ${'a'.repeat(1_000_000)}` })],
  ['beginnings of boundaries', () => ({ type: FORM_TYPE, body: `\r\n--${BOUNDARY.slice(0, -1)}`.repeat(40_000) })],
  ['a boundary of one dash', () => ({ type: 'multipart/form-data; boundary=-', body: '\r\n---'.repeat(200_000) })],
  ['a boundary of 10,000 characters', () => ({ type: `multipart/form-data; boundary=${'-'.repeat(10_000)}`, body: '-'.repeat(1_000_000) })],
  ['no boundary', () => ({ type: 'multipart/form-data', body: '--a\r\n' })],
  [
    'an odd file name',
    (random) => {
      const name = worstText(8_000, random).replace(/[\r\n"]/g, '')
      return {
        type: FORM_TYPE,
        body: `--${BOUNDARY}\r\nContent-Disposition: form-data; name="a"; filename="${name}"\r\n\r\na\r\n--${BOUNDARY}--`,
      }
    },
  ],
  [
    'an odd encoded file name',
    (random) => {
      const name = encoded(worstText(2_000, random))
      return {
        type: FORM_TYPE,
        body: `--${BOUNDARY}\r\nContent-Disposition: form-data; name="a"; filename*=UTF-8''${name}\r\n\r\na\r\n--${BOUNDARY}--`,
      }
    },
  ],
]

/** Returns the names of the arrays in a body, with items for each of them. */
const listsIn = ({ properties = {} }: Schema): [name: string, item: unknown][] =>
  Object.entries(properties).flatMap(([name, { items }]): [string, unknown][] =>
    items
      ? [
          [name, {}],
          [name, sampleOf(items, {})],
        ]
      : [],
  )

/** Repeats an item as often as fits into a body, but at most 100,000 times. */
function manyOf(item: unknown): string {
  const json = JSON.stringify(item)
  return `[${Array(Math.min(100_000, Math.floor(BODY_CHARS / (json.length + 1)))).fill(json)}]`
}

/** Generates inputs of a route: requests with one unusual string in the parameters, query or body, and unusual bodies and forms. */
function generatorOf(route: ServiceRoute, target: FuzzTarget): Generator {
  const { id, method, schema, form } = route
  const known = { ...target.known, id: route.service === 'tasks' ? target.taskId : crypto.randomUUID() }
  const params = sampleOf((schema.params ?? {}) as Schema, known) as Record<string, string>
  const body = schema.body && sampleOf(schema.body as Schema, known)
  const fields = form && (sampleOf(form.fields as Schema, known) as Record<string, string>)
  const roles: readonly Role[] = route.access === 'public' ? ['visitor'] : route.access === 'owner' ? ['owner'] : ['admin']
  const types = body ? 'application/json' : undefined

  const path = () => pathOf(route, params)
  const base = (): Request => ({
    path: path(),
    ...(body ? { body: JSON.stringify(body), type: types } : undefined),
    ...(fields && { body: formOf(fields), type: FORM_TYPE }),
  })
  const input = (what: string, role: Role, request: Request): Input => ({
    covers: id,
    what: `${method} ${route.url} as ${role}: ${what}`,
    send: () => sendTo(target, method, role, request),
  })
  const roleFor = (random: () => number): Role => (random() < 0.8 ? (roles[0] as Role) : pickFrom(ROLES, random))
  const kind = (make: (random: () => number) => [what: string, request: Partial<Request>]) => (random: () => number) => {
    const [what, request] = make(random)
    return input(what, roleFor(random), { ...base(), ...request })
  }
  const lengthFor = (maxLength: number, random: () => number): number => {
    const wanted = pickFrom([maxLength, maxLength, maxLength + 1, BODY_CHARS], random)
    return Math.max(1, Math.min(wanted, BODY_CHARS))
  }
  const shown = (text: string): string => `${JSON.stringify(text.slice(0, 24))}… (${text.length})`

  const ofStrings = (where: string, schemaOf: Schema | undefined, place: (path: Path, text: string) => Partial<Request>, most: number) =>
    stringsIn(schemaOf ?? {}).map(({ path, maxLength }) =>
      kind((random) => {
        const text = worstText(Math.min(most, lengthFor(maxLength, random)), random)
        return [`${where} ${path.join('.')} = ${shown(text)}`, place(path, text)]
      }),
    )

  const [role = 'visitor'] = roles
  const slow = (type: string) => (): Input => ({
    covers: id,
    what: `${method} ${route.url} as ${role}: slow bodies`,
    send: () => sendSlowly(target, { method, path: path(), type, token: target.tokenOf(role) }),
  })

  return {
    covers: id,
    kinds: [
      ...(method === 'GET' ? [] : [slow(fields ? FORM_TYPE : 'application/json')]),
      // First, a valid request of each role. Then, requests with one changed string.
      ...ROLES.map((role) => () => input('a valid request', role, base())),
      ...ofStrings(
        'parameter',
        schema.params as Schema | undefined,
        ([name], text) => ({ path: pathOf(route, { ...params, [String(name)]: encoded(text).slice(0, PARAM_CHARS).replace(/%.?$/, '') }) }),
        PARAM_CHARS,
      ),
      ...ofStrings(
        'query',
        schema.querystring as Schema | undefined,
        ([name], text) => ({ path: `${pathOf(route, params)}?${String(name)}=${encoded(text).slice(0, 4_000).replace(/%.?$/, '')}` }),
        QUERY_CHARS,
      ),
      kind((random) => {
        const name = pickFrom(['a[b]', '__proto__', 'constructor[prototype][a]', 'a', 'limit', 'cursor', '%'], random)
        const query = `${name}=1&`.repeat(Math.floor(4_000 / (name.length + 3)))
        return [`query ${query.slice(0, 24)}…`, { path: `${pathOf(route, params)}?${query}` }]
      }),
      ...(body
        ? [
            ...ofStrings('body', schema.body as Schema, (path, text) => ({ body: JSON.stringify(withAt(body, path, text)) }), BODY_CHARS),
            ...worstJson.map(([what, json]) => kind(() => [`body of ${what}`, { body: json() }])),
            // The gateway refuses such bodies. The service must not depend on this.
            kind((random) => {
              const [what, json] = pickFrom(worstJson, random)
              return [
                `body of ${what}, to the service itself`,
                { origin: target.urlOf(route.service), path: path().replace(/^\/api/, ''), body: json() },
              ]
            }),
            ...listsIn(schema.body as Schema).map(([name, item]) =>
              kind(() => [`many items in ${name}`, { body: `{${JSON.stringify(name)}:${manyOf(item)}}` }]),
            ),
            ...Object.keys(body as object).map((name) =>
              kind((random) => {
                const [what, json] = pickFrom(worstJson, random)
                return [`body with ${what} in ${name}`, { body: `{${JSON.stringify(name)}:${json().slice(0, BODY_CHARS)}}` }]
              }),
            ),
          ]
        : []),
      ...(fields
        ? [
            ...ofStrings(
              'field',
              form.fields as Schema,
              ([name], text) => ({ body: formOf({ ...fields, [String(name)]: text }) }),
              BODY_CHARS,
            ),
            ...worstForms.map(([what, make]) => kind((random) => [`a form of ${what}`, make(random)])),
            ...Object.keys(fields).map((name) =>
              kind((random) => {
                const [what, json] = pickFrom(worstJson, random)
                return [`field ${name} of ${what}`, { body: formOf({ ...fields, [name]: json() }) }]
              }),
            ),
          ]
        : []),
    ],
  }
}

export const routeGenerators = (target: FuzzTarget): Generator[] =>
  allRoutes.filter(({ internal }) => !internal).map((route) => generatorOf(route, target))
