import { readFileSync } from 'node:fs'
import { runDueWork } from '@app/chassis/testing/run-due-work.ts'
import type { Preview } from '@app/contracts/http/previews.ts'
import type { Proofreading } from '@app/contracts/http/proofreading.ts'
import type { Task } from '@app/contracts/http/tasks.ts'
import type { CheckResult, checkPreview } from '@app/proofreading/check-preview.ts'
import { expect } from 'vitest'
import { proofreadingWork } from '../../src/proofreading/proofread-previews.ts'
import { admin, type Person, type setUp, upload } from '../setup.ts'

export type Service = Awaited<ReturnType<typeof setUp>>
type Check = typeof checkPreview
type Found = CheckResult['findings'][number]

/** A design that says “Saturday, December 6”, which is a Sunday in 2026. */
export const design = new Uint8Array(readFileSync(new URL('../../../_proofreading/test/design.jpg', import.meta.url)))

/** A finding about a misspelled word of the caption. */
export const finding = (changes: Partial<Found> = {}): Found => ({
  kind: 'spelling',
  certainty: 'sure',
  words: 'reservtion',
  place: { in: 'caption', from: 0, to: 10 },
  comparedWith: 'the dictionary',
  message: 'Did you mean “reservation”?',
  ...changes,
})

/** A check with this result. */
export const finds =
  (...findings: Found[]): Check =>
  async () => ({ findings, uncheckedFiles: [], pictures: [] })

/** Runs the checks that are due. Returns the number of attempts. */
export const runChecks = ({ deps }: Service, check?: Check): Promise<number> => runDueWork(proofreadingWork(deps, check))

export const saveDraft = async ({ app }: Service, { _id }: Task, file: Uint8Array<ArrayBuffer>, caption = ''): Promise<Preview> => {
  const response = await upload(app, _id, { file1: file }, { deliver: 'false', caption })
  expect(response.statusCode, response.body).toBe(201)
  return response.json().preview
}

export const proofreadingOf = async ({ app }: Service, { _id }: Pick<Preview, '_id'>): Promise<Proofreading> => {
  const response = await app.inject({ url: `/admin/previews/${_id}/proofreading`, headers: admin.headers })
  expect(response.statusCode, response.body).toBe(200)
  return response.json()
}

/** Marks a finding of a preview as right (`POST`), or takes the mark back (`DELETE`). */
export const mark = ({ app }: Service, { _id }: Pick<Preview, '_id'>, findingId: string | undefined, method: 'POST' | 'DELETE' = 'POST') =>
  app.inject({ method, url: `/admin/previews/${_id}/findings/${findingId}/accept`, headers: admin.headers })

export const deliverDraft = ({ app }: Service, { _id }: Pick<Preview, '_id'>, query = '', caller: Person = admin) =>
  app.inject({ method: 'POST', url: `/admin/previews/${_id}/deliver${query}`, headers: caller.headers })
