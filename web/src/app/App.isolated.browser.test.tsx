import { reportWebError } from '@app/contracts/http/web-errors.ts'
import { expect, it, onTestFinished, vi } from 'vitest'
import { page } from 'vitest/browser'
import { cleanup, render } from 'vitest-browser-react/pure'
import { answer, reply } from '../testing/api.ts'
import { App } from './App.tsx'

function Failing(): never {
  throw new Error('a screen that throws')
}

it('a screen that throws shows what to do, and is reported', async () => {
  const sent = answer(reportWebError, () => reply(reportWebError, { message: 'Thank you.' }))
  vi.spyOn(console, 'error').mockImplementation(() => {})
  onTestFinished(async () => {
    vi.restoreAllMocks()
    await cleanup()
  })
  await render(<App router={() => <Failing />} />)
  await expect.element(page.getByRole('heading', { name: 'This page stopped working' })).toBeVisible()
  await expect
    .poll(() => sent.map(({ body }) => JSON.parse(String(body))))
    .toEqual([expect.objectContaining({ kind: 'render', message: 'Error: a screen that throws' })])
})
