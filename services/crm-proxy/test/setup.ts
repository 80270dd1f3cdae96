import { connect } from '@app/chassis/db/connect.ts'
import { schemaOf } from '@app/chassis/db/migrate.ts'
import { readOutboundHosts } from '@app/chassis/http/outbound-hosts.ts'
import { createTestDatabase } from '@app/chassis/testing/database.ts'
import { testTokens } from '@app/chassis/testing/people.ts'
import { recordingLogger } from '@app/chassis/testing/recording-logger.ts'
import { Registry } from 'prom-client'
import { buildApp } from '../src/app.ts'
import { migrations } from '../src/db/migrations/index.ts'
import type { Tables } from '../src/db/tables.ts'
import type { CrmDeps } from '../src/deps.ts'

/** The service over a database of its own, which may call the spreadsheets at these hosts. */
export async function setUp(hosts: string) {
  const database = await createTestDatabase('crm-proxy', migrations)
  const db = connect<Tables>({ url: database.url, schema: schemaOf('crm-proxy'), max: 10, onIdleError: () => {} })
  const { log, lines } = recordingLogger()
  const deps: CrmDeps = {
    db,
    log,
    ...testTokens,
    registry: new Registry(),
    checks: {},
    companyUrl: 'http://127.0.0.1:1',
    hosts: readOutboundHosts(hosts, 'test'),
  }
  const app = await buildApp(deps)
  const stop = async () => {
    await app.close()
    await db.destroy()
    await database.drop()
  }
  return { app, db, deps, lines, stop }
}
