import type { Preview } from '@app/contracts/http/previews.ts'
import type { Review } from '@app/contracts/http/reviews.ts'
import { PreviewTabs } from '../domain/preview/PreviewTabs.tsx'

interface ReviewedPreviewProps {
  task: NonNullable<Review['task']>
  preview: Preview
  company: Review['company']
}

/**
 * Shows the files and the caption of the preview. Further tabs show how the files and the caption may look as posts on the task's networks.
 */
export const ReviewedPreview = ({ task, preview, company }: ReviewedPreviewProps) => (
  <PreviewTabs preview={preview} label={`Preview of ${task.title}`} company={company ?? { name: '', logo: null }} chosen={task} />
)
