import type { MouseEvent } from 'react'
import { useNavigate } from 'react-router-dom'
import { isAnythingUnsent, leaveForms } from '../../shared/form/unsent.ts'
import { Link, type LinkProps } from '../../shared/ui/Link.tsx'

/** A link in a panel that opens another panel in its place. Asks first if an open form has unsent input. */
export function PanelLink({ to, state, ...link }: LinkProps) {
  const navigate = useNavigate()

  function confirm(event: MouseEvent): void {
    const opensHere = event.button === 0 && !event.ctrlKey && !event.metaKey && !event.shiftKey && !event.altKey
    if (!opensHere || !isAnythingUnsent()) return
    event.preventDefault()
    leaveForms(() => navigate(to, { state }))
  }

  return <Link {...link} to={to} state={state} onClick={confirm} />
}
