import { ItemResult } from '../../src/shared/ui/ItemResult.tsx'
import { State } from '../State.tsx'

export const ItemResultStates = () => (
  <>
    <State name="Done">
      <ItemResult outcome="done">Launched</ItemResult>
    </State>
    <State name="Failed">
      <ItemResult outcome="failed">A newer preview is ready. Please look at it first.</ItemResult>
    </State>
  </>
)
