import type { WaitingKind } from '@app/chassis/operations/waiting.ts'
import { sql } from 'kysely'
import { IS_NOT_SUSPENDED } from './dispatches/dispatch.repository.ts'

/** Kinds of unfinished work that operators see. The queries omit paused dispatches, and emails of campaigns that a suspension stops. */
export const waiting: readonly WaitingKind[] = [
  {
    kind: 'sendings',
    since: sql`select coalesce(started_at, sends_at) as at from dispatch where state in ('gathering', 'waiting', 'sending', 'held')`,
  },
  {
    kind: 'campaign-mails',
    since: sql`select coalesce(first_claimed_at, started_at) as at from dispatch join delivery on delivery.dispatch_id = dispatch.id
      where dispatch.state = 'sending' and delivery.state in ('queued', 'unknown') and ${IS_NOT_SUSPENDED}`,
  },
]
