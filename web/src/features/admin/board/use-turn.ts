import { type Turn, turns } from '@app/contracts/http/board.ts'
import { useLocation, useNavigate } from 'react-router-dom'

/** Returns the turn from `?turn=` in the URL, which selects Pending tasks. Each change of the turn adds a history entry. */
export function useTurn() {
  const { search } = useLocation()
  const navigate = useNavigate()
  const address = new URLSearchParams(search)
  const turn = turns.find((known) => known === address.get('turn'))

  function setTurn(next: Turn | undefined): void {
    if (next) address.set('turn', next)
    else address.delete('turn')
    navigate({ search: address.toString() })
  }
  return { turn, setTurn }
}
