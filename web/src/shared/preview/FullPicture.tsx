import type { PreviewFile } from '@app/contracts/http/previews.ts'
import { PreviewPicture } from '../task/TaskSheet.tsx'
import { Dialog } from '../ui/Dialog.tsx'

interface FullPictureProps {
  file: PreviewFile
  label: string
  onClose: () => void
}

/** A dialog with the picture as it was uploaded. A button toggles between fitting size and full size. */
export default function FullPicture({ file, label, onClose }: FullPictureProps) {
  return (
    <Dialog title={label} wide onClose={onClose}>
      <PreviewPicture src={file.url} alt={`${label} in full size`} placeholder="" />
    </Dialog>
  )
}
