import { inTransaction } from '@app/chassis/db/in-transaction.ts'
import { isRefusal } from '@app/chassis/http/error-handler.ts'
import { AppError } from '@app/chassis/http/errors.ts'
import type { IdempotentRequest } from '@app/chassis/idempotency/idempotent-request.ts'
import { addEvent } from '@app/chassis/messaging/outbox.ts'
import { removeFiles, removeUnreferencedFiles } from '@app/chassis/storage/remove-files.ts'
import { CompanyProfileSaved } from '@app/contracts/events/company.ts'
import { type AccountManager, brandImageFields, type OwnProfile, profileTextFields } from '@app/contracts/http/company.ts'
import { v7 as uuidv7 } from 'uuid'
import type { CompanyDeps } from '../deps.ts'
import { pendingErasure } from '../erasure/erasure.repository.ts'
import { adoptUpload, isIncoming } from '../files/adopt-upload.ts'
import { accountManagerOf } from '../managers/admins.repository.ts'
import { type Company, changeCompany, companyOfOwner, lockOrCreate } from './companies.repository.ts'
import { mergeImages, type ProfileForm, replacedImageKeys, type SentImages } from './images.ts'
import {
  assertComplete,
  mergeTexts,
  PROFILE_UPDATED,
  type ProfileImages,
  type ProfileReply,
  type ProfileTexts,
  profileNotFound,
  toProfile,
} from './profile.ts'

interface SaveRequest {
  ownerId: string
  /** The host to which the client sent the request. The form may contain URLs of files at this host. */
  host: string
  form: ProfileForm
  idempotency: IdempotentRequest
}

const changedElsewhere = (companyProfile: OwnProfile): AppError =>
  new AppError('profile-changed', 'conflict', 'This profile was changed elsewhere. Please look at what changed.', {
    extensions: { companyProfile },
  })

/** A profile that was not saved yet. */
const emptyProfile = Object.fromEntries([
  ...profileTextFields.map((field) => [field, '']),
  ...['logo', ...brandImageFields].map((field) => [field, null]),
]) as ProfileTexts & ProfileImages

/** Returns the changed profile. Throws if the save is not allowed: 404, 409 or 422. */
function mergeProfile(
  store: CompanyDeps['store'],
  current: Company | undefined,
  accountManager: AccountManager | null,
  { host, form: { fields } }: SaveRequest,
  sent: SentImages,
): ProfileTexts & ProfileImages {
  if (fields._id && fields._id !== current?.id) throw profileNotFound()
  if (fields.version && !current) throw profileNotFound()
  if (current && fields.version && Number(fields.version) !== current.version)
    throw changedElsewhere({ ...toProfile(current, store.publicUrl), accountManager })
  const texts = mergeTexts(current ?? emptyProfile, fields)
  const images = mergeImages({ current: current ?? emptyProfile, fields, ...sent, keyOf: (url) => store.keyOf(url, host) })
  assertComplete({ ...texts, ...images })
  return { ...texts, ...images }
}

/** Rejects a save before its pictures are processed. `write` checks the save again, because the profile may change in the meantime. */
async function refuseSave({ db, store }: CompanyDeps, save: SaveRequest): Promise<void> {
  const { ownerId, host, form } = save
  const key = form.fields.logoUrl && store.keyOf(form.fields.logoUrl, host)
  const uploadedLogo = key && isIncoming(key, ownerId) ? { key } : undefined
  const current = await companyOfOwner(db, ownerId)
  const manager = current ? await accountManagerOf(db, current.id) : null
  mergeProfile(store, current, manager, save, { files: form.files, uploadedLogo })
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
  await refuseSave(deps, save)
  const files = await form.acceptFiles()
  const adopted = logoUrl && !form.files.logo ? await adoptUpload(store, ownerId, store.keyOf(logoUrl, host)) : undefined
  try {
    const { before, after, reply } = await write(deps, save, { files, uploadedLogo: adopted?.file })
    await removeUnreferencedFiles(deps, [...replacedImageKeys(before, after), ...(adopted ? [adopted.incomingKey] : [])])
    return reply
  } catch (error) {
    if (adopted && isRefusal(error)) await removeFiles(deps, [adopted.file.key])
    throw error
  }
}

async function write(
  { db, store, now }: CompanyDeps,
  save: SaveRequest,
  sent: SentImages,
): Promise<{ before: Company; after: Company; reply: ProfileReply }> {
  return inTransaction(db, async (trx) => {
    const { ownerId, idempotency } = save
    const at = now().toISOString()
    const { company: before, created } = await lockOrCreate(trx, { id: uuidv7(), ownerId, at })
    const accountManager = await accountManagerOf(trx, before.id)
    const profile = mergeProfile(store, created ? undefined : before, accountManager, save, sent)
    const after = await changeCompany(trx, before.id, { ...profile, updated_at: at })
    if (!after) throw profileNotFound()
    const saved = toProfile(after, store.publicUrl)
    const change = created ? 'created' : 'changed'
    await addEvent(trx, CompanyProfileSaved, {
      aggregateId: after.id,
      version: after.version,
      data: { ownerId, change, profile: saved },
    })
    const message = created ? 'Company profile created successfully!' : PROFILE_UPDATED
    const companyProfile = { ...saved, accountManager, ...(await pendingErasure(trx, ownerId, now())) }
    return { before, after, reply: await idempotency.storeResponse(trx, { companyProfile, message }) }
  })
}
