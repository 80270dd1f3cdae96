import { useState } from 'react'
import { Button } from '../../src/shared/ui/Button.tsx'
import { Stepper } from '../../src/shared/ui/Stepper.tsx'
import { State } from '../State.tsx'

const steps = ['Basics', 'Audience', 'Steps and their mails', 'Review']

export function StepperStates() {
  const [current, setCurrent] = useState(1)
  return (
    <>
      <State name="Under way">
        <Stepper label="New campaign" steps={steps} current={current} />
        <p>
          <Button tone="quiet" size="small" onClick={() => setCurrent((current + 1) % (steps.length + 1))}>
            Next step
          </Button>
        </p>
      </State>
      <State name="At the beginning">
        <Stepper label="A campaign not begun" steps={steps} current={0} />
      </State>
      <State name="Done">
        <Stepper label="A finished campaign" steps={steps} current={steps.length} />
      </State>
    </>
  )
}
