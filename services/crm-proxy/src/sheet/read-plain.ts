import type { OutboundReader } from '@app/chassis/http/outbound.ts'
import { jsonRows } from './json-rows.ts'

/** Reads the rows that a script answers to a GET, each as its cells by column name. */
async function* plainRows(chunks: AsyncIterable<Buffer>): AsyncIterable<Record<string, unknown>> {
  const parser = jsonRows()
  const decoder = new TextDecoder()
  for await (const chunk of chunks) {
    for (const row of parser.push(decoder.decode(chunk, { stream: true }))) yield JSON.parse(row)
  }
  JSON.parse(parser.shell())
}

export const readPlain = (call: OutboundReader, url: string): Promise<Record<string, unknown>[]> =>
  call({ method: 'GET', url }, async ({ chunks }) => {
    const rows: Record<string, unknown>[] = []
    for await (const row of plainRows(chunks)) rows.push(row)
    return rows
  })
