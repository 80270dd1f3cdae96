import { inTransaction } from '@app/chassis/db/in-transaction.ts'
import { AppError } from '@app/chassis/errors.ts'
import { isRefusal } from '@app/chassis/http/error-handler.ts'
import type { IdempotentRequest } from '@app/chassis/idempotency/idempotent-request.ts'
import { addEvent } from '@app/chassis/messaging/outbox.ts'
import { removeFiles, removeUnreferencedFiles } from '@app/chassis/storage/remove-files.ts'
import { CompanyProfileSaved } from '@app/contracts/events/company.ts'
import type { CompanyProfile } from '@app/contracts/http/company.ts'
import { v7 as uuidv7 } from 'uuid'
import type { CompanyDeps } from '../deps.ts'
import { type Adopted, adoptUpload } from '../files/adopt-upload.ts'
import { type Company, changeCompany, lockOrCreate } from './companies.repository.ts'
import { profileNotFound } from './get-profile.ts'
import { mergeImages, type ProfileForm, replacedImageKeys } from './images.ts'
import { assertComplete, mergeTexts, PROFILE_UPDATED, type ProfileReply, toProfile } from './profile.ts'

interface SaveRequest {
  ownerId: string
  /** The host to which the client sent the request. The form may contain URLs of files at this host. */
  host: string
  form: ProfileForm
  idempotency: IdempotentRequest
}

/**
 * Creates or changes the owner's profile. If the save is rejected, the caller must delete the files of the form. A logo that the owner
 * uploaded to a signed URL stays, so that the owner can save again. This function deletes only the copy that `adoptUpload` made of the
 * logo. Exception: if the uploaded file is not accepted as a logo, `adoptUpload` deletes the upload.
 */
export async function saveProfile(deps: CompanyDeps, save: SaveRequest): Promise<ProfileReply> {
  const { store } = deps
  const { ownerId, host, form } = save
  const { logoUrl } = form.fields
  const adopted = logoUrl && !form.files.logo ? await adoptUpload(store, ownerId, store.keyOf(logoUrl, host)) : undefined
  try {
    const { before, after, reply } = await write(deps, save, adopted)
    await removeUnreferencedFiles(deps, [...replacedImageKeys(before, after), ...(adopted ? [adopted.incomingKey] : [])])
    return reply
  } catch (error) {
    if (adopted && isRefusal(error)) await removeFiles(deps, [adopted.file.key])
    throw error
  }
}

const changedElsewhere = (companyProfile: CompanyProfile): AppError =>
  new AppError('profile-changed', 'conflict', 'This profile was changed elsewhere. Please look at what changed.', {
    extensions: { companyProfile },
  })

async function write(
  { db, store, now }: CompanyDeps,
  { ownerId, host, form, idempotency }: SaveRequest,
  adopted: Adopted | undefined,
): Promise<{ before: Company; after: Company; reply: ProfileReply }> {
  return inTransaction(db, async (trx) => {
    const at = now().toISOString()
    const { company: before, created } = await lockOrCreate(trx, { id: uuidv7(), ownerId, at })
    if (form.fields._id && form.fields._id !== before.id) throw profileNotFound()
    if (form.fields.version && created) throw profileNotFound()
    if (form.fields.version && Number(form.fields.version) !== before.version) throw changedElsewhere(toProfile(before, store.publicUrl))
    const texts = mergeTexts(before, form.fields)
    const images = mergeImages({ current: before, form, uploadedLogo: adopted?.file, keyOf: (url) => store.keyOf(url, host) })
    assertComplete({ ...texts, ...images })
    const after = await changeCompany(trx, before.id, { ...texts, ...images, updated_at: at })
    if (!after) throw profileNotFound()
    const profile = toProfile(after, store.publicUrl)
    const data = { ownerId, created, profile }
    await addEvent(trx, CompanyProfileSaved, { aggregateId: after.id, version: after.version, data })
    const message = created ? 'Company profile created successfully!' : PROFILE_UPDATED
    return { before, after, reply: await idempotency.storeResponse(trx, { companyProfile: profile, message }) }
  })
}
