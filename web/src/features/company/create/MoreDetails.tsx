import { ChevronDown } from 'lucide-react'
import { type ReactNode, useId, useState } from 'react'
import { useFormContext } from '../../../shared/form/Form.tsx'
import { Button } from '../../../shared/ui/Button.tsx'
import { emptyProfile, type ProfileForm } from '../profile-form.ts'
import styles from './MoreDetails.module.css'

interface MoreDetailsProps {
  /** Names of the fields inside. */
  fields: readonly (keyof ProfileForm)[]
  children: ReactNode
}

/** Optional fields of a step, below a button that shows and hides them. Fields with an error are always shown. */
export function MoreDetails({ fields, children }: MoreDetailsProps) {
  const { values, errorOf } = useFormContext<ProfileForm>()
  const [isOpen, setOpen] = useState<boolean>()
  const id = useId()
  const hasInput = fields.some((name) => values[name] !== emptyProfile[name])
  const isShown = isOpen === true || fields.some((name) => errorOf(name) !== undefined)
  // Shows the fields as soon as one of them has a value, and keeps them visible when this value is deleted. Otherwise a field would
  // disappear while the owner types.
  if (isOpen === undefined && hasInput) setOpen(true)

  return (
    <div className={styles.details}>
      <Button
        className={styles.toggle}
        tone="quiet"
        icon={<ChevronDown aria-hidden="true" />}
        aria-expanded={isShown}
        aria-controls={id}
        onClick={() => setOpen(!isShown)}
      >
        {isShown ? 'Hide details' : 'Add more details'}
      </Button>
      <div id={id} className={styles.fields} hidden={!isShown}>
        {children}
      </div>
    </div>
  )
}
