import { lazyPart } from '../../../shared/ui/lazy-part.tsx'

/** Loads `PreviewContent` on demand. Most tasks have a single picture, and the panel shows a single picture with `TaskPicture`. */
export const LazyPreviewContent = lazyPart(async () => {
  const { PreviewContent } = await import('../../../shared/preview/PreviewContent.tsx')
  return { default: PreviewContent }
})
