import type { OutboundCall, OutboundReader } from '@app/chassis/http/outbound.ts'
import { expect, test } from 'vitest'
import { callScript } from '../src/sheet/script.ts'

test('a GET asks the script for JSON', async () => {
  const calls: OutboundCall[] = []
  const answerWithNoRows: OutboundReader = (call, read) => {
    calls.push(call)
    const chunks = async function* () {
      yield Buffer.from('{"data":[]}')
    }
    return read({ status: 200, chunks: chunks() })
  }
  await callScript(answerWithNoRows, { method: 'GET', url: 'https://script.example/exec' })
  expect(calls).toMatchObject([{ method: 'GET', accept: 'application/json' }])
})
