import type { PreviewFile } from '@app/contracts/http/previews.ts'
import { useEffect, useState } from 'react'

/** The first bytes of a WebP file: `RIFF`, its size, `WEBP`, and the chunk `VP8X` with its flags. */
const HEAD_BYTES = 21
const FLAGS_AT = 20
const ANIMATION_FLAG = 0x02

/** Whether the WebP file moves. Requests only its first bytes. */
async function isAnimatedWebp(url: string, signal: AbortSignal): Promise<boolean> {
  const response = await fetch(url, { headers: { range: `bytes=0-${HEAD_BYTES - 1}` }, signal })
  const reader = response.body?.getReader()
  const head = (await reader?.read())?.value ?? new Uint8Array()
  // A server that ignores the range sends the whole file.
  await reader?.cancel()
  return String.fromCharCode(...head.slice(12, 16)) === 'VP8X' && ((head[FLAGS_AT] ?? 0) & ANIMATION_FLAG) !== 0
}

/** Whether the picture of a preview may move. Its smaller copy contains only the first frame. */
export function useIsAnimated({ mediaType, url }: PreviewFile): boolean {
  const [animated, setAnimated] = useState<string>()
  useEffect(() => {
    if (mediaType !== 'image/webp') return
    const stop = new AbortController()
    isAnimatedWebp(url, stop.signal).then(
      (isAnimated) => isAnimated && setAnimated(url),
      () => {},
    )
    return () => stop.abort()
  }, [mediaType, url])
  return mediaType === 'image/gif' || animated === url
}
