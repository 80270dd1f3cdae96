import pg from 'pg'

type Table = 'dispatch' | 'delivery' | 'mail_request' | 'suppression'

async function asAdmin(adminUrl: string, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: adminUrl })
  await client.connect()
  await client.query(statement)
  await client.end()
}

/**
 * Makes Postgres reject some rows, with the same error code as for text that Postgres cannot store. `condition` is an SQL condition on
 * the row, which is named `new`. The returned function removes the check.
 */
export async function refuseRows(adminUrl: string, table: Table, condition: string): Promise<() => Promise<void>> {
  await asAdmin(
    adminUrl,
    `create function campaigns.${table}_refused() returns trigger language plpgsql as $$
      begin
        if ${condition} then raise exception 'this row cannot be stored' using errcode = 'untranslatable_character'; end if;
        return new;
      end $$;
    create trigger ${table}_refused before insert or update on campaigns.${table} for each row execute function campaigns.${table}_refused()`,
  )
  return () => asAdmin(adminUrl, `drop trigger ${table}_refused on campaigns.${table}; drop function campaigns.${table}_refused()`)
}
