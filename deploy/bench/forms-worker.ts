import { multipart } from '@app/chassis/testing/multipart.ts'
import { png } from '@app/chassis/testing/pictures.ts'
import { IDEMPOTENCY_KEY } from '@app/contracts/rules/idempotency.ts'
import { Pool } from 'undici'
import { answer } from './worker.ts'

export interface Forms {
  url: string
  headers: Record<string, string>
  fields: Record<string, string>
  /** Size of the picture in each form, in bytes. Undefined means no picture. */
  pictureBytes: number | undefined
  count: number
  atOnce: number
}

/** Sends `count` forms as the web app does, `atOnce` in parallel. Each form has a new idempotency key. */
async function send({ url, headers, fields, pictureBytes, count, atOnce }: Forms): Promise<{ seconds: number }> {
  const { origin, pathname } = new URL(url)
  const pool = new Pool(origin, { connections: atOnce, pipelining: 1 })
  const files = pictureBytes === undefined ? undefined : { referenceImage: png({ padding: pictureBytes }) }
  const form = await multipart(fields, files)
  let left = count
  const begun = performance.now()
  const connection = async () => {
    while (left-- > 0) {
      const { statusCode, body } = await pool.request({
        path: pathname,
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

answer(send)
