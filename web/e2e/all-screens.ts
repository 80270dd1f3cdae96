import { listCampaigns } from '@app/contracts/http/campaigns.ts'
import { campaignOf } from '../src/testing/campaign-data.ts'
import { dialog, heading, type Screen, textbox } from './screen.ts'

const CAMPAIGNS = `**/api${listCampaigns.url.replace(/:\w+/, '*')}*`

/** A tab of the admins' dashboard. */
const dashboard = (name: string, query: string): Screen => ({
  name,
  path: () => `/admin/dashboard?tab=${query}`,
  as: 'admin',
  shown: async (page) => {
    await page.getByRole('tabpanel').waitFor()
    await page.locator('[aria-busy=true]').first().waitFor({ state: 'detached' })
  },
})

/** The main screens in a running product with data. All other states are in `web/states`, with a mocked API. */
export const screens: Screen[] = [
  { name: 'home', path: () => '/', shown: heading('Levers') },
  { name: 'services', path: () => '/service', shown: heading('Package & Pricing') },
  { name: 'blog', path: () => '/blog', shown: heading('Building a sticky brand: how small shops stay in mind') },
  { name: 'article', path: () => '/blog4', shown: heading('Final Thoughts') },
  { name: 'contact', path: () => '/contact', shown: (page) => page.getByRole('button', { name: 'Submit' }).waitFor() },
  { name: 'not-found', path: () => '/no-such-page', shown: heading('Page not found') },
  { name: 'unsubscribe', path: () => '/unsubscribe/unknown', shown: heading('This link doesn’t work') },
  { name: 'login', path: () => '/login', shown: heading('Login') },
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
  { name: 'new-company', path: () => '/new-company', as: 'newcomer', shown: textbox('Company Name') },
  { name: 'management', path: () => '/management', as: 'owner', shown: heading('Sent back twice') },
  { name: 'new-task', path: () => '/management?show=new', as: 'owner', shown: dialog(() => 'Add New Task') },
  {
    name: 'review',
    path: ({ tasks }) => `/management?show=task-${tasks.delivered.taskId}`,
    as: 'owner',
    shown: dialog(({ tasks }) => tasks.delivered.title),
  },
  {
    name: 'company-profile',
    path: () => '/management?section=4',
    as: 'owner',
    shown: (page) => page.getByText('Shown in this font.').waitFor(),
  },
  {
    name: 'company-profile-edit',
    path: () => '/management?section=4&show=edit',
    as: 'owner',
    shown: (page) => page.getByRole('button', { name: 'Save Changes' }).waitFor(),
  },
  {
    name: 'customers',
    path: () => '/management?section=1',
    as: 'owner',
    shown: (page) => page.getByRole('link', { name: 'Ada Whitlock', exact: true }).first().waitFor(),
  },
  {
    name: 'campaigns',
    path: () => '/management?section=2',
    as: 'owner',
    answer: (page) => page.route(CAMPAIGNS, (route) => route.fulfill({ json: [campaignOf({ name: 'Harvest supper' })] })),
    shown: heading('Harvest supper'),
  },
  { name: 'documents', path: () => '/management?section=3', as: 'owner', shown: heading('Spring menu') },
  {
    name: 'document',
    path: ({ documents }) => `/management?section=3&show=document-${documents.menu.DocId}`,
    as: 'owner',
    shown: dialog(({ documents }) => documents.menu.title),
  },
  { name: 'upload-document', path: () => '/management?section=3&show=new', as: 'owner', shown: dialog(() => 'Upload Document') },
  { name: 'admin-login', path: () => '/admin/login', shown: (page) => page.getByRole('button', { name: 'Login' }).waitFor() },
  dashboard('admin-monday', 'monday'),
  dashboard('admin-tasks', 'tasks&view=cards'),
  dashboard('admin-tasks-dense', 'tasks&view=dense'),
  {
    name: 'admin-task',
    path: ({ tasks }) => `/admin/dashboard?tab=refer-back&task=${tasks.referredBack.taskId}`,
    as: 'admin',
    shown: dialog(({ tasks }) => tasks.referredBack.title),
  },
]
