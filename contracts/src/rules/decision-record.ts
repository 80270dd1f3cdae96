import type { DecisionChannel } from './reviews.ts'
import { sha256 } from './sha256.ts'

export const recordKinds = ['approve', 'refer-back', 'undo', 'confirm', 'launch', 'undo-launch'] as const
export type RecordKind = (typeof recordKinds)[number]

/** `colleague`: the decision was made through a review link that was sent to a colleague of the owner. */
export const recordRoles = ['owner', 'colleague', 'admin'] as const
export type RecordRole = (typeof recordRoles)[number]

export const RECORD_FORMAT = 'palmetto-record-1'
export const RECEIPT_FORMAT = 'palmetto-receipt-1'

/** The previous hash of a company's first record. */
export const FIRST_PREVIOUS_HASH = '0'.repeat(64)

/**
 * A decision about a preview, without names, email addresses and texts. `decider` and `reason` are keyed hashes (HMAC-SHA-256 in
 * hexadecimal). Each company has its own random key. Without this key, an attacker cannot test whether a guessed user id, email
 * address or reason belongs to a hash.
 */
export interface DecisionRecord {
  /** Id of the company profile. */
  company: string
  /** 1, 2, 3 … in each company, without gaps. */
  number: number
  kind: RecordKind
  /** Id of the task, and the number that people see. */
  task: string
  taskNumber: number
  /** Number and content hash of the preview. */
  version: number
  content: string
  channel: DecisionChannel
  role: RecordRole
  /** Keyed hash of the user id, or of the address to which the review link was sent. */
  decider: string
  /** Signs that a machine decided. */
  signs: readonly string[]
  /** Keyed hash of the reason for which an approval was withdrawn (`undo`), or a launch undone. Null without a reason. */
  reason: string | null
  /** ISO 8601 in UTC, with milliseconds. */
  at: string
}

/** Returns the canonical JSON of a record: all fields in this order, without spaces. Hashes and signatures cover its UTF-8 bytes. */
export const recordBody = (record: DecisionRecord): string =>
  JSON.stringify({
    format: RECORD_FORMAT,
    company: record.company,
    number: record.number,
    kind: record.kind,
    task: record.task,
    taskNumber: record.taskNumber,
    version: record.version,
    content: record.content,
    channel: record.channel,
    role: record.role,
    decider: record.decider,
    signs: record.signs,
    reason: record.reason,
    at: record.at,
  })

/** Returns the text from which the hash of a record is computed. The signature of a receipt is computed from the same text. */
export const hashedText = (previousHash: string, body: string): string => `${previousHash}${body}`

/** Returns the hash of a record in lower-case hexadecimal: SHA-256 of the previous record's hash, followed by the body. */
export const recordHash = (previousHash: string, body: string): Promise<string> => sha256(hashedText(previousHash, body))

/**
 * A signed copy of a record, which the recipient of an email about the decision can keep. If an attacker changes the stored record and
 * computes all later hashes again, the receipt still proves the original body.
 */
export interface Receipt {
  format: typeof RECEIPT_FORMAT
  /** Canonical JSON of the record. */
  body: string
  previousHash: string
  hash: string
  keyId: string
  /** Ed25519 signature (RFC 8032) of `hashedText` in base64url. */
  signature: string
}

/** Returns the text of a receipt's file: JSON with these fields in this order, indented by two spaces. Any other text is refused. */
export const receiptText = ({ format, body, previousHash, hash, keyId, signature }: Receipt): string =>
  JSON.stringify({ format, body, previousHash, hash, keyId, signature }, null, 2)

/** A public Ed25519 key that verifies receipts. */
export interface RecordKey {
  /** The first 16 hexadecimal digits of the SHA-256 hash of the key's 32 bytes. */
  id: string
  /** The key's 32 bytes in base64url. */
  publicKey: string
}

/** The first line of an exported record. */
export interface RecordHeader {
  format: typeof RECORD_FORMAT
  company: string
  /** Public keys of all signing keys that were used. */
  keys: readonly RecordKey[]
}

/** Returns the first line of an exported record, without the line break. Any other text is refused. */
export const headerLine = ({ format, company, keys }: RecordHeader): string =>
  JSON.stringify({ format, company, keys: keys.map(({ id, publicKey }) => ({ id, publicKey })) })
