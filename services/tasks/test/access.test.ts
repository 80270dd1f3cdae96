import { findForeignAccess } from '@app/chassis/testing/foreign-records.ts'
import type { Colleague } from '@app/contracts/http/colleagues.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { colleagueSteps } from './colleagues/colleague-steps.ts'
import { noteSteps } from './preview-notes/note-steps.ts'
import { sentReport } from './reports/report-steps.ts'
import { type Reviewer, reviewer } from './reviews/reviewing.ts'
import { read, setUp, taskFields, taskIn } from './setup.ts'

type Service = Awaited<ReturnType<typeof setUp>>

let service: Service
beforeAll(async () => {
  service = await setUp()
})
afterAll(() => service.stop())

/** Creates a series with a delivered preview, a note and a colleague. */
async function recordsOf(owner: Reviewer) {
  const { app } = service
  const [notes, colleagues] = [noteSteps(service), colleagueSteps(service)]
  const task = await taskIn(app, owner, 'Previewed')
  const preview = await notes.preview(owner, task)
  const note = await notes.written(owner, task, preview._id)
  const colleague: Colleague = (await colleagues.invite(owner)).json()
  const ids = { id: task._id, companyProfileId: owner.company._id, seriesId: task.seriesId ?? '', previewId: preview._id }
  return { task, ids: { ...ids, noteId: note._id, colleagueId: colleague._id } }
}

test('records of another owner are neither returned nor changed, however valid the request is', async () => {
  const { app, db } = service
  const [owner, stranger] = [await reviewer(service), await reviewer(service)]
  const { task, ids } = await recordsOf(owner)
  const { ids: ownIds } = await recordsOf(stranger)
  const { companyProfileId: _, ...fields } = taskFields(owner.company._id)
  const period = { query: { from: '2026-12-01', to: '2026-12-31' } }
  const report = { params: { id: await sentReport(service.db, owner.company._id) } }
  const write = { method: 'POST', url: `/task/notes/${task._id}`, payload: { text: 'Which color?' }, headers: owner.headers } as const
  const message = (await app.inject(write)).json()
  const wrong = await findForeignAccess({
    app,
    db,
    service: 'tasks',
    owner,
    stranger,
    ids,
    ownIds,
    valid: {
      createTask: { fields },
      addFeedback: { fields: { feedback: 'Warmer' } },
      updateTask: { body: { currentStatus: 'Approved' } },
      editTask: { fields: { title: 'Winter sale' } },
      moveTask: { body: { targetPostingDate: '2026-12-01' } },
      changeSeries: { body: { recurrenceType: 'weekly', recurrenceEndDate: '2026-12-29' } },
      skipOccurrence: { body: { date: (await read(app, owner, task._id)).json().nextOccurrenceDate } },
      inviteColleague: { body: { name: 'Bo', email: 'bo@harborpine.example' } },
      listPlannedDates: period,
      addPreviewNote: { body: { body: 'Warmer' } },
      writeNote: { body: { text: 'Which color?' } },
      markNotesSeen: { body: { noteId: message._id } },
      getReport: report,
      downloadReport: report,
    },
  })
  expect(wrong).toEqual([])
})

test('each decision on a task of another owner has the status 404', async () => {
  const [owner, stranger] = [await reviewer(service), await reviewer(service)]
  const task = await taskIn(service.app, owner, 'Previewed')
  const decisions = [{ id: task._id, idempotencyKey: 'a', currentStatus: 'Approved' }]
  const response = await service.app.inject({ method: 'POST', url: '/task/decisions', payload: { decisions }, headers: stranger.headers })
  expect(response.json().results).toMatchObject([{ status: 404 }])
  expect((await read(service.app, owner, task._id)).json()).toEqual(task)
})
