import { useLocation, useNavigate } from 'react-router-dom'

/** Layout of a list: cards, or a compact table. */
export type View = 'cards' | 'dense'

const REMEMBERED = 'dashboard-view'

const toView = (word: string | null): View | undefined => (word === 'cards' || word === 'dense' ? word : undefined)

/** Returns the layout from `?view=` in the URL, or else the layout chosen last (local storage), or else cards. */
export function useView() {
  const { search, state } = useLocation()
  const navigate = useNavigate()
  const viewInUrl = toView(new URLSearchParams(search).get('view'))

  function setView(view: View): void {
    localStorage.setItem(REMEMBERED, view)
    const address = new URLSearchParams(search)
    address.set('view', view)
    navigate({ search: address.toString() }, { replace: true, state })
  }
  return { view: viewInUrl ?? toView(localStorage.getItem(REMEMBERED)) ?? 'cards', setView }
}
