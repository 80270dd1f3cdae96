import { expect, it, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { openPart } from '../../testing/open.tsx'
import { Tabs } from './Tabs.tsx'

const tabs = ['one', 'two', 'three'].map((id) => ({ id, label: id }))

it('arrow keys move from the focused tab, even if the selected tab has not changed yet', async () => {
  const onSelect = vi.fn()
  await openPart(<Tabs name="try" label="Try" tabs={tabs} selected="one" onSelect={onSelect} />)
  await userEvent.tab()
  await userEvent.keyboard('{End}{ArrowLeft}')
  expect(onSelect.mock.calls.flat()).toEqual(['three', 'two'])
  await expect.element(page.getByRole('tab', { name: 'two' })).toHaveFocus()
  await userEvent.keyboard('{Home}{ArrowLeft}{ArrowRight}')
  expect(onSelect.mock.calls.flat().slice(2)).toEqual(['one', 'three', 'one'])
})
