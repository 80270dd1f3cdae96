/**
 * Returns a function that converts an offset in the text to a line number. Successive calls must have ascending offsets, because each call
 * continues to count lines where the previous call stopped. Therefore all calls together read the text only once.
 */
export function lineCounter(text: string, firstLine = 1): (offset: number) => number {
  let line = firstLine
  let at = 0
  return (offset) => {
    for (; at < offset; at += 1) if (text[at] === '\n') line += 1
    return line
  }
}
