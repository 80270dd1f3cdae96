import { expect, it, vi } from 'vitest'
import { userEvent } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { Tabs } from './Tabs.tsx'

const tabs = ['one', 'two', 'three'].map((id) => ({ id, label: id }))

it('arrow keys move from the focused tab, even if the selected tab has not changed yet', async () => {
  const onSelect = vi.fn()
  const screen = await render(<Tabs name="try" label="Try" tabs={tabs} selected="one" onSelect={onSelect} />)
  await userEvent.tab()
  await userEvent.keyboard('{End}{ArrowLeft}')
  expect(onSelect.mock.calls.flat()).toEqual(['three', 'two'])
  await expect.element(screen.getByRole('tab', { name: 'two' })).toHaveFocus()
  await userEvent.keyboard('{Home}{ArrowLeft}{ArrowRight}')
  expect(onSelect.mock.calls.flat().slice(2)).toEqual(['one', 'three', 'one'])
})
