import { createPublicKey, type KeyObject, verify } from 'node:crypto'
import {
  type DecisionRecord,
  hashedText,
  RECEIPT_FORMAT,
  RECORD_FORMAT,
  type Receipt,
  type RecordKey,
} from '@app/contracts/rules/decision-record.ts'
import { CHAIN_START, type ChainedRecord, chainProblem } from '@app/contracts/rules/record-chain.ts'

/** The bytes before the 32 bytes of an Ed25519 public key in SPKI (RFC 8410, section 4). */
const SPKI_PREFIX = Buffer.from('302a300506032b6570032100', 'hex')

export interface NamedReceipt {
  /** Name of the file, for messages. */
  name: string
  text: string
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

function parse<T>(text: string): T | undefined {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

const receiptFields = ['body', 'previousHash', 'hash', 'keyId', 'signature'] as const

const isReceipt = (receipt: Receipt | undefined): receipt is Receipt =>
  receipt?.format === RECEIPT_FORMAT && receiptFields.every((field) => typeof receipt[field] === 'string')

/** Reads a receipt. Returns an error message if the text is not a receipt, or if it has no valid signature of one of the `keys`. */
function readReceipt({ name, text }: NamedReceipt, keys: ReadonlyMap<string, KeyObject>): Read | string {
  const receipt = parse<Receipt>(text)
  if (!isReceipt(receipt)) return `${name} is not a receipt.`
  const record = parse<DecisionRecord>(receipt.body)
  if (!record) return `${name} is not a receipt.`
  const key = keys.get(receipt.keyId)
  if (!key) return `${name} was signed with the key ${receipt.keyId}, which is not among the given keys.`
  const signed = Buffer.from(hashedText(receipt.previousHash, receipt.body))
  if (!verify(null, signed, key, Buffer.from(receipt.signature, 'base64url'))) return `${name} has a wrong signature.`
  return { name, receipt, record }
}

/**
 * Groups the valid receipts of a company by the number of their record. Returns a problem for each receipt that is not valid or belongs to
 * another company.
 */
function sortReceipts(receipts: readonly NamedReceipt[], keys: ReadonlyMap<string, KeyObject>, company: string) {
  const byNumber = new Map<number, Read[]>()
  const problems: Problem[] = []
  for (const named of receipts) {
    const read = readReceipt(named, keys)
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

interface Header {
  format: string
  company: string
  keys: RecordKey[]
}

/**
 * Verifies an exported decision record line by line. Checks the hashes of the records, and the signatures of the receipts. Also checks that
 * each receipt has the same text and hashes as the record with its number. If `trustedKeys` is set, each receipt must be signed with one of
 * these keys. Otherwise, each receipt must be signed with a key in the first line of the export.
 */
export async function verifyRecord(
  lines: AsyncIterable<string> | Iterable<string>,
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

  for await (const line of lines) {
    if (line === '') continue
    if (!header) {
      header = parse<Header>(line)
      if (header?.format !== RECORD_FORMAT) throw new Error('The first line is not the first line of an exported record.')
      used = trustedKeys ?? header.keys
      const keys = new Map(used.map(({ id, publicKey }) => [id, keyOf(publicKey)]))
      found = sortReceipts(receipts, keys, header.company)
      continue
    }
    const record = parse<ChainedRecord>(line)
    const number = end.number + 1
    if (!record) {
      problems.push({ number, message: 'The line is not JSON.' })
      break
    }
    const message = await chainProblem(end, record, header.company)
    if (message) problems.push({ number, message })
    for (const { name, receipt } of found.byNumber.get(number) ?? []) {
      if (receipt.body === record.body) {
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
  return { company: header.company, keys: used, count: end.number, proven, problems: [...found.problems, ...problems] }
}
