import { pdf } from '@app/chassis/testing/documents.ts'
import type { Page } from 'playwright-core'
import { heading, type Screen } from './screen.ts'

const file = (name: string, mimeType = 'application/pdf', buffer = pdf({ padding: 3_000_000 })) => ({ name, mimeType, buffer })

const choose = (page: Page, ...files: ReturnType<typeof file>[]) =>
  page.getByLabel('PDF, Word, PPT, Excel, Text formats only').setInputFiles(files)

async function upload(page: Page): Promise<void> {
  await page.evaluate(() => {
    XMLHttpRequest.prototype.send = () => {}
  })
  await choose(page, file('brochure-for-the-spring-market.pdf'), file('prices.pdf'))
  await page.getByRole('button', { name: 'Submit' }).click()
  await page.getByRole('progressbar').waitFor()
}

export const documentStates: Screen[] = [
  {
    name: 'documents-empty',
    path: () => '/management?section=3',
    as: 'beginner',
    shown: (page) => page.getByText('Click above to add Documents!').waitFor(),
  },
  {
    name: 'documents-loading',
    path: () => '/management?section=3',
    as: 'owner',
    answer: (page) => page.route('**/api/process/documents*', () => {}),
    shown: (page) => page.getByRole('status', { name: 'Loading: Documents' }).waitFor(),
  },
  {
    name: 'documents-drop',
    path: () => '/management?section=3',
    as: 'owner',
    shown: async (page) => {
      await heading('Spring menu')(page)
      await page.evaluate(() => {
        const dataTransfer = new DataTransfer()
        dataTransfer.items.add(new File([], 'menu.pdf'))
        window.dispatchEvent(new DragEvent('dragover', { dataTransfer, cancelable: true }))
      })
      await page.getByText('Drop to upload').waitFor()
    },
  },
  {
    name: 'documents-crowded',
    path: () => '/management?section=3',
    as: 'crowded',
    shown: async (page) => {
      await page.getByRole('searchbox').fill('winter')
      await page.getByText('9 of 9 results').waitFor()
    },
  },
  {
    name: 'document-long',
    path: () => '/management?section=3',
    as: 'crowded',
    shown: async (page) => {
      await page.getByRole('button', { name: 'View' }).first().click()
      await page.getByRole('dialog').waitFor()
    },
  },
  {
    name: 'upload-several',
    path: () => '/management?section=3&show=new',
    as: 'owner',
    shown: async (page) => {
      await choose(page, file('brochure-for-the-spring-market.pdf'), file('prices.xlsx'), file('how-we-greet.docx'))
      await heading('2 more files after this one')(page)
    },
  },
  {
    name: 'upload-refused',
    path: () => '/management?section=3&show=new',
    as: 'owner',
    shown: async (page) => {
      await page.getByRole('button', { name: 'Submit' }).click()
      await page.getByText('Select a document file').first().waitFor()
      await choose(page, file('setup.exe', 'application/octet-stream'))
      await page.getByText('Invalid file type (pdf/doc/ppt/xls/txt only)').first().waitFor()
    },
  },
  {
    name: 'upload-not-what-it-says',
    path: () => '/management?section=3&show=new',
    as: 'owner',
    shown: async (page) => {
      await choose(page, file('plan.pdf', 'application/pdf', Buffer.from('MZ, and then a program')))
      await page.getByRole('button', { name: 'Submit' }).click()
      await page.getByText('Invalid file type (pdf/doc/ppt/xls/txt only)').first().waitFor()
    },
  },
  { name: 'upload-under-way', path: () => '/management?section=3&show=new', as: 'owner', shown: upload },
  {
    name: 'upload-elsewhere',
    path: () => '/management?section=3&show=new',
    as: 'owner',
    shown: async (page) => {
      await upload(page)
      await page.keyboard.press('Escape')
      await page.getByRole('link', { name: 'Digital Content' }).click()
      await heading('Tasks')(page)
      await page.getByRole('complementary', { name: 'Uploads' }).waitFor()
    },
  },
  {
    name: 'upload-logout',
    path: () => '/management?section=3&show=new',
    as: 'owner',
    shown: async (page) => {
      await upload(page)
      await page.keyboard.press('Escape')
      await page.getByRole('button', { name: /^Menu of/ }).click()
      await page.getByRole('menuitem', { name: 'Logout & Go Home' }).click()
      await page.getByRole('dialog', { name: 'Log out before your files are uploaded?' }).waitFor()
    },
  },
]
