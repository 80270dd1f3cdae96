import { lockCompany } from '@app/chassis/companies/company-projection.ts'
import { companyOf } from '@app/chassis/companies/own-company.ts'
import { inTransaction } from '@app/chassis/db/in-transaction.ts'
import type { Reader } from '@app/chassis/http/auth.ts'
import { AppError, refusedField } from '@app/chassis/http/errors.ts'
import type { IdempotentRequest } from '@app/chassis/idempotency/idempotent-request.ts'
import type { CustomerNote } from '@app/contracts/http/customer-notes.ts'
import { todayIn } from '@app/contracts/rules/business-dates.ts'
import {
  type CustomerNoteEntry,
  checkCustomerNote,
  isPersonKey,
  NOTES_PER_COMPANY_MAX,
  NOTES_PER_PERSON_MAX,
  TOO_MANY_NOTES,
  TOO_MANY_NOTES_ON_PERSON,
} from '@app/contracts/rules/customer-notes.ts'
import { v7 as uuidv7 } from 'uuid'
import { refuseFaults } from '../customers/changes.ts'
import type { CrmDeps } from '../deps.ts'
import { countNotes, insertNote } from './note.repository.ts'

/** Throws a 422 if the text is not a key as `personKeyOf` returns it. */
export function requirePersonKey(person: string): void {
  if (!isPersonKey(person)) throw refusedField('person', 'This is not the key of a person.')
}

const tooMany = (message: string): AppError => new AppError('too-many-notes', 'conflict', message)

/** Stores a note on a person. The lock of the company prevents that concurrent requests exceed the maximum number of notes. */
export async function addNote(
  deps: CrmDeps,
  owner: Reader,
  { person, ...entry }: CustomerNoteEntry & { person: string },
  idempotency: IdempotentRequest,
): Promise<CustomerNote> {
  const { db, timeZone, now } = deps
  requirePersonKey(person)
  const text = entry.text.trim()
  refuseFaults(checkCustomerNote({ ...entry, text }, todayIn(timeZone, now())))
  const { id: companyId } = await companyOf(deps, owner)
  return inTransaction(db, async (trx) => {
    await lockCompany(trx, companyId)
    const { ofPerson, ofCompany } = await countNotes(trx, companyId, person)
    if (ofPerson >= NOTES_PER_PERSON_MAX) throw tooMany(TOO_MANY_NOTES_ON_PERSON)
    if (ofCompany >= NOTES_PER_COMPANY_MAX) throw tooMany(TOO_MANY_NOTES)
    const { kind, happenedOn } = entry
    const note = { id: uuidv7(), company_id: companyId, person, kind, text, happened_on: happenedOn, author_id: owner.id }
    return idempotency.storeResponse(trx, await insertNote(trx, note))
  })
}
