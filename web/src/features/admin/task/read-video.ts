/** Maximum width of the poster in pixels. The copy of a picture that the server makes for display has the same maximum width. */
const POSTER_MAX_WIDTH = 1120
const POSTER_QUALITY = 0.85
/**
 * Time limit of each wait: for the first frame, and for the duration. A browser may never load a video whose index is at the end of a large
 * file.
 */
const STEP_LIMIT_MS = 15_000
/** A position behind the end of every video, in seconds. */
const BEHIND_END_S = 1e9

interface VideoFacts {
  /** The first frame as a JPEG. */
  poster: Blob
  durationMs: number | undefined
}

/** Reads the first frame and the duration of a video. Rejects if this browser cannot decode the video. */
export async function readVideo(file: Blob): Promise<VideoFacts> {
  const video = document.createElement('video')
  video.muted = true
  video.playsInline = true
  video.preload = 'auto'
  const url = URL.createObjectURL(file)
  try {
    const loaded = once(video, 'loadeddata')
    video.src = url
    await loaded
    return { poster: await drawFrame(video), durationMs: await durationOf(video) }
  } finally {
    video.removeAttribute('src')
    video.load()
    URL.revokeObjectURL(url)
  }
}

function once(video: HTMLVideoElement, event: 'loadeddata' | 'durationchange'): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>()
  const fail = () => reject(new Error('The browser cannot decode this video.'))
  const timer = setTimeout(fail, STEP_LIMIT_MS)
  video.addEventListener(event, () => resolve(), { once: true })
  video.addEventListener('error', fail, { once: true })
  return promise.finally(() => clearTimeout(timer))
}

async function drawFrame(video: HTMLVideoElement): Promise<Blob> {
  const scale = Math.min(1, POSTER_MAX_WIDTH / video.videoWidth)
  const canvas = document.createElement('canvas')
  canvas.width = Math.round(video.videoWidth * scale)
  canvas.height = Math.round(video.videoHeight * scale)
  canvas.getContext('2d')?.drawImage(video, 0, 0, canvas.width, canvas.height)
  // The blob is null for a file without a picture, which has the size 0 × 0.
  const frame = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/jpeg', POSTER_QUALITY))
  if (!frame) throw new Error('The video has no frame.')
  return frame
}

/**
 * Returns the duration in milliseconds. A video that a browser recorded does not contain the duration, so this function first seeks to the
 * end.
 */
async function durationOf(video: HTMLVideoElement): Promise<number | undefined> {
  if (video.duration === Number.POSITIVE_INFINITY) {
    const known = once(video, 'durationchange')
    video.currentTime = BEHIND_END_S
    await known.catch(() => {})
  }
  return Number.isFinite(video.duration) ? Math.round(video.duration * 1000) : undefined
}
