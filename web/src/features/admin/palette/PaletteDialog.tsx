import { useState } from 'react'
import { Dialog } from '../../../shared/ui/Dialog.tsx'
import { lazyPart } from '../../../shared/ui/lazy-part.tsx'
import type { TabWithCount } from '../tabs.ts'
import { PaletteField } from './PaletteField.tsx'

const Palette = lazyPart(() => import('./Palette.tsx'))

interface PaletteDialogProps {
  tabs: readonly TabWithCount[]
  onClose: () => void
}

/** The dialog of the palette. Its field is there at once, so that no letter is lost while the code of the search is loading. */
export function PaletteDialog({ tabs, onClose }: PaletteDialogProps) {
  const [term, setTerm] = useState('')
  const isLoaded = Palette.useArrived()
  return (
    <Dialog title="Search" atTop onClose={onClose}>
      {!isLoaded && <PaletteField term={term} onTerm={setTerm} />}
      <Palette tabs={tabs} term={term} onTerm={setTerm} onClose={onClose} />
    </Dialog>
  )
}
