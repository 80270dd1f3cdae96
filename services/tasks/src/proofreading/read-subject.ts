import type { ObjectStore } from '@app/chassis/storage/object-store.ts'
import { recordOf } from '@app/contracts/primitives.ts'
import { briefTexts } from '@app/contracts/rules/brief.ts'
import { todayIn } from '@app/contracts/rules/business-dates.ts'
import { plannedDateOf } from '@app/contracts/rules/calendar.ts'
import { videoFrames } from '@app/contracts/rules/proofreading.ts'
import { platforms } from '@app/contracts/rules/task-status.ts'
import { isTimeZone } from '@app/contracts/rules/time-zones.ts'
import type { CheckedFile, PreviewCheck } from '@app/proofreading/check-preview.ts'
import { checkedCompanyOf } from '@app/proofreading/checked-company.ts'
import type { ReadSource } from '@app/proofreading/reader/read-file.ts'
import type { Accepted, CheckedBrief } from '@app/proofreading/types.ts'
import type { Kysely } from 'kysely'
import type { Tables } from '../db/tables.ts'
import type { TasksDeps } from '../deps.ts'
import { findPreview, type PreviewFileRow } from '../previews/preview.repository.ts'
import { findTask } from '../tasks/task.repository.ts'
import type { TaskRow } from '../tasks/task-row.ts'
import { findAccepted } from './accepted-finding.repository.ts'
import { findFindings, subjectOf } from './finding.repository.ts'
import type { BegunCheck } from './proofreading.repository.ts'
import { findApprovedCaptions, findPostedPictures } from './subject.repository.ts'

export type SubjectDeps = Pick<TasksDeps, 'db' | 'store' | 'timeZone' | 'now'>

/** Called with the error if a file cannot be opened or read, because the store is unavailable or has lost the file. */
type OnUnreadable = (error: unknown) => void

/** Maximum number of words marked as right that a check considers: the newest. */
const ACCEPTED_MAX = 2_000

const storedFile = (store: ObjectStore, key: string, bytes: number, onUnreadable: OnUnreadable): ReadSource => ({
  bytes,
  async open() {
    try {
      return (await store.get(key)).once('error', onUnreadable)
    } catch (error) {
      onUnreadable(error)
      throw error
    }
  },
})

/** Returns a file whose size is not stored in its row. If it is missing, opening it fails. */
async function measuredFile(store: ObjectStore, key: string, onUnreadable: OnUnreadable): Promise<ReadSource> {
  try {
    return storedFile(store, key, (await store.sizeOf(key)) ?? 1, onUnreadable)
  } catch (error) {
    onUnreadable(error)
    throw error
  }
}

async function sourcesOf(store: ObjectStore, file: PreviewFileRow, onUnreadable: OnUnreadable): Promise<CheckedFile['sources']> {
  if (file.kind !== 'video') return [storedFile(store, file.key, file.bytes, onUnreadable)]
  const sources: CheckedFile['sources'] = []
  for (const frame of videoFrames) {
    const key = file[`${frame}_key` as const]
    if (key !== null) sources.push({ frame, ...(await measuredFile(store, key, onUnreadable)) })
  }
  return sources
}

async function checkedFile(store: ObjectStore, file: PreviewFileRow, onUnreadable: OnUnreadable): Promise<CheckedFile> {
  const { position, kind, width, height, duration_ms: durationMs, codec, alternative_text: alternativeText } = file
  return {
    position,
    kind,
    width,
    height,
    ...(durationMs !== null && { seconds: durationMs / 1_000 }),
    ...(codec !== null && { codec }),
    alternativeText,
    sources: await sourcesOf(store, file, onUnreadable),
  }
}

const checkedBrief = (task: TaskRow): CheckedBrief => ({
  ...recordOf(briefTexts, (name) => task[name]),
  targetPostingDate: plannedDateOf(task),
  targetPostingTime: task.targetPostingTime,
  platforms: platforms.filter((name) => task[name]),
})

/**
 * Returns what admins marked as right for a company, except in this preview: a repeated check must find that again, so that the mark stays
 * visible.
 */
async function acceptedElsewhere(db: Kysely<Tables>, companyId: string, previewId: string): Promise<Accepted[]> {
  const accepted = await findAccepted(db, companyId, { limit: ACCEPTED_MAX })
  const here = new Set((await findFindings(db, previewId)).filter(({ acceptedAt }) => acceptedAt !== null).map(subjectOf))
  return accepted.filter((each) => !here.has(subjectOf(each)))
}

/** Returns a preview with all that it is compared with. Undefined if it was deleted. */
export async function readSubject(
  { db, store, timeZone, now }: SubjectDeps,
  { previewId, taskId }: BegunCheck,
  onUnreadable: OnUnreadable,
): Promise<Omit<PreviewCheck, 'signal'> | undefined> {
  const task = await findTask(db, taskId, undefined)
  const preview = await findPreview(db, previewId)
  if (!task || !preview) return undefined
  const companyId = task.companyProfileId
  const { profile } = await db.selectFrom('company').select('profile').where('id', '=', companyId).executeTakeFirstOrThrow()
  const today = todayIn(profile.timeZone && isTimeZone(profile.timeZone) ? profile.timeZone : timeZone, now())
  const logoKey = profile.logo ? store.keyOf(profile.logo) : undefined
  return {
    caption: preview.caption,
    brief: checkedBrief(task),
    company: checkedCompanyOf(profile),
    today,
    earlierTexts: await findApprovedCaptions(db, { taskId, companyId }),
    accepted: await acceptedElsewhere(db, companyId, previewId),
    files: await Promise.all(preview.files.map((file) => checkedFile(store, file, onUnreadable))),
    ...(logoKey !== undefined && { logo: await measuredFile(store, logoKey, onUnreadable) }),
    earlierPictures: await findPostedPictures(db, { taskId, companyId }, today),
  }
}
