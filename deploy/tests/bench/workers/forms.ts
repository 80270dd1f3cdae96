import { openAsBlob } from 'node:fs'
import { multipart } from '@app/chassis/testing/multipart.ts'
import { IDEMPOTENCY_KEY } from '@app/contracts/rules/idempotency.ts'
import { Pool } from 'undici'

export interface Forms {
  /** URLs to which the forms are sent in turn. All have the same origin. */
  urls: readonly string[]
  headers: Record<string, string>
  fields: Record<string, string>
  /** Paths of the files in each form, by field. */
  files: Readonly<Record<string, string>>
  count: number
  atOnce: number
}

/** Sends `count` forms as the web app does, `atOnce` in parallel, each with a new idempotency key. Returns the duration. */
export async function sendForms({ urls, headers, fields, files, count, atOnce }: Forms): Promise<{ seconds: number }> {
  const { origin } = new URL(urls[0] ?? '')
  const pool = new Pool(origin, { connections: atOnce, pipelining: 1 })
  const opened = await Promise.all(Object.entries(files).map(async ([field, path]) => [field, new File([await openAsBlob(path)], field)]))
  const form = await multipart(fields, Object.fromEntries(opened))
  let sent = 0
  const begun = performance.now()
  const connection = async () => {
    while (sent < count) {
      const { statusCode, body } = await pool.request({
        path: (urls[sent++ % urls.length] ?? '').slice(origin.length),
        method: 'POST',
        headers: { ...headers, ...form.headers, [IDEMPOTENCY_KEY]: crypto.randomUUID() },
        body: form.payload,
      })
      if (statusCode !== 201) throw new Error(`A form was rejected with status ${statusCode}: ${await body.text()}`)
      await body.dump()
    }
  }
  await Promise.all(Array.from({ length: atOnce }, connection))
  const seconds = (performance.now() - begun) / 1000
  await pool.close()
  return { seconds }
}
