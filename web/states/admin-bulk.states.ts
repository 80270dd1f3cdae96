import { remindTasks } from '@app/contracts/http/remind-task.ts'
import {
  type CheckedCompany,
  checkTaskBatch,
  createTaskBatch,
  listTaskBatches,
  type TaskBatch,
  undoTaskBatch,
} from '@app/contracts/http/task-batches.ts'
import { listWaitingPreviews } from '@app/contracts/http/waiting.ts'
import { page } from 'vitest/browser'
import { boardOf, companyOf, waitingPreviewOf } from '../src/testing/board.ts'
import { taskOf } from '../src/testing/fixtures.ts'
import { signInAs } from '../src/testing/open.tsx'
import { pngFile } from '../src/testing/previews.ts'
import { click, enter, fail, press, pressInDialog, type Step, see, seeDialog, seeHeading, seeRole, serve, visit } from './act.ts'
import { checkStates } from './check-states.ts'

const DASHBOARD = '/admin/dashboard?tab='
const longName = 'The Lowcountry Waterfront Historical Preservation Society Museum Shop & Tea Room'
const companies = [companyOf(1, { companyName: longName }), companyOf(2, { companyName: 'Bakery', city: 'Aiken' }), companyOf(3)]
const [first, second, third] = companies.map(({ _id }) => _id) as [string, string, string]

/** An admin with three companies, of which one has not confirmed its email address. */
const admin: Step = [
  () => signInAs.admin(),
  () => boardOf(...companies.map((company, at) => ({ company, tasks: [], isUnconfirmed: at === 2 }))),
]

const recent: TaskBatch = {
  batchId: '7d5cf5a6-4f2e-4df1-9f0a-63c1f2ac1b60',
  title: '{{Company Name}}: closed for inventory on the last weekend of November',
  createdBy: 'admin-1',
  createdAt: '2026-12-01T11:40:00Z',
  undoUntil: '2026-12-01T12:40:00Z',
  tasks: 42,
}
const openBatch = (batches: TaskBatch[] = []): Step[] => [
  admin,
  serve(listTaskBatches, batches),
  visit(`${DASHBOARD}companies&batch=new`),
  seeRole('checkbox', /^Bakery/),
]
const date =
  (label: RegExp, value: string): Step =>
  () =>
    page.getByLabelText(label).fill(value)
const filled: Step[] = [
  enter('Title', '{{Company Name}}: holiday hours'),
  enter('Description', 'When is {{Company Name}} open between the years?\nPlease send us the hours.'),
  date(/^Target Posting Date/, '2026-12-20'),
  date(/^Submission for Review Date/, '2026-12-18'),
  press('Choose all'),
]
const shortReview = { code: 'short-review', message: 'The company has fewer than 3 days to review it.' } as const
const checked: CheckedCompany[] = [
  {
    companyId: first,
    companyName: longName,
    problem: '',
    warnings: [{ code: 'full-month', message: '4 tasks already exist for December 2026.' }, shortReview],
  },
  { companyId: second, companyName: 'Bakery', problem: '', warnings: [shortReview] },
  {
    companyId: third,
    companyName: 'Company 3',
    problem: 'With this company’s name, the title is longer than 200 characters.',
    warnings: [],
  },
]
const checkedBatch: Step[] = [
  openBatch(),
  filled,
  serve(checkTaskBatch, { companies: checked }),
  press('Check 3 tasks'),
  seeHeading('Tasks for 3 companies'),
]
const created: Step[] = [
  checkedBatch,
  click('checkbox', /^Create it anyway/),
  serve(createTaskBatch, {
    undoUntil: recent.undoUntil,
    results: [
      { companyId: first, status: 503, message: 'This isn’t possible right now. Please try again shortly.' },
      { companyId: second, status: 200, message: '', taskId: 1042 },
    ],
  }),
  press('Create 2 tasks'),
  see('1 of 3 tasks created'),
]

const task = (taskId: number) => taskOf({ taskId, title: `Post ${taskId}`, companyProfileId: first, targetPostingDate: '2026-12-07' })
const waiting = [
  waitingPreviewOf(task(1), longName),
  waitingPreviewOf(task(2), 'Bakery', { isOwnerConfirmed: false, reach: 'no-email', recipients: [] }),
  waitingPreviewOf(task(3), 'Bakery'),
]
const openReminders: Step[] = [
  admin,
  serve(listWaitingPreviews, waiting),
  visit(`${DASHBOARD}waiting`),
  click('checkbox', 'Select all'),
  press('Remind about 3 previews'),
  seeDialog('Remind about 3 previews'),
]

const owed = taskOf({ taskId: 12, title: 'Winter bread', companyProfileId: first, doneTaskImage: null, previewNo: null })

checkStates('admin', {
  'admin-batch-form': openBatch([recent]),
  'admin-batch-required': [openBatch(), press('Check the tasks'), see('Choose at least one company.')],
  'admin-batch-failed': [openBatch(), filled, fail(checkTaskBatch), press('Check 3 tasks'), see('Being restarted.')],
  'admin-batch-checked': checkedBatch,
  'admin-batch-results': created,
  'admin-batch-undone': [
    created,
    serve(undoTaskBatch, {
      tasks: [{ companyId: second, companyName: 'Bakery', taskId: 1042, outcome: 'kept', message: 'It already has a preview.' }],
    }),
    press('Undo'),
    seeDialog('Remove 1 task?'),
    pressInDialog('Remove'),
    see('It already has a preview.'),
  ],
  'admin-remind-several': openReminders,
  'admin-remind-results': [
    openReminders,
    serve(remindTasks, {
      results: [
        { id: 'task-1', status: 200, message: '', task: task(1) },
        { id: 'task-3', status: 409, message: 'No preview of this task is waiting for a decision.', task: task(3) },
      ],
    }),
    pressInDialog('Remind about 2 previews'),
    see('Reminded about 1 of 3 previews'),
  ],
  'admin-deliver-captions': [
    () => signInAs.admin(),
    () => boardOf({ company: companyOf(1, { companyName: longName }), tasks: [owed] }),
    visit(`${DASHBOARD}pending`),
    press('Deliver files'),
    async () => page.getByLabelText('Files').upload([await pngFile('#12 square.png'), await pngFile('no-task.png')]),
    see('Matched by the number in the file name.'),
    press('Paste captions'),
    enter('Captions from a table', '#12\tThe winter blend is back.\nSpring\tFlowers', 'textbox'),
    see('1 of 2 rows match a file.'),
  ],
  'admin-new-task-repeats': [
    admin,
    visit(`${DASHBOARD}companies`),
    click('link', /Add Task/),
    click('switch', /^Repeats/),
    () => page.getByRole('combobox', { name: /^Recurrence type/ }).selectOptions('Weekly'),
    see('Every Monday'),
  ],
})
