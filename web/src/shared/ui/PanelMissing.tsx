import { Dialog } from './Dialog.tsx'
import { ErrorState } from './ErrorState.tsx'
import { type Missing, PART_MISSING } from './lazy-part.tsx'

/** In the place of what opens over a page, where that could not be shown. */
export const PanelMissing = ({ onClose, busy, onRetry }: Missing & { onClose: () => void }) => (
  <Dialog title="Not loaded" onClose={onClose}>
    <ErrorState message={PART_MISSING} busy={busy} onRetry={onRetry} />
  </Dialog>
)
