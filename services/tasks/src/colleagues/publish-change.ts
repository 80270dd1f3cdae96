import type { Company } from '@app/chassis/companies/company-projection.ts'
import { addEvent } from '@app/chassis/messaging/outbox.ts'
import type { EventData } from '@app/contracts/define.ts'
import { ColleagueChanged, ColleagueReturn } from '@app/contracts/events/colleagues.ts'
import { INVITATION_DAYS } from '@app/contracts/rules/colleagues.ts'
import type { Transaction } from 'kysely'
import type { Tables } from '../db/tables.ts'
import type { ColleagueRow } from './colleague.repository.ts'
import { colleaguePayload } from './colleague-payload.ts'

type Change = EventData<typeof ColleagueChanged>['change']

const DAY_MS = 86_400_000

const expiryOf = ({ invitedAt }: ColleagueRow): string => new Date(Date.parse(invitedAt) + INVITATION_DAYS * DAY_MS).toISOString()

/** Adds the event about a change of a colleague. `colleague` is the row after the change. */
export async function publishChange(
  trx: Transaction<Tables>,
  colleague: ColleagueRow,
  company: Company,
  change: Change,
  facts: Pick<EventData<typeof ColleagueChanged>, 'hasDeclined'> = {},
): Promise<void> {
  const data = {
    ...colleaguePayload(colleague, company),
    change,
    ...facts,
    ...(change === 'invited' && { invitationExpiresAt: expiryOf(colleague) }),
  }
  await addEvent(trx, ColleagueChanged, { aggregateId: colleague.id, version: colleague.version, data })
}

/** Adds the event about a request to come back. `colleague` is the row after the change. */
export async function publishReturn(
  trx: Transaction<Tables>,
  colleague: ColleagueRow,
  company: Company,
  step: EventData<typeof ColleagueReturn>['step'],
): Promise<void> {
  const data = { ...colleaguePayload(colleague, company), step }
  await addEvent(trx, ColleagueReturn, { aggregateId: colleague.id, version: colleague.version, data })
}
