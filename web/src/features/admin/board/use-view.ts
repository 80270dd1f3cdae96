import { useLocation, useNavigate } from 'react-router-dom'

/** Layout of a list: cards, or a compact table. */
export type View = 'cards' | 'dense'

const REMEMBERED = 'dashboard-view'

const toView = (word: string | null): View | undefined => (word === 'cards' || word === 'dense' ? word : undefined)

/** Returns the layout of lists: from `?view=` in the URL, else the one that was chosen last (local storage), else cards. */
export function useView() {
  const { search, state } = useLocation()
  const navigate = useNavigate()
  const asked = toView(new URLSearchParams(search).get('view'))

  /** Changes the layout without adding a history entry. */
  function setView(view: View): void {
    localStorage.setItem(REMEMBERED, view)
    const address = new URLSearchParams(search)
    address.set('view', view)
    navigate({ search: address.toString() }, { replace: true, state })
  }
  return { view: asked ?? toView(localStorage.getItem(REMEMBERED)) ?? 'cards', setView }
}
