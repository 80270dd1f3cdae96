import type { RouteContract, ServiceName } from '@app/contracts/define.ts'
import { IF_MATCH, ifMatchOf } from '@app/contracts/rules/versions.ts'
import { allRoutes } from '@app/contracts/surface.ts'
import { type QueryExecutorProvider, sql } from 'kysely'
import type { App } from '../http/app.ts'
import { multipart } from './multipart.ts'
import { type Known, type Schema, sampleOf } from './samples.ts'

interface Caller {
  headers: Record<string, string>
}

/** Parts of a valid request that cannot be derived from the schemas of its route. */
interface Valid {
  params?: Known
  query?: Known
  body?: object
  fields?: Known
  files?: Readonly<Record<string, Uint8Array<ArrayBuffer> | File>>
}

export interface ForeignRecords {
  app: App
  service: ServiceName
  db: QueryExecutorProvider
  /** The owner of the records. */
  owner: Caller
  /** An owner with another company. */
  stranger: Caller
  /** Ids of records of the owner, by the name of the parameter or field. */
  ids: Known
  /** Ids of records of the stranger. A request with several ids is also sent with one of them replaced by the stranger's own. */
  ownIds?: Known
  /** Parts of requests, by the id of the route. */
  valid?: Readonly<Record<string, Valid>>
  /** Ids of routes that need no id of a record, or whose responses contain a status for each record. */
  except?: readonly string[]
}

const isId = (name: string): boolean => /(?:^_?id|Id)$/.test(name)

const idsIn = ({ schema: { params, querystring, body }, form }: RouteContract): string[] =>
  [params, querystring, body, form?.fields].flatMap((schema) => Object.keys(schema?.properties ?? {})).filter(isId)

/** Returns a valid value of a part of a request: its required properties, and all ids. */
function partOf(schema: unknown, ids: Known): Record<string, string> {
  const { properties = {} } = (schema ?? {}) as Schema
  const all = Object.fromEntries(Object.entries(ids).filter(([name]) => isId(name) && name in properties))
  return { ...(sampleOf((schema ?? {}) as Schema, ids) as Record<string, string>), ...all }
}

async function requestOf(route: RouteContract, ids: Known, { params, query, body, fields, files }: Valid) {
  const { method, schema, form, versioned } = route
  const seen: Record<string, string> = versioned ? { [IF_MATCH]: ifMatchOf(1) } : {}
  const inPath: Record<string, string> = { ...partOf(schema.params, ids), ...params }
  const path = route.url.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(inPath[name] ?? ''))
  const url = `${path}?${new URLSearchParams({ ...partOf(schema.querystring, ids), ...query })}`
  if (form) {
    const { payload, headers } = await multipart({ ...partOf(form.fields, ids), ...fields }, files)
    return { method, url, payload, headers: { ...headers, ...seen } }
  }
  return { method, url, headers: seen, ...(schema.body && { payload: { ...partOf(schema.body, ids), ...body } }) }
}

/** Tables that may change although a request was refused. */
const changing = ['rate_limits']

/** Returns a hash of each table of the service. */
async function contentsOf(db: QueryExecutorProvider): Promise<Record<string, string>> {
  const tables = await sql<{ name: string }>`
    select table_name as name from information_schema.tables where table_schema = current_schema() and table_type = 'BASE TABLE'`.execute(
    db,
  )
  const contents: Record<string, string> = {}
  for (const { name } of tables.rows) {
    if (changing.includes(name)) continue
    const { rows } = await sql<{ hash: string }>`
      select coalesce(md5(string_agg(row::text, '' order by row::text)), '') as hash from ${sql.table(name)} as row`.execute(db)
    contents[name] = rows[0]?.hash ?? ''
  }
  return contents
}

/** Reading comes first and deleting last, so that earlier requests of the owner do not remove the records of later ones. */
const order = ['GET', 'PUT', 'POST', 'DELETE']
/** An empty list. A list of the own task may be filtered by an id of another owner. */
const NOTHING = '[]'
const notValid = [400, 403, 404, 413, 415, 422]

/**
 * Sends a valid request to every route that takes an id of a record, first as another owner, then as the owner of the records. Returns what
 * is wrong: requests of the other owner that don't get 403 or 404, tables that these requests changed, and requests of the owner that are
 * rejected as invalid, because they prove nothing.
 */
export async function findForeignAccess({
  app,
  service,
  db,
  owner,
  stranger,
  ids,
  ownIds = {},
  valid = {},
  except = [],
}: ForeignRecords): Promise<string[]> {
  const routes = allRoutes
    .filter((route) => route.service === service && ['owner', 'signed-in'].includes(route.access) && idsIn(route).length > 0)
    .filter(({ id }) => !except.includes(id))
    .sort((one, other) => order.indexOf(one.method) - order.indexOf(other.method))
  const wrong: string[] = []
  const before = await contentsOf(db)
  const send = async (route: RouteContract, caller: Caller, replaced: Known = {}) => {
    const { headers, ...request } = await requestOf(route, { ...ids, ...replaced }, valid[route.id] ?? {})
    return app.inject({ ...request, headers: { ...headers, ...caller.headers } })
  }
  for (const route of routes) {
    const names = idsIn(route)
    const own = names.length > 1 ? names.filter((name) => name in ownIds) : []
    for (const name of [undefined, ...own]) {
      const { statusCode, body } = await send(route, stranger, name ? { [name]: ownIds[name] ?? '' } : {})
      if (statusCode === 403 || statusCode === 404 || body === NOTHING) continue
      wrong.push(`${route.id} of another owner${name ? ` with the own ${name}` : ''}: ${statusCode} ${body.slice(0, 300)}`)
    }
  }
  const after = await contentsOf(db)
  wrong.push(...Object.keys(before).flatMap((table) => (before[table] === after[table] ? [] : [`${table} has changed`])))
  for (const route of routes) {
    const { statusCode, body } = await send(route, owner)
    if (notValid.includes(statusCode)) wrong.push(`${route.id} of the owner is not valid: ${statusCode} ${body.slice(0, 300)}`)
  }
  return wrong
}
