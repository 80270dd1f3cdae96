import { createOutboundReader, type OutboundReader } from '@app/chassis/http/outbound.ts'
import type { OutboundHosts } from '@app/chassis/http/outbound-hosts.ts'
import { MEGABYTE } from '@app/contracts/primitives.ts'

/** A script waits for its lock, and a slow one may take as long again. */
const TIMEOUT_MS = 30_000
const MOST_BYTES = 10 * MEGABYTE

/** How scripts are called: a reading ends earlier by itself. */
export const sheetCalls = (hosts: OutboundHosts): OutboundReader =>
  createOutboundReader({ hosts, timeoutMs: TIMEOUT_MS, mostBytes: MOST_BYTES })
