import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { startPostgres } from '../../local/parts/postgres.ts'
import { fillTable } from '../bench/seed.ts'
import { startTestProduct } from './product.ts'

/** Starts a product with `companies` companies and `tasksEach` tasks for each of them. The companies have no owner accounts. */
export async function startFilledProduct(
  companies: number,
  tasksEach: number,
): Promise<{ url: string; inboxUrl: string; stop(): Promise<void> }> {
  const folder = await mkdtemp(join(tmpdir(), 'palmetto-filled-'))
  // When the tests run as root, Postgres runs as another user, which must be able to enter the folder.
  await chmod(folder, 0o755)
  const postgres = await startPostgres({ dataDir: folder, log: { info() {}, warn() {} }, durable: false })
  const product = await startTestProduct({ DATABASE_URL: postgres.url, DATABASE_ROLE_SECRET: 'only for tests' })
  const database = new pg.Pool({ connectionString: postgres.url, max: 1 })
  await fillTable(database, companies, tasksEach)
  await database.end()
  return {
    url: product.url,
    inboxUrl: product.inboxUrl,
    async stop() {
      await product.stop()
      await postgres.stop()
      await rm(folder, { recursive: true, force: true })
    },
  }
}
