/** Returns a function from offsets to lines. The offsets must be in ascending order, so that the time is linear. */
export function lineCounter(text: string, firstLine = 1): (offset: number) => number {
  let line = firstLine
  let at = 0
  return (offset) => {
    for (; at < offset; at += 1) if (text[at] === '\n') line += 1
    return line
  }
}
