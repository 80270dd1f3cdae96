import { useState } from 'react'
import { Counters } from '../../src/shared/ui/Counters.tsx'
import { State } from '../State.tsx'

const stages = [
  { id: 'customer', label: 'Customers', count: 128 },
  { id: 'lead', label: 'Leads', count: 9_064 },
  { id: 'lost', label: 'Lost', count: 0 },
]

export function CountersStates() {
  const [pressed, setPressed] = useState<string | null>('lead')
  return (
    <>
      <State name="Read-only">
        <Counters label="Customers by stage" counters={stages} />
      </State>
      <State name="As filters of a list">
        <Counters label="Shown customers" counters={stages} pressed={pressed} onPress={setPressed} />
      </State>
      <State name="Loading">
        <Counters label="Customers by stage" counters={stages.map((stage) => ({ ...stage, count: undefined }))} />
      </State>
      <State name="Many, with long labels">
        <Counters
          label="Deliveries"
          counters={['Queued', 'Accepted', 'Bounced', 'Suppressed', 'Perhaps sent twice', 'Unbeschränkte Empfängergruppen'].map(
            (label, at) => ({
              id: label,
              label,
              count: 10 ** at,
            }),
          )}
        />
      </State>
    </>
  )
}
