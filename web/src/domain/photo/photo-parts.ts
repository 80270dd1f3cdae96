import { PanelMissing } from '../../shared/ui/Dialog.tsx'
import { lazyPart } from '../../shared/ui/lazy-part.tsx'

/** The form for photos. Its bundle contains the code that sends them. */
export const SendPhotos = lazyPart(() => import('./SendPhotos.tsx'), { missing: PanelMissing })

/** The bar that shows the progress while the form is closed. It also sends the photos that a reload has interrupted. */
export const PhotosBar = lazyPart<{ section: number }>(() => import('./PhotosBar.tsx'))
