import { expect, it, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { openPart } from '../../testing/open.tsx'
import { Dialog } from './Dialog.tsx'
import SearchBox from './SearchBox.tsx'
import { useSearch } from './use-search.ts'

const names = ['Ann’s Bakery', 'Étoile du Sud', 'Zwölf Straßen', 'Pine Coffee']
const shops = names.map((name) => ({ name }))
const nameOf = ({ name }: { name: string }) => name
const box = page.getByRole('searchbox', { name: 'Search shops' })
const shown = () =>
  page
    .getByRole('listitem')
    .elements()
    .map(({ textContent }) => textContent)

function Shops() {
  const search = useSearch(shops, nameOf)
  return (
    <>
      <SearchBox label="Search shops" search={search} />
      <ul>
        {search.found.map(({ name }) => (
          <li key={name}>{name}</li>
        ))}
      </ul>
    </>
  )
}

it.each([
  ['ETOILE', ['Étoile du Sud']],
  ['sud é', ['Étoile du Sud']],
  ['strassen zwolf', ['Zwölf Straßen']],
  ["ann's", ['Ann’s Bakery']],
  ['  ', names],
  ['coffee tea', []],
])('finds items by the words of "%s", ignoring order, accents and case', async (term, found) => {
  await openPart(<Shops />)
  await box.fill(term)
  await expect.poll(shown).toEqual(found)
})

it('shows the number of results; the Clear button clears the search and moves the focus to the field', async () => {
  await openPart(<Shops />)
  const message = page.getByRole('status')
  await expect.element(message).toBeEmptyDOMElement()
  await box.fill('e')
  await expect.element(message).toHaveTextContent('(4 of 4 results for "e")')
  await box.fill('du')
  await expect.element(message).toHaveTextContent('(1 of 4 results for "du")')
  await page.getByRole('button', { name: 'Clear' }).click()
  await expect.element(box).toHaveFocus()
  await expect.element(message).toBeEmptyDOMElement()
  expect(shown()).toEqual(names)
  expect(page.getByRole('button', { name: 'Clear' }).query()).toBeNull()
})

it('the first Escape clears the search, the second closes the dialog around it', async () => {
  const close = vi.fn()
  await openPart(
    <Dialog title="Shops" onClose={close}>
      <Shops />
    </Dialog>,
  )
  await box.fill('pine')
  await userEvent.keyboard('{Escape}')
  await expect.element(box).toHaveValue('')
  expect(close).not.toHaveBeenCalled()
  await userEvent.keyboard('{Escape}')
  expect(close).toHaveBeenCalledOnce()
})
