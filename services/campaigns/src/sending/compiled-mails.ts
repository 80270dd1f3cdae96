import type { Message } from '@app/chassis/mail/message.ts'
import type { Kysely } from 'kysely'
import { mailFiller } from '../content/compiled-mail.ts'
import type { Recipient } from '../content/template.ts'
import type { Tables } from '../db/tables.ts'

type Fill = (recipient: Recipient) => Message

export type CompiledMails = ReturnType<typeof compiledMails>

/** Caches the compiled emails of open dispatches, so that each is read from the database once. */
export function compiledMails(db: Kysely<Tables>) {
  const fillers = new Map<string, Promise<Fill>>()

  async function read(dispatchId: string): Promise<Fill> {
    const { mail } = await db.selectFrom('dispatch').select('mail').where('id', '=', dispatchId).executeTakeFirstOrThrow()
    if (!mail) throw new Error(`Dispatch ${dispatchId} has no compiled email`)
    return mailFiller(mail)
  }

  return {
    of(dispatchId: string): Promise<Fill> {
      const known = fillers.get(dispatchId)
      if (known) return known
      const reading = read(dispatchId)
      fillers.set(dispatchId, reading)
      reading.catch(() => fillers.delete(dispatchId))
      return reading
    },
    /** Removes the emails of all other dispatches from the cache. */
    keep(dispatchIds: readonly string[]): void {
      for (const id of fillers.keys()) if (!dispatchIds.includes(id)) fillers.delete(id)
    },
  }
}
