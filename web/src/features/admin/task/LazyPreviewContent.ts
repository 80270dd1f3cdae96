import { lazyPart } from '../../../shared/ui/lazy-part.tsx'

/** `PreviewContent` is loaded on demand, because most tasks have one picture, which the panel shows without it. */
export const LazyPreviewContent = lazyPart(async () => {
  const { PreviewContent } = await import('../../../shared/preview/PreviewContent.tsx')
  return { default: PreviewContent }
})
