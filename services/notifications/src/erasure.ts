import type { CompanyErasure } from '@app/chassis/erasure/erase-company.ts'
import type { ErasePerson } from '@app/chassis/erasure/erase-person.ts'
import { type RawBuilder, sql } from 'kysely'
import type { Tables } from './db/tables.ts'
import { unconfirmedKey } from './mail/prepare-mail.ts'

type DeleteRows = Parameters<ErasePerson<Tables>>[0]['deleteRows']

/** Deletes emails, and the work that sends those that are still queued. */
async function deleteMails(deleteRows: DeleteRows, condition: RawBuilder<unknown>): Promise<void> {
  await deleteRows('work', sql`key in (select id::text from mail where ${condition})`)
  await deleteRows('mail', condition)
}

/** Deletes the emails to and from addresses, and the contact messages from them. */
async function deleteCorrespondence(deleteRows: DeleteRows, addresses: RawBuilder<unknown>): Promise<void> {
  await deleteMails(deleteRows, sql`lower(recipient) in (${addresses}) or lower(reply_to) in (${addresses})`)
  await deleteRows('work', sql`key in (select id::text from contact where lower(email) in (${addresses}))`)
  await deleteRows('contact', sql`lower(email) in (${addresses})`)
}

/** Erases the emails and messages about a company, to its owner and to its colleagues, and contact messages from the owner's address. */
export const companyErasure: CompanyErasure<Tables> = {
  async eraseRows({ db, deleteRows }, { companyId, ownerId }) {
    const owner = await db.selectFrom('recipient').select('email').where('user_id', '=', ownerId).executeTakeFirst()
    if (owner) await deleteRows('rate_limits', sql`key = ${unconfirmedKey(owner.email)}`)
    const ofCompany = sql`company_profile_id = ${companyId}`
    await deleteMails(deleteRows, sql`${ofCompany} or recipient_id = ${ownerId}`)
    await deleteCorrespondence(deleteRows, sql`select lower(email) from recipient where user_id = ${ownerId}`)
    await deleteRows('notification', sql`${ofCompany} or audience_user = ${ownerId}`)
    await deleteRows('digest_document', ofCompany)
    await deleteRows('task_digest_entry', sql`company_id = ${companyId}`)
    await deleteRows('company_manager', sql`company_id = ${companyId}`)
    await deleteRows('recipient', sql`user_id = ${ownerId}`)
  },
}

/** Erases the emails to and from a person, and the person's contact messages. */
export const erasePerson: ErasePerson<Tables> = async ({ deleteRows }, email) => {
  await deleteRows('rate_limits', sql`key = ${unconfirmedKey(email)}`)
  await deleteCorrespondence(deleteRows, sql`select ${email}`)
}
