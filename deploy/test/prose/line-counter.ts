/** Returns a function that returns the line of an offset. Offsets must be passed in ascending order, so that the time is linear. */
export function lineCounter(text: string, firstLine = 1): (offset: number) => number {
  let line = firstLine
  let at = 0
  return (offset) => {
    for (; at < offset; at += 1) if (text[at] === '\n') line += 1
    return line
  }
}
