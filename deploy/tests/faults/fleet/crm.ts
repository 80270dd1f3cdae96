import { randomBytes } from 'node:crypto'
import { fileURLToPath } from 'node:url'
import { profile } from '@app/chassis/testing/companies.ts'
import { person } from '@app/chassis/testing/people.ts'
import { customerColumns } from '@app/contracts/rules/customers.ts'
import type pg from 'pg'
import { partStack } from '../../../local/part-stack.ts'
import { freePort } from '../../../local/parts/ports.ts'
import { startDevelopmentSheet } from '../../../local/parts/sheet/start.ts'
import { environment } from '../../support/product.ts'
import { type Replica, replicaOf } from './replica.ts'
import { openSurroundings, QUIET } from './surroundings.ts'

const code = fileURLToPath(new URL('../../../..', import.meta.url))

export interface SheetOwner {
  headers: Readonly<Record<string, string>>
  /** Returns the displayed texts of the cells below the headers. */
  rows(): Promise<string[][]>
  /** Sets the fault for all following calls of the script. Without an argument, removes the fault. */
  setFault(always?: object): Promise<void>
}

export interface Crm {
  replicas: readonly Replica[]
  database: pg.Pool
  start(replica: Replica): Promise<void>
  addOwner(rows: readonly (readonly string[])[]): Promise<SheetOwner>
  stop(): Promise<void>
}

export async function startCrm(count: number): Promise<Crm> {
  const { open, stop } = partStack()
  try {
    const { dataDir, database, databaseUrls, identityUrl } = await openSurroundings(open)
    const sheets = await open(startDevelopmentSheet({ withFaults: true, log: QUIET }))
    const env = {
      ...environment,
      LOG_LEVEL: 'info',
      DATABASE_URL: databaseUrls['crm-proxy'],
      JWKS_URL: `${identityUrl}/.well-known/jwks.json`,
      COMPANY_URL: identityUrl,
      PUBLIC_URL: 'https://portal.example',
      INTERNAL_MAIL_KEY: randomBytes(32).toString('base64'),
      INTERNAL_DATA_KEY: randomBytes(32).toString('base64'),
      SUPPRESSION_KEY: randomBytes(32).toString('base64'),
      CRM_HOSTS: sheets.hosts,
    }
    const ports = await Promise.all(Array.from({ length: count }, freePort))
    const replicas = ports.map((port, index) => replicaOf({ service: 'crm-proxy', number: index + 1, port, logs: dataDir, env }))
    await open(Promise.resolve({ stop: async () => void (await Promise.all(replicas.map((replica) => replica.end('SIGKILL')))) }))
    await Promise.all(replicas.map((replica) => replica.start(code)))
    let owners = 0

    async function addOwner(rows: readonly (readonly string[])[]): Promise<SheetOwner> {
      const name = `sheet-${++owners}`
      const { id, headers } = person('owner')
      const company = profile({ gsapi: `${sheets.url}/exec/${name}` })
      await database.query('insert into crm_proxy.company (id, owner_id, name, profile, version) values ($1, $2, $3, $4, 1)', [
        company._id,
        id,
        company.companyName,
        JSON.stringify(company),
      ])
      const put = async (path: string, body: string) => void (await fetch(`${sheets.url}/${path}`, { method: 'PUT', body }))
      await put(`sheets/${name}`, JSON.stringify({ rows: [customerColumns, ...rows] }))
      const response = await fetch(`http://127.0.0.1:${ports[0]}/crm/companies/${company._id}/script`, { headers: person('admin').headers })
      const { script } = (await response.json()) as { script: string }
      await put(`sheets/${name}/script`, script)
      return {
        headers,
        async rows() {
          const shown = (await (await fetch(`${sheets.url}/sheets/${name}`)).json()) as { rows: { shown: string }[][] }
          return shown.rows.slice(1).map((cells) => cells.map((cell) => cell.shown))
        },
        setFault: (always) => put(`control/${name}`, JSON.stringify({ next: [], always })),
      }
    }

    return { replicas, database, start: (replica) => replica.start(code), addOwner, stop }
  } catch (error) {
    await stop()
    throw error
  }
}
