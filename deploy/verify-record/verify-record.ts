import { createHash, createPublicKey, type KeyObject, verify } from 'node:crypto'
import {
  type DecisionRecord,
  hashedText,
  headerLine,
  RECEIPT_FORMAT,
  RECORD_FORMAT,
  type Receipt,
  type RecordHeader,
  type RecordKey,
  receiptText,
} from '@app/contracts/rules/decision-record.ts'
import { CHAIN_START, type ChainedRecord, chainProblem, parseBody, recordLine } from '@app/contracts/rules/record-chain.ts'
import { sha256 } from '@app/contracts/rules/sha256.ts'
import { linesOf } from './lines.ts'

/** The bytes before the 32 bytes of an Ed25519 public key in SPKI (RFC 8410, section 4). */
const SPKI_PREFIX = Buffer.from('302a300506032b6570032100', 'hex')

export interface NamedReceipt {
  /** Name of the file, for messages. */
  name: string
  bytes: Uint8Array
}

interface Problem {
  /** Number of the record. Null if the problem is not about one record. */
  number: number | null
  message: string
}

export interface Verification {
  company: string
  /** The public keys with which the signatures of receipts were checked. */
  keys: readonly RecordKey[]
  count: number
  /** Number of receipts whose text equals the text of the record with the same number. */
  proven: number
  problems: Problem[]
}

interface Read {
  name: string
  receipt: Receipt
  record: DecisionRecord
}

const keyOf = (publicKey: string): KeyObject =>
  createPublicKey({ key: Buffer.concat([SPKI_PREFIX, Buffer.from(publicKey, 'base64url')]), format: 'der', type: 'spki' })

const PUBLIC_KEY_BYTES = 32
const KEY_ID_DIGITS = 16

/** Returns a public key with its id. Undefined if the text is not the base64url form of 32 bytes. */
export function recordKeyOf(publicKey: string): RecordKey | undefined {
  const bytes = Buffer.from(publicKey, 'base64url')
  if (bytes.length !== PUBLIC_KEY_BYTES || bytes.toString('base64url') !== publicKey) return undefined
  return { id: createHash('sha256').update(bytes).digest('hex').slice(0, KEY_ID_DIGITS), publicKey }
}

interface Document<T> {
  value: T
  /**
   * Whether the bytes are exactly those that the product writes for this value. Otherwise, a person or another parser may read another
   * value from them: from a field that occurs twice, from spelled-out characters, or from bytes that are not UTF-8.
   */
  isExact: boolean
}

/** Parses a JSON document that the product writes with `write`. Undefined if the bytes are not JSON, or if `write` fails for the value. */
function parse<T>(bytes: Uint8Array, write: (value: T) => string): Document<T> | undefined {
  try {
    const value: T = JSON.parse(Buffer.from(bytes).toString())
    return { value, isExact: Buffer.from(write(value)).equals(bytes) }
  } catch {
    return undefined
  }
}

const receiptFields = ['body', 'previousHash', 'hash', 'keyId', 'signature'] as const

const isReceipt = (receipt: Receipt | null): receipt is Receipt =>
  receipt?.format === RECEIPT_FORMAT && receiptFields.every((field) => typeof receipt[field] === 'string')

/** Reads a receipt. Returns an error message if the text is not a receipt, or if it has no valid signature of one of the `keys`. */
async function readReceipt({ name, bytes }: NamedReceipt, keys: ReadonlyMap<string, KeyObject>): Promise<Read | string> {
  const document = parse<Receipt>(bytes, receiptText)
  if (!document || !isReceipt(document.value)) return `${name} is not a receipt.`
  const { value: receipt, isExact } = document
  if (!isExact) return `${name} was edited: its text is not exactly the text of the attachment that was sent.`
  const key = keys.get(receipt.keyId)
  if (!key) return `${name} was signed with the key ${receipt.keyId}, which is not among the given keys.`
  const text = hashedText(receipt.previousHash, receipt.body)
  const signature = Buffer.from(receipt.signature, 'base64url')
  const isCorrect = signature.toString('base64url') === receipt.signature && verify(null, Buffer.from(text), key, signature)
  if (!isCorrect) return `${name} has a wrong signature.`
  const record = parseBody(receipt.body)
  if (!record || (await sha256(text)) !== receipt.hash) return `${name} is not a receipt.`
  return { name, receipt, record }
}

/**
 * Groups the valid receipts of a company by the number of their record. Returns a problem for each receipt that is not valid or belongs to
 * another company.
 */
async function sortReceipts(receipts: readonly NamedReceipt[], keys: ReadonlyMap<string, KeyObject>, company: string) {
  const byNumber = new Map<number, Read[]>()
  const problems: Problem[] = []
  for (const named of receipts) {
    const read = await readReceipt(named, keys)
    if (typeof read === 'string') problems.push({ number: null, message: read })
    else if (read.record.company !== company) problems.push({ number: null, message: `${named.name} belongs to another company.` })
    else byNumber.set(read.record.number, [...(byNumber.get(read.record.number) ?? []), read])
  }
  return { byNumber, problems }
}

/**
 * Returns the message for a record that has the same text as its receipt, but another hash. Each hash is computed from the previous hash
 * and the text of the record. Therefore a different hash shows that an earlier record was changed or removed.
 */
const earlierChange = (proved: number, { number, name }: { number: number; name: string }): string =>
  `One of the records ${proved + 1} to ${number} was changed or removed: the hash of record ${number} differs from its receipt ${name}.`

const EDITED = 'was edited: it is not exactly the line that the product writes.'

interface Header {
  company: string
  keys: RecordKey[]
  problems: Problem[]
}

/** Reads the first line of an export. Throws if it is another text. Each key that is not valid is a problem, and does not count. */
function readHeader(line: Uint8Array): Header {
  const document = parse<RecordHeader>(line, headerLine)
  if (document?.value?.format !== RECORD_FORMAT) throw new Error('The first line is not the first line of an exported record.')
  const { company, keys } = document.value
  const valid = keys.filter(({ id, publicKey }) => recordKeyOf(String(publicKey))?.id === id)
  const problems: Problem[] = []
  if (!document.isExact) problems.push({ number: null, message: `The first line ${EDITED}` })
  if (valid.length < keys.length) problems.push({ number: null, message: 'The first line contains a key that is not valid.' })
  return { company, keys: valid, problems }
}

/**
 * Verifies an exported decision record line by line. A line and a receipt count only if their bytes are exactly those that the product
 * writes. Checks the hashes of the records, and the signatures of the receipts. Also checks that each receipt has the same text and hashes
 * as the record with its number. If `trustedKeys` is set, each receipt must be signed with one of these keys. Otherwise, each receipt must
 * be signed with a key in the first line of the export. Throws if the file is empty or is not an export.
 */
export async function verifyRecord(
  file: AsyncIterable<Uint8Array> | Iterable<Uint8Array>,
  receipts: readonly NamedReceipt[],
  trustedKeys: readonly RecordKey[] | undefined,
): Promise<Verification> {
  let header: Header | undefined
  let used: readonly RecordKey[] = []
  let found = { byNumber: new Map<number, Read[]>(), problems: [] as Problem[] }
  let end = CHAIN_START
  let proven = 0
  /** Number of the last record whose text and hashes equal those of a receipt. This record and all earlier records were not changed. */
  let proved = 0
  /** The first record with the same text as its receipt, but with another hash or previous hash. */
  let contradicted: { number: number; name: string } | undefined
  const problems: Problem[] = []

  for await (const { bytes, isEnded } of linesOf(file)) {
    if (!header) {
      header = readHeader(bytes)
      used = trustedKeys ?? header.keys
      const keys = new Map(used.map(({ id, publicKey }) => [id, keyOf(publicKey)]))
      found = await sortReceipts(receipts, keys, header.company)
      continue
    }
    const document = parse<ChainedRecord>(bytes, recordLine)
    const number = end.number + 1
    if (!document) {
      problems.push({ number, message: 'The line is not JSON.' })
      break
    }
    const { value: record, isExact } = document
    const message = isExact && isEnded ? await chainProblem(end, record, header.company) : `The line ${EDITED}`
    if (message) problems.push({ number, message })
    for (const { name, receipt } of found.byNumber.get(number) ?? []) {
      if (isExact && receipt.body === record.body) {
        proven += 1
        if (receipt.hash === record.hash && receipt.previousHash === record.previousHash) proved = number
        else contradicted ??= { number, name }
      } else problems.push({ number, message: `The record differs from its receipt ${name}.` })
    }
    found.byNumber.delete(number)
    end = { number, hash: record.hash }
  }
  if (!header) throw new Error('The file is empty.')
  for (const [number, reads] of [...found.byNumber].sort(([a], [b]) => a - b))
    for (const { name } of reads) problems.push({ number, message: `The record is missing, but ${name} proves that it existed.` })
  if (contradicted && !problems.some(({ number }) => number !== null && number > proved && number < (contradicted?.number ?? 0)))
    problems.push({ number: null, message: earlierChange(proved, contradicted) })
  return { company: header.company, keys: used, count: end.number, proven, problems: [...header.problems, ...found.problems, ...problems] }
}
