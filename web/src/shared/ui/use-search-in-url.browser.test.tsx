import { lazy, Suspense, useState } from 'react'
import { useLocation } from 'react-router-dom'
import { expect, it } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { address, go, openPart } from '../../testing/open.tsx'
import { Link } from './Link.tsx'
import { useSearchTermInUrl, useSyncSearchToUrl } from './use-search-in-url.ts'

const box = page.getByRole('searchbox', { name: 'Search' })
const panel = page.getByRole('dialog')

function Shops({ Panel }: { Panel: React.ComponentType }) {
  const [term, setTerm] = useState(useSearchTermInUrl())
  useSyncSearchToUrl({ term, setTerm })
  const shown = new URLSearchParams(useLocation().search)
  const isOpen = shown.has('show')
  shown.set('show', 'shop-1')
  return (
    <>
      <input type="search" aria-label="Search" value={term} onChange={({ target }) => setTerm(target.value)} />
      <Link to={{ search: shown.toString() }} state={{ opened: true }}>
        Open
      </Link>
      <Suspense>{isOpen && <Panel />}</Suspense>
    </>
  )
}

it('a panel that is opened before the URL has the search term stays open, and the URL is updated afterwards', async () => {
  const arrives = Promise.withResolvers<{ default: () => React.ReactNode }>()
  await openPart(<Shops Panel={lazy(() => arrives.promise)} />)
  await userEvent.fill(box, 'pine')
  await userEvent.click(page.getByRole('link', { name: 'Open' }))
  expect(new URLSearchParams(window.location.search).get('show')).toBe('shop-1')
  // Simulates a slow network: loading the panel takes longer than the 300 ms until the search text is written to the URL.
  await new Promise((resolve) => setTimeout(resolve, 600))
  arrives.resolve({ default: () => <div role="dialog">Pine Coffee</div> })
  await expect.element(panel).toBeVisible()
  await expect.poll(address).toMatch(/^\/\?(?=.*\bq=pine)(?=.*\bshow=shop-1)/)
  await expect.element(panel).toBeVisible()
  expect(window.history.state.usr).toEqual({ opened: true })
  await go(-1)
  expect(address()).toBe('/?q=pine')
})
