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
  receiptText,
  recordBody,
  recordHash,
} from '@app/contracts/rules/decision-record.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { recordKeyOf, verifyRecord } from '../../verify-record/verify-record.ts'

const COMPANY = '0197a5a0-0000-7000-8000-000000000001'
const TASK = '0197a5a0-0000-7000-8000-000000000002'

interface Line {
  body: string
  previousHash: string
  hash: string
}

let privateKey: KeyObject
let publicKey: string
let keyId: string
beforeAll(() => {
  const pair = generateKeyPairSync('ed25519')
  privateKey = pair.privateKey
  publicKey = String(pair.publicKey.export({ format: 'jwk' }).x)
  keyId = recordKeyOf(publicKey)?.id ?? ''
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
  keyId,
  signature: sign(null, Buffer.from(hashedText(previousHash, body)), privateKey).toString('base64url'),
})

const named = (line: Line, number: number) => ({ name: `receipt-${number}.json`, bytes: Buffer.from(receiptText(receiptOf(line))) })
const header = () => JSON.stringify({ format: RECORD_FORMAT, company: COMPANY, keys: [{ id: keyId, publicKey }] })
const exportOf = (lines: readonly Line[]): string => [header(), ...lines.map((line) => JSON.stringify(line)), ''].join('\n')
/** Returns the bytes of a file in chunks of 1,000 bytes, so that lines are spread over several chunks. */
function* chunksOf(file: string | Buffer): Generator<Buffer> {
  const bytes = Buffer.from(file)
  for (let start = 0; start < bytes.length; start += 1_000) yield bytes.subarray(start, start + 1_000)
}
const check = (file: string | Buffer, receipts: Parameters<typeof verifyRecord>[1], keys?: Parameters<typeof verifyRecord>[2]) =>
  verifyRecord(chunksOf(file), receipts, keys)
const range = (from: number, to: number): number[] => Array.from({ length: to - from + 1 }, (_, n) => from + n)

test('of 10,000 records, exactly the forged ones whose receipt is given are named, although the whole chain was computed again', {
  tags: 'nightly',
}, async () => {
  const forged = new Set(range(1, 200).map((n) => n * 50))
  const known = [...forged].filter((number) => number % 100 === 0)
  const original = await chainOf(10_000)
  const receipts = [...known, ...range(1, 99).map((n) => n * 100 + 1)].map((number) => named(original[number - 1] as Line, number))
  const { count, proven, problems } = await check(exportOf(await chainOf(10_000, forged)), receipts)
  expect(count).toBe(10_000)
  expect(problems.map(({ number }) => number)).toEqual(known)
  expect(problems[0]?.message).toBe('The record differs from its receipt receipt-100.json.')
  expect(proven).toBe(99)
})

test('a forged record without a receipt is detected by the receipt of a later record', async () => {
  const original = await chainOf(5)
  const receipts = [named(original[0] as Line, 1), named(original[4] as Line, 5)]
  const { proven, problems } = await check(exportOf(await chainOf(5, new Set([3]))), receipts)
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
  const { problems } = await check(
    exportOf(lines.slice(0, 4)),
    lines.map((line, n) => named(line, n + 1)),
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
  const { problems } = await check(exportOf(change(await chainOf(4)) as Line[]), [])
  expect(problems.map(({ number }) => number)).toEqual(expected)
})

test('a receipt counts only with the signature of a given key, and a trusted key replaces the keys of the export', async () => {
  const lines = await chainOf(1)
  const [line] = lines as [Line]
  const forged = receiptText({ ...receiptOf(line), body: line.body.replace('approve', 'undo') })
  const half = JSON.stringify({ ...receiptOf(line), signature: undefined })
  const receipts = [
    named(line, 1),
    { name: 'forged.json', bytes: Buffer.from(forged) },
    { name: 'note.txt', bytes: Buffer.from('hello') },
    { name: 'half.json', bytes: Buffer.from(half) },
  ]
  const { proven, problems } = await check(exportOf(lines), receipts)
  expect(proven).toBe(1)
  expect(problems.map(({ message }) => message)).toEqual([
    'forged.json has a wrong signature.',
    'note.txt is not a receipt.',
    'half.json is not a receipt.',
  ])

  const other = String(generateKeyPairSync('ed25519').publicKey.export({ format: 'jwk' }).x)
  const untrusted = await check(exportOf(lines), [named(line, 1)], [{ id: keyId, publicKey: other }])
  expect(untrusted.problems).toEqual([{ number: null, message: 'receipt-1.json has a wrong signature.' }])
})

/** Changes after which a parser may still read the original values, each in a line of a record or in the first line. */
const edits: readonly (readonly [what: string, change: (line: string) => string | Buffer])[] = [
  ['a second body', (line) => line.replace(/"(body|company)"/, '"$1":"FORGED","$1"')],
  ['a body with another spelling of its name', (line) => line.replace(/"(body|company)"/, '"b\\u006fdy":"FORGED","$1"')],
  ['a field more', (line) => line.replace('{', '{"__proto__":{"body":"FORGED"},')],
  ['another order', (line) => JSON.stringify(Object.fromEntries(Object.entries(JSON.parse(line)).reverse()))],
  ['a space', (line) => line.replace(':', ': ')],
  ['a carriage return', (line) => `${line}\r`],
  ['an escape', (line) => line.replace('7', '\\u0037')],
  ['a byte that is not UTF-8', (line) => Buffer.concat([Buffer.from('{"note":"'), Buffer.from([0xff]), Buffer.from(`",${line.slice(1)}`)])],
]

test.each(edits)('%s in a line of the record or in the first line is a problem', async (_what, change) => {
  const lines = exportOf(await chainOf(3))
    .trimEnd()
    .split('\n')
  const edited = (place: number) =>
    Buffer.concat(lines.flatMap((line, n) => [Buffer.from(n === place ? change(line) : line), Buffer.from('\n')]))
  const { problems } = await check(edited(2), [])
  expect(problems).toEqual([{ number: 2, message: 'The line was edited: it is not exactly the line that the product writes.' }])
  const first = await check(edited(0), [])
  expect(first.problems[0]?.message).toBe('The first line was edited: it is not exactly the line that the product writes.')
})

test('an edited line counts as different from its receipt', async () => {
  const lines = await chainOf(2)
  const { proven, problems } = await check(exportOf(lines).replace('"body"', '"body":"FORGED","body"'), [named(lines[0] as Line, 1)])
  expect(proven).toBe(0)
  expect(problems.map(({ number, message }) => [number, message])).toEqual([
    [1, expect.stringContaining('The line was edited')],
    [1, 'The record differs from its receipt receipt-1.json.'],
  ])
})

test.each([
  ['a second field in the text', (body: string) => body.replace('"kind"', '"kind":"undo","kind"')],
  ['a number with a decimal point', (body: string) => body.replace('"taskNumber":7', '"taskNumber":7.0')],
  ['a number with an exponent', (body: string) => body.replace('"taskNumber":7', '"taskNumber":7e0')],
  ['an additional field in the text', (body: string) => body.replace('"kind"', '"__proto__":{},"kind"')],
  ['text after its end', (body: string) => `${body} `],
])('%s is a problem, although hash and signature are correct', async (_what, change) => {
  const [line] = (await chainOf(1)) as [Line]
  const body = change(line.body)
  const edited = { ...line, body, hash: await recordHash(line.previousHash, body) }
  const { proven, problems } = await check(exportOf([edited]), [named(edited, 1)])
  expect(proven).toBe(0)
  expect(problems.map(({ message }) => message)).toEqual([
    'receipt-1.json is not a receipt.',
    'The text of the record is not canonical JSON.',
  ])
})

test('an empty line, a missing last line feed and a byte order mark are problems', async () => {
  const file = exportOf(await chainOf(2))
  expect((await check(`${file}\n`, [])).problems).toEqual([{ number: 3, message: 'The line is not JSON.' }])
  expect((await check(file.trimEnd(), [])).problems).toEqual([{ number: 2, message: expect.stringContaining('The line was edited') }])
  await expect(check(`\ufeff${file}`, [])).rejects.toThrow('The first line is not the first line of an exported record.')
})

test('a receipt counts only if its bytes are exactly those that were sent', async () => {
  const [line] = (await chainOf(1)) as [Line]
  const text = receiptText(receiptOf(line))
  const other = (hash: string) => receiptText({ ...receiptOf(line), hash })
  const { signature } = receiptOf(line)
  // The last character of a signature has four unused bits, so other characters stand for the same bytes.
  const respelled = receiptText({
    ...receiptOf(line),
    signature: `${signature.slice(0, -1)}${{ A: 'B', Q: 'R', g: 'h', w: 'x' }[signature.at(-1) ?? '']}`,
  })
  const receipts = [
    text.replace('"body"', '"body": "FORGED",\n  "body"'),
    `${text}\n`,
    `\ufeff${text}`,
    JSON.stringify(receiptOf(line)),
    other('f'.repeat(64)),
    respelled,
  ]
  const { proven, problems } = await check(
    exportOf([line]),
    receipts.map((edited, n) => ({ name: `${n}.json`, bytes: Buffer.from(edited) })),
  )
  expect(proven).toBe(0)
  const wasEdited = 'was edited: its text is not exactly the text of the attachment that was sent.'
  expect(problems.map(({ message }) => message)).toEqual([
    `0.json ${wasEdited}`,
    `1.json ${wasEdited}`,
    '2.json is not a receipt.',
    `3.json ${wasEdited}`,
    '4.json is not a receipt.',
    '5.json has a wrong signature.',
  ])
})

test('a key of the first line counts only with its own id', async () => {
  const lines = await chainOf(1)
  const other = String(generateKeyPairSync('ed25519').publicKey.export({ format: 'jwk' }).x)
  const { keys, problems } = await check(exportOf(lines).replace(publicKey, other), [named(lines[0] as Line, 1)])
  expect(keys).toEqual([])
  expect(problems.map(({ message }) => message)).toEqual([
    'The first line contains a key that is not valid.',
    `receipt-1.json was signed with the key ${keyId}, which is not among the given keys.`,
  ])
})

const program = fileURLToPath(new URL('../../verify-record/main.ts', import.meta.url))

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
  await writeFile(record, exportOf(lines))
  await writeFile(receipt, receiptText(receiptOf(lines[2] as Line)))
  expect(await run([record, receipt])).toMatchObject({
    code: 0,
    output: expect.stringContaining('3 records, 1 of 1 receipts prove their record'),
  })
  await writeFile(record, exportOf(lines.slice(0, 2)))
  expect(await run([record, receipt])).toMatchObject({ code: 1, output: expect.stringContaining('Record 3: The record is missing') })
  await writeFile(record, 'hello\n')
  expect(await run([record])).toMatchObject({ code: 2, output: expect.stringContaining('not the first line') })
  expect(await run([])).toMatchObject({ code: 2, output: expect.stringContaining('npx palmetto-verify') })
})
