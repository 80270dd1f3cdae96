import type { Transaction } from 'kysely'
import type { Tables } from '../db/tables.ts'
import { type BotSignal, botSignalsOf, type Interaction } from '../decisions/bot-signals.ts'
import type { TasksDeps } from '../deps.ts'
import { clientHash } from './client-hash.ts'
import type { ReviewLink } from './review-link.repository.ts'
import { hasSeveralClients } from './review-open.repository.ts'

/** The client that sends a decision. */
export interface Client {
  /** The header `Cookie`. */
  cookies: string
  userAgent: string
  ip: string
}

/** Returns the signs of a machine in a decision that a client sends through a review link. */
export const botSignalsOfClient = async (
  trx: Transaction<Tables>,
  deps: TasksDeps,
  link: ReviewLink,
  { userAgent, ip }: Client,
  interaction: Interaction | undefined,
): Promise<BotSignal[]> =>
  botSignalsOf({
    isEarly: link.isEarly,
    isOpened: link.isOpened,
    hasSeveralClients: await hasSeveralClients(trx, link.id, clientHash(deps, link.id, ip)),
    userAgent,
    interaction,
  })
