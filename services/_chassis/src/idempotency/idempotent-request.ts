import { createHash } from 'node:crypto'
import type { Kysely } from 'kysely'
import { AppError } from '../errors.ts'
import type { Trx } from '../messaging/outbox.ts'
import { type Answered, findAnswer, type Identified, keepAnswer } from './keys.ts'

/** Lets the effect of a request happen once, however often the request is sent. */
export interface IdempotentRequest {
  /**
   * Keeps the answer in the transaction of the effect; the last thing done there. Throws when the same request has been
   * answered meanwhile: that transaction is not to commit.
   */
  answer<T extends object>(trx: Trx, answer: T): Promise<T>
}

/** The same, as whoever receives a request sees it. */
export interface ReceivedIdempotentRequest extends IdempotentRequest {
  /** Whether it matters what `begin` is told. */
  readonly isKeyed: boolean
  /** Whether a request with this key has been answered, whatever it asked for: to be known before this one is read. */
  isAnswered(): Promise<boolean>
  /** Says what is asked for, before anything is done. Throws when that has been answered already. */
  begin(...asked: unknown[]): Promise<void>
}

/** Says that the answer is there already; whoever made the `IdempotentRequest` gives it. */
class AnsweredBefore extends AppError {
  constructor() {
    super('answered-before', 'unavailable', 'This has been done already. Please try again.', { retryAfter: 1 })
  }
}

const keyReused = () =>
  new AppError('idempotency-key-reused', 'refused', 'This Idempotency-Key stands for another request. Please use a new one.')

/** For requests without a key: each has its effect. */
export const noIdempotency: ReceivedIdempotentRequest = {
  isKeyed: false,
  isAnswered: async () => false,
  begin: async () => {},
  answer: async (_trx, answer) => answer,
}

interface Keyed<T> {
  db: Kysely<T>
  id: Identified
  status: number
  /** An answer as it goes out. */
  serialize: (answer: object) => string
}

/** For a request with a key. `earlier` is the answer that was given to it, if one was; a 422 when that was to another request. */
export function requestWithKey<T>({
  db,
  id,
  status,
  serialize,
}: Keyed<T>): ReceivedIdempotentRequest & { earlier(): Promise<Answered | undefined> } {
  let fingerprint: string | undefined

  async function earlier(): Promise<Answered | undefined> {
    const known = fingerprint === undefined ? undefined : await findAnswer(db, id)
    if (known && known.fingerprint !== fingerprint) throw keyReused()
    return known
  }

  return {
    isKeyed: true,
    isAnswered: async () => (await findAnswer(db, id)) !== undefined,
    earlier,
    async begin(...asked) {
      fingerprint = createHash('sha256').update(JSON.stringify(asked)).digest('base64url')
      if (await earlier()) throw new AnsweredBefore()
    },
    async answer(trx, answer) {
      if (fingerprint === undefined) throw new Error('A request with a key is answered before it began')
      if (!(await keepAnswer(trx, id, { fingerprint, status, answer: serialize(answer) }))) throw new AnsweredBefore()
      return answer
    },
  }
}
