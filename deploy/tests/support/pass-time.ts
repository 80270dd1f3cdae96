import pg from 'pg'

/**
 * Makes the steps of a company's erasure due in a local run, as if days had passed.
 *
 * @param databaseUrl of `readAddresses`
 */
export async function passTimeOfErasure(databaseUrl: string, erasureId: string): Promise<void> {
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  try {
    await client.query("update company.work set due_at = now(), wait = '0' where state = 'queued' and payload ->> 'erasureId' = $1", [
      erasureId,
    ])
    await client.query("select pg_notify('work_company', '')")
  } finally {
    await client.end()
  }
}
