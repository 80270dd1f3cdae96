/** Returns a position in a video as minutes and seconds, for example "0:07" or "12:30". */
export function formatPlaybackTime(milliseconds: number): string {
  const seconds = Math.floor(milliseconds / 1000)
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`
}
