import type { CompanyErasure } from '@app/chassis/erasure/erase-company.ts'
import { sql } from 'kysely'
import type { Tables } from '../db/tables.ts'
import type { TasksDeps } from '../deps.ts'

/** SQL query for the keys of all files of a company's tasks. */
const filesOf = (companyId: string) => sql<{ key: string }>`
  select reference_image from task where company_id = ${companyId}
  union all select reference_image from task_series where company_id = ${companyId}
  union all select done_task_image from task where company_id = ${companyId}
  union all select named.key from task, jsonb_array_elements(rollbacks) as entry,
    unnest(array[entry ->> 'doneTaskImage', entry ->> 'clientSuggestImage']) as named (key) where company_id = ${companyId}
  union all select named.key from preview_file as file join preview on preview.id = file.preview_id join task on task.id = preview.task_id,
    unnest(array[file.key, file.poster_key, file.display_key, file.thumbnail_key,
      file.first_key, file.middle_key, file.last_key]) as named (key) where task.company_id = ${companyId}
  union all select key from owner_file where company_id = ${companyId}
  union all select unnest(thumbnails) from monthly_report where company_id = ${companyId}`

/**
 * Erases the tasks of a company with previews, notes and decisions, its colleagues and reports. The decision record stays without people:
 * their addresses and the key of the keyed hashes are deleted, so the hashes can't be assigned to anybody any more.
 */
export const companyErasure = ({ store }: Pick<TasksDeps, 'store'>): CompanyErasure<Tables> => ({
  files: { store, keysOf: ({ companyId }) => filesOf(companyId) },
  async eraseRows({ deleteRows, changeRows }, { companyId, ownerId }) {
    const ofCompany = sql`company_id = ${companyId}`
    const ofOwner = sql`owner_id = ${ownerId}`
    const ofTasks = sql`task_id in (select id from task where ${ofCompany})`
    const colleagues = sql`select id from colleague where ${ofCompany}`
    await deleteRows('work', sql`split_part(key, ' ', 1) in (select id::text from preview where ${ofTasks})`)
    const isInKey = sql`strpos(key, id::text) > 0 or strpos(key, lower(email)) > 0`
    await deleteRows('rate_limits', sql`exists (select from colleague where ${ofCompany} and (${isInKey}))`)
    await deleteRows('review_code', sql`recipient_id = ${ownerId} or recipient_id in (${colleagues})`)
    await deleteRows('decision', ofTasks)
    await deleteRows('preview_note_reply', sql`note_id in (select id from preview_note where ${ofTasks})`)
    // A note may continue a note on an earlier preview of the same task.
    await changeRows('preview_note', sql`continues = null`, sql`${ofTasks} and continues is not null`)
    await deleteRows('preview_note', ofTasks)
    await deleteRows('task_note', ofTasks)
    await deleteRows('review_link', ofTasks)
    await deleteRows('colleague', ofCompany)
    const ofOthers = sql`select batch_id from task_batch_item where company_id <> ${companyId}`
    await deleteRows('task_batch', sql`id in (select batch_id from task_batch_item where ${ofCompany}) and id not in (${ofOthers})`)
    await deleteRows('task_batch_item', ofCompany)
    await deleteRows('monthly_report', ofCompany)
    await deleteRows('task', ofCompany)
    await deleteRows('task_series', ofCompany)
    await deleteRows('photo_usage', ofCompany)
    await deleteRows('company_manager', ofCompany)
    await deleteRows('owner_address', ofOwner)
    await deleteRows('record_subject', ofCompany)
    await changeRows('record_chain', sql`subject_key = ''`, sql`${ofCompany} and octet_length(subject_key) > 0`)
    await deleteRows('company', sql`id = ${companyId}`)
    await deleteRows('owner_sign_in', ofOwner)
  },
})
