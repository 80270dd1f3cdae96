import { createOutboundReader, OutboundError, type OutboundReader } from '@app/chassis/http/outbound.ts'
import type { OutboundHosts } from '@app/chassis/http/outbound-hosts.ts'
import { MEGABYTE } from '@app/contracts/primitives.ts'
import { Histogram, type Registry } from 'prom-client'
import { faultOf, SheetFault } from './faults.ts'

/** Timeout of a call. It is long, because the product's script waits up to 20 s for its lock (`deploy/apps-script/Code.gs`). */
const TIMEOUT_MS = 30_000
const MAX_BYTES = 10 * MEGABYTE

function outcomeOf(error: unknown): string {
  if (error instanceof SheetFault) return error.code
  return error instanceof OutboundError ? faultOf(error).code : 'unforeseen'
}

/** Returns a function that calls scripts and measures the duration. Reads are aborted earlier (`reader.ts`). */
export function sheetCalls(hosts: OutboundHosts, registry: Registry): OutboundReader {
  const read = createOutboundReader({ hosts, timeoutMs: TIMEOUT_MS, mostBytes: MAX_BYTES })
  const durations = new Histogram({
    name: 'sheet_call_duration_seconds',
    help: 'Duration of calls to spreadsheet scripts, by outcome: ok, or the code of the fault',
    labelNames: ['method', 'outcome'],
    buckets: [0.25, 1, 2.5, 5, 10, 30],
    registers: [registry],
  })
  return async (call, take) => {
    const end = durations.startTimer({ method: call.method })
    try {
      const taken = await read(call, take)
      end({ outcome: 'ok' })
      return taken
    } catch (error) {
      end({ outcome: outcomeOf(error) })
      throw error
    }
  }
}
