import { serviceNames } from '@app/contracts/define.ts'
import { accountStates } from './account-states.ts'
import { approvalStates } from './approval-states.ts'
import { boardStates } from './board-states.ts'
import { calendarStates } from './calendar-states.ts'
import { campaignScreens, campaignStates } from './campaign-screens.ts'
import { colleagueStates } from './colleague-states.ts'
import { compareStates } from './compare-states.ts'
import { customerScreens, customerStates } from './customer-screens.ts'
import { documentStates } from './document-states.ts'
import { newCompanyStates } from './new-company-states.ts'
import { newTaskStates } from './new-task-states.ts'
import { noteStates } from './note-states.ts'
import { operationsStates } from './operations-states.ts'
import { passingStates } from './passing-states.ts'
import { previewStates } from './preview-states.ts'
import { profileStates } from './profile-states.ts'
import { recordStates } from './record-states.ts'
import { reviewStates } from './review-states.ts'
import { dialog, frameOf, heading, type Screen } from './screen.ts'
import { searchStates } from './search-states.ts'
import { waitingStates } from './waiting-states.ts'

const dashboard = (tab: string, view?: 'dense'): Screen => ({
  name: view ? `admin-${tab}-${view}` : `admin-${tab}`,
  path: () => `/admin/dashboard?tab=${tab}&view=${view ?? 'cards'}`,
  as: 'admin',
  shown: async (page) => {
    await page.getByRole('tabpanel').waitFor()
    await page.locator('[aria-busy=true]').first().waitFor({ state: 'detached' })
  },
})

export const screens: Screen[] = [
  { name: 'login', path: () => '/login', shown: heading('Login') },
  {
    name: 'sign-up',
    path: () => '/login',
    shown: async (page) => {
      await page
        .getByRole('button', { name: 'Create an account' })
        .or(page.getByRole('tab', { name: 'Sign up' }))
        .locator('visible=true')
        .first()
        .click()
      const form = page.locator('form', { has: page.getByRole('heading', { name: 'Create account' }) })
      await form.locator('input[type=password]').fill('Palm')
      await page.getByText('At least 8 characters').waitFor()
    },
  },
  {
    name: 'forgot-password',
    path: () => '/reset-password',
    shown: (page) => page.getByRole('button', { name: 'Reset Password' }).waitFor(),
  },
  {
    name: 'code',
    path: () => '/reset-password',
    shown: async (page) => {
      await page.getByLabel('Email').fill('somebody@example.com')
      await page.getByRole('button', { name: 'Reset Password' }).click()
      await page.getByRole('link', { name: 'Next' }).click()
      await page.getByText('Enter Verification Code').waitFor()
      // Reloads the page, to test it without the bundles that the previous page has loaded.
      await page.reload()
      await page.getByText('Enter Verification Code').waitFor()
    },
  },
  {
    name: 'verify-email',
    path: () => '/verify-email#q9-LongRandomToken_0',
    shown: (page) => page.getByRole('button', { name: 'Confirm email address' }).waitFor(),
  },
  { name: 'unsubscribe', path: () => '/unsubscribe/unknown', shown: heading('This link doesn’t work') },
  { name: 'new-company', path: () => '/new-company', as: 'newcomer', shown: (page) => page.getByLabel('Company Name').waitFor() },
  {
    name: 'management-empty',
    path: () => '/management',
    as: 'beginner',
    shown: (page) => page.getByText('Click above to add your task!').waitFor(),
  },
  { name: 'management', path: () => '/management', as: 'owner', shown: heading('Sent back twice') },
  {
    name: 'management-error',
    path: () => '/management',
    as: 'owner',
    answer: (page) =>
      page.route('**/api/task/tasks/**', (route) => route.fulfill({ status: 500, json: { message: 'Something went wrong.' } })),
    shown: (page) => page.getByText('Error loading pending tasks').first().waitFor(),
  },
  { name: 'new-task', path: () => '/management?show=new', as: 'owner', shown: dialog(() => 'Add New Task') },
  {
    name: 'new-task-recurring',
    path: () => '/management?show=new',
    as: 'owner',
    shown: async (page) => {
      await page.getByRole('switch', { name: /Repeats/ }).click()
      await page.getByLabel('Recurrence type').selectOption('monthly')
      await page.getByText('Every month on the 1st Monday').waitFor()
    },
  },
  {
    name: 'review-waiting',
    path: ({ tasks }) => `/management?show=task-${tasks.waiting.taskId}`,
    as: 'owner',
    shown: dialog(({ tasks }) => tasks.waiting.title),
  },
  {
    name: 'review',
    path: ({ tasks }) => `/management?show=task-${tasks.delivered.taskId}`,
    as: 'owner',
    shown: dialog(({ tasks }) => tasks.delivered.title),
  },
  {
    name: 'refer-back',
    path: ({ tasks }) => `/management?show=task-${tasks.delivered.taskId}`,
    as: 'owner',
    shown: async (page) => {
      await page.getByRole('button', { name: 'Refer Back' }).click()
      await page.getByRole('button', { name: 'Send Feedback' }).waitFor()
    },
  },
  {
    name: 'remove',
    path: ({ tasks }) => `/management?show=task-${tasks.waiting.taskId}`,
    as: 'owner',
    shown: async (page) => {
      await page.getByRole('button', { name: 'Remove Task' }).click()
      await page.getByText('Are you sure you want to Remove this task?').waitFor()
    },
  },
  {
    name: 'review-history',
    path: ({ tasks }) => `/management?show=task-${tasks.referredBack.taskId}`,
    as: 'owner',
    shown: dialog(({ tasks }) => tasks.referredBack.title),
  },
  {
    name: 'review-versions',
    path: ({ tasks }) => `/management?show=task-${tasks.versions.taskId}`,
    as: 'owner',
    shown: (page) => page.getByRole('list', { name: 'Earlier versions' }).waitFor(),
  },
  {
    name: 'review-instagram',
    path: ({ tasks }) => `/management?show=task-${tasks.versions.taskId}`,
    as: 'owner',
    shown: frameOf('Instagram'),
  },
  {
    name: 'review-pdf',
    path: ({ tasks }) => `/management?show=task-${tasks.versions.taskId}`,
    as: 'owner',
    shown: async (page) => {
      await page.getByRole('button', { name: 'Open PDF 3 of 3' }).click()
      await page.getByText('Menu of the week').waitFor({ state: 'attached' })
    },
  },
  {
    name: 'approved-detail',
    path: ({ tasks }) => `/management?show=task-${tasks.approved.taskId}`,
    as: 'owner',
    shown: dialog(({ tasks }) => tasks.approved.title),
  },
  {
    name: 'company-profile',
    path: () => '/management?section=4',
    as: 'owner',
    shown: (page) => page.getByText('Shown in this font.').waitFor(),
  },
  {
    name: 'unconfirmed-email',
    path: () => '/management?section=4',
    as: 'beginner',
    shown: (page) => page.getByRole('button', { name: 'Send the email again' }).waitFor(),
  },
  {
    name: 'company-profile-edit',
    path: () => '/management?section=4&show=edit',
    as: 'owner',
    shown: (page) => page.getByRole('button', { name: 'Save Changes' }).waitFor(),
  },
  { name: 'posted', path: () => '/management?show=posted', as: 'owner', shown: dialog(() => 'Posted Tasks') },
  {
    name: 'tracking-expense',
    path: () => '/management?section=6',
    as: 'beginner',
    shown: (page) => page.getByRole('button', { name: 'Notify me when it’s ready' }).waitFor(),
  },
  {
    name: 'invoice',
    path: () => '/management?section=7',
    as: 'owner',
    shown: async (page) => {
      await page.getByRole('button', { name: /notify me/i }).waitFor()
      const ask = page.getByRole('button', { name: 'Notify me when it’s ready' })
      if (await ask.isVisible()) await ask.click()
      await page.getByText('We’ll notify you.').waitFor()
    },
  },
  ...customerScreens,
  ...campaignScreens,
  { name: 'documents', path: () => '/management?section=3', as: 'owner', shown: heading('Spring menu') },
  {
    name: 'document',
    path: ({ documents }) => `/management?section=3&show=document-${documents.menu.DocId}`,
    as: 'owner',
    shown: dialog(({ documents }) => documents.menu.title),
  },
  { name: 'upload-document', path: () => '/management?section=3&show=new', as: 'owner', shown: dialog(() => 'Upload Document') },
  { name: 'admin-login', path: () => '/admin/login', shown: (page) => page.getByRole('button', { name: 'Login' }).waitFor() },
  ...['tasks', 'total', 'launch'].flatMap((tab) => [dashboard(tab), dashboard(tab, 'dense')]),
  dashboard('companies'),
  {
    name: 'admin-operations',
    path: () => '/admin/dashboard?tab=operations',
    as: 'admin',
    shown: (page) =>
      page
        .getByText('Running', { exact: true })
        .nth(serviceNames.length - 1)
        .waitFor(),
  },
  {
    name: 'admin-service',
    path: () => '/admin/dashboard?tab=operations&address=admin@example.com&service=notifications',
    as: 'admin',
    shown: (page) => page.getByRole('dialog', { name: 'Notifications' }).getByText('No dead letters.').waitFor(),
  },
  {
    name: 'admin-task',
    path: ({ tasks }) => `/admin/dashboard?tab=refer-back&task=${tasks.referredBack.taskId}`,
    as: 'admin',
    shown: dialog(({ tasks }) => tasks.referredBack.title),
  },
  {
    name: 'admin-company',
    path: () => '/admin/dashboard?tab=companies',
    as: 'admin',
    shown: async (page) => {
      await page.getByRole('rowheader').getByRole('link').first().click()
      await page.getByRole('dialog').first().waitFor()
    },
  },
  {
    name: 'admin-documents',
    path: ({ documents: { menu } }) => `/admin/dashboard?tab=companies&company=${menu.companyProfileId}&document=${menu.DocId}`,
    as: 'admin',
    shown: (page) => page.getByRole('link', { name: 'Download' }).first().waitFor(),
  },
  {
    name: 'admin-spreadsheet',
    path: ({ documents: { menu } }) => `/admin/dashboard?tab=companies&company=${menu.companyProfileId}`,
    as: 'admin',
    shown: async (page) => {
      const section = page.getByRole('region', { name: 'Spreadsheet' })
      await section.getByRole('button', { name: 'How to set it up' }).click()
      await section.getByRole('button', { name: 'Show the script' }).click()
      await section.getByRole('button', { name: 'Copy the script' }).waitFor()
      await section.getByRole('button', { name: 'Test the connection' }).click()
      await section.getByText(/^Connected:/).waitFor()
    },
  },
  {
    name: 'admin-new-task',
    path: () => '/admin/dashboard?tab=companies',
    as: 'admin',
    shown: async (page) => {
      await page
        .getByRole('link', { name: /Add Task/ })
        .first()
        .click()
      await page.getByRole('dialog').first().waitFor()
    },
  },
  { name: 'home', path: () => '/', shown: heading('Levers') },
  { name: 'services', path: () => '/service', shown: heading('Package & Pricing') },
  { name: 'blog', path: () => '/blog', shown: heading('Building a sticky brand: how small shops stay in mind') },
  { name: 'article', path: () => '/blog4', shown: heading('Final Thoughts') },
  { name: 'contact', path: () => '/contact', shown: (page) => page.getByRole('button', { name: 'Submit' }).waitFor() },
  { name: 'not-found', path: () => '/no-such-page', shown: heading('Page not found') },
]

/** Screens in other states than in `screens`, for example with errors, while loading, or with long texts. */
export const variants: Screen[] = [
  ...['pending', 'waiting', 'refer-back', 'approved'].map((tab) => dashboard(tab)),
  ...passingStates,
  ...newTaskStates,
  ...boardStates,
  ...calendarStates,
  ...newCompanyStates,
  ...accountStates,
  ...approvalStates,
  ...profileStates,
  ...recordStates,
  ...colleagueStates,
  ...operationsStates,
  ...documentStates,
  ...previewStates,
  ...noteStates,
  ...compareStates,
  ...customerStates,
  ...campaignStates,
  ...reviewStates,
  ...searchStates,
  ...waitingStates,
]
