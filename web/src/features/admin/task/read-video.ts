import { type VideoFrame, videoFrames } from '@app/contracts/rules/proofreading.ts'

/** Maximum width of the poster in pixels. The copy of a picture that the server makes for display has the same maximum width. */
const POSTER_MAX_WIDTH = 1120
/** Maximum width and height of the frames in pixels. Their texts are read. */
const FRAME_MAX_SIDE = 1280
const QUALITY = 0.85
/**
 * Time limit of each wait: for the first frame, and for the duration. A browser may never load a video whose index is at the end of a large
 * file.
 */
const STEP_LIMIT_MS = 15_000
/** Time limit for reaching a frame, in which a browser may have to decode everything before it. */
const SEEK_LIMIT_MS = 5_000
/** Time limit for presenting a frame that the browser has reached. */
const PRESENT_LIMIT_MS = 500
/** A position behind the end of every video, in seconds. */
const BEHIND_END_S = 1e9
/** The first and the last frame are this far from the ends, in seconds, because not every browser reaches the very end. */
const EDGE_S = 0.1

interface VideoFacts {
  /** The first frame as a JPEG. */
  poster: Blob
  durationMs: number | undefined
  /** JPEGs. Those that the browser could not reach are absent. */
  frames: Partial<Record<VideoFrame, Blob>>
}

/** Reads the poster, the duration and frames of a video. Rejects if this browser cannot decode the video. */
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
    const poster = await drawFrame(video, POSTER_MAX_WIDTH / video.videoWidth)
    return { poster, durationMs: await durationOf(video), frames: await framesOf(video) }
  } finally {
    video.removeAttribute('src')
    video.load()
    URL.revokeObjectURL(url)
  }
}

function once(video: HTMLVideoElement, event: 'loadeddata' | 'durationchange' | 'seeked', limitMs = STEP_LIMIT_MS): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>()
  const fail = () => reject(new Error('The browser cannot decode this video.'))
  const timer = setTimeout(fail, limitMs)
  video.addEventListener(event, () => resolve(), { once: true })
  video.addEventListener('error', fail, { once: true })
  return promise.finally(() => clearTimeout(timer))
}

/** Resolves when the browser presents another frame. */
const nextFrame = (video: HTMLVideoElement): Promise<unknown> =>
  // Firefox has this function since version 132.
  new Promise<unknown>((resolve) => (video.requestVideoFrameCallback ? video.requestVideoFrameCallback(resolve) : resolve(undefined)))

async function drawFrame(video: HTMLVideoElement, scaleMax: number): Promise<Blob> {
  const scale = Math.min(1, scaleMax)
  const canvas = document.createElement('canvas')
  canvas.width = Math.round(video.videoWidth * scale)
  canvas.height = Math.round(video.videoHeight * scale)
  canvas.getContext('2d')?.drawImage(video, 0, 0, canvas.width, canvas.height)
  // The blob is null for a file without a picture, which has the size 0 × 0.
  const frame = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/jpeg', QUALITY))
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

/** Returns the frames of a video with a known duration. After a frame that cannot be reached, the others are not tried. */
async function framesOf(video: HTMLVideoElement): Promise<VideoFacts['frames']> {
  const { duration, videoWidth, videoHeight } = video
  const frames: VideoFacts['frames'] = {}
  if (!Number.isFinite(duration)) return frames
  const middle = duration / 2
  const times = { first: Math.min(EDGE_S, middle), middle, last: Math.max(duration - EDGE_S, middle) }
  try {
    for (const frame of videoFrames) {
      const presented = nextFrame(video)
      video.currentTime = times[frame]
      // The first event may belong to the search for the duration.
      while (video.seeking) await once(video, 'seeked', SEEK_LIMIT_MS)
      // Browsers may end a seek while the frame before is still shown. If the wanted frame was already shown, no other one comes.
      await Promise.race([presented, new Promise((resolve) => setTimeout(resolve, PRESENT_LIMIT_MS))])
      frames[frame] = await drawFrame(video, FRAME_MAX_SIDE / Math.max(videoWidth, videoHeight))
    }
  } catch {
    // The check of the preview reads only the frames so far.
  }
  return frames
}
