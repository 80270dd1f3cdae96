/**
 * A position in the stream of notifications: the transactions that a snapshot sees (`pg_current_snapshot`). Row ids are not in commit
 * order, so they cannot be positions. With snapshots each row is sent exactly once, even if its transaction commits late.
 */
export interface Position {
  /** Start time of the database server in Unix ms. After a restart the data may come from a backup, so older positions are invalid. */
  server: number
  /** Unix seconds at which the position was read. */
  at: number
  /** The snapshot sees no transaction with this id or a greater id. */
  xmax: number
  /** Ids below `xmax` of transactions that were in progress, which the snapshot does not see. */
  running: readonly number[]
}

/**
 * Maximum number of running transactions in a formatted position. If more transactions are running, the formatted position contains the
 * id of the oldest running transaction as `xmax`. Then a reader that resumes gets some rows twice.
 */
const RUNNING_MAX = 32
/** Maximum age of a position from which a reader can resume, in seconds. All later rows still exist: notifications are kept for 30 days. */
const AGE_MAX_S = 7 * 86_400

/** `server.at.xmax.running` in base 36. `running` contains the distances from `xmax` to the running transactions, separated by hyphens. */
const FORMAT = /^([0-9a-z]{1,10})\.([0-9a-z]{1,10})\.([0-9a-z]{1,10})\.([0-9a-z-]{0,360})$/

const encode = (number: number): string => number.toString(36)
const decode = (text: string): number => Number.parseInt(text, 36)

/** Parses the text form of a Postgres snapshot, `xmin:xmax:xip,xip…`. */
export function parseSnapshot(text: string): Pick<Position, 'xmax' | 'running'> {
  const [, xmax, running] = text.split(':')
  return { xmax: Number(xmax), running: running ? running.split(',').map(Number) : [] }
}

export const formatSnapshot = ({ xmax, running }: Position): string => `${Math.min(xmax, ...running)}:${xmax}:${running.join(',')}`

/** Formats a position as the `id` of a server-sent event. When the client reconnects, it sends the id as `Last-Event-ID`. */
export function formatPosition({ server, at, xmax, running }: Position): string {
  const isShort = running.length <= RUNNING_MAX
  const end = isShort ? xmax : Math.min(...running)
  const distances = isShort ? running.map((id) => encode(end - id)) : []
  return [encode(server), encode(at), encode(end), distances.join('-')].join('.')
}

/** Returns undefined for an invalid `Last-Event-ID`. */
export function parsePosition(text: string): Position | undefined {
  const [, server, at, end, distances] = FORMAT.exec(text) ?? []
  if (server === undefined || at === undefined || end === undefined || distances === undefined) return undefined
  const xmax = decode(end)
  const running = distances === '' ? [] : distances.split('-').map((distance) => xmax - decode(distance))
  // Rejects texts that `formatPosition` cannot have created.
  if (xmax < 1 || running.length > RUNNING_MAX || !running.every((id) => id >= 1 && id < xmax)) return undefined
  return { server: decode(server), at: decode(at), xmax, running }
}

/** Whether the first position sees a transaction that the second does not see. Snapshots of one server are totally ordered. */
export const isAhead = (first: Position, second: Position): boolean =>
  first.xmax > second.xmax || (first.xmax === second.xmax && first.running.length < second.running.length)

/** Whether all rows between the two positions can still be read. */
export const canResume = (from: Position, to: Position): boolean =>
  from.server === to.server && !isAhead(from, to) && to.at - from.at <= AGE_MAX_S
