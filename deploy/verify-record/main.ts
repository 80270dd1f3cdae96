#!/usr/bin/env node
import { createReadStream } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { basename } from 'node:path'
import { parseArgs } from 'node:util'
import { recordKeyOf, verifyRecord } from './verify-record.ts'

const USAGE = `Verifies an exported decision record, without the server and without the network.

  npx palmetto-verify decision-record.jsonl [receipt-1.json …] [--key <public key>]

--key  only receipts with this key count (32 bytes in base64url). Without it, the keys in the first line of the record count.`

const MOST_SHOWN = 100

function keyFrom(publicKey: string) {
  const key = recordKeyOf(publicKey)
  if (!key) throw new Error('--key must be 32 bytes in base64url.')
  return key
}

try {
  const { values, positionals } = parseArgs({ options: { key: { type: 'string', multiple: true } }, allowPositionals: true })
  const [file, ...receiptFiles] = positionals
  if (!file) throw new Error(USAGE)
  const receipts = await Promise.all(receiptFiles.map(async (path) => ({ name: basename(path), bytes: await readFile(path) })))
  const { company, keys, count, proven, problems } = await verifyRecord(createReadStream(file), receipts, values.key?.map(keyFrom))
  process.stdout.write(`Company ${company}: ${count} records, ${proven} of ${receipts.length} receipts prove their record.\n`)
  for (const { id, publicKey } of keys) process.stdout.write(`Signatures of the key ${publicKey} (${id}) count.\n`)
  if (receipts.length > 0 && !values.key) process.stdout.write('The record itself names the keys. Use --key with a key that you know.\n')
  for (const { number, message } of problems.slice(0, MOST_SHOWN))
    process.stdout.write(`${number === null ? '' : `Record ${number}: `}${message}\n`)
  if (problems.length > MOST_SHOWN) process.stdout.write(`… and ${problems.length - MOST_SHOWN} more problems.\n`)
  process.stdout.write(problems.length === 0 ? 'No problem found.\n' : `${problems.length} problems found.\n`)
  process.exitCode = problems.length === 0 ? 0 : 1
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`)
  process.exitCode = 2
}
