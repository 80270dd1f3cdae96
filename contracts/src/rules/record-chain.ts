import { type DecisionRecord, FIRST_PREVIOUS_HASH, recordBody, recordHash } from './decision-record.ts'

/**
 * An entry of a company's decision record. The decision record can be downloaded as JSON lines. The first line of the file
 * contains the public keys. Each further line is an entry.
 */
export interface ChainedRecord {
  /** Canonical JSON of the entry (`DecisionRecord`). */
  body: string
  previousHash: string
  hash: string
}

/** Number and hash of the last entry that was checked. */
export interface ChainEnd {
  number: number
  hash: string
}

export const CHAIN_START: ChainEnd = { number: 0, hash: FIRST_PREVIOUS_HASH }

/** Returns an entry's line in an exported record, without the line break. Any other text is refused. */
export const recordLine = ({ body, previousHash, hash }: ChainedRecord): string => JSON.stringify({ body, previousHash, hash })

/**
 * Returns the entry with this text. Undefined if the text is not canonical: other parsers may read another entry from it, for example if
 * it has a field twice.
 */
export function parseBody(body: string): DecisionRecord | undefined {
  try {
    const record = JSON.parse(body)
    return recordBody(record) === body ? record : undefined
  } catch {
    return undefined
  }
}

/** Returns what is wrong with the entry after `end`, or undefined if the entry continues the chain. */
export async function chainProblem(
  end: ChainEnd,
  { body, previousHash, hash }: ChainedRecord,
  company: string,
): Promise<string | undefined> {
  const record = parseBody(body)
  if (!record) return 'The text of the record is not canonical JSON.'
  if (record.company !== company) return 'The record belongs to another company.'
  if (record.number !== end.number + 1) return `The record has the number ${record.number}, but ${end.number + 1} was expected.`
  if (previousHash !== end.hash) return 'The record does not continue the record before it.'
  if ((await recordHash(previousHash, body)) !== hash) return 'The hash does not fit to the text of the record.'
  return undefined
}
