/**
 * A place in the history of the database: the transactions that a snapshot sees (`pg_current_snapshot`). Each row is sent once, because
 * a position says exactly which transactions were read, however late a transaction commits and whatever id its rows have (ADR 0058).
 */
export interface Position {
  /** Start of the database server, in ms. After a restart the history may be another one, restored from a backup. */
  server: number
  /** When the position was read, in seconds since 1970. */
  at: number
  /** The snapshot sees no transaction from this id on. */
  xmax: number
  /** Transactions below `xmax` that were still in progress, so that the snapshot does not see them either. */
  running: readonly number[]
}

/** A token names at most this many running transactions. With more it falls back to the oldest of them, and some rows repeat. */
const RUNNING_MAX = 32
/** Longest time after which a reader can resume: notifications are purged after 30 days. */
const AGE_MAX_S = 7 * 86_400

/** Three numbers in base 36, then the running transactions, separated by hyphens. */
const TOKEN = /^([0-9a-z]{1,10})\.([0-9a-z]{1,10})\.([0-9a-z]{1,10})\.([0-9a-z-]{0,360})$/

const encode = (number: number): string => number.toString(36)
const decode = (text: string): number => Number.parseInt(text, 36)

/** Reads Postgres' text form of a snapshot, `xmin:xmax:xip,xip…`. */
export function parseSnapshot(text: string): Pick<Position, 'xmax' | 'running'> {
  const [, xmax, running] = text.split(':')
  return { xmax: Number(xmax), running: running ? running.split(',').map(Number) : [] }
}

/** Writes the snapshot of a position in Postgres' text form. */
export const formatSnapshot = ({ xmax, running }: Position): string => `${Math.min(xmax, ...running)}:${xmax}:${running.join(',')}`

/** Writes a position as the `id` of a stream, which the reader sends back as its `Last-Event-ID`. */
export function formatPosition({ server, at, xmax, running }: Position): string {
  const isShort = running.length <= RUNNING_MAX
  const end = isShort ? xmax : Math.min(...running)
  const distances = isShort ? running.map((id) => encode(end - id)) : []
  return [encode(server), encode(at), encode(end), distances.join('-')].join('.')
}

/** Reads a `Last-Event-ID`. Undefined for anything that `formatPosition` did not write, so that its reader reloads. */
export function parsePosition(token: string): Position | undefined {
  const [, server, at, end, distances] = TOKEN.exec(token) ?? []
  if (server === undefined || at === undefined || end === undefined || distances === undefined) return undefined
  const xmax = decode(end)
  const running = distances === '' ? [] : distances.split('-').map((distance) => xmax - decode(distance))
  // A token that `formatPosition` wrote passes these checks.
  if (xmax < 1 || running.length > RUNNING_MAX || !running.every((id) => id >= 1 && id < xmax)) return undefined
  return { server: decode(server), at: decode(at), xmax, running }
}

/** Whether the first position sees a transaction that the second does not. Snapshots of one server are totally ordered. */
export const isAhead = (first: Position, second: Position): boolean =>
  first.xmax > second.xmax || (first.xmax === second.xmax && first.running.length < second.running.length)

/** Whether all that was stored between the two positions can still be read. */
export const canResume = (from: Position, to: Position): boolean =>
  from.server === to.server && !isAhead(from, to) && to.at - from.at <= AGE_MAX_S
