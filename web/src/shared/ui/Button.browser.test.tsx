import { useState } from 'react'
import { expect, it, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { openPart } from '../../testing/open.tsx'
import { Button } from './Button.tsx'

it('a busy button keeps the focus and ignores clicks and Enter in its form', async () => {
  const sent = vi.fn()
  function Form() {
    const [busy, setBusy] = useState(false)
    return (
      <form
        onSubmit={(event) => {
          event.preventDefault()
          sent()
          setBusy(true)
        }}
      >
        <input aria-label="Title" />
        <Button type="submit" state={busy ? 'busy' : 'idle'} busyLabel="Sending…">
          Send
        </Button>
      </form>
    )
  }
  await openPart(<Form />)
  await page.getByRole('button', { name: 'Send' }).click()
  const busy = page.getByRole('button', { name: 'Sending…' })
  await expect.element(busy).toHaveFocus()
  await expect.element(busy).toHaveAttribute('aria-disabled', 'true')
  await userEvent.keyboard('{Enter} ')
  await page.getByRole('textbox', { name: 'Title' }).click()
  await userEvent.keyboard('{Enter}')
  expect(sent).toHaveBeenCalledOnce()
})
