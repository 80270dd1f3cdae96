import { Task } from '@app/contracts/http/tasks.ts'
import Fastify from 'fastify'
import pg from 'pg'
import * as Type from 'typebox'

/**
 * Starts the baseline of `task-lists.ts`: one Fastify route that uses plain `pg` and checks no tokens. Its table contains only the rows that
 * the route returns. `columns` is a select list with the names of the fields in the response.
 */
export async function startListServer(databaseUrl: string, columns: string): Promise<string> {
  const pool = new pg.Pool({ connectionString: databaseUrl, max: 10 })
  const app = Fastify()
  const text = `select ${columns} from bare.task as task where company_id = $1 order by task_id desc limit 100`
  app.get('/task/tasks/:company', { schema: { response: { 200: Type.Array(Task) } } }, async (request) => {
    const { company } = request.params as { company: string }
    const { rows } = await pool.query({ name: 'list', text, values: [company] })
    for (const row of rows) {
      // Sets `recurrence` to the whole row. The response schema then selects the fields of the recurrence.
      row.recurrence = row
      row.doneTaskThumbnail.url = row.doneTaskThumbnail.key
    }
    return rows
  })
  return app.listen({ host: '127.0.0.1', port: 0 })
}
