import { execFile } from 'node:child_process'
import { generateKeyPairSync, type KeyObject, sign } from 'node:crypto'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import {
  FIRST_PREVIOUS_HASH,
  hashedText,
  RECEIPT_FORMAT,
  RECORD_FORMAT,
  type Receipt,
  recordBody,
  recordHash,
} from '@app/contracts/rules/decision-record.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { verifyRecord } from '../verify-record/verify-record.ts'

const COMPANY = '0197a5a0-0000-7000-8000-000000000001'
const TASK = '0197a5a0-0000-7000-8000-000000000002'
const KEY_ID = '0123456789abcdef'

interface Line {
  body: string
  previousHash: string
  hash: string
}

let privateKey: KeyObject
let publicKey: string
beforeAll(() => {
  const pair = generateKeyPairSync('ed25519')
  privateKey = pair.privateKey
  publicKey = String(pair.publicKey.export({ format: 'jwk' }).x)
})

/** Returns the chain of `count` records. The kind of the records in `undone` is "undo" instead of "approve". */
async function chainOf(count: number, undone: ReadonlySet<number> = new Set()): Promise<Line[]> {
  const lines: Line[] = []
  let previousHash = FIRST_PREVIOUS_HASH
  for (let number = 1; number <= count; number += 1) {
    const body = recordBody({
      company: COMPANY,
      number,
      kind: undone.has(number) ? 'undo' : 'approve',
      task: TASK,
      taskNumber: 7,
      version: 1,
      content: 'c'.repeat(64),
      channel: 'portal',
      role: 'owner',
      decider: 'd'.repeat(64),
      signs: [],
      reason: null,
      at: '2026-11-21T17:00:00.000Z',
    })
    const hash = await recordHash(previousHash, body)
    lines.push({ body, previousHash, hash })
    previousHash = hash
  }
  return lines
}

const receiptOf = ({ body, previousHash, hash }: Line): Receipt => ({
  format: RECEIPT_FORMAT,
  body,
  previousHash,
  hash,
  keyId: KEY_ID,
  signature: sign(null, Buffer.from(hashedText(previousHash, body)), privateKey).toString('base64url'),
})

const named = (line: Line, number: number) => ({ name: `receipt-${number}.json`, text: JSON.stringify(receiptOf(line)) })
const header = () => JSON.stringify({ format: RECORD_FORMAT, company: COMPANY, keys: [{ id: KEY_ID, publicKey }] })
const exportOf = (lines: readonly Line[]): string[] => [header(), ...lines.map((line) => JSON.stringify(line))]
const range = (from: number, to: number): number[] => Array.from({ length: to - from + 1 }, (_, n) => from + n)

test('of 10,000 records, exactly the forged ones whose receipt is given are named, although the whole chain was computed again', async () => {
  const forged = new Set(range(1, 200).map((n) => n * 50))
  const known = [...forged].filter((number) => number % 100 === 0)
  const original = await chainOf(10_000)
  const receipts = [...known, ...range(1, 99).map((n) => n * 100 + 1)].map((number) => named(original[number - 1] as Line, number))
  const { count, proven, problems } = await verifyRecord(exportOf(await chainOf(10_000, forged)), receipts, undefined)
  expect(count).toBe(10_000)
  expect(problems.map(({ number }) => number)).toEqual(known)
  expect(problems[0]?.message).toBe('The record differs from its receipt receipt-100.json.')
  expect(proven).toBe(99)
})

test('a forged record without a receipt is detected by the receipt of a later record', async () => {
  const original = await chainOf(5)
  const receipts = [named(original[0] as Line, 1), named(original[4] as Line, 5)]
  const { proven, problems } = await verifyRecord(exportOf(await chainOf(5, new Set([3]))), receipts, undefined)
  expect(proven).toBe(2)
  expect(problems).toEqual([
    {
      number: null,
      message: 'One of the records 2 to 5 was changed or removed: the hash of record 5 differs from its receipt receipt-5.json.',
    },
  ])
})

test('a removed last record is detected by its receipt', async () => {
  const lines = await chainOf(5)
  const { problems } = await verifyRecord(
    exportOf(lines.slice(0, 4)),
    lines.map((line, n) => named(line, n + 1)),
    undefined,
  )
  expect(problems).toEqual([{ number: 5, message: 'The record is missing, but receipt-5.json proves that it existed.' }])
})

test.each([
  ['a removed record', (lines: Line[]) => lines.toSpliced(1, 1), [2, 3]],
  ['two exchanged records', ([a, b, c, d]: Line[]) => [a, c, b, d], [2, 3, 4]],
  ['a changed text', ([a, b, ...others]: Line[]) => [a, { ...b, body: b?.body.replace('approve', 'undo') }, ...others], [2]],
  ['a text with spaces', ([a, b, ...others]: Line[]) => [a, { ...b, body: b?.body.replace(',', ', ') }, ...others], [2]],
  ['a changed hash', ([a, b, ...others]: Line[]) => [a, { ...b, hash: 'f'.repeat(64) }, ...others], [2, 3]],
])('%s breaks the chain', async (_what, change, expected) => {
  const { problems } = await verifyRecord(exportOf(change(await chainOf(4)) as Line[]), [], undefined)
  expect(problems.map(({ number }) => number)).toEqual(expected)
})

test('a receipt counts only with the signature of a given key, and a trusted key replaces the keys of the export', async () => {
  const lines = await chainOf(1)
  const [line] = lines as [Line]
  const forged = JSON.stringify({ ...receiptOf(line), body: line.body.replace('approve', 'undo') })
  const half = JSON.stringify({ ...receiptOf(line), signature: undefined })
  const receipts = [
    named(line, 1),
    { name: 'forged.json', text: forged },
    { name: 'note.txt', text: 'hello' },
    { name: 'half.json', text: half },
  ]
  const { proven, problems } = await verifyRecord(exportOf(lines), receipts, undefined)
  expect(proven).toBe(1)
  expect(problems.map(({ message }) => message)).toEqual([
    'forged.json has a wrong signature.',
    'note.txt is not a receipt.',
    'half.json is not a receipt.',
  ])

  const other = String(generateKeyPairSync('ed25519').publicKey.export({ format: 'jwk' }).x)
  const untrusted = await verifyRecord(exportOf(lines), [named(line, 1)], [{ id: KEY_ID, publicKey: other }])
  expect(untrusted.problems).toEqual([{ number: null, message: 'receipt-1.json has a wrong signature.' }])
})

const program = fileURLToPath(new URL('../verify-record/main.ts', import.meta.url))

const run = (args: readonly string[]): Promise<{ code: number; output: string }> =>
  new Promise((resolve) => {
    execFile(process.execPath, [program, ...args], (error, stdout, stderr) =>
      resolve({ code: Number(error?.code ?? 0), output: stdout + stderr }),
    )
  })

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'record-'))
})
afterAll(() => rm(folder, { recursive: true }))

test('the command reports a correct record with exit code 0, problems with 1, and unusable files with 2', async () => {
  const lines = await chainOf(3)
  const record = join(folder, 'record.jsonl')
  const receipt = join(folder, 'receipt-3.json')
  await writeFile(record, `${exportOf(lines).join('\n')}\n`)
  await writeFile(receipt, JSON.stringify(receiptOf(lines[2] as Line)))
  expect(await run([record, receipt])).toMatchObject({
    code: 0,
    output: expect.stringContaining('3 records, 1 of 1 receipts prove their record'),
  })
  await writeFile(record, `${exportOf(lines.slice(0, 2)).join('\n')}\n`)
  expect(await run([record, receipt])).toMatchObject({ code: 1, output: expect.stringContaining('Record 3: The record is missing') })
  await writeFile(record, 'hello\n')
  expect(await run([record])).toMatchObject({ code: 2, output: expect.stringContaining('not the first line') })
  expect(await run([])).toMatchObject({ code: 2, output: expect.stringContaining('npx palmetto-verify') })
})
