import { useLocation, useNavigate } from 'react-router-dom'

/** Cards, or one line each. */
export type View = 'cards' | 'dense'

const REMEMBERED = 'dashboard-view'

const toView = (word: string | null): View | undefined => (word === 'cards' || word === 'dense' ? word : undefined)

/** How lists are looked at: as the address says (`?view=`), or as they last were. */
export function useView() {
  const { search, state } = useLocation()
  const navigate = useNavigate()
  const asked = toView(new URLSearchParams(search).get('view'))

  /** The same place, looked at in another way: no entry to go back from. */
  function setView(view: View): void {
    localStorage.setItem(REMEMBERED, view)
    const address = new URLSearchParams(search)
    address.set('view', view)
    navigate({ search: address.toString() }, { replace: true, state })
  }
  return { view: asked ?? toView(localStorage.getItem(REMEMBERED)) ?? 'cards', setView }
}
